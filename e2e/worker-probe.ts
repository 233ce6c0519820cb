/** A question that every lane's worker answers. WebDriver BiDi cannot reach into a worker of Firefox, so the build asks it. */
import { appendFileSync, cpSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

const CHANNEL = 'probe';

/** A copy of the build, with the answer to the question at the end of the script of a lane's worker. */
export function buildWithProbe(answer: () => unknown): string {
  const root = mkdtempSync(join(tmpdir(), 'probe-'));
  cpSync('dist', join(root, 'dist'), { recursive: true });
  const assets = join(root, 'dist/assets');
  const probe = `
{
  const channel = new BroadcastChannel('${CHANNEL}');
  channel.onmessage = async () => channel.postMessage(await (${answer})());
}
`;
  for (const name of readdirSync(assets).filter((file) => file.startsWith('lane.worker-')))
    appendFileSync(join(assets, name), probe);
  return root;
}

/** The answers of all workers of the page. */
export function askWorkers(page: Page): Promise<unknown[]> {
  return page.evaluate(
    ([name, count]) =>
      new Promise<unknown[]>((resolve) => {
        const answers: unknown[] = [];
        const channel = new BroadcastChannel(name);
        channel.onmessage = ({ data }) => {
          answers.push(data);
          if (answers.length === count) resolve(answers);
        };
        channel.postMessage('ask');
      }),
    [CHANNEL, page.workers().length] as const,
  );
}
