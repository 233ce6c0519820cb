/**
 * Links of random runs, as they are and broken: read without an exception, and the run that is read has a link that reads
 * back. Some of the runs are opened too, which takes far longer than reading their links.
 */

import { compressed } from '../../src/app/link-compression.ts';
import { openingOf, policyOf, scenarioOf } from '../../src/app/run-selectors.ts';
import { decodeRun, encodeRun } from '../../src/app/url.ts';
import { openWith } from '../../src/runs/open-with.ts';
import { type Attack, mutated } from './attack.ts';
import { randomRun } from './runs.ts';

/** Part of the runs that is opened, and the events of each of their lanes that are run. */
const OPENED = 0.02;
const EVENTS = 2_000;

/** Processor time that reading a link may take, us, once so many have been read. */
const MOST_US = 100_000;
const WARM = 50;
let done = 0;

export const links: Attack = {
  name: 'links',
  mostMs: 5_000,
  attempt: (random) => {
    const link = encodeRun(randomRun(random));
    const broken = random.uniform() < 0.7 ? mutated(random, link) : link;
    const text = random.uniform() < 0.2 ? `z=${compressed(broken.slice(0, 60_000))}&v=1` : broken;
    const began = process.cpuUsage();
    const read = decodeRun(text);
    const { user } = process.cpuUsage(began);
    // The first ones are read by code that has not been compiled yet.
    if (++done > WARM && user > MOST_US) return `${text}\n  takes ${user / 1_000} ms to read`;
    const own = encodeRun(read.state, read.embedding, read.from);
    const again = decodeRun(own);
    if (again.problems.length > 0) return `${text}\n  is read as ${own}\n  which has ${JSON.stringify(again.problems)}`;
    if (encodeRun(again.state, again.embedding, again.from) !== own) return `${own} does not read back`;
    if (random.uniform() >= OPENED) return undefined;
    for (const [index, lane] of read.state.lanes.entries()) {
      const { edits: _, ...opening } = openingOf(read.state, index);
      const simulation = openWith(policyOf(lane), { ...opening, scenario: scenarioOf(read.state) });
      simulation.advance(simulation.endNs, EVENTS);
    }
    return undefined;
  },
};
