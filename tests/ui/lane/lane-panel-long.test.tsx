/** The head of a lane, its drawings in words, and a lane that has stopped. */
import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FiguresLine } from '../../../src/ui/lane/figures-line.tsx';
import { LanePanel } from '../../../src/ui/lane/lane-panel.tsx';
import { PageContext } from '../../../src/ui/shell/context.tsx';
import { FakeWorker } from '../../app/fake-worker.ts';
import { HASH, opened, seek } from '../../app/opened-page.ts';
import { render } from '../rendered.tsx';

const LANES = `${HASH}&lanes=droptail,red`;

test('the head names the lane, offers the policies that fit, and has its figures', () => {
  const page = opened(LANES);
  seek(page, 4);
  const screen = render(<LanePanel lane={1} />, page);
  expect(screen.names('region')).toContain('Lane B: RED');
  const policy = screen.get('combobox', 'Policy of lane B');
  expect([policy.value, policy.disabled]).toEqual(['RED', false]);
  expect(screen.names('option')).toContain('CoDel');
  expect(screen.names('option')).not.toContain('VBS');
  expect(screen.text).toMatch(/link busy [\d.]+ %.*delay [\d.]+ ms.*loss [\d.]+ %.*since 1 s/);
});

test('where the link loses too, the head says what is lost where', () => {
  const page = opened('v=3&p=lossy-long-path&run.durationSeconds=4&run.warmupSeconds=1');
  seek(page, 4);
  const { text } = render(<LanePanel lane={0} />, page);
  expect(text).toMatch(/router drops [\d.]+ %.*link loses [\d.]+ %/);
  expect(text).not.toMatch(/\bloss\b/);
});

test('the round trip of pings takes the place of the delay of all packets', () => {
  const page = opened('v=1&p=home-bufferbloat&run.durationSeconds=4&run.warmupSeconds=1');
  seek(page, 4);
  const { text } = render(<LanePanel lane={0} />, page);
  expect(text).toMatch(/ping [\d.]+ ms/);
  expect(text).not.toMatch(/delay [\d.]+ ms/);
});

test('a narrow head keeps the figures that the finding names: the loss, or the fairness of VCs', () => {
  const mainFigures = (hash: string) => {
    const page = opened(hash);
    seek(page, 2);
    // On a server, a store gives its first state.
    Object.assign(page.store, { getInitialState: page.store.getState });
    const context = { page } as ComponentProps<typeof PageContext>['value'];
    const html = renderToStaticMarkup(
      <PageContext value={context}>
        <FiguresLine lane={0} />
      </PageContext>,
    );
    return html
      .split('<span class="figures-main">')
      .slice(1)
      .map((part) => /\b(delay|loss|fairness)\b/.exec(part)?.[1]);
  };
  expect(mainFigures(LANES)).toEqual(['delay', 'loss']);
  expect(mainFigures('v=1&p=hu-fig9&run.durationSeconds=2&run.warmupSeconds=1')).toEqual(['delay', 'fairness']);
});

test('below a short name that few know, the head says what it stands for', () => {
  const textOf = (policy: string) => render(<LanePanel lane={0} />, opened(`#v=1&p=bm-lesson&lanes=${policy}`)).text;
  expect(textOf('abd')).toContain('application-based discarding');
  expect(textOf('shb')).toContain('shared buffer');
  expect(textOf('droptail')).not.toMatch(/shared buffer|undefined/);
});

test('during the warm-up the figures say until when it lasts', () => {
  const page = opened(LANES);
  seek(page, 0.5);
  expect(render(<LanePanel lane={0} />, page).text).toMatch(/warm-up to 1 s/);
});

test('in a locked page the policy is read, and cannot be chosen', () => {
  const page = opened(LANES);
  page.lock.allowOnly([]);
  expect(render(<LanePanel lane={0} />, page).get('combobox', 'Policy of lane A').disabled).toBe(true);
});

test('both drawings say what they show', () => {
  const names = render(<LanePanel lane={1} />, opened(LANES)).names('img');
  expect(names[0]).toMatch(/^Queue of lane B, RED/);
  expect(names[1]).toBe('Internal state of RED in lane B');
});

test('a lane that has stopped says why, and can be tried again; the other goes on', () => {
  const page = opened(LANES);
  const worker = FakeWorker.of(page.session.lanes[1]);
  worker.fails = true;
  page.session.seek(1e9);
  worker.speak();
  const screen = render(<LanePanel lane={1} />, page);
  expect(screen.get('alert', /stopped/).text).toContain('broken');
  expect(screen.names('button')).toContain('Try again');
  expect(screen.names('img')).toEqual([]);
  expect(render(<LanePanel lane={0} />, page).names('alert')).toEqual([]);
});

test('a lane that does not exist is not drawn', () => {
  expect(render(<LanePanel lane={3} />, opened(LANES)).text).toBe('');
});
