/** Valid and broken scenario files: reading them throws no exception, and the result is a valid file. */
import { fileOfRun } from '../../src/run-state/run-file.ts';
import { parseScenarioFile, scenarioToFile } from '../../src/scenarios/files/file.ts';
import { type Attack, mutated, mutatedData } from './attack.ts';
import { randomRun } from './runs.ts';

export const files: Attack = {
  name: 'files',
  mostMs: 1_000,
  attempt: (random) => {
    const file = fileOfRun(randomRun(random));
    const kind = random.uniform();
    const text = JSON.stringify(kind < 0.4 ? mutatedData(random, file) : file);
    const { scenario, program } = parseScenarioFile(kind > 0.6 ? mutated(random, text) : text);
    if (scenario === undefined) return undefined;
    const own = scenarioToFile(scenario, program);
    const again = parseScenarioFile(JSON.stringify(own));
    const same =
      again.scenario !== undefined &&
      JSON.stringify(scenarioToFile(again.scenario, again.program)) === JSON.stringify(own);
    if (same && again.problems.length === 0) return undefined;
    return `${text}\n  is read as ${JSON.stringify(own)}\n  which has ${JSON.stringify(again.problems)}`;
  },
};
