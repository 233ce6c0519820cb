/** The stops of a story: the page waits for the event of a stop. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StoryStop } from '../../../src/scenarios/stories/story.ts';
import { goToStop, showPlotOfStop } from '../../../src/ui/headline/story-bar.tsx';
import { plotStore, setPlotIds, showPlots } from '../../../src/ui/plots/plot-state.ts';
import { FakeWorker } from '../../app/fake-worker.ts';
import { opened, S } from '../../app/opened-page.ts';

const stop: StoryStop = {
  view: { seconds: 2, speed: 1, focus: 'lanes' },
  sentence: '',
  facts: [{ lane: 0, event: 'drop', seconds: 2, tolerance: 0.1 }],
};

/** The worker of lane A finds its first drop, and the page shows it with its next figures. */
function findDrop(): void {
  FakeWorker.alive[0]?.say((runId) => ({
    type: 'moments',
    runId,
    moments: [{ kind: 'drop', timeNs: 2.1 * S, causeIndex: 0 }],
    areAll: false,
  }));
  vi.advanceTimersByTime(250);
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeWorker.all = [];
});
afterEach(() => {
  vi.useRealTimers();
});

test('a stop shows its plot in the second place, and the earlier plots come back unless the user chose others', () => {
  const shown = () => plotStore.getState().plotIds.packets;
  showPlots({ plotIds: { packets: ['queue', 'delay'] } });
  const end = showPlotOfStop('class-goodput-loss');
  expect(shown()).toEqual(['queue', 'class-goodput-loss']);
  end();
  expect(shown()).toEqual(['queue', 'delay']);
  const endLater = showPlotOfStop('class-goodput-loss');
  setPlotIds({ packets: ['drops'] });
  endLater();
  expect(shown()).toEqual(['drops']);
  showPlotOfStop(undefined)();
  expect(shown()).toEqual(['drops']);
});

test('the page pauses at the event of a stop as soon as its time is known', () => {
  const page = opened();
  goToStop(page, stop);
  expect([page.session.commandedNs, page.state.pausedAt]).toEqual([2 * S, undefined]);
  findDrop();
  expect(page.session.commandedNs).toBe(2.1 * S);
  expect(page.state.pausedAt).toMatchObject({ lane: 0, kind: 'drop' });
});

test('it no longer waits after the stop is left, or the run is played or moved', () => {
  for (const leave of ['end', 'play', 'move'] as const) {
    FakeWorker.all = [];
    const page = opened();
    const endWait = goToStop(page, stop);
    if (leave === 'end') endWait();
    else if (leave === 'play') page.session.play();
    else page.session.seek(3 * S);
    findDrop();
    expect(page.state.pausedAt).toBeUndefined();
  }
});
