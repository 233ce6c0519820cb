/**
 * The view of a class with 60 and with 1,000 hand-ins of a lesson in which each student has runs of an own seed: the
 * time until all are shown and until all are judged, the longest task of the main thread, the processor time of the
 * page's process with its workers, and the peak of its memory (proportional set size, Linux only). Processor times do
 * not depend on other work of the machine. The 1,000 are measured without a trace, because its events are in the memory
 * of the page's process. Run `npm run build` first. Nothing here fails.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import { formatHandInPage } from '../../src/lessons/hand-in/hand-in-page.ts';
import { formatCount } from '../../src/shared/number-text.ts';
import { madeHandIn } from '../lessons/class/made-class.ts';
import { launched, opened, print } from './page-watch.ts';

const LESSON = 'early-and-at-random';
const MAX_JUDGING_MS = 600_000;
/** The 1,000 hand-ins are not judged to the end. */
const JUDGED_PART_MS = 20_000;
const MEMORY_INTERVAL_MS = 200;

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Start, µs. */
  readonly ts: number;
  readonly dur?: number;
  /** Processor time, µs. */
  readonly tdur?: number;
  readonly args: {
    readonly name?: string;
    readonly chrome_mojo_event_info?: { readonly mojo_interface_tag?: string };
  };
}

/** A message of the program that drives the page, not of the page. */
const isOfDriver = ({ args }: TraceEvent) =>
  args.chrome_mojo_event_info?.mojo_interface_tag?.includes('DevToolsSession') === true;

const { browser, address } = await launched(4_460);
const browserSession = await browser.newBrowserCDPSession();
const text = readFileSync(`public/lessons/${LESSON}.json`, 'utf8');

/** The process of the only page: its id, its processor time, s, and its memory, MB. */
async function pageProcess(): Promise<{
  readonly id: number;
  readonly cpuSeconds: number;
  readonly megabytes: number;
}> {
  const { processInfo } = await browserSession.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer').sort((a, b) => b.cpuTime - a.cpuTime);
  const [{ id, cpuTime } = { id: 0, cpuTime: Number.NaN }] = renderers;
  return { id, cpuSeconds: cpuTime, megabytes: processMegabytes(id) };
}

function processMegabytes(id: number): number {
  const memory = /^Pss: +(\d+) kB/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'));
  return Number(memory?.[1]) / 1_024;
}

/**
 * The longest tasks of the main thread since the start of the trace, in wall time and in processor time, ms, without
 * those of the program that drives the page.
 */
async function longestTasks(
  events: readonly TraceEvent[],
): Promise<{ readonly wallMs: number; readonly cpuMs: number }> {
  const mainThreads = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const ofMain = events.filter(({ pid, tid }) => mainThreads.has(`${pid} ${tid}`));
  const driverStartsUs = ofMain.filter(isOfDriver).map(({ ts }) => ts);
  const tasks = ofMain.filter(
    ({ name, ts, dur = 0 }) =>
      name === 'RunTask' && !driverStartsUs.some((startUs) => startUs >= ts && startUs <= ts + dur),
  );
  const longest = (durations: readonly (number | undefined)[]) =>
    Math.max(0, ...durations.map((us) => (us ?? 0) / 1_000));
  return { wallMs: longest(tasks.map(({ dur }) => dur)), cpuMs: longest(tasks.map(({ tdur }) => tdur)) };
}

async function startTrace(session: CDPSession): Promise<() => Promise<readonly TraceEvent[]>> {
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline', '__metadata', 'toplevel'] },
    transferMode: 'ReportEvents',
  });
  return async () => {
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
    await session.send('Tracing.end');
    await complete;
    return events;
  };
}

/**
 * The page as a teacher has it who opened it before: storing the offline copy takes 60 MB of the page's process for
 * half a minute, and it would be in the peak by chance.
 */
async function openedWithOfflineCopy(pageAddress: string): Promise<Page> {
  const firstVisit = await opened(browser, pageAddress);
  await firstVisit.evaluate(async () => void (await navigator.serviceWorker.ready));
  const session = await firstVisit.context().newCDPSession(firstVisit);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  // Its process ends, so the next page begins without its memory.
  await firstVisit.close();
  const page = await firstVisit.context().newPage();
  await page.goto(pageAddress);
  return page;
}

for (const count of [60, 1_000]) {
  const folder = mkdtempSync(join(tmpdir(), 'class-'));
  const files: string[] = [];
  for (let index = 0; index < count; index++) {
    const file = join(folder, `${index}.html`);
    writeFileSync(file, formatHandInPage(await madeHandIn(text, index, false), 'http://localhost/'));
    files.push(file);
  }
  const page = await openedWithOfflineCopy(`${address}#lessons-class`);
  const view = page.getByRole('dialog', { name: 'Answers of a class' });
  await view.waitFor();
  await page.waitForTimeout(3_000);
  const before = await pageProcess();
  let peakMegabytes = before.megabytes;
  const memoryTimer = setInterval(() => {
    peakMegabytes = Math.max(peakMegabytes, processMegabytes(before.id));
  }, MEMORY_INTERVAL_MS);
  const endTrace = count === 60 ? await startTrace(await page.context().newCDPSession(page)) : undefined;
  const startMs = performance.now();
  await view.locator('input[type=file]').first().setInputFiles(files);
  await view
    .getByText(`${formatCount(count, 'hand-in')} of ${formatCount(count, 'student')}`)
    .waitFor({ timeout: MAX_JUDGING_MS });
  print(`${count} hand-ins shown`, [performance.now() - startMs], 'ms', count === 60 ? '3,000' : 'none');
  const shown = await pageProcess();
  print(`${count} hand-ins shown, processor time`, [shown.cpuSeconds - before.cpuSeconds], 's', 'none');
  if (count === 60) {
    await view.getByText('All are judged').waitFor({ timeout: MAX_JUDGING_MS });
    print(`${count} hand-ins judged`, [(performance.now() - startMs) / 1_000], 's', '60 on two processors');
  } else await page.waitForTimeout(JUDGED_PART_MS);
  clearInterval(memoryTimer);
  const after = await pageProcess();
  print(`${count} hand-ins judged, processor time`, [after.cpuSeconds - before.cpuSeconds], 's', 'none');
  if (endTrace === undefined) {
    print(`${count} hand-ins, peak of the page's process`, [peakMegabytes], 'MB', '300');
    print(`${count} hand-ins, peak in addition to the page`, [peakMegabytes - before.megabytes], 'MB', 'none');
  } else {
    const { wallMs, cpuMs } = await longestTasks(await endTrace());
    print(`${count} hand-ins, longest task`, [wallMs], 'ms', '100');
    print(`${count} hand-ins, longest task, processor time`, [cpuMs], 'ms', '100');
  }
  await page.context().close();
  rmSync(folder, { recursive: true });
}
await browser.close();
process.exit();
