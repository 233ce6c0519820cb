/**
 * The operating regions of a policy for cells. The horizontal axis is the content of the buffer, and the vertical axis
 * is the content of each VC. Thresholds are walls, the fair share is a line, and the drop probability is shade. Every
 * VC is a numbered disc with a trail. Every verdict has a sign at its place.
 */

import type { DropRegion } from '../../engine/contract/drawing.ts';
import { VC_STRIDE, VcColumn } from '../../engine/contract/policy-tables.ts';
import { numberAt } from '../../shared/lists.ts';
import type { Brush } from '../draw/brush.ts';
import { drawFittingText, textWidth } from '../draw/labels.ts';
import { formatAmount } from '../draw/number-text.ts';
import { drawDropCross } from '../draw/packets.ts';
import { type ClassGlyph, DRAWING_FONT, SMALL_DRAWING_FONT } from '../draw/palette.ts';
import type { Pen } from '../draw/pen.ts';
import { type LinearScale, linearScale } from '../draw/scale.ts';
import { drawTextOnGround } from '../draw/text-on-ground.ts';
import { ThresholdDrag, type ThresholdGrip } from '../draw/threshold-drag.ts';
import {
  drawVcPoint,
  drawVcToken,
  type SeparableVcToken,
  separateVcTokens,
  VC_TOKEN_RADIUS_PX,
  vcGlyph,
} from '../draw/vc-token.ts';
import type { QueueBox } from '../queue/queue-model.ts';
import { DrawingContinuity } from './continuity.ts';
import { drawLensGrid, drawLensTitle, type LensMargin, NARROW_LENS_PX } from './lens-axes.ts';
import type { LensDrawing } from './lens-drawing.ts';
import type { FrameDecision, LensModel } from './lens-model.ts';
import { PaintedLens } from './painted-lens.ts';
import { Shade } from './shade.ts';
import { Trail } from './trail.ts';

const REGIONS_MARGIN: LensMargin = { left: 64, right: 14, top: 40, bottom: 44 };
/** Distances of the axis names and of the key from the lower edge, px. */
const AXIS_NAMES_OVER_EDGE_PX = 18;
const KEY_OVER_EDGE_PX = 5;
/** Distance of the symbol of a wall above its grip, px. */
const SYMBOL_OVER_GRIP_PX = 10;
const FAIR_LINE_NAME = 'fair share';
/** Where the name of the line of the fair share may end, in buffers: the first place without discs. */
const LINE_NAME_SHARES = [0.3, 0.6];
/** Space between the name of a region and its ends, px. */
const REGION_SPACE_PX = 6;
const HATCHING_NAME = 'drop tagged frames only';
/** Width of an upright text, px. */
const UPRIGHT_WIDTH_PX = 18;
/** Distance that discs move sideways, px: usually not farther. */
const TOKEN_SPREAD_PX = 30;
/** Height of the triangle over a disc, px. */
const TRIANGLE_PX = 5;
/** Space between two discs, px. */
const TOKEN_GAP_PX = 3;
/** Longest time of the trail, ns, and its largest number of drawings. */
const MAX_TRAIL_NS = 1e9;
const MAX_TRAIL_POINTS = 60;
/** Largest number of marked verdicts, and of new ones in one drawing. */
const MAX_DECISIONS = 60;
const MAX_NEW_DECISIONS = 8;
/** End of the vertical axis with more than one VC, as a multiple of the buffer. */
const VERTICAL_END_BUFFERS = 1.5;

interface Vc {
  readonly index: number;
  /** Its fair share by the rule of the policy: in proportion to the guarantees, or equal for all. */
  readonly weight: number;
  readonly heldCells: number;
}

interface PlacedRegions {
  readonly x: LinearScale;
  readonly y: LinearScale;
  /** Vertical place of an amount of cells of a VC, px. */
  readonly yOfCells: (vc: Pick<Vc, 'weight'>, cells: number) => number;
}

export class RegionsLens extends PaintedLens {
  /** Drags thresholds in the lens, as on the queue. */
  readonly thresholds: ThresholdDrag;
  /** Trail by VC: content of the buffer, and content of the VC, cells. */
  private readonly trails: Trail[] = [];
  private readonly shade = new Shade();
  private grips: ThresholdGrip[] = [];
  private axis: LinearScale = linearScale(0, 1, 0, 1);
  private decisions: FrameDecision[] = [];
  private readonly continuity = new DrawingContinuity();

  constructor(canvas: HTMLCanvasElement) {
    super(canvas);
    this.thresholds = new ThresholdDrag(
      canvas,
      () => this.grips,
      (_, position) => this.axis.invert(position),
    );
  }

  hide(): void {
    this.grips = [];
  }

  protected paint(drawing: LensDrawing): void {
    const { width, height, model } = drawing;
    const { frame, focus } = model;
    const isEqualShare = model.description.hints.shares === 'equal';
    const vcs = vcsOfTable(frame.vcs, isEqualShare);
    const alone = focus === undefined ? undefined : vcs[focus];
    // The axis does not change while a threshold is dragged.
    if (this.thresholds.draggedId === undefined)
      this.axis = linearScale(0, frame.limitCells * 1.02, REGIONS_MARGIN.left, width - REGIONS_MARGIN.right);
    const tallest = alone === undefined ? VERTICAL_END_BUFFERS : Math.min(1, 2.5 * alone.weight);
    const y = linearScale(0, frame.limitCells * tallest, height - REGIONS_MARGIN.bottom, REGIONS_MARGIN.top);
    const top = y.to;
    const placed: PlacedRegions = {
      x: this.axis,
      y,
      yOfCells: ({ weight }, cells) => y(Math.min(top, alone === undefined ? cells / weight : cells)),
    };
    drawLensTitle(drawing, model.dropProbability === undefined ? 'Cells of each VC' : 'Where frames are dropped');
    this.drawShade(drawing, placed, alone, vcs);
    const { x } = placed;
    const xTicks = x.ticks(width < NARROW_LENS_PX ? 3 : 5);
    drawLensGrid(drawing, { margin: REGIONS_MARGIN, x, xTicks, y, yTicks: y.ticks(4), formatY: formatAmount });
    drawAxisNames(drawing, formatUpAxis(alone?.index, isEqualShare));
    drawKey(drawing, model.dropProbability !== undefined);
    this.drawWalls(drawing, placed, alone, vcs);
    this.extendTrails(model, vcs);
    this.drawDecisions(drawing, placed, vcs, alone);
    this.drawVcs(drawing, placed, alone === undefined ? vcs : [alone]);
  }

  /** Draws where frames are dropped: shade for untagged frames, and hatching if only tagged frames are dropped. */
  private drawShade(drawing: LensDrawing, { x, y }: PlacedRegions, alone: Vc | undefined, vcs: readonly Vc[]): void {
    const {
      context,
      ink,
      model: { dropProbability, frame, values, description },
    } = drawing;
    if (dropProbability === undefined) return;
    // If all VCs are shown, the probability is for a VC with an equal part of the guarantees.
    const weight = alone?.weight ?? 1 / Math.max(1, vcs.length);
    const { limitCells } = frame;
    const box = { left: x.start, right: x.end, top: y.end, bottom: y.start };
    const activeVcs = Math.max(1, vcs.filter(({ heldCells }) => heldCells > 0).length);
    const probability = (cells: number, ofVc: number, isTagged: boolean) =>
      dropProbability({ heldCells: cells, heldOfVc: ofVc, limitCells, weight, activeVcs }, isTagged);
    const key = [JSON.stringify(values), limitCells, weight, activeVcs, x.to, y.to, alone?.index].join(' ');
    this.shade.draw(context, ink.muted, box, key, (across, up) => {
      const above = Math.max(0, y.invert(up));
      const drops = probability(x.invert(across), alone === undefined ? above * weight : above, false);
      return drops > 0 ? 0.06 + 0.4 * Math.min(1, drops) : 0;
    });
    let hatchFrom = Number.POSITIVE_INFINITY;
    let hatchTo = Number.NEGATIVE_INFINITY;
    for (let across = box.left; across < box.right; across++) {
      const cells = x.invert(across);
      if (probability(cells, 0, true) <= probability(cells, 0, false)) continue;
      hatchFrom = Math.min(hatchFrom, across);
      hatchTo = across + 1;
    }
    context.globalAlpha = 0.22;
    if (hatchTo > hatchFrom) hatch(context, ink.muted, { ...box, left: hatchFrom, right: hatchTo });
    context.globalAlpha = 1;
    if (description.hints.regions === undefined)
      nameHatching(drawing, hatchFrom, hatchTo, { x: x(heldCellsOf(vcs)), top: box.top, bottom: box.bottom });
  }

  private drawWalls(drawing: LensDrawing, { x, y }: PlacedRegions, alone: Vc | undefined, vcs: readonly Vc[]): void {
    const {
      context,
      width,
      ink,
      model: { description, frame, values },
    } = drawing;
    const { start: bottom, end: top } = y;
    const walls = description.hints.thresholds.map(({ parameter, symbol, style }) => ({
      parameter,
      symbol,
      style,
      cells: parameter === 'buffer' ? frame.limitCells : Number(values[parameter]),
    }));
    const discsX = x(heldCellsOf(vcs));
    nameRegions(drawing, description.hints.regions, walls, x, y, discsX);
    // Above the line of the fair share, a VC holds more than its guaranteed part of the content.
    const weight = alone?.weight ?? 1;
    context.strokeStyle = ink.text;
    context.lineWidth = 1.5;
    context.beginPath();
    context.moveTo(x(0), y(0));
    context.lineTo(x(frame.limitCells), y(frame.limitCells * weight));
    context.stroke();
    this.grips = walls.map(({ parameter, cells }) => ({ parameter, position: x(cells) }));
    this.drawAverage(drawing, description, frame, x, bottom);
    const nameWidth = textWidth(context, FAIR_LINE_NAME);
    const isClear = (right: number) => right < discsX - TOKEN_SPREAD_PX || right - nameWidth > discsX + TOKEN_SPREAD_PX;
    const beside = frame.limitCells * (LINE_NAME_SHARES.find((share) => isClear(x(frame.limitCells * share))) ?? 0);
    if (beside > 0) nameLine(drawing, x(beside), y(beside * weight));
    context.textAlign = 'center';
    for (const { parameter, symbol, style, cells } of walls) {
      const wallX = Math.round(x(cells)) + 0.5;
      if (wallX > width) continue;
      context.strokeStyle = ink.text;
      context.lineWidth = style === 'high' ? 2 : 1.2;
      context.setLineDash(style === 'middle' ? [4, 3] : []);
      context.beginPath();
      context.moveTo(wallX, bottom);
      context.lineTo(wallX, top);
      context.stroke();
      context.setLineDash([]);
      context.beginPath();
      context.arc(wallX, top, parameter === this.thresholds.draggedId ? 5 : 3.5, 0, 2 * Math.PI);
      context.fillStyle = ink.surface;
      context.fill();
      context.stroke();
      context.fillStyle = ink.text;
      context.fillText(symbol, wallX, top - SYMBOL_OVER_GRIP_PX);
    }
  }

  /** Draws the average on the axis, for a policy that compares an average. */
  private drawAverage(
    drawing: Brush,
    { hints }: LensModel['description'],
    { signals }: LensModel['frame'],
    x: LinearScale,
    bottom: number,
  ): void {
    const { context, ink } = drawing;
    const index = hints.signals.findIndex(({ id }) => id === 'average');
    if (index < 0) return;
    const averageX = x(numberAt(signals, index));
    context.fillStyle = ink.text;
    context.beginPath();
    context.moveTo(averageX, bottom - 8);
    context.lineTo(averageX - 5, bottom);
    context.lineTo(averageX + 5, bottom);
    context.fill();
    context.textAlign = 'left';
    drawTextOnGround(drawing, 'avg', averageX + 7, bottom - 6);
  }

  private extendTrails(model: LensModel, vcs: readonly Vc[]): void {
    const step = this.continuity.advance(model);
    if (step === 'same') return;
    if (step === 'new') {
      this.trails.length = 0;
      this.decisions = [];
    }
    const lastNs = this.decisions[0]?.timeNs ?? Number.NEGATIVE_INFINITY;
    const newDecisions = model.decisions(MAX_NEW_DECISIONS).filter((decision) => decision.timeNs > lastNs);
    this.decisions = [...newDecisions, ...this.decisions].slice(0, MAX_DECISIONS);
    const held = heldCellsOf(vcs);
    for (const vc of vcs) {
      this.trails[vc.index] ??= new Trail(MAX_TRAIL_POINTS);
      this.trails[vc.index]?.push(held, vc.heldCells, model.frame.timeNs);
      this.trails[vc.index]?.removeBefore(model.frame.timeNs - MAX_TRAIL_NS);
    }
  }

  /** Draws the latest verdicts: a cross for a dropped frame, and a ring for an accepted one. Older signs are fainter. */
  private drawDecisions(
    { context, ink, model }: LensDrawing,
    { x, yOfCells }: PlacedRegions,
    vcs: readonly Vc[],
    alone: Vc | undefined,
  ): void {
    for (const [age, { classIndex, heldCells, heldOfVc, isDropped }] of this.decisions.entries()) {
      const vc = vcs[classIndex];
      if (vc === undefined || (alone !== undefined && vc !== alone)) continue;
      const [decisionX, decisionY] = [x(heldCells), yOfCells(vc, heldOfVc)];
      context.globalAlpha = 0.15 + 0.85 * (1 - age / MAX_DECISIONS) ** 2;
      if (isDropped) drawDropCross(context, ink.text, decisionX, decisionY, 3.5);
      else {
        context.strokeStyle = vcGlyph(model.description, classIndex, ink).edge;
        context.lineWidth = 1;
        context.beginPath();
        context.arc(decisionX, decisionY, 2.5, 0, 2 * Math.PI);
        context.stroke();
      }
    }
    context.globalAlpha = 1;
  }

  /** Draws the trails with a dot at the present place, and the numbers beside the dots if they would overlap. */
  private drawVcs(drawing: LensDrawing, places: PlacedRegions, vcs: readonly Vc[]): void {
    const { context, ink } = drawing;
    const tokens = vcs.flatMap((vc) => this.drawTrail(drawing, places, vc) ?? []);
    const areBeside = separateVcTokens(
      tokens,
      2 * VC_TOKEN_RADIUS_PX + TOKEN_GAP_PX,
      REGIONS_MARGIN.left,
      drawing.width - VC_TOKEN_RADIUS_PX,
    );
    context.strokeStyle = ink.text;
    context.lineWidth = 1;
    context.beginPath();
    for (const { x, y, discX } of tokens) {
      if (discX === x) continue;
      context.moveTo(x, y);
      context.lineTo(discX, y);
    }
    context.stroke();
    for (const { x, y, glyph } of areBeside ? tokens : []) drawVcPoint(context, glyph, x, y);
    for (const { x, discX, y, glyph, text, isBeyond } of tokens) {
      drawVcToken(context, glyph, discX, y, text);
      if (isBeyond) drawBeyond(drawing, x, y - VC_TOKEN_RADIUS_PX - 1);
    }
  }

  private drawTrail(
    { context, ink, model }: LensDrawing,
    { x, yOfCells, y }: PlacedRegions,
    vc: Vc,
  ): VcToken | undefined {
    const trail = this.trails[vc.index];
    if (trail === undefined) return undefined;
    const glyph = vcGlyph(model.description, vc.index, ink);
    context.strokeStyle = glyph.edge;
    context.lineWidth = 1.5;
    for (let step = 1; step < trail.length; step++) {
      context.globalAlpha = (0.6 * step) / trail.length;
      context.beginPath();
      context.moveTo(x(trail.x(step - 1)), yOfCells(vc, trail.y(step - 1)));
      context.lineTo(x(trail.x(step)), yOfCells(vc, trail.y(step)));
      context.stroke();
    }
    context.globalAlpha = 1;
    if (trail.length === 0) return undefined;
    const [across, high] = [x(trail.x(trail.length - 1)), yOfCells(vc, trail.y(trail.length - 1))];
    // A VC beyond the axis is drawn at its end, below a triangle that points outwards.
    const isBeyond = high <= y.end;
    const tokenY = Math.max(high, y.end + VC_TOKEN_RADIUS_PX + (isBeyond ? TRIANGLE_PX + 2 : 1));
    return { x: across, y: tokenY, discX: across, glyph, text: String(vc.index + 1), isBeyond };
  }
}

interface VcToken extends SeparableVcToken {
  readonly glyph: ClassGlyph;
  readonly text: string;
  readonly isBeyond: boolean;
}

/** Draws a triangle over the disc of a VC that is beyond the axis. */
function drawBeyond({ context, ink }: Brush, x: number, bottom: number): void {
  context.fillStyle = ink.text;
  context.beginPath();
  context.moveTo(x, bottom - TRIANGLE_PX);
  context.lineTo(x - TRIANGLE_PX, bottom);
  context.lineTo(x + TRIANGLE_PX, bottom);
  context.fill();
}

/** Texts of the vertical axis: its symbols with the unit, and their meaning. */
function formatUpAxis(alone: number | undefined, isEqualShare: boolean): readonly [symbols: string, meaning: string] {
  if (alone !== undefined) return [`X${'₁₂₃₄₅₆₇₈₉'[alone] ?? 'ᵢ'}, cells`, `y: cells of VC ${alone + 1}`];
  if (isEqualShare) return ['Xᵢ · n, cells', 'y: cells of each VC × number of VCs'];
  return ['Xᵢ · W/Wᵢ, cells', 'y: cells of each VC ÷ its share of the guarantees'];
}

/** Draws the symbols at the axes, and their meaning below the plot if there is space. */
function drawAxisNames(
  { context, width, height, ink }: LensDrawing,
  [symbols, meaning]: readonly [string, string],
): void {
  const across = 'x: all cells in the buffer';
  context.font = SMALL_DRAWING_FONT;
  context.fillStyle = ink.muted;
  context.textAlign = 'right';
  context.fillText(
    width < NARROW_LENS_PX ? 'X, cells' : `${across}, X`,
    width - REGIONS_MARGIN.right,
    height - AXIS_NAMES_OVER_EDGE_PX,
  );
  context.textAlign = 'left';
  drawFittingText(context, meaning, 2, height - AXIS_NAMES_OVER_EDGE_PX, width - REGIONS_MARGIN.right - 60);
  context.save();
  context.translate(7, (REGIONS_MARGIN.top + height - REGIONS_MARGIN.bottom) / 2);
  context.rotate(-Math.PI / 2);
  context.textAlign = 'center';
  context.fillText(symbols, 0, 0);
  context.restore();
  context.font = DRAWING_FONT;
}

/** Draws the meaning of the shade and of the signs below the plot, as much as fits. */
function drawKey({ context, width, height, ink }: LensDrawing, drops: boolean): void {
  const signs = 'number: VC · ○: accepted · ×: dropped';
  const shade = 'grey: frames dropped · hatched: tagged ones only';
  context.font = SMALL_DRAWING_FONT;
  context.fillStyle = ink.muted;
  context.textAlign = 'left';
  const fullText = drops ? `${shade} · ${signs}` : signs;
  const maxWidth = width - 4;
  drawFittingText(
    context,
    context.measureText(fullText).width <= maxWidth || !drops ? fullText : shade,
    2,
    height - KEY_OVER_EDGE_PX,
    maxWidth,
  );
  context.font = DRAWING_FONT;
}

/** Draws the name of the line of the fair share above it. */
function nameLine(drawing: Brush, x: number, y: number): void {
  const { context, ink } = drawing;
  context.font = SMALL_DRAWING_FONT;
  context.fillStyle = ink.text;
  context.textAlign = 'right';
  drawTextOnGround(drawing, FAIR_LINE_NAME, x, y - 9);
  context.font = DRAWING_FONT;
}

/**
 * Repeats the meaning of the hatching in it, for a policy whose regions have no names.
 * @param x place of the VCs, px. The words are beside them.
 */
function nameHatching(
  drawing: Brush,
  from: number,
  to: number,
  { x, top, bottom }: { readonly x: number; readonly top: number; readonly bottom: number },
): void {
  const { context, ink } = drawing;
  context.font = SMALL_DRAWING_FONT;
  context.fillStyle = ink.text;
  const width = textWidth(context, HATCHING_NAME) + 12;
  const isFree = (left: number) =>
    left >= from && left + width <= to && (x + TOKEN_SPREAD_PX < left || x - TOKEN_SPREAD_PX > left + width);
  const left = [from, x + TOKEN_SPREAD_PX + 1].find(isFree);
  context.textAlign = 'left';
  if (left !== undefined) drawTextOnGround(drawing, HATCHING_NAME, left + 6, top + 9);
  else if (x - TOKEN_SPREAD_PX > from + UPRIGHT_WIDTH_PX || x < from)
    drawUprightText(drawing, 'drop tagged', from + UPRIGHT_WIDTH_PX / 2, (top + bottom) / 2);
  context.font = DRAWING_FONT;
}

function drawUprightText(drawing: Brush, text: string, x: number, y: number): void {
  const { context } = drawing;
  context.save();
  context.translate(x, y);
  context.rotate(-Math.PI / 2);
  context.textAlign = 'center';
  drawTextOnGround(drawing, text, 0, 0);
  context.restore();
}

function heldCellsOf(vcs: readonly Vc[]): number {
  return vcs.reduce((sum, { heldCells }) => sum + heldCells, 0);
}

/**
 * Names each region in the plot by the action of the policy there. Above and below the fair share have a line each.
 * @param discsX place of the VCs, px. The names are beside them.
 */
function nameRegions(
  drawing: Brush,
  regions: LensModel['description']['hints']['regions'],
  walls: readonly { readonly symbol: string; readonly cells: number }[],
  x: LinearScale,
  y: LinearScale,
  discsX: number,
): void {
  const { context, ink } = drawing;
  const wallCells = (symbol: string) => walls.find((wall) => wall.symbol === symbol)?.cells;
  const [low, high] = [wallCells('L'), wallCells('H')];
  if (regions === undefined || low === undefined || high === undefined) return;
  const { start: bottom, end: top } = y;
  context.font = SMALL_DRAWING_FONT;
  context.fillStyle = ink.text;
  const [first, aboveShare, belowShare, last] = regions;
  const named = { discsX, regionHeight: bottom - top };
  nameRegion(drawing, first, { ...named, left: x(0), right: x(low), y: top + 9 });
  nameRegion(drawing, aboveShare, { ...named, left: x(low), right: x(high), y: top + 9 });
  nameRegion(drawing, belowShare, { ...named, left: x(low), right: x(high), y: bottom - 8 });
  nameRegion(drawing, last, { ...named, left: x(high), right: x.end, y: (top + bottom) / 2 });
  context.font = DRAWING_FONT;
}

interface NamedRegion {
  readonly left: number;
  readonly right: number;
  readonly y: number;
  readonly discsX: number;
  readonly regionHeight: number;
}

/**
 * Writes the name and the action, or the action alone, at the right end of a region, or at the left end if the VCs are at the
 * right end. The action is upright in a region that is higher than wide.
 */
function nameRegion(
  drawing: Brush,
  { name, purpose }: DropRegion,
  { left, right, y, discsX, regionHeight }: NamedRegion,
): void {
  const { context } = drawing;
  const maxWidth = right - left - 2 * REGION_SPACE_PX;
  const texts = [`${name}: ${purpose}`, purpose].filter((text) => textWidth(context, text) <= maxWidth);
  const places = texts.flatMap((text) => {
    const width = textWidth(context, text);
    const starts = [right - REGION_SPACE_PX - width, left + REGION_SPACE_PX];
    return starts.map((start) => ({ text, start, end: start + width }));
  });
  const place =
    places.find(({ start, end }) => end < discsX - TOKEN_SPREAD_PX || start > discsX + TOKEN_SPREAD_PX) ?? places[0];
  context.textAlign = 'left';
  if (place !== undefined) drawTextOnGround(drawing, place.text, place.start, y);
  else if (maxWidth > 4 && textWidth(context, purpose) <= regionHeight - 4)
    drawUprightText(drawing, purpose, (left + right) / 2, y);
}

/** The VCs of a frame with their fair shares. */
function vcsOfTable(table: Float64Array, isEqualShare: boolean): Vc[] {
  const rows = Array.from({ length: table.length / VC_STRIDE }, (_, index) => ({
    index,
    minimum: numberAt(table, index * VC_STRIDE + VcColumn.minimumBps),
    heldCells: numberAt(table, index * VC_STRIDE + VcColumn.heldCells),
  }));
  const minimumSum = rows.reduce((sum, { minimum }) => sum + minimum, 0);
  return rows.map(({ index, minimum, heldCells }) => ({
    index,
    weight: isEqualShare ? 1 / rows.length : minimum / minimumSum,
    heldCells,
  }));
}

function hatch(context: Pen, colour: string, { left, top, right, bottom }: QueueBox): void {
  context.save();
  context.beginPath();
  context.rect(left, top, right - left, bottom - top);
  context.clip();
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.beginPath();
  for (let x = left - (bottom - top); x < right; x += 9) {
    context.moveTo(x, bottom);
    context.lineTo(x + bottom - top, top);
  }
  context.stroke();
  context.restore();
}
