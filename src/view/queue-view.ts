/**
 * The queue of one lane on a canvas: sources on the left, the waiting packets with their head at the right, the link
 * behind it; thresholds stand on the queue and can be dragged; what is refused falls out where it was refused.
 */
import {
  DEPARTURE_STRIDE,
  DepartureColumn,
  type Frame,
  type RunDescription,
  VERDICT_STRIDE,
  VerdictColumn,
  WAITING_STRIDE,
  WaitingColumn,
} from '../engine/frame.ts';
import { PacketFlag } from '../engine/packet.ts';
import type { ThresholdHint } from '../engine/policy.ts';
import { type Surface, surfaceOf } from './canvas.ts';
import { addPacket, drawCross, drawPacket } from './packets.ts';
import { type ClassMark, classMark, FONT, figure, type Ink, inkOf, amount as shown } from './palette.ts';

export interface QueueModel {
  readonly frame: Frame;
  readonly description: RunDescription;
  /** Values of the policy's parameters, by id. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly wallMs: number;
  /** Simulated seconds a second of wall time. */
  readonly speed: number;
  readonly still: boolean;
}

interface Fall {
  x: number;
  readonly classIndex: number;
  readonly bornMs: number;
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const FALL_MS = 900;
const MOST_FALLING = 24;
/** Time between two falling packets: the eye follows some twenty a second. */
const FALL_GAP_MS = 50;
/** Narrowest cell in which a packet is still drawn as a packet, px. */
const NARROWEST = 3;
const MOST_ROWS = 8;
const GRIP = 7;

export class QueueView {
  /** Called while a threshold is dragged: the parameter's id (or `buffer`) and the value under the pointer. */
  onThreshold: ((parameter: string, value: number) => void) | undefined;
  /** What is being drawn: single packets, or density. */
  detail: 'packets' | 'density' = 'packets';
  private readonly canvas: HTMLCanvasElement;
  private readonly falling: Fall[] = [];
  private seen: Frame | undefined;
  private lastDrop = '';
  private model: QueueModel | undefined;
  private dragged: ThresholdHint | undefined;
  /** Amount at the left end of the axis: the buffer, but unchanged while a threshold is dragged. */
  private axisEnd = 1;
  private box: Box = { left: 0, right: 1, top: 0, bottom: 1 };

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
    canvas.addEventListener('pointerdown', (event) => this.grab(event));
    canvas.addEventListener('pointermove', (event) => this.drag(event));
    canvas.addEventListener('pointerup', () => this.release());
    canvas.addEventListener('pointercancel', () => this.release());
  }

  draw(model: QueueModel): void {
    if (model.description !== this.model?.description) this.falling.length = 0;
    this.model = model;
    const surface = surfaceOf(this.canvas);
    if (surface === undefined) return;
    const { context, width } = surface;
    const ink = inkOf(this.canvas);
    const narrow = width < 420;
    this.box = { left: narrow ? 14 : 108, right: width - (narrow ? 44 : 76), top: 52, bottom: 100 };
    if (this.dragged === undefined || this.limit > this.axisEnd) this.axisEnd = this.limit;
    context.font = FONT;
    context.textBaseline = 'middle';
    const marks = model.description.classes.map((item, index) => classMark(item.kind, index));
    if (model.frame !== this.seen) this.collectDrops(model);
    this.drawBox(surface, ink, model);
    if (!narrow) this.drawSources(surface, ink, model, marks);
    this.drawWaiting(surface, ink, model, marks);
    this.drawLink(surface, ink, model, marks);
    this.drawThresholds(surface, ink, model);
    this.drawAverage(surface, ink, model);
    this.drawFalling(surface, ink, model, marks);
  }

  /** Size of the buffer on the axis: packets where it is counted in packets, bytes otherwise. */
  private get limit(): number {
    const frame = this.model?.frame;
    if (frame === undefined) return 1;
    return Number.isFinite(frame.limitPackets) ? frame.limitPackets : frame.limitBytes;
  }

  private x(amount: number): number {
    const { left, right } = this.box;
    return right - (Math.min(amount, this.axisEnd * 1.02) / this.axisEnd) * (right - left);
  }

  private drawBox({ context, width }: Surface, ink: Ink, { frame }: QueueModel): void {
    const { left, right, top, bottom } = this.box;
    const end = Math.max(left, this.x(this.limit));
    context.fillStyle = ink.raised;
    context.fillRect(end, top, right - end, bottom - top);
    context.strokeStyle = ink.grid;
    context.lineWidth = 1;
    context.strokeRect(end + 0.5, top + 0.5, right - end, bottom - top - 1);
    context.fillStyle = ink.muted;
    context.textAlign = 'right';
    context.fillText(`${Number((frame.rateBps / 1e6).toPrecision(4))} Mb/s`, width - 4, top - 12);
  }

  private drawSources({ context }: Surface, ink: Ink, { description }: QueueModel, marks: readonly ClassMark[]): void {
    context.textAlign = 'left';
    const step = Math.min(18, 48 / description.classes.length);
    description.classes.slice(0, 6).forEach((item, index) => {
      const y = this.box.top + step * (index + 0.5);
      drawPacket(context, marks[index] as ClassMark, 2, y - 4, 8);
      context.fillStyle = ink.muted;
      context.fillText(item.label.slice(0, 13), 16, y);
    });
  }

  private drawWaiting(surface: Surface, ink: Ink, model: QueueModel, marks: readonly ClassMark[]): void {
    const { frame } = model;
    const { left, right, top, bottom } = this.box;
    const inBytes = !Number.isFinite(frame.limitPackets);
    const slot = ((right - left) / this.axisEnd) * (inBytes ? meanBytes(frame) : 1);
    const rows = Math.min(MOST_ROWS, Math.max(1, Math.ceil(6 / slot)));
    const cell = slot * rows;
    this.detail = cell < NARROWEST ? 'density' : 'packets';
    const { context } = surface;
    const height = (bottom - top - 6) / rows;
    const columns = this.detail === 'density' ? Math.ceil(NARROWEST / (slot * rows)) : 1;
    const width = cell * columns;
    const perColumn = rows * columns;
    const size = Math.max(1, Math.min(width - (width > 4 ? 1 : 0), 14));
    const shift = rows === 1 && model.speed < 0.2 ? this.served(frame) * cell : 0;
    const count = frame.waiting.length / WAITING_STRIDE;
    for (let index = 0; index < marks.length; index++) {
      context.fillStyle = (marks[index] as ClassMark).colour;
      context.beginPath();
      for (let packet = 0; packet < count; packet++) {
        if (frame.waiting[packet * WAITING_STRIDE + WaitingColumn.classIndex] !== index) continue;
        const column = Math.floor(packet / perColumn);
        const row = Math.floor((packet % perColumn) / columns);
        const x = right - (column + 1) * width + shift;
        const drawn = Math.min(height - 1, 14);
        addPacket(
          context,
          marks[index] as ClassMark,
          x,
          top + 3 + row * height + (height - 1 - drawn) / 2,
          size,
          drawn,
        );
      }
      context.fill();
    }
    if (this.detail === 'packets') this.drawMarked(context, ink, frame, right, width, rows, height);
  }

  private drawMarked(
    context: CanvasRenderingContext2D,
    ink: Ink,
    frame: Frame,
    right: number,
    width: number,
    rows: number,
    height: number,
  ): void {
    context.fillStyle = ink.mark;
    context.beginPath();
    const count = frame.waiting.length / WAITING_STRIDE;
    for (let packet = 0; packet < count; packet++) {
      if (((frame.waiting[packet * WAITING_STRIDE + WaitingColumn.flags] as number) & PacketFlag.ce) === 0) continue;
      const x = right - (Math.floor(packet / rows) + 0.5) * width;
      const y = this.box.top + 3 + ((packet % rows) + 0.5) * height;
      context.moveTo(x + 3, y);
      context.arc(x, y, Math.min(3, height / 2), 0, 2 * Math.PI);
    }
    context.fill();
  }

  /** Share of the packet in transmission that has been sent. */
  private served(frame: Frame): number {
    const [, , , , , startNs, endNs] = frame.inService as unknown as number[];
    if (startNs === undefined || endNs === undefined) return 0;
    return Math.min(1, Math.max(0, (frame.timeNs - startNs) / (endNs - startNs)));
  }

  private drawLink({ context, width }: Surface, ink: Ink, model: QueueModel, marks: readonly ClassMark[]): void {
    const { frame } = model;
    const y = (this.box.top + this.box.bottom) / 2;
    const from = this.box.right + 2;
    const length = width - from - 8;
    context.strokeStyle = ink.muted;
    context.lineWidth = 1.5;
    context.beginPath();
    context.moveTo(from, y);
    context.lineTo(from + length, y);
    context.moveTo(from + length - 4, y - 4);
    context.lineTo(from + length + 1, y);
    context.lineTo(from + length - 4, y + 4);
    context.stroke();
    if (frame.inService.length > 0) {
      const mark = marks[frame.inService[2] as number];
      if (mark !== undefined) drawPacket(context, mark, from + this.served(frame) * 14, y - 4, 8);
    }
    const spanNs = (8 * 8e9 * 1000) / frame.rateBps;
    for (let row = 0; row < frame.departures.length / DEPARTURE_STRIDE; row++) {
      const at = row * DEPARTURE_STRIDE;
      const gone = (frame.timeNs - (frame.departures[at + DepartureColumn.timeNs] as number)) / spanNs;
      const mark = marks[frame.departures[at + DepartureColumn.classIndex] as number];
      if (gone >= 0 && gone < 1 && mark !== undefined)
        drawPacket(context, mark, from + 14 + gone * (length - 26), y - 4, 8);
    }
  }

  private amountOf(hint: ThresholdHint, model: QueueModel): number {
    if (hint.parameter === 'buffer') return this.limit;
    const value = Number(model.values[hint.parameter]);
    return Number.isFinite(model.frame.limitPackets) ? value : value * Number(model.values.meanPacketBytes ?? 1000);
  }

  private drawThresholds({ context, width }: Surface, ink: Ink, model: QueueModel): void {
    const { top, bottom } = this.box;
    let lastRight = Number.NEGATIVE_INFINITY;
    const hints = [...model.description.hints.thresholds].sort(
      (one, other) => this.amountOf(other, model) - this.amountOf(one, model),
    );
    for (const hint of hints) {
      const amount = this.amountOf(hint, model);
      const x = Math.round(this.x(amount)) + 0.5;
      context.strokeStyle = ink.text;
      context.lineWidth = hint.style === 'high' ? 2.5 : 1.2;
      context.setLineDash(hint.style === 'middle' ? [4, 3] : []);
      context.beginPath();
      context.moveTo(x, top - 8);
      context.lineTo(x, bottom + 4);
      context.stroke();
      context.setLineDash([]);
      context.fillStyle = ink.surface;
      context.lineWidth = 1.5;
      context.beginPath();
      context.arc(x, top - 12, hint === this.dragged ? 6 : 4.5, 0, 2 * Math.PI);
      context.fill();
      context.stroke();
      const label = `${hint.symbol} ${shown(amount)}`;
      const half = context.measureText(label).width / 2;
      const centre = Math.min(width - half - 2, Math.max(half + 2, x));
      context.fillStyle = ink.text;
      context.textAlign = 'center';
      context.fillText(label, centre, centre - half < lastRight + 6 ? top - 40 : top - 26);
      lastRight = centre + half;
    }
  }

  private drawAverage({ context }: Surface, ink: Ink, model: QueueModel): void {
    model.description.hints.signals.forEach((signal, index) => {
      if (signal.axis !== 'queue') return;
      const value = model.frame.signals[index] as number;
      const x = this.x(value);
      const y = this.box.bottom + 3;
      context.fillStyle = ink.accent;
      context.beginPath();
      context.moveTo(x, y);
      context.lineTo(x - 5, y + 8);
      context.lineTo(x + 5, y + 8);
      context.fill();
      const label = `average ${figure(value)}`;
      const wide = context.measureText(label).width;
      context.textAlign = 'left';
      context.fillText(label, Math.min(this.box.right - wide, Math.max(this.box.left, x + 9)), y + 9);
    });
  }

  private collectDrops(model: QueueModel): void {
    this.seen = model.frame;
    const { verdicts } = model.frame;
    if (model.wallMs - (this.falling.at(-1)?.bornMs ?? 0) < FALL_GAP_MS) return;
    for (let row = verdicts.length / VERDICT_STRIDE - 1; row >= 0; row--) {
      const at = row * VERDICT_STRIDE;
      const reason = model.description.reasons[verdicts[at + VerdictColumn.reason] as number];
      if (reason?.verdict !== 'drop') continue;
      this.lastDrop = reason.label;
      const waiting = verdicts[at + VerdictColumn.waitingPackets] as number;
      const jitter = ((verdicts[at + VerdictColumn.serial] as number) * 7) % 17;
      const inBytes = !Number.isFinite(model.frame.limitPackets);
      this.falling.push({
        x: this.x(inBytes ? waiting * meanBytes(model.frame) : waiting) + jitter - 4,
        classIndex: verdicts[at + VerdictColumn.classIndex] as number,
        bornMs: model.wallMs,
      });
      break;
    }
    while (this.falling.length > MOST_FALLING) this.falling.shift();
  }

  private drawFalling({ context, height }: Surface, ink: Ink, model: QueueModel, marks: readonly ClassMark[]): void {
    const from = this.box.bottom + 26;
    const depth = height - from - 20;
    for (const fall of this.falling) {
      const age = Math.min(1, (model.wallMs - fall.bornMs) / FALL_MS);
      const y = from + (model.still ? 0.5 : age * age) * depth;
      context.globalAlpha = model.still ? 1 : 1 - age * 0.7;
      const x = Math.max(4, fall.x);
      drawPacket(context, marks[fall.classIndex] as ClassMark, x - 4, y - 4, 8);
      drawCross(context, ink.drop, x + 11, y, 3.5);
    }
    context.globalAlpha = 1;
    while (this.falling.length > 0 && model.wallMs - (this.falling[0] as Fall).bornMs > FALL_MS) this.falling.shift();
    if (this.falling.length === 0) return;
    context.fillStyle = ink.drop;
    context.textAlign = 'left';
    const label = `dropped: ${this.lastDrop}`;
    const last = this.falling.at(-1) as Fall;
    const wide = context.measureText(label).width;
    context.fillText(label, Math.min(this.box.right - wide, Math.max(4, last.x - 8)), height - 9);
  }

  private thresholdAt(event: PointerEvent): ThresholdHint | undefined {
    const { model } = this;
    if (model === undefined || event.offsetY > this.box.bottom + 6) return undefined;
    let best: ThresholdHint | undefined;
    let nearest = GRIP + 5;
    for (const hint of model.description.hints.thresholds) {
      const distance = Math.abs(this.x(this.amountOf(hint, model)) - event.offsetX);
      if (distance < nearest) {
        nearest = distance;
        best = hint;
      }
    }
    return best;
  }

  private grab(event: PointerEvent): void {
    this.dragged = this.thresholdAt(event);
    if (this.dragged === undefined) return;
    this.canvas.setPointerCapture(event.pointerId);
    event.preventDefault();
  }

  private drag(event: PointerEvent): void {
    if (this.dragged === undefined) {
      this.canvas.style.cursor = this.thresholdAt(event) === undefined ? '' : 'ew-resize';
      return;
    }
    const { left, right } = this.box;
    const amount = Math.max(0, ((right - event.offsetX) / (right - left)) * this.axisEnd);
    const inBytes = !Number.isFinite(this.model?.frame.limitPackets ?? 0);
    const scale =
      inBytes && this.dragged.parameter !== 'buffer' ? Number(this.model?.values.meanPacketBytes ?? 1000) : 1;
    this.onThreshold?.(this.dragged.parameter, amount / scale);
  }

  private release(): void {
    this.dragged = undefined;
  }
}

function meanBytes(frame: Frame): number {
  return frame.waitingPackets > 0 ? frame.waitingBytes / frame.waitingPackets : 1000;
}
