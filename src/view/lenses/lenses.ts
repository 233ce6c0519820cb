/**
 * Lenses draw the internal state of a policy. The drawing hints of a policy name its lens. Only visible lenses are
 * loaded.
 */
import type { LensName } from '../../engine/contract/drawing.ts';
import type { Lens, LensModel, SetThreshold } from './lens-model.ts';

type MakeLens = (canvas: HTMLCanvasElement, set: SetThreshold) => Promise<Lens>;

/** Lenses by their name in the hints. */
const LENSES: Readonly<Record<LensName, MakeLens>> = {
  overTime: async (canvas) => new (await import('./over-time-lens.ts')).OverTimeLens(canvas),
  occupancy: async (canvas) => new (await import('./occupancy-lens.ts')).OccupancyLens(canvas),
  buffers: async (canvas) => new (await import('./buffers-lens.ts')).BuffersLens(canvas),
  deadlines: async (canvas) => new (await import('./deadlines-lens.ts')).DeadlinesLens(canvas),
  clock: async (canvas) => new (await import('./clock-lens.ts')).ClockLens(canvas),
  controller: async (canvas) => new (await import('./controller-lens.ts')).ControllerLens(canvas),
  coupling: async (canvas) => new (await import('./coupling-lens.ts')).CouplingLens(canvas),
  turns: async (canvas) => new (await import('./turns-lens.ts')).TurnsLens(canvas),
  states: async (canvas) => new (await import('./states-lens.ts')).StatesLens(canvas),
  curve: async (canvas, set) => {
    const lens = new (await import('./curve-lens.ts')).CurveLens(canvas);
    lens.thresholds.onThreshold = set;
    return lens;
  },
  regions: async (canvas, set) => {
    const lens = new (await import('./regions-lens.ts')).RegionsLens(canvas);
    lens.thresholds.onThreshold = set;
    return lens;
  },
};

/** Lenses that need more height than a plot on the axis of the queue. */
export const TALL_LENSES: ReadonlySet<LensName> = new Set<LensName>([
  'regions',
  'states',
  'buffers',
  'deadlines',
  'clock',
  'controller',
  'coupling',
  'turns',
]);

/** Loads lenses and notifies the listeners. */
export interface LensLoading {
  /** Loads a part of the page. Rejects if this fails. */
  readonly loadPart: <T>(load: () => Promise<T>) => Promise<T>;
  /** Called when a lens has been loaded. */
  readonly onLoad: () => void;
  /** Called when a lens could not be loaded. It is loaded again only after `retry`. */
  readonly onError: (error: unknown) => void;
}

/** The lenses of one canvas by their loader; `undefined` during the load. */
export class Lenses {
  private readonly canvas: HTMLCanvasElement;
  private readonly set: SetThreshold;
  private readonly loading: LensLoading;
  private readonly lenses = new Map<MakeLens, Lens | undefined>();

  constructor(canvas: HTMLCanvasElement, set: SetThreshold, loading: LensLoading) {
    this.canvas = canvas;
    this.set = set;
    this.loading = loading;
  }

  draw(model: LensModel): void {
    const wanted = LENSES[model.overTime ? 'overTime' : model.description.hints.lens];
    if (!this.lenses.has(wanted)) void this.load(wanted);
    for (const [other, lens] of this.lenses) if (other !== wanted) lens?.hide?.();
    this.lenses.get(wanted)?.draw(model);
  }

  /** Lets the next drawing load failed lenses again. */
  retry(): void {
    for (const [make, lens] of this.lenses) if (lens === undefined) this.lenses.delete(make);
  }

  private async load(make: MakeLens): Promise<void> {
    this.lenses.set(make, undefined);
    try {
      this.lenses.set(make, await this.loading.loadPart(() => make(this.canvas, this.set)));
      this.loading.onLoad();
    } catch (error) {
      this.loading.onError(error);
    }
  }
}
