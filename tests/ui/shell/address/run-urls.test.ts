/** Which run is shown when one address follows another. */
import { beforeEach, expect, test, vi } from 'vitest';
import { Page } from '../../../../src/app/page/page.ts';
import { FakeWorker } from '../../../app/fake-worker.ts';

/** The address of a browser. It reports a change later. */
const place = { hash: '', pathname: '/', search: '' };
const write = (_state: unknown, _title: string, to: string) => {
  place.hash = to.startsWith('#') ? to : '';
};

let page: Page;
let links: typeof import('../../../../src/ui/shell/address/run-urls.ts');
let markAddressSettled: () => void;

beforeEach(async () => {
  place.hash = '';
  vi.stubGlobal('location', place);
  vi.stubGlobal('history', { pushState: write, replaceState: write });
  vi.resetModules();
  links = await import('../../../../src/ui/shell/address/run-urls.ts');
  ({ markAddressSettled } = await import('../../../../src/ui/shell/address/address.ts'));
  page = new Page(FakeWorker.make);
});

/** Opens a link, up to its event. */
async function goTo(hash: string): Promise<void> {
  place.hash = hash;
  markAddressSettled();
  await links.openHash(page, hash);
}

test('papers over a run that is still being read: the run of the last link is the one behind them', async () => {
  const opened: Promise<void>[] = [];
  for (let seed = 1; seed <= 20; seed++) {
    opened.push(links.openHash(page, `#v=1&p=single-tcp&seed=${seed}`));
    opened.push(links.openHash(page, '#papers=all'));
  }
  await Promise.all(opened);
  expect(page.state).toMatchObject({ openPaperId: 'all', run: { preset: 'single-tcp', seed: 20 } });
});

test('a link that is opened while the papers are left is not replaced by the run behind them', async () => {
  const other = '#v=1&p=single-tcp&seed=6&lanes=red';
  await goTo('#v=1&p=opening&seed=5&lanes=droptail');
  await goTo('#papers');
  const left = links.leaveOverlay(page);
  place.hash = other;
  await left;
  expect(place.hash).toBe(other);
  await goTo(place.hash);
  expect(page.state).toMatchObject({ openPaperId: undefined, run: { seed: 6 } });
  await goTo('#papers');
  await links.leaveOverlay(page);
  expect(place.hash).toContain('seed=6');
});
