/**
 * The operating regions of a policy for cells. The horizontal axis is the content of the buffer, and the vertical axis
 * is the content of each VC. Thresholds are walls, the fair share is a line, and the drop probability is shade. Every
 * VC is a numbered point with a trail. Every verdict has a sign at its place.
 */

import { VC_STRIDE, VcColumn } from '../../../engine/contract/policy-tables.ts';
import { formatAmount } from '../../../shared/number-text.ts';
import { numberAt, tableRows } from '../../../shared/tables.ts';
import { drawDropCross } from '../../draw/packets.ts';
import { SMALL_DRAWING_FONT } from '../../draw/palette.ts';
import { drawDot, drawLine, drawRing, drawText, middleOfPixel, thresholdLine } from '../../draw/pen.ts';
import { type LinearScale, linearScale } from '../../draw/scale.ts';
import { drawFaintly, drawFittingText, drawHatching, drawPolygon, SMALL_MUTED, textWidth } from '../../draw/shapes.ts';
import type { ThemedContext } from '../../draw/themed-context.ts';
import { vcGlyph } from '../../draw/vc-token.ts';
import { DrawingContinuity } from '../continuity.ts';
import { drawLensGrid, drawLensTitle, type LensMargin, NARROW_LENS_PX } from '../lens-axes.ts';
import type { LensDrawing } from '../lens-drawing.ts';
import type { Aal5FrameDecision, LensModel } from '../lens-model.ts';
import { ThresholdLens } from '../threshold-lens.ts';
import { Trail } from '../trail.ts';
import { nameFairLine, nameHatching, nameRegions } from './region-names.ts';
import { Shade } from './shade.ts';
import { hasTaggedFrames, vcWeights } from './vc-cells.ts';
import { drawVcPoints, type VcPoint } from './vc-points.ts';

const REGIONS_MARGIN: LensMargin = { left: 48, right: 14, top: 40, bottom: 44 };
/** Distances of the axis names and of the key from the lower edge, px. */
const AXIS_NAMES_OVER_EDGE_PX = 18;
const KEY_OVER_EDGE_PX = 5;
/** Distance of the symbol of a wall above its grip, px. */
const SYMBOL_OVER_GRIP_PX = 10;
/** Possible ends of the name of the fair share's line, in buffers. The first one without squares of VCs is used. */
const LINE_NAME_SHARES = [0.3, 0.6];
/** Steps of the shade below certain drops. */
const SHADE_STEPS = 3;
/** Longest time of the trail, ns, and its largest number of drawings. */
const MAX_TRAIL_NS = 1e9;
const MAX_TRAIL_POINTS = 60;
/** Largest number of marked verdicts, and of new ones in one drawing. */
const MAX_DECISIONS = 60;
const MAX_NEW_DECISIONS = 8;
/** End of the vertical axis with more than one VC, as a multiple of the buffer. */
const VERTICAL_END_BUFFERS = 1.5;
/** Thickness of the wall of the highest threshold, distance of the lines of the hatching, and their opacity. */
const WALL_PX = 2;
const HATCHING_STEP_PX = 9;
const HATCHING_OPACITY = 0.22;

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

/** Draws the regions of a policy for cells, with a point for each VC. */
export class RegionsLens extends ThresholdLens {
  /** Trail by VC: content of the buffer, and content of the VC, cells. */
  private readonly trails: Trail[] = [];
  private readonly shade = new Shade();
  private decisions: Aal5FrameDecision[] = [];
  private readonly continuity = new DrawingContinuity();

  protected drawContent(drawing: LensDrawing): void {
    const { width, height, model } = drawing;
    const { frame, focus } = model;
    const isEqualShare = model.description.hints.shares === 'equal';
    const vcs = vcsOfTable(frame.vcs, isEqualShare);
    const focusedVc = focus === undefined ? undefined : vcs[focus];
    // The axis does not change while a threshold is dragged.
    if (this.thresholds.draggedId === undefined)
      this.axis = linearScale(0, frame.limitCells * 1.02, REGIONS_MARGIN.left, width - REGIONS_MARGIN.right);
    const topBuffers = focusedVc === undefined ? VERTICAL_END_BUFFERS : Math.min(1, 2.5 * focusedVc.weight);
    const y = linearScale(0, frame.limitCells * topBuffers, height - REGIONS_MARGIN.bottom, REGIONS_MARGIN.top);
    const top = y.to;
    const places: PlacedRegions = {
      x: this.axis,
      y,
      yOfCells: ({ weight }, cells) => y(Math.min(top, focusedVc === undefined ? cells / weight : cells)),
    };
    drawLensTitle(drawing, model.dropProbability === undefined ? 'Cells of each VC' : 'Where frames are dropped');
    this.drawShade(drawing, places, focusedVc, vcs);
    const { x } = places;
    const xTicks = x.ticks(width < NARROW_LENS_PX ? 3 : 5);
    drawLensGrid(drawing, { margin: REGIONS_MARGIN, x, xTicks, y, yTicks: y.ticks(4), formatY: formatAmount });
    drawAxisNames(drawing, formatUpAxis(focusedVc?.index, isEqualShare));
    drawKey(drawing, model.dropProbability !== undefined, hasTaggedFrames(model));
    this.drawWalls(drawing, places, focusedVc, vcs);
    this.extendTrails(model, vcs);
    this.drawDecisions(drawing, places, vcs, focusedVc);
    this.drawVcs(drawing, places, focusedVc === undefined ? vcs : [focusedVc]);
  }

  /**
   * Draws the regions in which frames are dropped: shade for untagged frames, and hatching if only tagged frames are
   * dropped.
   */
  private drawShade(
    drawing: LensDrawing,
    { x, y }: PlacedRegions,
    focusedVc: Vc | undefined,
    vcs: readonly Vc[],
  ): void {
    const { context, theme, model } = drawing;
    const { dropProbability, frame, values, description } = model;
    if (dropProbability === undefined) return;
    // If all VCs are shown, the probability is for a VC with an equal part of the guarantees.
    const weight = focusedVc?.weight ?? 1 / Math.max(1, vcs.length);
    const { limitCells } = frame;
    const box = { left: x.start, right: x.end, top: y.end, bottom: y.start };
    const activeVcs = Math.max(1, vcs.filter(({ heldCells }) => heldCells > 0).length);
    const probability = (cells: number, heldOfVc: number, isTagged: boolean) =>
      dropProbability({ heldCells: cells, heldOfVc, limitCells, weight, activeVcs }, isTagged);
    const key = [JSON.stringify(values), limitCells, weight, activeVcs, x.to, y.to, focusedVc?.index].join(' ');
    this.shade.draw(context, theme.muted, box, key, (pixelX, up) => {
      const yAbove = Math.max(0, y.invert(up));
      const drops = probability(x.invert(pixelX), focusedVc === undefined ? yAbove * weight : yAbove, false);
      return shadeOpacity(drops);
    });
    const hasTagged = hasTaggedFrames(model);
    let hatchFrom = Number.POSITIVE_INFINITY;
    let hatchTo = Number.NEGATIVE_INFINITY;
    for (let pixelX = box.left; pixelX < box.right; pixelX++) {
      const cells = x.invert(pixelX);
      if (!hasTagged || probability(cells, 0, true) <= probability(cells, 0, false)) continue;
      hatchFrom = Math.min(hatchFrom, pixelX);
      hatchTo = pixelX + 1;
    }
    if (hatchTo <= hatchFrom) return;
    drawFaintly(drawing, HATCHING_OPACITY, () =>
      drawHatching(drawing, { ...box, left: hatchFrom, right: hatchTo }, HATCHING_STEP_PX),
    );
    if (description.hints.regions === undefined)
      nameHatching(drawing, hatchFrom, hatchTo, { x: x(heldCellsOf(vcs)), top: box.top, bottom: box.bottom });
  }

  private drawWalls(
    drawing: LensDrawing,
    { x, y }: PlacedRegions,
    focusedVc: Vc | undefined,
    vcs: readonly Vc[],
  ): void {
    const { width, model } = drawing;
    const { description, frame, values } = model;
    const { start: bottom, end: top } = y;
    const regionBoundaries = description.hints.thresholds.map(({ parameter, symbol, style }) => ({
      parameter,
      symbol,
      style,
      cells: parameter === 'buffer' ? frame.limitCells : Number(values[parameter]),
    }));
    const discsX = x(heldCellsOf(vcs));
    // Above the line of the fair share, a VC holds more than its guaranteed part of the content.
    const weight = focusedVc?.weight ?? 1;
    drawLine(drawing, [x(0), y(0), x(frame.limitCells), y(frame.limitCells * weight)], { widthPx: 1.5 });
    this.grips = regionBoundaries.map(({ parameter, cells }) => ({ parameter, position: x(cells) }));
    this.drawAverage(drawing, description, frame, x, bottom);
    const amounts = LINE_NAME_SHARES.map((share) => share * frame.limitCells);
    nameFairLine(
      drawing,
      amounts.map((amount) => ({ x: x(amount), y: y(amount * weight) })),
      discsX,
    );
    for (const { parameter, symbol, style, cells } of regionBoundaries) {
      const wallX = middleOfPixel(x(cells));
      if (wallX > width) continue;
      const line = thresholdLine(style, WALL_PX);
      drawLine(drawing, [wallX, bottom, wallX, top], line);
      const radius = parameter === this.thresholds.draggedId ? 5 : 3.5;
      drawDot(drawing, wallX, top, radius, { ink: 'surface' }, line);
      drawText(drawing, symbol, wallX, top - SYMBOL_OVER_GRIP_PX, { align: 'center' });
    }
    nameRegions(drawing, description.hints.regions, regionBoundaries, x, y, discsX);
  }

  /** Draws the average on the axis, for a policy that compares an average. */
  private drawAverage(
    drawing: ThemedContext,
    { hints }: LensModel['description'],
    { signals }: LensModel['frame'],
    x: LinearScale,
    bottom: number,
  ): void {
    const index = hints.signals.findIndex(({ id }) => id === 'average');
    if (index < 0) return;
    const averageX = x(numberAt(signals, index));
    drawPolygon(drawing, [averageX, bottom - 8, averageX - 5, bottom, averageX + 5, bottom]);
    drawText(drawing, 'avg', averageX + 7, bottom - 6, { hasGround: true });
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
    const heldCells = heldCellsOf(vcs);
    for (const vc of vcs) {
      this.trails[vc.index] ??= new Trail(MAX_TRAIL_POINTS);
      this.trails[vc.index]?.push(heldCells, vc.heldCells, model.frame.timeNs);
      this.trails[vc.index]?.removeBefore(model.frame.timeNs - MAX_TRAIL_NS);
    }
  }

  /**
   * Draws the latest verdicts: a cross for a dropped frame, and a ring for an accepted one. Older signs are fainter.
   */
  private drawDecisions(
    drawing: LensDrawing,
    { x, yOfCells }: PlacedRegions,
    vcs: readonly Vc[],
    focusedVc: Vc | undefined,
  ): void {
    const { context, theme, model } = drawing;
    for (const [age, { classIndex, heldCells, heldOfVc, isDropped }] of this.decisions.entries()) {
      const vc = vcs[classIndex];
      if (vc === undefined || (focusedVc !== undefined && vc !== focusedVc)) continue;
      const [decisionX, decisionY] = [x(heldCells), yOfCells(vc, heldOfVc)];
      context.globalAlpha = 0.15 + 0.85 * (1 - age / MAX_DECISIONS) ** 2;
      if (isDropped) drawDropCross(drawing, decisionX, decisionY, 3.5);
      else drawRing(drawing, decisionX, decisionY, 2.5, { colour: vcGlyph(model.description, classIndex, theme).edge });
    }
    context.globalAlpha = 1;
  }

  /** Draws the trails with a point at the present place, and the numbers beside the points. */
  private drawVcs(drawing: LensDrawing, places: PlacedRegions, vcs: readonly Vc[]): void {
    const points = vcs.flatMap((vc) => this.drawTrail(drawing, places, vc) ?? []);
    drawVcPoints(drawing, points, { top: places.y.end, bottom: places.y.start, right: drawing.width });
  }

  private drawTrail(drawing: LensDrawing, { x, yOfCells, y }: PlacedRegions, vc: Vc): VcPoint | undefined {
    const { context, theme, model } = drawing;
    const trail = this.trails[vc.index];
    if (trail === undefined) return undefined;
    const glyph = vcGlyph(model.description, vc.index, theme);
    const placeOf = (step: number) => [x(trail.x(step)), yOfCells(vc, trail.y(step))];
    for (let step = 1; step < trail.length; step++) {
      context.globalAlpha = (0.6 * step) / trail.length;
      drawLine(drawing, [...placeOf(step - 1), ...placeOf(step)], { colour: glyph.edge, widthPx: 1.5 });
    }
    context.globalAlpha = 1;
    if (trail.length === 0) return undefined;
    const [endX, high] = [x(trail.x(trail.length - 1)), yOfCells(vc, trail.y(trail.length - 1))];
    return { x: endX, y: high, glyph, text: String(vc.index + 1), isBeyond: high <= y.end };
  }
}

/** The shade of a drop probability, in three steps, and a darker one where every frame is dropped. */
function shadeOpacity(probability: number): number {
  if (probability <= 0) return 0;
  return probability >= 1 ? 0.4 : (0.26 * Math.ceil(probability * SHADE_STEPS)) / SHADE_STEPS;
}

/** The meaning of the vertical axis. */
function formatUpAxis(focusedVc: number | undefined, isEqualShare: boolean): string {
  if (focusedVc !== undefined) return `cells of VC ${focusedVc + 1}`;
  return `cells of each VC ${isEqualShare ? '× number of VCs' : '÷ its share of the guarantees'}`;
}

/** Draws the meaning of the axes below the plot. */
function drawAxisNames(drawing: LensDrawing, upName: string): void {
  const { context, width, height } = drawing;
  const y = height - AXIS_NAMES_OVER_EDGE_PX;
  const axisName = width < NARROW_LENS_PX ? 'all cells →' : 'cells in the buffer →';
  const right = width - REGIONS_MARGIN.right;
  drawText(drawing, axisName, right, y, { ink: 'muted', isSmall: true, align: 'right' });
  const roomPx = right - textWidth(context, axisName, SMALL_DRAWING_FONT) - 10;
  drawFittingText(drawing, [`↑ ${upName}`], 2, y, roomPx, SMALL_MUTED);
}

/** Draws the meaning of the shade and of the signs below the plot, as much as fits. */
function drawKey(drawing: LensDrawing, drops: boolean, hasTagged: boolean): void {
  const signs = 'number: VC · ○: accepted · ×: dropped';
  const shade = `grey: frames dropped${hasTagged ? ' · hatched: tagged ones only' : ''}`;
  const texts = drops ? [`${shade} · ${signs}`, shade] : [signs];
  drawFittingText(drawing, texts, 2, drawing.height - KEY_OVER_EDGE_PX, drawing.width - 4, SMALL_MUTED);
}

function heldCellsOf(vcs: readonly Vc[]): number {
  return vcs.reduce((sum, { heldCells }) => sum + heldCells, 0);
}

/** The VCs of a frame with their fair shares. */
function vcsOfTable(table: Float64Array, isEqualShare: boolean): Vc[] {
  const weights = vcWeights(table);
  return tableRows(table, VC_STRIDE).map((entry, index) => ({
    index,
    weight: isEqualShare ? 1 / weights.length : (weights[index] ?? Number.NaN),
    heldCells: entry(VcColumn.heldCells),
  }));
}
