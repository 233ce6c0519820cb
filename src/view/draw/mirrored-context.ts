/**
 * A context that exchanges left and right: a queue whose packets arrive from the right is drawn with the same code as one
 * whose packets arrive from the left. Words stay readable.
 */
import type { Surface } from './canvas.ts';
import type { DrawingContext } from './drawing-context.ts';

const OPPOSITE_ALIGN: Readonly<Partial<Record<CanvasTextAlign, CanvasTextAlign>>> = { left: 'right', right: 'left' };

export class MirroredContext implements DrawingContext {
  readonly save = () => this.context.save();
  readonly restore = () => this.context.restore();
  readonly setLineDash = (segments: Iterable<number>) => this.context.setLineDash(segments);
  readonly beginPath = () => this.context.beginPath();
  readonly closePath = () => this.context.closePath();
  readonly fill = () => this.context.fill();
  readonly stroke = () => this.context.stroke();
  readonly clip = () => this.context.clip();
  readonly measureText = (text: string) => this.context.measureText(text);
  textAlign: CanvasTextAlign = 'left';
  private readonly context: DrawingContext;
  private readonly width: number;

  /** @param width of the drawing, px */
  constructor(context: DrawingContext, width: number) {
    this.context = context;
    this.width = width;
  }

  /** The context in which left is left, and the place there of words in several parts. */
  unmirrored(left: number, widthPx: number): { readonly context: DrawingContext; readonly left: number } {
    return { context: this.context, left: this.width - left - widthPx };
  }

  get fillStyle() {
    return this.context.fillStyle;
  }

  set fillStyle(style) {
    this.context.fillStyle = style;
  }

  get strokeStyle() {
    return this.context.strokeStyle;
  }

  set strokeStyle(style) {
    this.context.strokeStyle = style;
  }

  get lineWidth() {
    return this.context.lineWidth;
  }

  set lineWidth(width) {
    this.context.lineWidth = width;
  }

  get lineJoin() {
    return this.context.lineJoin;
  }

  set lineJoin(join) {
    this.context.lineJoin = join;
  }

  get globalAlpha() {
    return this.context.globalAlpha;
  }

  set globalAlpha(alpha) {
    this.context.globalAlpha = alpha;
  }

  get font() {
    return this.context.font;
  }

  set font(font) {
    this.context.font = font;
  }

  get textBaseline() {
    return this.context.textBaseline;
  }

  set textBaseline(baseline) {
    this.context.textBaseline = baseline;
  }

  get imageSmoothingEnabled() {
    return this.context.imageSmoothingEnabled;
  }

  set imageSmoothingEnabled(isEnabled) {
    this.context.imageSmoothingEnabled = isEnabled;
  }

  translate(x: number, y: number): void {
    this.context.translate(-x, y);
  }

  rotate(angle: number): void {
    this.context.rotate(-angle);
  }

  moveTo(x: number, y: number): void {
    this.context.moveTo(this.width - x, y);
  }

  lineTo(x: number, y: number): void {
    this.context.lineTo(this.width - x, y);
  }

  quadraticCurveTo(controlX: number, controlY: number, x: number, y: number): void {
    this.context.quadraticCurveTo(this.width - controlX, controlY, this.width - x, y);
  }

  rect(x: number, y: number, width: number, height: number): void {
    this.context.rect(this.width - x - width, y, width, height);
  }

  roundRect(x: number, y: number, width: number, height: number, radii?: number): void {
    this.context.roundRect(this.width - x - width, y, width, height, radii);
  }

  arc(x: number, y: number, radius: number, startAngle: number, endAngle: number, isAnticlockwise = false): void {
    this.context.arc(this.width - x, y, radius, Math.PI - startAngle, Math.PI - endAngle, !isAnticlockwise);
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    this.context.fillRect(this.width - x - width, y, width, height);
  }

  strokeRect(x: number, y: number, width: number, height: number): void {
    this.context.strokeRect(this.width - x - width, y, width, height);
  }

  clearRect(x: number, y: number, width: number, height: number): void {
    this.context.clearRect(this.width - x - width, y, width, height);
  }

  fillText(text: string, x: number, y: number): void {
    this.alignText();
    this.context.fillText(text, this.width - x, y);
  }

  strokeText(text: string, x: number, y: number): void {
    this.alignText();
    this.context.strokeText(text, this.width - x, y);
  }

  /** A picture keeps its left and right. */
  drawImage(image: HTMLCanvasElement, x: number, y: number, width = image.width, height = image.height): void {
    this.context.drawImage(image, this.width - x - width, y, width, height);
  }

  setTransform(): void {
    throw new Error('a mirrored drawing has the scale of its canvas');
  }

  private alignText(): void {
    this.context.textAlign = OPPOSITE_ALIGN[this.textAlign] ?? this.textAlign;
  }
}

export function mirroredSurface({ context, width, height }: Surface): Surface {
  return { context: new MirroredContext(context, width), width, height };
}
