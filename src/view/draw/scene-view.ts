/**
 * A scene on a canvas of the page. Its marks are made and its texts are placed only when its data or its size change.
 */
import type { Mark } from '../../scene/marks.ts';
import { createScene, describeMarks, meaningAt, type Scene, type SceneSize } from '../../scene/scene.ts';
import type { TextRuler } from '../../scene/text-ruler.ts';
import { pointerPosition, prepareCanvas } from './canvas.ts';
import { drawingTheme } from './drawing-theme.ts';
import { paintOnCanvas } from './paint-canvas.ts';
import { pageRuler } from './paint-texts.ts';

/** The drawing of one canvas. */
export class SceneView {
  private readonly canvas: HTMLCanvasElement;
  private readonly createMarks: (size: SceneSize, ruler: TextRuler) => readonly Mark[];
  private data: readonly unknown[] = [];
  /** The present scene; undefined before the canvas has a size. */
  scene: Scene | undefined;

  constructor(canvas: HTMLCanvasElement, createMarks: (size: SceneSize, ruler: TextRuler) => readonly Mark[]) {
    this.canvas = canvas;
    this.createMarks = createMarks;
    canvas.addEventListener('pointermove', (event) => {
      canvas.title = meaningAt(this.scene?.marks ?? [], pointerPosition(canvas, event)) ?? '';
    });
  }

  /** @param data all that the marks depend on: other objects mean other marks */
  draw(data: readonly unknown[]): void {
    const surface = prepareCanvas(this.canvas);
    if (surface === undefined) return;
    const { context, width, height } = surface;
    const { scene } = this;
    const isSame =
      scene !== undefined &&
      scene.width === width &&
      scene.height === height &&
      data.length === this.data.length &&
      data.every((value, index) => value === this.data[index]);
    if (!isSame) {
      this.data = data;
      const marks = this.createMarks({ width, height }, pageRuler());
      this.scene = createScene(marks, { width, height }, pageRuler(), scene, performance.now());
      this.describe();
    }
    if (this.scene !== undefined) paintOnCanvas(context, this.scene, drawingTheme());
  }

  private describe(): void {
    const text = describeMarks(this.scene?.marks ?? []);
    if (this.canvas.getAttribute('aria-description') !== text) this.canvas.setAttribute('aria-description', text);
  }
}
