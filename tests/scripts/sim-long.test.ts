/** `npm run sim` in a subfolder: npm starts it in the project's folder, and files count from the caller's. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { validatedTest } from '../amount.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'caller-'));
afterAll(() => rmSync(folder, { recursive: true }));

const RUN = ['run', 'md1', '--duration', '3', '--series-csv'];
function run(cwd: string, name: string, env: Readonly<Record<string, string>>): string {
  const { stderr } = spawnSync(process.execPath, [join(root, 'scripts/sim.mjs'), ...RUN, name], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, npm_lifecycle_event: '', INIT_CWD: '', ...env },
  });
  return stderr;
}

test('files are written in the folder of the caller of npm', () => {
  run(root, 'from-npm.csv', { npm_lifecycle_event: 'sim', INIT_CWD: folder });
  expect([existsSync(join(folder, 'from-npm.csv')), existsSync(join(root, 'from-npm.csv'))]).toEqual([true, false]);
});

validatedTest('a direct call in another folder, or one by another script, stays in its folder', () => {
  run(folder, 'direct.csv', { npm_lifecycle_event: 'sim', INIT_CWD: root });
  expect(existsSync(join(folder, 'direct.csv'))).toBe(true);
  // The folder does not exist, so it is easily seen where the path counts from.
  const message = run(root, 'none/x.csv', { npm_lifecycle_event: 'test', INIT_CWD: folder });
  expect(message).toContain('--series-csv: none/x.csv could not be written: the folder none cannot be opened');
  expect(message).not.toContain(folder);
  expect(run(root, '-', { npm_lifecycle_event: 'sim', INIT_CWD: join(folder, 'gone') })).toContain('ENOENT');
});
