/** The figures and curves that are needed of each run of a lesson, so that each run is measured once for all steps. */
import type { RunRequest } from '../answers/figure-requests.ts';
import type { CurveRequest, FigureRequest, MeasuredRun } from '../measurement/measured-run.ts';

type Requests = Pick<RunRequest, 'figures' | 'curves'>;

/** The requests for each run, without repetitions. */
export class RunRequests {
  private readonly requestsByRun = new Map<
    string,
    { readonly figures: Map<string, FigureRequest>; readonly curves: Map<string, CurveRequest> }
  >();

  /** @param run id of a run of the lesson */
  add(run: string, { figures, curves }: Requests): void {
    const requests = this.requestsByRun.get(run) ?? { figures: new Map(), curves: new Map() };
    this.requestsByRun.set(run, requests);
    for (const figure of figures) requests.figures.set(figureKey(figure), figure);
    for (const curve of curves) requests.curves.set(JSON.stringify(curve), curve);
  }

  /** Everything that was added for a run. */
  ofRun(run: string): Requests {
    const requests = this.requestsByRun.get(run);
    return { figures: [...(requests?.figures.values() ?? [])], curves: [...(requests?.curves.values() ?? [])] };
  }

  /**
   * The part of a measurement of `ofRun` that one request needs. NaN and an empty curve for parts that were not added.
   */
  part(run: string, { figures, curves }: Requests, measuredRun: MeasuredRun): MeasuredRun {
    const requests = this.requestsByRun.get(run);
    const figureKeys = [...(requests?.figures.keys() ?? [])];
    const curveKeys = [...(requests?.curves.keys() ?? [])];
    return {
      figures: figures.map((figure) => measuredRun.figures[figureKeys.indexOf(figureKey(figure))] ?? Number.NaN),
      curves: curves.map(
        (curve) => measuredRun.curves[curveKeys.indexOf(JSON.stringify(curve))] ?? { seconds: [], values: [] },
      ),
      digest: measuredRun.digest,
    };
  }
}

const figureKey = ({ lane, figure, class: id, atSeconds }: FigureRequest) =>
  JSON.stringify([lane, figure, id, atSeconds]);
