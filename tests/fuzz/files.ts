/** Scenario files, as they are and broken: read without an exception, and what is read is a valid file. */
import { scenarioOf } from '../../src/app/run-selectors.ts';
import { parseScenarioFile, scenarioToFile } from '../../src/scenarios/file.ts';
import { type Attack, mutated } from './attack.ts';
import { randomRun } from './runs.ts';

export const files: Attack = {
  name: 'files',
  mostMs: 1_000,
  attempt: (random) => {
    const text = JSON.stringify(scenarioToFile(scenarioOf(randomRun(random))));
    const { scenario } = parseScenarioFile(random.uniform() < 0.8 ? mutated(random, text) : text);
    if (scenario === undefined) return undefined;
    const own = scenarioToFile(scenario);
    const again = parseScenarioFile(JSON.stringify(own));
    const same = again.scenario !== undefined && JSON.stringify(scenarioToFile(again.scenario)) === JSON.stringify(own);
    if (same && again.problems.length === 0) return undefined;
    return `${text}\n  is read as ${JSON.stringify(own)}\n  which has ${JSON.stringify(again.problems)}`;
  },
};
