/**
 * The queue of one lane on a canvas: sources on the left, the waiting packets with their head at the right, then the
 * link. Thresholds are lines on the queue and can be dragged. A dropped packet falls down at the place of its drop.
 */

import type { ThresholdHint } from '../../engine/contract/drawing.ts';
import type { Frame } from '../../engine/frame/frame.ts';
import { formatNumber } from '../../shared/number-text.ts';
import { mirrorSurface, pointerPosition, prepareCanvas, type Surface } from '../draw/canvas.ts';
import { drawingTheme } from '../draw/drawing-theme.ts';
import { lazyModule } from '../draw/lazy-module.ts';
import { hasModem } from '../draw/modem-packets.ts';
import { DRAWING_FONT, packetGlyphs } from '../draw/palette.ts';
import { ThresholdDrag, type ThresholdGrip } from '../draw/threshold-drag.ts';
import type { HorizontalSpan } from './drop-reason.ts';
import type { LevelOfDetail } from './level-of-detail.ts';
import { LinkView } from './link-view.ts';
import { loadedDrawings } from './loaded-drawings.ts';
import { hasDelayPlaces, type QueueDrawing } from './queue-drawing.ts';
import {
  type PickedPacket,
  QUEUE_LEGEND_HEIGHT_PX,
  type QueueAxis,
  type QueueBox,
  type QueueModel,
  queueAxis,
  queueSpan,
  SOURCE_STEP_PX,
  thresholdLength,
} from './queue-model.ts';
import { QueueRates } from './queue-rates.ts';
import type { QueueNames } from './queue-texts.ts';
import { drawThresholds, grippedThresholds, type PlacedThreshold, TEXT_UNDER_PX } from './queue-thresholds.ts';
import { VerdictMoves } from './verdict-moves.ts';
import type { OrderWords } from './waiting-order.ts';
import { WaitingView } from './waiting-view.ts';

/** Space above the queue for the names of thresholds, and below it for dropped packets, px. */
const QUEUE_MARGIN = { over: 38, under: 44 };
/** Below this height of the canvas, px, there is less space below the queue. */
const LOW_CANVAS_PX = 190;
const LOW_CANVAS_MARGIN_PX = 34;
/** On a projector with two rows of lanes, there is only a line of words. */
const LOWEST_CANVAS_PX = 100;
const LOWEST_CANVAS_MARGIN_PX = 24;
/**
 * From this height and half of the width of the canvas on, px, a lane alone has the whole path from the sender to the
 * receiver.
 */
const MIN_PATH_CANVAS_PX = 300;
/** Largest distance of a click from a packet, px. */
const MAX_PICK_DISTANCE_PX = 9;
const loadedDirectionTexts = lazyModule(() => import('./direction-texts.ts'));

type LaterDrawings = NonNullable<ReturnType<typeof loadedDrawings>>;

/** The values that the steps of one drawing share, beside its canvas. */
interface DrawingParts {
  readonly axis: QueueAxis;
  readonly isNarrow: boolean;
  readonly hasLegend: boolean;
  /** The run plays, and the last drawing was of the same run. */
  readonly goesOn: boolean;
  /** Height of the whole canvas, also outside the path, px. */
  readonly canvasHeight: number;
  readonly laterDrawings: LaterDrawings | undefined;
  readonly path: LaterDrawings['path'] | undefined;
  readonly rows: LaterDrawings['rows'] | undefined;
}

/** The queue of one lane on its canvas. */
export class QueueView {
  readonly thresholds: ThresholdDrag;
  /** Present level of detail. */
  detail: LevelOfDetail = 'packets';
  /** The place of a pointer in the drawing, px. */
  readonly placeOf: typeof pointerPosition;
  private readonly canvas: HTMLCanvasElement;
  private readonly isMirrored: boolean;
  private readonly moves = new VerdictMoves();
  private readonly link = new LinkView();
  private readonly rates = new QueueRates();
  private names: QueueNames | undefined;
  private readonly waitingView = new WaitingView();
  private lastFrame: Frame | undefined;
  /** The model that was drawn last. */
  model: QueueModel | undefined;
  /** Amount at the left end of the axis: the buffer. It does not change during a drag of a threshold. */
  private axisEnd = 1;
  private axis: QueueAxis | undefined;
  /** Whether the next cells were drawn below the queue. They need the space that a low canvas does not have. */
  private hasCells = false;
  /** Place of the triangle and the words of the first signal, px. */
  private signalSpan: HorizontalSpan | undefined;
  /** Whether the path from the sender to the receiver was drawn. */
  private hasPath = false;
  /** Whether delays had places on the axis of the last drawing. */
  private hasDelayPlaces = true;
  private box: QueueBox = { left: 0, right: 1, top: 0, bottom: 1 };

  /** @param isMirrored left and right are exchanged, for packets that arrive from the right */
  constructor(canvas: HTMLCanvasElement, isMirrored = false) {
    this.canvas = canvas;
    this.isMirrored = isMirrored;
    this.placeOf = isMirrored
      ? (target, event) => {
          const { x, y, width } = pointerPosition(target, event);
          return { x: width - x, y, width };
        }
      : pointerPosition;
    this.thresholds = new ThresholdDrag(
      canvas,
      (y) => (y > this.box.bottom + 6 ? [] : this.grips(y)),
      (parameter, position) => this.valueAt(parameter, position),
      this.placeOf,
    );
  }

  /** The packet at a place: a dropped one, one on the link, or a waiting one. */
  packetAt(x: number, y: number): PickedPacket | undefined {
    const isNear = (point: { readonly x: number; readonly y: number }) =>
      Math.hypot(point.x - x, point.y - y) <= MAX_PICK_DISTANCE_PX;
    const fallingPackets =
      this.moves.pinnedDrop === undefined
        ? this.moves.fallingPackets
        : [...this.moves.fallingPackets, this.moves.pinnedDrop];
    return (
      [...fallingPackets].reverse().find(isNear) ?? this.link.packets.find(isNear) ?? this.waitingView.packetAt(x, y)
    );
  }

  draw(model: QueueModel): void {
    const isSameRun = model.description === this.model?.description;
    if (!isSameRun) this.moves.clear();
    this.model = model;
    const axis = queueAxis(model);
    this.axis = axis;
    const laterDrawings = loadedDrawings(model.wallMs);
    const preparedCanvas = prepareCanvas(this.canvas);
    if (preparedCanvas === undefined) return;
    const canvas = this.isMirrored ? mirrorSurface(preparedCanvas) : preparedCanvas;
    const isPathVisible = Math.min(canvas.width / 2, canvas.height) >= MIN_PATH_CANVAS_PX;
    const path = model.isAlone && model.hasAcks && isPathVisible ? laterDrawings?.path : undefined;
    this.hasPath = path !== undefined;
    const surface = path === undefined ? canvas : path.surfaceInsidePath(canvas);
    const { isNarrow } = queueSpan(surface.width);
    this.placeBox(surface, model, laterDrawings);
    surface.context.font = DRAWING_FONT;
    surface.context.textBaseline = 'middle';
    const theme = drawingTheme();
    const glyphs = packetGlyphs(model.description.classes, theme.isDark);
    this.followPackets(model, axis);
    const { hints, bufferUnit } = model.description;
    const isSorted = hints.rows !== undefined || bufferUnit === 'cells' || hasModem(model.frame);
    const order = isSorted ? laterDrawings?.waitingOrder(model, glyphs, this.box, isNarrow) : undefined;
    const hasLegend = isNarrow && order?.replacesLegend !== true;
    if (!hasLegend) this.box.top = QUEUE_MARGIN.over;
    const pitchPx = ((this.box.right - this.box.left) / this.axisEnd) * axis.packetLength;
    if (order === undefined) path?.lowerBox(this.box, pitchPx);
    const drawing = { ...surface, theme, model, glyphs, box: this.box, order };
    this.hasDelayPlaces = hasDelayPlaces(drawing);
    const goesOn = isSameRun && model.isPlaying;
    const rows = order && laterDrawings?.rows;
    const parts: DrawingParts = {
      axis,
      isNarrow,
      hasLegend,
      goesOn,
      canvasHeight: canvas.height,
      laterDrawings,
      path,
      rows,
    };
    const words = this.drawBehindPackets(drawing, parts);
    this.detail = this.waitingView.draw(drawing, {
      pitchPx,
      detail: this.detail,
      passingPacketsPerSecond: model.isPlaying ? this.rates.passingPacketsPerSecond : 0,
      enteringPackets: this.moves.enteringPackets,
    });
    this.drawOverPackets(drawing, parts, words);
    this.drawHighlight(drawing);
  }

  /** Gives the queue its place on the canvas, and its axis an end. */
  private placeBox({ width, height }: Surface, model: QueueModel, laterDrawings: DrawingParts['laterDrawings']): void {
    const { left, right, isNarrow } = queueSpan(width);
    const lowMargin = height < LOWEST_CANVAS_PX ? LOWEST_CANVAS_MARGIN_PX : LOW_CANVAS_MARGIN_PX;
    const bottomMargin = height < LOW_CANVAS_PX && !this.hasCells ? lowMargin : QUEUE_MARGIN.under;
    const top = QUEUE_MARGIN.over + (isNarrow ? QUEUE_LEGEND_HEIGHT_PX : 0);
    this.box = { left, right, top, bottom: height - bottomMargin };
    const { draggedId } = this.thresholds;
    // The whole buffer is shown while it is dragged.
    const share =
      draggedId === 'buffer' ? 1 : (laterDrawings?.shownBufferShare(model.lanes, model, this.box, isNarrow) ?? 1);
    const end = this.limit * share;
    if (draggedId === undefined || end > this.axisEnd) this.axisEnd = end;
  }

  /** Counts the packets of a new frame, and begins their moves. */
  private followPackets(model: QueueModel, axis: QueueAxis): void {
    const place = (waitingPackets: number) => this.x(waitingPackets * axis.packetLength);
    if (model.frame !== this.lastFrame) {
      this.rates.count(model);
      this.lastFrame = model.frame;
      this.moves.collect(model, this.detail, place);
    }
    this.moves.pin(model, place);
  }

  /** @returns the words of the order of the packets */
  private drawBehindPackets(drawing: QueueDrawing, parts: DrawingParts): OrderWords {
    const { model, order } = drawing;
    const { axis, isNarrow, hasLegend, goesOn, canvasHeight, laterDrawings, path, rows } = parts;
    this.drawBuffer(drawing);
    rows?.drawRowBorders(drawing);
    if (this.isBroken) laterDrawings?.drawAxisBreak(drawing);
    path?.drawReturnPath(drawing, canvasHeight);
    if (laterDrawings === undefined) return { order: '' };
    const { legendPx, grid } = this.waitingView;
    const words = laterDrawings.detailWords(this.detail, order, grid.hasBands ? undefined : axis.packetLength);
    this.names ??= new laterDrawings.QueueNames();
    this.names.draw(drawing, goesOn, {
      isNarrow,
      hasPath: this.hasPath,
      hasLegend,
      legendPx,
      yOf: (index) => this.sourceHeight(index, model.description.classes.length),
    });
    return words;
  }

  /** The thresholds, the link, the moving packets, and the words under the queue. */
  private drawOverPackets(drawing: QueueDrawing, parts: DrawingParts, words: OrderWords): void {
    const { model, context, width } = drawing;
    const { axis, isNarrow, canvasHeight, laterDrawings, path, rows } = parts;
    const { grid } = this.waitingView;
    rows?.drawVcBands(drawing, grid);
    const thresholds = this.placedThresholds(model);
    const allXs = thresholds.map(({ x }) => x);
    const wordsUnder = rows?.drawRowNames(drawing, grid, { isBroken: this.isBroken, thresholds, words }) ?? words;
    const textEnd = 2 + context.measureText(laterDrawings?.longestText(wordsUnder) ?? '').width;
    this.link.draw(drawing, this.detail);
    path?.drawAcks(drawing, canvasHeight);
    this.moves.drawEntering(
      drawing,
      model,
      drawing.glyphs,
      (index) => ({ x: this.box.left - 20, y: this.sourceHeight(index, model.description.classes.length) }),
      (serial) => this.waitingView.pointOf(serial, model.frame),
    );
    this.drawLimits(drawing);
    const thresholdXs = model.sharesLensAxis ? allXs : [];
    drawThresholds(drawing, thresholds, this.thresholds.draggedId);
    this.signalSpan = laterDrawings?.drawQueueSignals(drawing, {
      axis,
      x: (amount) => this.x(amount),
      thresholds,
      thresholdXs,
      minLeft: isNarrow ? 2 : 6 + textEnd,
    });
    rows?.numberBlocks(drawing, grid, allXs);
    this.hasCells = model.frame.nextCells.length > 0 && laterDrawings?.drawNextCells(drawing, model, this.box) === true;
    const line = this.box.bottom + TEXT_UNDER_PX;
    this.moves.drawFalling(drawing, model, drawing.glyphs, line);
    // If the path is drawn, that of the acknowledgements is there.
    const drawnEnd = this.hasPath
      ? textEnd
      : laterDrawings?.drawTextUnder(drawing, wordsUnder, line, this.signalSpan?.[0], thresholdXs);
    const takenSpans: HorizontalSpan[] = [[2, drawnEnd ?? textEnd]];
    if (this.signalSpan !== undefined) takenSpans.push(this.signalSpan);
    if (model.direction !== undefined) loadedDirectionTexts(model.wallMs)?.drawDirection(drawing, line, takenSpans);
    // While a run plays, the number would flicker.
    if (model.isStory || (!model.isPlaying && !this.hasPath))
      laterDrawings?.drawNewPacketWait(drawing, this.x(model.frame.waitingPackets * axis.packetLength), {
        isFree: this.moves.fallingPackets.length === 0 && this.moves.pinnedDrop === undefined,
        walls: thresholdXs,
        thresholdXs: allXs,
        takenSpans,
      });
    this.moves.drawReason(drawing, { line, end: isNarrow ? width - 2 : this.box.right, takenSpans, thresholdXs });
  }

  private drawHighlight(drawing: QueueDrawing): void {
    const { context, height, theme, model } = drawing;
    if (model.highlight === undefined) return;
    const point = this.pointOf(model.highlight, model);
    if (point === undefined) return;
    context.strokeStyle = theme.text;
    context.lineWidth = 2;
    context.beginPath();
    context.arc(point.x, point.y, Math.min(9, height - 1 - point.y), 0, 2 * Math.PI);
    context.stroke();
  }

  private pointOf(serial: number, model: QueueModel): { readonly x: number; readonly y: number } | undefined {
    const isSamePacket = (packet: PickedPacket) => packet.serial === serial;
    if (this.moves.pinnedDrop !== undefined && isSamePacket(this.moves.pinnedDrop)) return this.moves.pinnedDrop;
    return (
      this.moves.fallingPackets.find(isSamePacket) ??
      this.link.packets.find(isSamePacket) ??
      this.waitingView.pointOf(serial, model.frame)
    );
  }

  private get limit(): number {
    return this.axis?.limit ?? 1;
  }

  /** Whether the axis ends before the buffer. */
  private get isBroken(): boolean {
    return this.axisEnd < this.limit;
  }

  private x(amount: number): number {
    const { left, right } = this.box;
    // A packet beyond the buffer is shown a little beyond its end.
    const axisEnd = this.isBroken ? this.axisEnd : this.axisEnd * 1.02;
    return right - (Math.min(amount, axisEnd) / this.axisEnd) * (right - left);
  }

  private drawBuffer(drawing: QueueDrawing): void {
    const { context, theme, box } = drawing;
    const { left, right, top, bottom } = box;
    const end = Math.max(left, this.x(this.limit));
    context.fillStyle = theme.raised;
    context.fillRect(end, top, right - end, bottom - top);
    context.strokeStyle = theme.grid;
    context.lineWidth = 1;
    context.strokeRect(end + 0.5, top + 0.5, right - end, bottom - top - 1);
  }

  private sourceHeight(index: number, classCount: number): number {
    const { top, bottom } = this.box;
    if (this.hasPath) return (top + bottom) / 2 + SOURCE_STEP_PX * (index - (classCount - 1) / 2);
    // Many classes reach above the box: their names must not overlap each other, or the words under a low box.
    const heightPx = bottom - top;
    const step = Math.max(12, Math.min(SOURCE_STEP_PX, heightPx / classCount));
    return top + step * (index + 0.5) - Math.max(0, step * classCount - heightPx - 3);
  }

  private thresholdAmount(hint: ThresholdHint, model: QueueModel): number {
    if (hint.parameter === 'buffer') return this.limit;
    return Number(model.values[hint.parameter]) * this.thresholdScale(hint);
  }

  /** One unit of a threshold, in units of the axis. */
  private thresholdScale(hint: Pick<ThresholdHint, 'axis'>): number {
    return this.axis === undefined ? 1 : thresholdLength(hint, this.axis);
  }

  private thresholdHint(parameter: string): Pick<ThresholdHint, 'axis'> {
    return this.model?.description.hints.thresholds.find((hint) => hint.parameter === parameter) ?? {};
  }

  private drawLimits(drawing: QueueDrawing): void {
    const { model } = drawing;
    const { draggedId } = this.thresholds;
    if (draggedId === undefined || draggedId === 'buffer') return;
    const [min, max] = model.allowedRange(draggedId);
    const scale = this.thresholdScale(this.thresholdHint(draggedId));
    loadedDrawings(model.wallMs)?.drawForbiddenRange(drawing, this.box, [this.x(max * scale), this.x(min * scale)]);
  }

  /** The thresholds from left to right. */
  private placedThresholds(model: QueueModel): PlacedThreshold[] {
    return this.shownThresholds(model)
      .map((hint) => ({ hint, amount: this.thresholdAmount(hint, model) }))
      .sort((a, b) => b.amount - a.amount)
      .map(({ hint, amount }) => ({
        hint,
        amount,
        x: Math.round(this.x(amount)) + 0.5,
        text:
          hint.axis === 'delay'
            ? `${formatNumber(Number(model.values[hint.parameter]))} ms`
            : (this.axis?.format(amount) ?? ''),
      }));
  }

  /** The thresholds that have a place on the axis. */
  private shownThresholds({ description }: QueueModel): readonly ThresholdHint[] {
    return description.hints.thresholds.filter(({ axis }) => axis !== 'delay' || this.hasDelayPlaces);
  }

  /** The thresholds that can be gripped at a height of the canvas. */
  private grips(y: number): ThresholdGrip[] {
    const { model } = this;
    if (model === undefined) return [];
    const thresholds = this.placedThresholds(model);
    const isGripped = grippedThresholds(
      thresholds.map(({ x }) => x),
      this.box.top - y,
    );
    return thresholds
      .filter((_, index) => isGripped[index])
      .map(({ hint: { parameter }, x }) => ({ parameter, position: x }));
  }

  private valueAt(parameter: string, position: number): number {
    const { left, right } = this.box;
    const amount = Math.max(0, ((right - position) / (right - left)) * this.axisEnd);
    return parameter === 'buffer' ? amount : amount / this.thresholdScale(this.thresholdHint(parameter));
  }
}
