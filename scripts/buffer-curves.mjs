// npm run buffer-curves: measures the curves over the size of the buffer again. Takes some minutes.
import { join } from 'node:path';
import { bundle } from './bundle.mjs';
import { cache, root, run, runTool } from './project.mjs';

const output = join(cache, 'buffer-curves.mjs');
await bundle(join(root, 'src/cli/buffer-curves/write-buffer-curves.ts'), output);
const failed = await run(process.execPath, [output]);
process.exitCode =
  failed || (await runTool('biome', ['check', '--write', 'src/quantities/buffer-curves/buffer-curves.json']));
