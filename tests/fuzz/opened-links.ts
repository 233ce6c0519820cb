/** The run of a link, as it is or broken, has a link of its own that reads back. Some of the runs are opened, which takes far longer. */
import { openingOf, policyOf, scenarioOf } from '../../src/app/run-selectors.ts';
import { decodeRun, encodeRun } from '../../src/app/url.ts';
import { openWith } from '../../src/runs/open-with.ts';
import type { Attack } from './attack.ts';
import { randomLink } from './links.ts';
import { randomRun } from './runs.ts';

/** Part of the runs that is opened, and the events of each of their lanes that are run. */
const OPENED = 0.02;
const EVENTS = 2_000;

export const openedLinks: Attack = {
  name: 'opened links',
  mostMs: 5_000,
  attempt: (random) => {
    const text = randomLink(random, () => encodeRun(randomRun(random)));
    const read = decodeRun(text);
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
