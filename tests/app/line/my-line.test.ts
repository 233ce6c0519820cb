/** The user's own line, with a worker in the test's own thread. */
import { beforeEach, expect, test } from 'vitest';
import { MAX_LINE_FILES, type MeasurementWorker, MyLine } from '../../../src/app/line/my-line.ts';
import { MeasuredFiles } from '../../../src/measurements/measured-files.ts';
import type { MessageFromMeasurements, MessageToMeasurements } from '../../../src/protocol/measurement-messages.ts';
import { excerpt } from '../../measurements/measured.ts';

/** It answers when the test asks for it. */
class TestWorker implements MeasurementWorker {
  static all: TestWorker[] = [];
  onmessage: MeasurementWorker['onmessage'] = null;
  onerror: MeasurementWorker['onerror'] = null;
  isEnded = false;
  private readonly tasks: MessageToMeasurements<File>[] = [];
  private readonly files = new MeasuredFiles();

  constructor() {
    TestWorker.all.push(this);
  }
  postMessage(task: MessageToMeasurements<File>): void {
    this.tasks.push(task);
  }
  terminate(): void {
    this.isEnded = true;
  }
  send(data: MessageFromMeasurements): void {
    this.onmessage?.call(this as unknown as Worker, { data } as MessageEvent);
  }
  fail(message: string): void {
    this.onerror?.call(this as unknown as Worker, { message, preventDefault: () => {} } as ErrorEvent);
  }
  /** Does some tasks, or all. */
  async work(count = this.tasks.length): Promise<void> {
    for (const task of this.tasks.splice(0, count)) {
      if (task.type === 'remove') this.files.remove(task.id);
      else if (task.type === 'series')
        this.send({ type: 'series', series: this.files.besideSeries(task.direction, task.givenDirections) });
      else if (task.type === 'fit')
        this.send({ type: 'fitted', fitNumber: task.fitNumber, fittedFiles: this.files.fit(task.givenDirections) });
      else {
        const bytes = new Uint8Array(await task.file.arrayBuffer());
        try {
          const measurements = this.files.add(task.id, task.name, bytes, task.keepsAddresses);
          this.send({ type: 'read', id: task.id, measurements });
        } catch (error) {
          this.send({ type: 'failed', id: task.id, message: (error as Error).message });
        }
      }
    }
  }
}

const PING = 'pfifo-ping-down.txt';
const IPERF = 'pfifo-tcp-down.json';
const fileOf = (name: string) => new File([excerpt(name) as Uint8Array<ArrayBuffer>], name);
let line: MyLine;
const worker = () => TestWorker.all.at(-1) as TestWorker;
const states = () => line.state.files.map(({ name, content }) => [name, content.state]);

beforeEach(() => {
  TestWorker.all = [];
  line = new MyLine(() => new TestWorker());
});

test('a ping and a transfer are read and fitted; numbers of the user replace those of the files', async () => {
  line.addFiles([fileOf(PING), fileOf(IPERF)]);
  await worker().work();
  expect(states()).toEqual([
    [PING, 'read'],
    [IPERF, 'read'],
  ]);
  expect(line.fit.down.queue.class).toBe('drop-tail');
  expect(line.fit.baseRttMs?.value).toBe(30);
  line.setText('idleMs', '25,5');
  expect(line.fit.baseRttMs?.value).toBe(25.5);
  expect(TestWorker.all).toHaveLength(1);
});

test('a ping alone gives a buffer, once the rate and the load beside it are answered', async () => {
  line.addFiles([fileOf(PING)]);
  await worker().work();
  line.setText('downMbps', '20');
  expect(line.fit.down.bufferMs).toBeUndefined();
  line.setGivenDirection(line.state.files[0]?.id as number, 'down');
  await worker().work();
  // The longest round trip is 150 ms, the least 30.
  expect(line.fit.down.bufferMs?.value).toBe(120);
  expect(line.fit.down.bufferBytes?.value).toBe(300_000);
  expect(line.fit.down.bufferBytes?.evidence.join()).toContain(PING);
});

test('the answer to an earlier fit is not used', async () => {
  line.addFiles([fileOf(PING)]);
  line.remove(line.state.files[0]?.id as number);
  await worker().work(2);
  expect(line.fit.baseRttMs).toBeUndefined();
});

test('a cancelled file is gone, and those that were read stay and are fitted again', async () => {
  line.addFiles([fileOf(PING)]);
  await worker().work();
  line.addFiles([fileOf(IPERF)]);
  const first = worker();
  line.cancel();
  expect(first.isEnded).toBe(true);
  await worker().work();
  expect(states()).toEqual([[PING, 'read']]);
  expect(line.fit.baseRttMs?.value).toBe(30);
});

test('hosts are read again only when they are asked for', async () => {
  line.addFiles([fileOf(PING)]);
  await worker().work();
  const addresses = () =>
    line.state.files.map(({ content }) => content.state === 'read' && content.measurements[0]?.addresses.length);
  expect(addresses()).toEqual([0]);
  line.setKeepsAddresses(true);
  await worker().work();
  expect(addresses()[0]).toBeGreaterThan(0);
});

test('two files of one name have different names, and no more files are taken than allowed', async () => {
  line.addFiles(Array.from({ length: MAX_LINE_FILES + 2 }, () => new File(['x'], 'ping.txt')));
  expect(
    states()
      .slice(0, 3)
      .map(([name]) => name),
  ).toEqual(['ping.txt', 'ping.txt (2)', 'ping.txt (3)']);
  expect(line.state.files).toHaveLength(MAX_LINE_FILES);
  expect(line.state.message).toBe(`2 files were left out: at most ${MAX_LINE_FILES} are allowed.`);
});

test('a file that is no measurement says so, and the others are fitted', async () => {
  line.addFiles([new File(['nothing'], 'notes.txt'), fileOf(PING)]);
  await worker().work();
  expect(states()).toEqual([
    ['notes.txt', 'failed'],
    [PING, 'read'],
  ]);
  expect(line.state.files[0]?.content).toMatchObject({ message: expect.stringContaining('not a measurement') });
  expect(line.fit.baseRttMs?.value).toBe(30);
});

test('a worker that dies loses only the file that it read', async () => {
  line.addFiles([fileOf(PING), fileOf(IPERF)]);
  await worker().work(1);
  worker().fail('out of memory');
  await worker().work();
  expect(states()).toEqual([
    [PING, 'read'],
    [IPERF, 'failed'],
  ]);
  expect(line.state.files[1]?.content).toMatchObject({ message: 'out of memory' });
});

test('clearing removes numbers and files', async () => {
  line.setText('downMbps', '20');
  line.addFiles([fileOf(PING)]);
  const first = worker();
  line.clear();
  expect(first.isEnded).toBe(true);
  await first.work();
  expect(line.state).toEqual(line.store.getInitialState());
});

test('series for a run are those of the files that are read by then', async () => {
  line.addFiles([fileOf(PING), fileOf(IPERF)]);
  const shown: string[] = [];
  line.requestSeries('down', (series) => shown.push(...series.map(({ plot }) => plot)));
  await worker().work();
  expect(shown).toEqual(['round-trip', 'total', 'lost-probes']);
});
