// npm run thumbnails: draws the small pictures of the gallery again, each from its own run. Takes some minutes.
import { join } from 'node:path';
import { bundle } from './bundle.mjs';
import { cache, root, run, runTool } from './project.mjs';

const output = join(cache, 'thumbnails.mjs');
await bundle(join(root, 'src/cli/thumbnails/write-thumbnails.ts'), output);
const failed = await run(process.execPath, [output]);
process.exitCode = failed || (await runTool('biome', ['check', '--write', 'src/scenarios/thumbnails/thumbnails.ts']));
