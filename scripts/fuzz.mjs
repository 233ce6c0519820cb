// npm run fuzz [-- SECONDS [SEED [ATTACK [TRY]]]]: tests/fuzz/ attacks links, files, command lines and runs with seeded
// random input.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { bundle } from './bundle.mjs';
import { cache, root, run } from './project.mjs';

// Builds the command line for the attacks.
execFileSync(process.execPath, ['scripts/sim.mjs', 'list'], { cwd: root, stdio: 'ignore' });
const output = join(cache, 'fuzz.mjs');
await bundle(join(root, 'tests/fuzz/main.ts'), output);
process.exitCode = await run(process.execPath, [output, ...process.argv.slice(2)]);
