/**
 * All numbers of all papers on one scale: their differences from the printed values in units of the tolerances. The
 * places depend only on the width.
 */

import { distanceInTolerances, type NumberJudgement } from '../../papers/judge-paper.ts';
import type { PaperWithNumbers, ShownClaim, ShownNumber, ShownPaper } from '../../papers/measured-or-recorded.ts';
import type { Paper, PaperTable } from '../../papers/paper.ts';
import { formatSpread } from '../../shared/format-spread.ts';
import { required } from '../../shared/required.ts';
import { shortNumberName } from './paper-answer.ts';
import { numberName, paperHash } from './paper-target.ts';
import { formatFixed, JUDGEMENT_SIGNS } from './paper-texts.ts';
import { LABEL_LINE_PX, type LabelledMark, placeStripLabels, type StripLabel } from './strip-labels.ts';

/** End of the scale. Values beyond it are drawn at its end, with an arrow. */
export const SCALE_END = 4;

/** Size of a point and of the vertical steps of points, px. */
export interface PointSize {
  readonly radius: number;
  readonly step: number;
}

export const POINT_SIZE_PX: PointSize = { radius: 3.6, step: 9 };
const NULL_HEIGHT_PX = 9;
const ROW_PADDING_PX = 5;
const PAPER_HEIGHT_PX = 34;
const LABEL_HEIGHT_PX = 17;
/** Below this width names stand above their rows, px. */
const MIN_NAMES_BESIDE_PX = 720;
const LEGEND_LINE_PX = 20;
/** Width of a letter of the legend, and of the shape before it, px. */
const LETTER_WIDTH_PX = 6.6;
const SHAPE_WIDTH_PX = 34;

const LEGEND_ITEMS: readonly LegendItem[] = [
  { shape: 'within', text: 'within the tolerance' },
  { shape: 'outside', text: 'outside' },
  { shape: 'derived', text: 'derived from others, not counted' },
  { shape: 'suspect', text: 'suspect, not counted' },
  { shape: 'missing', text: 'not measured' },
  { shape: 'null', text: 'null model' },
  { shape: 'beyond', text: 'outside the scale' },
];

export type LegendShape = NumberJudgement | 'null' | 'beyond';

interface LegendItem {
  readonly shape: LegendShape;
  readonly text: string;
}

export interface PlacedItem extends LegendItem {
  readonly x: number;
  readonly y: number;
}

/** A number in the overview. */
export interface NumberPoint {
  readonly kind: 'number';
  readonly cell: ShownNumber;
  readonly judgement: NumberJudgement;
  /** Undefined if it was not measured. */
  readonly distance: number | undefined;
  readonly x: number;
  readonly y: number;
  readonly label: string;
  readonly hash: string;
}

/** A claim in the overview. */
export interface ClaimPoint {
  readonly kind: 'claim';
  readonly claim: ShownClaim;
  readonly x: number;
  readonly y: number;
  readonly label: string;
  readonly hash: string;
}

/** A number or a claim in the overview. */
export type OverviewPoint = NumberPoint | ClaimPoint;

/** A table of a paper, or its claims. */
export interface OverviewRow {
  readonly name: string;
  /** The counts, in words. */
  readonly score: string;
  readonly top: number;
  /** Base line of its points. */
  readonly base: number;
  readonly points: readonly OverviewPoint[];
  /** Places of the null model's values. */
  readonly nullModelPoints: readonly { readonly x: number; readonly distance: number; readonly id: string }[];
}

export interface OverviewGroup {
  readonly paper: Paper;
  readonly name: string;
  readonly top: number;
  readonly rows: readonly OverviewRow[];
}

/** The overview with the places of all its parts, px. */
export interface Overview {
  readonly width: number;
  readonly height: number;
  /** Edges of the scale, and the place of numbers that were not measured. */
  readonly left: number;
  readonly right: number;
  readonly groups: readonly OverviewGroup[];
  readonly legend: readonly PlacedItem[];
  /** Places of the labels of the scale. */
  readonly head: number;
  readonly names: 'beside' | 'above';
  readonly xOf: (distance: number) => number;
}

/** Spaces at which a name can be cut: not those in a formula, and not those between a number and its unit. */
const CUTTABLE_SPACE = /(?<=[,:]) |(?<![\d=−]) (?![\d=−%])/g;

/** The name, or its first words and an ellipsis. */
export function shortRowName(name: string, maxLetters: number): string {
  if (name.length <= maxLetters) return name;
  const ends = [...name.matchAll(CUTTABLE_SPACE)].map(({ index }) => index).filter((end) => end < maxLetters);
  return `${name.slice(0, ends.at(-1) ?? maxLetters - 1).replace(/[,:]$/, '')}…`;
}

/** Both ends of a scale of distances, in tolerances. */
export interface ScaleExtent {
  readonly low: number;
  readonly high: number;
}

/** The scale of all papers. */
const FULL_EXTENT: ScaleExtent = { low: -SCALE_END, high: SCALE_END };
/** A scale that is cut to its points ends at a multiple of this distance, and shows this much beside the tolerance. */
const EXTENT_STEP = 0.5;

/** The shortest extent that has all distances, or the end of the full one. */
export function fittingExtent(distances: readonly number[]): ScaleExtent {
  const reach = (sign: 1 | -1) =>
    Math.min(
      SCALE_END,
      Math.max(
        1 + EXTENT_STEP,
        ...distances.map((distance) => Math.ceil((sign * distance) / EXTENT_STEP) * EXTENT_STEP),
      ),
    );
  return { low: -reach(-1), high: reach(1) };
}

/** The place of a distance, px. Marks at the ends stay inside. */
function scaleBetween(left: number, right: number, { low, high }: ScaleExtent): (distance: number) => number {
  const clip = (distance: number) => Math.max(low, Math.min(high, distance));
  return (distance) => left + 14 + ((clip(distance) - low) / (high - low)) * (right - left - 28);
}

/** The overview of papers at a width, px. */
export function paperOverview(shownPapers: readonly PaperWithNumbers[], width: number): Overview {
  const names = width >= MIN_NAMES_BESIDE_PX ? 'beside' : 'above';
  const [left, right] = names === 'beside' ? [330, width - 190] : [16, width - 16];
  const xOf = scaleBetween(left, right, FULL_EXTENT);
  const legend = placeLegend(shownPapers, width);
  const head = (legend.at(-1)?.y ?? 0) + 3 * LEGEND_LINE_PX + 4;
  let top = head + 4;
  const groups = shownPapers.map(({ paper, shownPaper }) => {
    const group = { paper, name: paper.name, top };
    top += PAPER_HEIGHT_PX;
    const rows: OverviewRow[] = [];
    for (const content of [
      ...paper.tables.map((table) => tableRow(paper, shownPaper, table, xOf)),
      claimsRow(paper, shownPaper, left, right),
    ]) {
      const captionHeight = names === 'above' ? LABEL_HEIGHT_PX : 0;
      const base = top + captionHeight + ROW_PADDING_PX + content.height;
      const movedPoints = content.points.map((point) => ({ ...point, y: base - point.y }));
      rows.push({ ...content, points: movedPoints, top, base });
      top = base + ROW_PADDING_PX + (content.nullModelPoints.length > 0 ? NULL_HEIGHT_PX : 0);
    }
    return { ...group, rows };
  });
  return { width, height: top + 8, left, right, groups, legend, head, names, xOf };
}

/** Side by side, as many as fit into a line. */
function placeLegend(shownPapers: readonly PaperWithNumbers[], width: number): PlacedItem[] {
  const cells = shownPapers.flatMap(({ shownPaper }) => shownPaper.cells);
  let [x, y] = [0, 10];
  return LEGEND_ITEMS.flatMap(({ shape, text: meaning }) => {
    const number = cells.filter(({ verdict }) => verdict === shape).length;
    const isJudgement = shape !== 'null' && shape !== 'beyond';
    if (isJudgement && number === 0) return [];
    const text = isJudgement ? `${number} ${meaning}` : meaning;
    const room = SHAPE_WIDTH_PX + LETTER_WIDTH_PX * text.length;
    if (x > 0 && x + room > width) [x, y] = [0, y + LEGEND_LINE_PX];
    const placedPoint = { shape, text, x, y };
    x += room;
    return [placedPoint];
  });
}

/** A row before its place is known: its points are counted upwards from its base. */
interface Content extends Omit<OverviewRow, 'top' | 'base'> {
  readonly height: number;
}

/** The numbers of a table, before they are piled. */
function numberPoints(
  paper: Paper,
  shownPaper: ShownPaper,
  table: PaperTable,
  xOf: (distance: number) => number,
): NumberPoint[] {
  const numbersById = new Map(paper.cells.map((cell) => [cell.id, cell]));
  return shownPaper.cells
    .filter((cell) => cell.table === table.id)
    .map((cell) => {
      const publishedNumber = numbersById.get(cell.id);
      const distance =
        publishedNumber === undefined || cell.measured === undefined
          ? undefined
          : distanceInTolerances(publishedNumber, { mean: cell.measured, ci95: cell.ci95 ?? 0 });
      return {
        kind: 'number',
        cell,
        judgement: cell.verdict,
        distance,
        y: 0,
        x: xOf(distance ?? -SCALE_END),
        label: formatNumberPoint(paper, table, cell, distance),
        hash: paperHash(paper.id, cell.id),
      };
    });
}

/** The counted numbers of one paper that were measured, in one pile. */
export interface StripModel {
  readonly width: number;
  readonly height: number;
  /** Base line of the points. */
  readonly base: number;
  readonly points: readonly NumberPoint[];
  readonly extent: ScaleExtent;
  readonly xOf: (distance: number) => number;
  /** The names of points outside; empty on the scale of all papers. */
  readonly labels: readonly StripLabel[];
}

/** Space for the name of the band over the points, and for the ticks and the words below them, px. */
const STRIP_HEAD_PX = 16;
const STRIP_FOOT_PX = 50;
/** Most points outside that have names: of more points, none has one. */
const MAX_NAMED_POINTS = 8;
/** From this number on, points above the end of the scale are one bar, and have no names. */
const MIN_COUNTED_POINTS = 4;

/**
 * Undefined for a paper without such numbers.
 * @param isCut whether the scale ends where the numbers end; otherwise it is that of all papers. A cut strip also has
 *   the names of its points outside
 */
export function paperStrip(
  paper: Paper,
  shownPaper: ShownPaper,
  width: number,
  isCut: boolean,
  size: PointSize = POINT_SIZE_PX,
): StripModel | undefined {
  const countedPoints = paper.tables
    .flatMap((table) => numberPoints(paper, shownPaper, table, scaleBetween(0, width, FULL_EXTENT)))
    .filter(({ judgement }) => judgement === 'within' || judgement === 'outside');
  if (countedPoints.length === 0) return undefined;
  const extent = isCut ? fittingExtent(countedPoints.map(({ distance = 0 }) => distance)) : FULL_EXTENT;
  const xOf = scaleBetween(0, width, extent);
  const placedPoints = countedPoints.map((point) => ({ ...point, x: placeBesideEdges(point, xOf, size) }));
  const points = squeezePile(stackPoints(placedPoints, width, size), xOf(SCALE_END), size);
  const labels = isCut ? stripLabels(paper, shownPaper, points, xOf(0), width, size) : [];
  const labelTop = Math.max(0, ...labels.map(({ y }) => y + LABEL_LINE_PX - STRIP_HEAD_PX));
  const base = STRIP_HEAD_PX + ROW_PADDING_PX + Math.max(labelTop, stackHeight(points, size));
  return {
    width,
    height: base + STRIP_FOOT_PX,
    base,
    points: points.map((point) => ({ ...point, y: base - point.y })),
    extent,
    xOf,
    labels: labels.map((label) => ({ ...label, y: base - label.y })),
  };
}

/** The points above the end of the scale that are drawn as one bar; empty if they are few. */
export function pointsBeyondScale(points: readonly NumberPoint[]): readonly NumberPoint[] {
  const farPoints = points.filter(({ distance = 0 }) => distance > SCALE_END);
  return farPoints.length < MIN_COUNTED_POINTS ? [] : farPoints;
}

function stripLabels(
  paper: Paper,
  { cells }: ShownPaper,
  points: readonly NumberPoint[],
  middle: number,
  width: number,
  { radius }: PointSize,
): StripLabel[] {
  const farPoints = pointsBeyondScale(points);
  if (points.filter(({ judgement }) => judgement === 'outside').length > MAX_NAMED_POINTS) return [];
  const marks = points.map(({ x, y, judgement, cell }, index): LabelledMark => {
    const isNamed = judgement === 'outside' && !farPoints.includes(required(points[index]));
    return isNamed ? { x, y, text: shortNumberName(paper, cells, cell) } : { x, y };
  });
  return placeStripLabels(marks, middle, width, radius);
}

/**
 * The place of a point, px. A point at an edge of the tolerance is moved so far that its whole mark is on its side of
 * the edge.
 */
function placeBesideEdges(
  { distance = 0, judgement }: NumberPoint,
  xOf: (distance: number) => number,
  size: PointSize,
): number {
  const room = size.radius + 1;
  const [low, high, x] = [xOf(-1), xOf(1), xOf(distance)];
  if (judgement === 'within') return Math.max(low + room, Math.min(high - room, x));
  return distance < 0 ? Math.min(low - room, x) : Math.max(high + room, x);
}

/** Largest height of the pile above the end of the scale, in points. */
const MAX_PILE_POINTS = 8;

/**
 * Points above the end of the scale are all at one place. They overlap, so that they do not set the height of the
 * strip.
 */
function squeezePile(points: readonly NumberPoint[], endX: number, size: PointSize): readonly NumberPoint[] {
  const pileHeight = Math.max(...points.map(({ x, y }) => (x === endX ? y : 0)));
  const ratio = Math.min(1, (MAX_PILE_POINTS * size.step) / pileHeight);
  return points.map((point) => (point.x === endX ? { ...point, y: point.y * ratio } : point));
}

function tableRow(paper: Paper, shownPaper: ShownPaper, table: PaperTable, xOf: (distance: number) => number): Content {
  const points = stackPoints(numberPoints(paper, shownPaper, table, xOf), xOf(SCALE_END) - xOf(-SCALE_END));
  const nulls = paper.cells
    .filter((cell) => cell.table === table.id && cell.derived === undefined && cell.suspect === undefined)
    .map((cell) => ({
      id: cell.id,
      distance: distanceInTolerances(cell, { mean: table.nullModel.predict(cell), ci95: 0 }),
    }))
    .filter(({ distance }) => !Number.isNaN(distance))
    .map((cell) => ({ ...cell, x: xOf(cell.distance) }));
  const { counted, within, nullModel } = required(shownPaper.tables.find(({ id }) => id === table.id));
  return {
    name: `${table.source}: ${table.title}`,
    score: counted === 0 ? '' : `${within} of ${counted}, null ${nullModel.within}`,
    points,
    nullModelPoints: nulls,
    height: stackHeight(points),
  };
}

const stackHeight = (points: readonly OverviewPoint[], { step }: PointSize = POINT_SIZE_PX) =>
  Math.max(step, ...points.map(({ y }) => y + step / 2));

/** In the order of their places, each as low as possible. Marks without a place are side by side above them. */
function stackPoints(
  allPoints: readonly NumberPoint[],
  room: number,
  { step }: PointSize = POINT_SIZE_PX,
): NumberPoint[] {
  const points = allPoints.filter(({ distance }) => distance !== undefined);
  const ends: number[] = [];
  const placedPoints = [...points]
    .sort((a, b) => a.x - b.x)
    .map((point) => {
      const freeLevel = ends.findIndex((end) => end + step <= point.x);
      const level = freeLevel === -1 ? ends.length : freeLevel;
      ends[level] = point.x;
      return { ...point, y: (level + 0.5) * step };
    });
  const perLine = Math.floor(room / step);
  const missingPoints = allPoints.filter(({ distance }) => distance === undefined);
  const sidePoints = missingPoints.map((point, index) => ({
    ...point,
    x: point.x + (index % perLine) * step,
    y: (ends.length + Math.floor(index / perLine) + 0.5) * step,
  }));
  return [...placedPoints, ...sidePoints];
}

const CLAIM_STEP_PX = 18;

function claimsRow(paper: Paper, shownPaper: ShownPaper, left: number, right: number): Content {
  const perLine = Math.max(1, Math.floor((right - left) / CLAIM_STEP_PX));
  const lines = Math.ceil(shownPaper.claims.length / perLine);
  const points = shownPaper.claims.map(
    (claim, index): ClaimPoint => ({
      kind: 'claim',
      claim,
      x: left + 14 + (index % perLine) * CLAIM_STEP_PX,
      y: (lines - Math.floor(index / perLine) - 0.5) * CLAIM_STEP_PX,
      label: `${paper.name}, claim ${claim.id}, ${claim.origin === undefined ? 'not measured' : claim.verdict}: ${claim.sentence}`,
      hash: paperHash(paper.id, claim.id),
    }),
  );
  const { holds } = shownPaper.counts.claims;
  return {
    name: 'Claims of the paper',
    score: `${holds} of ${shownPaper.claims.length} hold`,
    points,
    nullModelPoints: [],
    height: lines * CLAIM_STEP_PX,
  };
}

function formatNumberPoint(
  paper: Paper,
  { digits, unit }: PaperTable,
  cell: ShownNumber,
  distance: number | undefined,
): string {
  const { printed, interval, measured, ci95 = 0, verdict, origin } = cell;
  const spreadText = interval === undefined ? '' : ` ±${formatFixed(interval, digits)}`;
  const name = `${numberName(paper, cell)}: printed ${formatFixed(printed, digits)}${spreadText}`;
  if (measured === undefined || distance === undefined) return `${name}, not measured`;
  const distanceText = Number.isFinite(distance)
    ? `${formatFixed(Math.abs(distance), 2)} times the tolerance`
    : 'very large';
  const originText = origin === 'here' ? 'measured here' : 'on record';
  return `${name}, ${originText} ${formatFixed(measured, digits)}${formatSpread(ci95, (half) => formatFixed(half, digits))}${unit === '' ? '' : ` ${unit}`}; ${verdict}, difference ${distanceText}`;
}

/** Sign of a claim's judgement. */
export const claimSign = ({ verdict, origin }: ShownClaim) =>
  JUDGEMENT_SIGNS[origin === undefined ? 'missing' : verdict];
