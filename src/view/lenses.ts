/** Lenses: what a policy is thinking. Its drawing hints name one; only those that are looked at are loaded. */
import type { Lens, LensModel, SetThreshold } from './lens-model.ts';

const OWN: ReadonlySet<string> = new Set(['buffers', 'deadlines', 'regions', 'states']);

/** The lenses of one canvas, by name; `undefined` while one is being loaded. */
export class Lenses {
  private readonly canvas: HTMLCanvasElement;
  private readonly set: SetThreshold;
  private readonly loaded: () => void;
  private readonly lenses = new Map<string, Lens | undefined>();

  /** @param loaded called when a lens that was asked for is there */
  constructor(canvas: HTMLCanvasElement, set: SetThreshold, loaded: () => void) {
    this.canvas = canvas;
    this.set = set;
    this.loaded = loaded;
  }

  draw(model: LensModel): void {
    const { lens } = model.description.hints;
    const name = !model.overTime && OWN.has(lens) ? lens : 'curves';
    if (!this.lenses.has(name)) void this.load(name);
    for (const [other, view] of this.lenses) if (other !== name) view?.hide?.();
    this.lenses.get(name)?.draw(model);
  }

  private async load(name: string): Promise<void> {
    this.lenses.set(name, undefined);
    if (name === 'buffers') this.lenses.set(name, new (await import('./buffers-lens.ts')).BuffersLens(this.canvas));
    else if (name === 'deadlines')
      this.lenses.set(name, new (await import('./deadlines-lens.ts')).DeadlinesLens(this.canvas));
    else if (name === 'states') this.lenses.set(name, new (await import('./states-lens.ts')).StatesLens(this.canvas));
    else if (name === 'regions') {
      const view = new (await import('./regions-lens.ts')).RegionsLens(this.canvas);
      view.thresholds.onThreshold = this.set;
      this.lenses.set(name, view);
    } else {
      const view = new (await import('./lens-view.ts')).LensView(this.canvas);
      view.thresholds.onThreshold = this.set;
      this.lenses.set(name, view);
    }
    this.loaded();
  }
}
