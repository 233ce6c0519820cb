/** Which run is shown when one address follows another. */
import { expect, test } from 'vitest';
import { Page } from '../../../src/app/page.ts';
import { openHash } from '../../../src/ui/shell/links.ts';
import { FakeWorker } from '../../app/fake-worker.ts';

test('papers over a run that is still being read: the run of the last link is the one behind them', async () => {
  const page = new Page(FakeWorker.make);
  const opened: Promise<void>[] = [];
  for (let seed = 1; seed <= 20; seed++) {
    opened.push(openHash(page, `#v=1&p=single-tcp&seed=${seed}`));
    opened.push(openHash(page, '#papers=all'));
  }
  await Promise.all(opened);
  expect(page.state).toMatchObject({ papers: 'all', run: { preset: 'single-tcp', seed: 20 } });
});
