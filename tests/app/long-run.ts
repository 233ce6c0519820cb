import { RandomStream } from '../../src/engine/numbers/random.ts';
import type { Scenario } from '../../src/engine/scenario/scenario.ts';
import type { RunState } from '../../src/run-state/run-state.ts';
import { runOfScenario } from '../../src/run-state/run-values.ts';
import { parseScenarioFile } from '../../src/scenarios/files/file.ts';

/**
 * A run of random words and numbers, as many as are allowed: with all 16 sources its link is longer than a link may be.
 */
export function runWithLongLink(sourceCount: number): RunState {
  const random = new RandomStream(1, 'long link');
  const times = () => Array.from({ length: 64 }, () => random.uniform() * 3_600);
  const ideographs = (count: number) =>
    Array.from({ length: count }, () => String.fromCodePoint(0x20000 + random.integer(0xa6df))).join('');
  const source = () => ({
    kind: 'cbr',
    label: ideographs(60),
    accessDelayMs: times(),
    startSeconds: times(),
    stopSeconds: times(),
  });
  const sources = Object.fromEntries(Array.from({ length: sourceCount }, (_, index) => [`s${index}`, source()]));
  const words = { title: ideographs(400), summary: ideographs(400), citation: ideographs(400) };
  const { scenario } = parseScenarioFile(JSON.stringify({ id: 'long', ...words, sources, policies: { red: {} } }));
  const edits = Array.from({ length: 500 }, (_, index) => ({
    timeNs: index * 1e8 + Math.floor(random.uniform() * 1e8),
    path: 'link.rateBps',
    value: 1e6 + random.uniform() * 1e7,
  }));
  return { ...runOfScenario(scenario as Scenario, 5), edits };
}
