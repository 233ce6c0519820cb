// npm run example-sweep: measures the example of a sweep again. Takes about 20 seconds.
import { join } from 'node:path';
import { bundle } from './bundle.mjs';
import { cache, root, run, runTool } from './project.mjs';

const output = join(cache, 'example-sweep.mjs');
await bundle(join(root, 'src/cli/example-sweep/write-example-sweep.ts'), output);
const failed = await run(process.execPath, [output]);
process.exitCode = failed || (await runTool('biome', ['check', '--write', 'src/studies/example-sweep.json']));
