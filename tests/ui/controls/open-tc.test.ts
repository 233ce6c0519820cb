/** Which files are settings of tc, and how they open on the page. */
import { beforeEach, expect, test, vi } from 'vitest';
import { Page } from '../../../src/app/page/page.ts';
import { runOfPreset } from '../../../src/run-state/run-values.ts';
import { tcLinesOf } from '../../../src/run-state/tc/tc-run.ts';
import { openFile } from '../../../src/ui/controls/open-file.ts';
import { holdsTcSettings } from '../../../src/ui/controls/open-tc.ts';
import { FakeWorker } from '../../app/fake-worker.ts';
import { excerpt } from '../../measurements/measured.ts';

const PRINTED = 'qdisc noqueue 0: dev lo root refcnt 2\nqdisc pfifo 0: dev eth0 root refcnt 2 limit 30p\n';
const SAVED = tcLinesOf({
  ...runOfPreset('single-tcp'),
  lanes: [
    { policy: 'pfifo', values: { limit: 30 } },
    { policy: 'pfifo', values: { limit: 40 } },
    { policy: 'droptail', values: {} },
  ],
});

let page: Page;

beforeEach(() => {
  vi.stubGlobal('location', { hash: '', pathname: '/', search: '' });
  page = new Page(FakeWorker.make);
});

const open = (text: string) => openFile(page, new File([text], 'router.txt'));

test('commands, what tc qdisc show prints, and its JSON are; statistics are a measurement', async () => {
  const holds = (text: string | Uint8Array) => holdsTcSettings(new File([text as string], 'x'));
  for (const text of [
    PRINTED,
    SAVED,
    `user@router:~$ tc qdisc show\n${PRINTED}`,
    '[{"kind":"pfifo","handle":"0:","root":true,"options":{"limit":30}}]',
    '#!/bin/sh\n/sbin/tc -b qdisc add dev eth0 root pie\n',
  ])
    expect(await holds(text), text).toBe(true);
  for (const text of [
    excerpt('tc-cake.log'),
    `${PRINTED} Sent 5 bytes 1 pkt (dropped 0, overlimits 0 requeues 0)\n`,
    '[{"kind":"pfifo","dev":"eth0","bytes":5,"packets":1,"drops":0}]',
    'time_s,bytes\n0,1500\n',
    '{"id":"tc qdisc add dev eth0 root pie"}',
    '',
  ])
    expect(await holds(text), String(text).slice(0, 40)).toBe(false);
});

test('a file with one queue opens it as a lane', async () => {
  await open(PRINTED);
  expect(page.state.run.lanes.at(-1)).toEqual({ policy: 'pfifo', values: { limit: 30 } });
  expect(page.state.openedTc).toBeUndefined();
  expect(page.state.notices.join()).toContain('noqueue is left out');
});

test('the file of saved lanes asks which one, and the run stays', async () => {
  const { run } = page.state;
  await open(SAVED);
  expect(page.state.run).toBe(run);
  expect(page.state.openedTc?.choices).toEqual([
    { place: 'dev eth0 parent root #1', settings: 'pfifo limit 30' },
    { place: 'dev eth0 parent root #2', settings: 'pfifo limit 40' },
  ]);
});

test('a line that cannot be read is named with the file', async () => {
  await open('tc qdisc add dev eth0 root pie limit 5x\n');
  expect(page.state.notices.at(-1)).toContain('router.txt could not be read: pie: limit: 5x is not allowed');
  await open(`${PRINTED}${'x'.repeat(2 ** 20)}`);
  expect(page.state.notices.at(-1)).toContain('are not allowed in a file of tc; allowed: at most 1048576');
});
