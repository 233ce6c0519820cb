/** `run --series-csv FILE --series-json FILE`: the series of all lanes, a row for each sample window. */
import { type LaneSeries, seriesCsv, seriesJson } from '../app/series-table.ts';
import { version } from '../app/version.ts';
import type { Scenario } from '../engine/scenario.ts';
import type { LanesOptions } from '../runs/run-lanes.ts';
import type { Arguments } from './arguments.ts';
import { BadInput, type Io } from './io.ts';

export const SERIES_OPTIONS = ['--series-csv', '--series-json'] as const;

/** Of lanes, as on the page; a lane beyond them has its number. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Paths of the files that are wanted. */
export interface SeriesOrder {
  readonly csv: string | undefined;
  readonly json: string | undefined;
}

/** @throws BadInput */
export function seriesOrder({ values }: Arguments, replications: number): SeriesOrder | undefined {
  const [csv, json] = SERIES_OPTIONS.map((name) => values.get(name)?.at(-1));
  const asked = SERIES_OPTIONS.find((name) => values.has(name));
  if (asked === undefined) return undefined;
  if (replications > 1)
    throw new BadInput(
      `${asked}: not allowed with --replications ${replications}; write each seed by a run of its own`,
    );
  return { csv, json };
}

/** Keeps the series of each lane until all have run. */
export class SeriesFiles {
  private readonly order: SeriesOrder;
  private readonly scenario: Scenario;
  private readonly seed: number;
  private readonly io: Io;
  private readonly lanes: LaneSeries[] = [];

  constructor(order: SeriesOrder, scenario: Scenario, seed: number, io: Io) {
    this.order = order;
    this.scenario = scenario;
    this.seed = seed;
    this.io = io;
  }

  readonly watch: NonNullable<LanesOptions['watch']> = (policy, simulation, index) => () => {
    const { series } = simulation.frame(0);
    const stride = simulation.seriesStride;
    this.lanes.push({
      lane: LETTERS[index] ?? String(index + 1),
      policy: policy.id,
      params: simulation.policyValues,
      description: simulation.description,
      rows: series.length / stride,
      at: (row, column) => series[row * stride + column] as number,
    });
  };

  /** Writes the files. */
  write(): void {
    const { order, scenario, seed, lanes } = this;
    if (order.csv !== undefined) this.put('--series-csv', order.csv, seriesCsv(lanes, seed));
    if (order.json === undefined) return;
    const about = { scenario: scenario.id, title: scenario.title, seed, program: `Bufferscope ${version}` };
    this.put('--series-json', order.json, seriesJson(lanes, about));
  }

  private put(option: string, path: string, text: string): void {
    const file = this.io.openLines(path, option);
    try {
      file.write(text.trimEnd());
    } finally {
      file.close();
    }
  }
}
