/**
 * The user's own line: its numbers, its files of measurements and their fit. It stays when its dialog closes. A worker
 * reads the files and fits; it keeps the samples.
 */

import { createStore } from 'zustand/vanilla';
import type { BesideSeries } from '../../measurements/beside/beside-plots.ts';
import { type FittedFiles, fitFiles } from '../../measurements/fit/fit-files.ts';
import { withGivenNumbers } from '../../measurements/fit/four-numbers.ts';
import type { GivenDirection, LinkFit, LoadDirection } from '../../measurements/fit/link-fit.ts';
import type { MeasurementSummary } from '../../measurements/measured-files.ts';
import type { MessageFromMeasurements, MessageToMeasurements } from '../../protocol/measurement-messages.ts';
import { removeInvisible } from '../../shared/invisible-characters.ts';
import { required } from '../../shared/required.ts';
import { type LineField, type LineTexts, NO_TEXTS, parseLine } from './line-numbers.ts';

export const MAX_LINE_FILES = 50;

/** A file of the line. `bytes` are those that are unpacked so far. */
export interface LineFile {
  readonly id: number;
  /** Differs from that of all others. */
  readonly name: string;
  readonly file: File;
  readonly givenDirection: GivenDirection | undefined;
  readonly content:
    | { readonly state: 'reading'; readonly bytes: number }
    | { readonly state: 'read'; readonly measurements: readonly MeasurementSummary[] }
    | { readonly state: 'failed'; readonly message: string };
}

export interface MyLineState {
  readonly texts: LineTexts;
  /** Name of a discipline of Linux; undefined if it is not known. */
  readonly queueKind: string | undefined;
  readonly files: readonly LineFile[];
  readonly keepsAddresses: boolean;
  /** The fit of the files, without the numbers. */
  readonly fittedFiles: FittedFiles;
  /** The direction and the disciplines of the lanes that are opened. */
  readonly direction: LoadDirection;
  readonly triedKinds: readonly string[];
  /** Why files were not taken; empty without a reason. */
  readonly message: string;
}

const DEFAULT_TRIED_KINDS = ['fq_codel', 'cake', 'codel'];

export type MeasurementWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

/** The state of the dialog of the user's own line, and the worker that reads its files. */
export class MyLine {
  readonly store = createStore<MyLineState>(() => ({
    texts: NO_TEXTS,
    queueKind: undefined,
    files: [],
    keepsAddresses: false,
    fittedFiles: fitFiles([]),
    direction: 'down',
    triedKinds: DEFAULT_TRIED_KINDS,
    message: '',
  }));
  private readonly createWorker: () => MeasurementWorker;
  private worker: MeasurementWorker | undefined;
  private lastId = 0;
  private lastFitNumber = 0;
  /** Called with the series that were asked for last. */
  private onSeries: ((series: readonly BesideSeries[]) => void) | undefined;

  constructor(createWorker: () => MeasurementWorker) {
    this.createWorker = createWorker;
  }

  get state(): MyLineState {
    return this.store.getState();
  }

  /** The fit of the files with the numbers of the user in place of fitted ones. */
  get fit(): LinkFit {
    const { texts, queueKind, fittedFiles } = this.state;
    return fitWithTexts(fittedFiles, texts, queueKind);
  }

  setText(field: LineField, text: string): void {
    this.store.setState(({ texts }) => ({ texts: { ...texts, [field]: text } }));
  }

  setTexts(texts: LineTexts): void {
    this.store.setState({ texts });
  }

  setQueueKind(queueKind: string | undefined): void {
    this.store.setState({ queueKind });
  }

  setDirection(direction: LoadDirection): void {
    this.store.setState({ direction });
  }

  setTriedKinds(triedKinds: readonly string[]): void {
    this.store.setState({ triedKinds });
  }

  /** Reads files, after those that are being read. */
  addFiles(files: readonly File[]): void {
    const freePlaces = MAX_LINE_FILES - this.state.files.length;
    const list = [...this.state.files];
    for (const file of files.slice(0, freePlaces))
      list.push({
        id: ++this.lastId,
        name: freeName(file.name, list),
        file,
        givenDirection: undefined,
        content: { state: 'reading', bytes: 0 },
      });
    const addedFiles = list.slice(this.state.files.length);
    const leftOut = files.length - addedFiles.length;
    this.store.setState({
      files: list,
      message: leftOut > 0 ? `${leftOut} files were left out: at most ${MAX_LINE_FILES} are allowed.` : '',
    });
    this.read(addedFiles.map(({ id }) => id));
  }

  /** Ends the reading. Files that are not read yet are removed; the others stay. */
  cancel(): void {
    this.store.setState(({ files }) => ({ files: files.filter(({ content }) => content.state !== 'reading') }));
    this.readAgain();
  }

  remove(id: number): void {
    this.store.setState(({ files }) => ({ files: files.filter((file) => file.id !== id) }));
    this.send({ type: 'remove', id });
    this.requestFit();
  }

  setGivenDirection(id: number, givenDirection: GivenDirection | undefined): void {
    this.store.setState(({ files }) => ({
      files: files.map((file) => (file.id === id ? { ...file, givenDirection } : file)),
    }));
    this.requestFit();
  }

  /** Names and addresses of hosts are not kept, so the files are read again for them. */
  setKeepsAddresses(keepsAddresses: boolean): void {
    this.store.setState({ keepsAddresses });
    this.readAgain();
  }

  /** Asks for the series that can lie beside a run with these loads. Files that are being read come first. */
  requestSeries(direction: LoadDirection, onSeries: (series: readonly BesideSeries[]) => void): void {
    this.onSeries = onSeries;
    this.send({ type: 'series', direction, givenDirections: this.givenDirections });
  }

  /** Removes the numbers and the files. */
  clear(): void {
    this.endWorker();
    this.store.setState(this.store.getInitialState());
  }

  private readAgain(): void {
    this.endWorker();
    const ids = this.state.files.filter(({ content }) => content.state !== 'failed').map(({ id }) => id);
    if (ids.length > 0) this.read(ids);
    else this.store.setState({ fittedFiles: fitFiles([]) });
  }

  private endWorker(): void {
    this.worker?.terminate();
    this.worker = undefined;
  }

  private read(ids: readonly number[]): void {
    for (const id of ids) {
      const { name, file } = required(this.state.files.find((candidate) => candidate.id === id));
      this.setContent(id, { state: 'reading', bytes: 0 });
      this.send({ type: 'read', id, name, file, keepsAddresses: this.state.keepsAddresses });
    }
    this.requestFit();
  }

  private requestFit(): void {
    this.send({ type: 'fit', fitNumber: ++this.lastFitNumber, givenDirections: this.givenDirections });
  }

  /** Answers of the user, by file. */
  private get givenDirections(): Readonly<Record<number, GivenDirection>> {
    return Object.fromEntries(
      this.state.files.flatMap(({ id, givenDirection }) =>
        givenDirection === undefined ? [] : [[id, givenDirection]],
      ),
    );
  }

  private send(message: MessageToMeasurements<File>): void {
    this.worker ??= this.startWorker();
    this.worker.postMessage(message);
  }

  private startWorker(): MeasurementWorker {
    const worker = this.createWorker();
    worker.onmessage = ({ data }: MessageEvent<MessageFromMeasurements>) => {
      if (worker === this.worker) this.onMessage(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (worker === this.worker) this.onFailure(event.message || 'the program that reads files could not be loaded');
    };
    return worker;
  }

  private onMessage(message: MessageFromMeasurements): void {
    switch (message.type) {
      case 'unpacked':
        this.setContent(message.id, { state: 'reading', bytes: message.bytes });
        break;
      case 'read':
        this.setContent(message.id, { state: 'read', measurements: message.measurements });
        break;
      case 'failed':
        this.setContent(message.id, { state: 'failed', message: message.message });
        break;
      case 'fitted':
        if (message.fitNumber === this.lastFitNumber) this.store.setState({ fittedFiles: message.fittedFiles });
        break;
      case 'series':
        this.onSeries?.(message.series);
        this.onSeries = undefined;
    }
  }

  /**
   * The worker has died, for example for want of memory: the file that it read has failed, and the others are read
   * again.
   */
  private onFailure(message: string): void {
    const failedFile = this.state.files.find(({ content }) => content.state === 'reading');
    if (failedFile !== undefined) this.setContent(failedFile.id, { state: 'failed', message });
    this.endWorker();
    if (failedFile === undefined) this.store.setState({ message });
    else this.readAgain();
  }

  private setContent(id: number, content: LineFile['content']): void {
    this.store.setState(({ files }) => ({
      files: files.map((file) => (file.id === id ? { ...file, content } : file)),
    }));
  }
}

/** The fit with the numbers that the user typed in place of its own. */
export const fitWithTexts = (fittedFiles: FittedFiles, texts: LineTexts, queueKind: string | undefined): LinkFit =>
  withGivenNumbers(fittedFiles.fit, parseLine(texts, queueKind).given, fittedFiles.loadedRoundTrips);

/** The name of a file, with a number if another file has it. */
function freeName(fileName: string, others: readonly LineFile[]): string {
  const name = removeInvisible(fileName);
  const isTaken = (candidate: string) => others.some((other) => other.name === candidate);
  let result = name;
  for (let number = 2; isTaken(result); number++) result = `${name} (${number})`;
  return result;
}
