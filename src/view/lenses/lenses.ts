/**
 * Lenses draw the internal state of a policy. The drawing hints of a policy name its lens. Only visible lenses are
 * loaded.
 */
import type { LensName } from '../../engine/contract/drawing.ts';
import type { Lens, LensModel, ThresholdSetter } from './lens-model.ts';

type LensClass = new (canvas: HTMLCanvasElement) => Lens;
type LensLoader = () => Promise<LensClass>;

/** Lenses by their name in the hints. */
const LENSES: Readonly<Record<LensName, LensLoader>> = {
  overTime: async () => (await import('./over-time-lens.ts')).OverTimeLens,
  occupancy: async () => (await import('./occupancy-lens.ts')).OccupancyLens,
  bucket: async () => (await import('./bucket-lens.ts')).BucketLens,
  buffers: async () => (await import('./video/buffers-lens.ts')).BuffersLens,
  deadlines: async () => (await import('./deadlines-lens.ts')).DeadlinesLens,
  clock: async () => (await import('./clock-lens.ts')).ClockLens,
  controller: async () => (await import('./controller-lens.ts')).ControllerLens,
  coupling: async () => (await import('./coupling-lens.ts')).CouplingLens,
  turns: async () => (await import('./turns-lens.ts')).TurnsLens,
  states: async () => (await import('./cells/states-lens.ts')).StatesLens,
  curve: async () => (await import('./curve-lens.ts')).CurveLens,
  vcs: async () => (await import('./cells/vcs-lens.ts')).VcsLens,
  regions: async () => (await import('./cells/regions-lens.ts')).RegionsLens,
};

/** Loads lenses and notifies the listeners. */
export interface LensLoading {
  /** Loads a part of the page. Rejects if this fails. */
  readonly loadPart: <T>(load: () => Promise<T>) => Promise<T>;
  /** Called when a lens has been loaded. */
  readonly onLoad: () => void;
  /** Called when a lens could not be loaded. It is loaded again only after `retry`. */
  readonly onError: (error: unknown) => void;
}

/** The lenses of one canvas. */
export class LensSet {
  private readonly canvas: HTMLCanvasElement;
  private readonly set: ThresholdSetter;
  private readonly loading: LensLoading;
  /** By their loader; `undefined` during the load. */
  private readonly lenses = new Map<LensLoader, Lens | undefined>();
  private readonly failedLoads = new Set<LensLoader>();

  constructor(canvas: HTMLCanvasElement, setThreshold: ThresholdSetter, loading: LensLoading) {
    this.canvas = canvas;
    this.set = setThreshold;
    this.loading = loading;
  }

  draw(model: LensModel): void {
    const loadLens = LENSES[model.lens];
    if (this.canvas.dataset.lens !== model.lens) this.canvas.dataset.lens = model.lens;
    if (!this.lenses.has(loadLens)) void this.load(loadLens);
    for (const [other, lens] of this.lenses) if (other !== loadLens) lens?.hide?.();
    this.lenses.get(loadLens)?.draw(model);
  }

  /** Lets the next drawing load failed lenses again. */
  retry(): void {
    for (const load of this.failedLoads) this.lenses.delete(load);
    this.failedLoads.clear();
  }

  private async load(load: LensLoader): Promise<void> {
    this.lenses.set(load, undefined);
    try {
      const lens = new (await this.loading.loadPart(load))(this.canvas);
      if (lens.thresholds !== undefined) lens.thresholds.onThreshold = this.set;
      this.lenses.set(load, lens);
      this.loading.onLoad();
    } catch (error) {
      this.failedLoads.add(load);
      this.loading.onError(error);
    }
  }
}
