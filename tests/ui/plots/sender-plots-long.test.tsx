/** The plots of a sender while its run starts again. */
import { act } from 'react';
import { afterEach, expect, test } from 'vitest';
import { SenderPlots } from '../../../src/ui/plots/sender-plots.tsx';
import { FakeWorker } from '../../app/fake-worker.ts';
import { HASH, opened } from '../../app/opened-page.ts';
import { mount, unmountAll } from '../mounted.tsx';
import { withDocument } from '../with-document.ts';

withDocument();
afterEach(unmountAll);

test('the plots and their choices stay while a value starts the run again', () => {
  const page = opened(`${HASH}&lanes=droptail`);
  const { all } = mount(<SenderPlots />, page);
  expect(all('figure')).toHaveLength(2);
  const [choice] = all('select') as HTMLSelectElement[];
  const before = choice!.value;
  for (const lane of page.session.lanes) FakeWorker.of(lane).stuck = true;
  act(() => void page.runs.change('begin again', { ...page.state.run, seed: 7 }));
  expect(page.session.lanes[0]?.frame).toBeUndefined();
  expect(all('figure')).toHaveLength(2);
  expect((all('select')[0] as HTMLSelectElement).value).toBe(before);
});
