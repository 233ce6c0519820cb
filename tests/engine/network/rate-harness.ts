/** A list of packets at a port whose rate follows a list: when each begins and ends its transmission. */

import type { Scenario } from '../../../src/engine/scenario/scenario.ts';
import type { Simulation } from '../../../src/engine/simulation/simulation.ts';
import { formatArrivalsCsv, parseArrivalsCsv } from '../../../src/engine/time-lists/arrivals-csv.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { scenarioOfArrivals } from '../../../src/scenarios/files/arrivals-scenario.ts';
import { withRates } from '../../../src/scenarios/files/rates.ts';

export interface Sent {
  readonly sequence: number;
  readonly fromMs: number;
  readonly untilMs: number;
}

/** @param packets time (ms) and size (bytes) of each, in order of time */
export function scenarioOf(rates: string, packets: readonly (readonly [ms: number, bytes: number])[]): Scenario {
  const rows = packets.map(([ms, bytes]) => `${Math.round(ms * 1e6)},0,${bytes},0`);
  const list = parseArrivalsCsv(`t_ns,flow,bytes,ect\n${rows.join('\n')}\n`).arrivals;
  const scenario = {
    ...scenarioOfArrivals('a.csv', list),
    arrivals: formatArrivalsCsv(list),
    buffer: { packets: 10_000 },
  };
  return withRates(scenario, 'link', rates).scenario;
}

export function played(scenario: Scenario, policy = 'droptail'): { run: Simulation; sent: Sent[] } {
  const run = openRun({ scenario, policy, seed: 1, allowsProbe: true });
  const from = new Map<number, number>();
  const sent: Sent[] = [];
  run.probe = {
    onServiceStart: (packet) => from.set(run.packets.sequence[packet] as number, run.nowNs / 1e6),
    onDeparture: (packet) => {
      const sequence = run.packets.sequence[packet] as number;
      sent.push({ sequence, fromMs: from.get(sequence) as number, untilMs: run.nowNs / 1e6 });
    },
  };
  run.advance(run.endNs);
  return { run, sent };
}
