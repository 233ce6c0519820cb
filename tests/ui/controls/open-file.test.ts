/** Which run is shown when something else is opened while a file is read. */
import { beforeEach, expect, test, vi } from 'vitest';
import { besideStore, showBeside } from '../../../src/app/line/beside.ts';
import { Page } from '../../../src/app/page/page.ts';
import type { Scenario } from '../../../src/engine/scenario/scenario.ts';
import { scenarioToFile } from '../../../src/scenarios/files/file.ts';
import { findPreset } from '../../../src/scenarios/index.ts';

import { openFile } from '../../../src/ui/controls/open-file.ts';
import { plotStore } from '../../../src/ui/plots/plot-state.ts';
import { openHash } from '../../../src/ui/shell/address/run-urls.ts';
import { FakeWorker } from '../../app/fake-worker.ts';

let page: Page;

beforeEach(() => {
  vi.stubGlobal('location', { hash: '', pathname: '/', search: '' });
  page = new Page(FakeWorker.make);
});

const FILES = {
  'run.json': JSON.stringify(scenarioToFile(findPreset('single-tcp') as Scenario)),
  'list.csv': 'time_s,bytes\n0,1500\n0.25,64\n',
  'rates.csv': 'time_s,rate_bps\n0,1e6\n1,2e6\n',
};

/** A file whose beginning can be read only when something else has come. */
function slowFile(name: keyof typeof FILES, until: Promise<unknown>): File {
  const file = new File([FILES[name]], name);
  const slice = (from?: number, to?: number) => {
    const part = File.prototype.slice.call(file, from, to);
    const text = () => until.then(() => Blob.prototype.text.call(part));
    return Object.assign(part, { text });
  };
  return Object.assign(file, { slice });
}

test.each(Object.keys(FILES) as (keyof typeof FILES)[])('a link that is opened while %s is read wins', async (name) => {
  const alone = new File([FILES[name]], name);
  const before = page.state.run;
  await openFile(page, alone);
  expect(page.state.run).not.toBe(before);

  let come = () => {};
  const read = openFile(page, slowFile(name, new Promise<void>((resolve) => (come = resolve))));
  await openHash(page, '#v=1&p=opening&seed=6&lanes=droptail');
  const { run } = page.state;
  expect(run).toMatchObject({ preset: 'opening', seed: 6 });
  come();
  await read;
  expect(page.state.run).toBe(run);
});

test('of two files that are chosen at once the second is told about', async () => {
  let come = () => {};
  const first = openFile(page, slowFile('run.json', new Promise<void>((resolve) => (come = resolve))));
  await openFile(page, new File(['{"broken'], 'second.json'));
  come();
  await first;
  expect(page.state.notices.join()).toContain('second.json');
});

test('a scenario file shows its measurement beside the run; a damaged one is named, and the run opens', async () => {
  showBeside([]);
  const open = (measured: unknown) =>
    openFile(page, new File([JSON.stringify({ ...JSON.parse(FILES['run.json']), measured })], 'run.json'));
  const series = {
    name: 'ping',
    plot: 'round-trip',
    unit: 'ms',
    countedBy: 'ping',
    timesSeconds: [0, 1],
    values: [3, 4],
  };
  await open([series]);
  expect(plotStore.getState().span).toBe('whole');
  expect(besideStore.getState().series).toMatchObject([{ name: 'ping', samples: Float64Array.of(3, 4) }]);
  expect(page.state.notices).toEqual([]);
  showBeside([]);
  await open([{ ...series, values: [3] }]);
  expect(page.state.run.preset).toBe('single-tcp');
  expect(page.state.notices.join()).toContain('measured[0].values');
  expect(besideStore.getState().series).toEqual([]);
});

test.each(['const queue = [];\n', '# Notes\n', '\x89PNG', 'hello', ''])(
  'a file of %j is told which files are opened',
  async (text) => {
    const { run } = page.state;
    for (const name of ['program.js', 'x']) await openFile(page, new File([text], name));
    expect(page.state.run).toBe(run);
    const { notices } = page.state;
    expect(notices).toHaveLength(2);
    for (const notice of notices)
      expect(notice).toMatch(/^(program\.js|x) could not be read: .*allowed: a scenario file.*program/);
  },
);

test('a scenario is one under every name, and a broken one is told as JSON', async () => {
  const before = page.state.run;
  await openFile(page, new File([`\ufeff\n${FILES['run.json']}`], 'mine'));
  expect(page.state.run).not.toBe(before);
  expect(page.state.run.preset).toBe('single-tcp');
  for (const [name, text, column] of [
    ['mine', '{"id":', 7],
    ['empty.json', '', 1],
  ] as const) {
    await openFile(page, new File([text], name));
    expect(page.state.notices.at(-1)).toMatch(
      new RegExp(`^${name}: file: line 1, column ${column}: the end of the file is not allowed; allowed: a value: `),
    );
  }
});
