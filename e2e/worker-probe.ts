/**
 * A question that every lane's worker answers. WebDriver BiDi cannot reach into a worker of Firefox, so the build asks
 * it.
 */
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
  const id = crypto.randomUUID();
  let answer;
  channel.onmessage = async ({ data }) => {
    if (data !== 'ask') return;
    answer ??= (${answer})();
    channel.postMessage({ id, answer: await answer });
  };
}
`;
  for (const name of readdirSync(assets).filter((file) => file.startsWith('lane.worker-')))
    appendFileSync(join(assets, name), probe);
  return root;
}

/** How often the question is repeated, ms: a worker hears it only when its script has run. */
const REPEAT_MS = 200;

/** The answers of all lanes' workers of the page, one for each. */
export function askWorkers(page: Page): Promise<unknown[]> {
  const lanes = page.workers().filter((worker) => worker.url().includes('/lane.worker-'));
  return page.evaluate(
    ([name, count, repeatMs]) =>
      new Promise<unknown[]>((resolve) => {
        const answers = new Map<string, unknown>();
        const channel = new BroadcastChannel(name);
        const timer = setInterval(() => channel.postMessage('ask'), repeatMs);
        channel.onmessage = ({ data }) => {
          if (data === 'ask') return;
          answers.set(data.id, data.answer);
          if (answers.size < count) return;
          clearInterval(timer);
          resolve([...answers.values()]);
        };
      }),
    [CHANNEL, lanes.length, REPEAT_MS] as const,
  );
}
