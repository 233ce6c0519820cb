/** One lane: its worker, its latest frame, its history. It receives messages and stores plain data. */
import type { Frame, RunDescription } from '../../engine/frame/frame.ts';
import { firstDifferenceNs } from '../../engine/scenario/edits.ts';
import type { PrintedLine } from '../../program/printed-line.ts';
import type {
  EventSearch,
  LaneFailure,
  LiveEdit,
  MessageFromLane,
  MessageToLane,
  OpenLane,
} from '../../protocol/messages.ts';
import type { KeyMoment } from '../../runs/answers/moment-kinds.ts';
import type { PacketHistory } from '../../runs/answers/packet-history.ts';
import { NOT_LOADED_TEXT } from '../loading/loading.ts';
import { type LaneAnswer, LaneQuestions } from './lane-questions.ts';
import { QueueRecord, type QueueSnapshot } from './queue-record.ts';
import type { SenderRecord } from './sender-record.ts';
import { markSilentClasses } from './silent-classes.ts';

/** The arguments with which a lane's worker opens a run. */
export type LaneOpening = Omit<OpenLane, 'type' | 'version' | 'runId'>;

/** Longest time until a busy worker opens the next run, ms. */
const MAX_OPENING_MS = 2_000;
/** After this time without a message a worker counts as stopped, ms. */
const MAX_SILENCE_MS = 20_000;

const LANE_NOT_LOADED = `The simulation of this lane could not be loaded: ${NOT_LOADED_TEXT}.`;

export type { LaneFailure } from '../../protocol/messages.ts';

/** Makes the worker of a lane; tests replace it. */
export type LaneWorkerFactory = () => Worker;

export interface LaneEvents {
  /** The lane has answered with the frame of its goal. */
  onAnswer(): void;
  /** The lane has come nearer to its goal, or has found other key moments. */
  onProgress(): void;
  /** A rare change: the lane failed, begins to load or has loaded. */
  onChange(): void;
}

/** A lane at one moment, for rendering. */
export interface LaneSnapshot
  extends QueueSnapshot,
    Readonly<Pick<Lane, 'moments' | 'hasAllMoments' | 'failure' | 'isLoading' | 'printedLines'>> {
  /** The queue of the direction up, in a run with two queues. */
  readonly up: QueueSnapshot | undefined;
}

/** Its own record is that of the queue down. */
export class Lane extends QueueRecord {
  /** The queue of the direction up, in a run with two queues. */
  up: QueueRecord | undefined;
  /** The next frame, which waits for the frames of the other lanes. */
  nextFrame: Frame | undefined;
  /** Key moments of the explored part of the run, in order of time. */
  moments: readonly KeyMoment[] = [];
  /** The whole run is explored. */
  hasAllMoments = false;
  /** The sender that is shown and recorded. */
  sender: SenderRecord | undefined;
  failure: LaneFailure | undefined;
  /** The lines that its program has printed in the explored part of the run. */
  printedLines?: readonly PrintedLine[] | undefined;
  /** Wall time of the last advance, ms. */
  wallMs = 0;
  /** The worker or the policy is being loaded. A slow network is not a failure. */
  isLoading = false;
  /** The lane was sent to a time and has not answered yet. */
  isBusy = false;
  /** Simulated time that it has reached on the way to a distant time, ns; undefined otherwise. */
  progressNs: number | undefined;
  /** The run that it was told to open. */
  laneOpening: LaneOpening | undefined;
  private worker: Worker | undefined;
  /** Name of the lane, in place of the policy's name. */
  private name: string | undefined;
  /** From the worker. */
  private workerDescription: RunDescription | undefined;
  private runId = 0;
  private lastRequestId = 0;
  /** Number of the last `goTo`, and its time. */
  private goToRequestId = 0;
  private goalNs = 0;
  /** The worker was busy with another run when this one was opened, and has sent no message about this one. */
  private waitsForOldRun = false;
  /** Time since the worker's last message, while a reply is due, ms. */
  private silentMs = 0;
  private readonly questions = new LaneQuestions();
  private readonly createWorker: LaneWorkerFactory;
  private readonly events: LaneEvents;

  constructor(createWorker: LaneWorkerFactory, events: LaneEvents) {
    super();
    this.createWorker = createWorker;
    this.events = events;
  }

  get snapshot(): LaneSnapshot {
    const { up, moments, hasAllMoments, failure, isLoading, printedLines } = this;
    return { ...this.queueSnapshot, up: up?.queueSnapshot, moments, hasAllMoments, failure, isLoading, printedLines };
  }

  open(opening: LaneOpening): void {
    this.waitsForOldRun = this.worker !== undefined && (this.isBusy || this.questions.size > 0);
    this.silentMs = 0;
    this.runId++;
    this.workerDescription = undefined;
    this.clearQueue();
    this.up = undefined;
    this.nextFrame = undefined;
    this.moments = [];
    this.hasAllMoments = false;
    this.laneOpening = opening;
    this.printedLines = undefined;
    this.failure = undefined;
    this.isBusy = false;
    this.questions.cancelAll();
    this.start(opening);
  }

  private start(opening: LaneOpening): void {
    try {
      this.worker ??= this.startWorker();
      this.send({ type: 'open', runId: this.runId, ...opening });
      if (this.sender !== undefined) this.record(this.sender);
    } catch (error) {
      const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
      this.fail('threw', message, stack);
    }
  }

  /** Opens the run again after a program stopped, if this time is before the stop. */
  reopenBefore(timeNs: number): void {
    const { laneOpening, failure } = this;
    if (laneOpening !== undefined && failure?.timeNs !== undefined && timeNs < failure.timeNs) this.open(laneOpening);
  }

  /** Starts another worker, which opens the run from the beginning. */
  private replaceWorker(opening: LaneOpening): void {
    this.close();
    this.waitsForOldRun = false;
    this.start(opening);
    this.send({ type: 'goTo', runId: this.runId, requestId: this.goToRequestId, timeNs: this.goalNs });
  }

  /** Counts wall time in which the page was drawn, ms. */
  countWait(visibleMs: number): void {
    const { isBusy, isLoading, laneOpening } = this;
    if (!isBusy || isLoading) this.silentMs = 0;
    else if (visibleMs > 0) this.silentMs += visibleMs;
    if (laneOpening !== undefined && this.waitsForOldRun && this.silentMs >= MAX_OPENING_MS)
      this.replaceWorker(laneOpening);
    else if (this.silentMs >= MAX_SILENCE_MS)
      this.fail(
        'silent',
        `This lane has not answered for ${MAX_SILENCE_MS / 1_000} seconds. The browser may have stopped it.`,
      );
  }

  goTo(timeNs: number): void {
    this.isBusy = true;
    this.progressNs = undefined;
    this.goToRequestId = ++this.lastRequestId;
    this.goalNs = timeNs;
    this.send({ type: 'goTo', runId: this.runId, requestId: this.goToRequestId, timeNs });
  }

  setEdits(edits: readonly LiveEdit[]): void {
    if (this.laneOpening === undefined) return;
    const changedNs = firstDifferenceNs(this.laneOpening.edits, edits);
    this.verdicts.removeAfter(changedNs);
    this.up?.verdicts.removeAfter(changedNs);
    this.moments = this.moments.filter(({ timeNs }) => timeNs <= changedNs);
    this.hasAllMoments = false;
    this.laneOpening = { ...this.laneOpening, edits };
    this.describe();
    this.send({ type: 'edits', runId: this.runId, edits });
  }

  /** Time of the event, ns, or no event; undefined if the question ended before its answer. */
  async find(search: EventSearch): Promise<number | 'none' | undefined> {
    const answer = await this.askWorker((requestId) => ({ type: 'find', runId: this.runId, requestId, search }));
    return answer?.type === 'found' ? (answer.timeNs ?? 'none') : undefined;
  }

  /** The history of the packet that arrived at `arrivedNs`; undefined as above, or if there is none. */
  async explain(serial: number, arrivedNs: number): Promise<PacketHistory | undefined> {
    const answer = await this.askWorker((requestId) => ({
      type: 'explain',
      runId: this.runId,
      requestId,
      serial,
      arrivedNs,
    }));
    return answer?.type === 'explained' ? answer.history : undefined;
  }

  /** The worker records a sender, in place of another one, from the beginning of the run; undefined for none. */
  record(sender: SenderRecord | undefined): void {
    this.sender = sender;
    sender?.clear();
    this.send({ type: 'record', runId: this.runId, flow: sender?.flow });
  }

  /** Shows the next frame. */
  show(): void {
    if (this.nextFrame === undefined) return;
    this.showFrame(this.nextFrame);
    if (this.nextFrame.up !== undefined) this.up?.showFrame(this.nextFrame.up);
    this.nextFrame = undefined;
  }

  close(): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.questions.cancelAll();
  }

  private async askWorker(message: (requestId: number) => MessageToLane): Promise<LaneAnswer | undefined> {
    if (this.worker === undefined) return undefined;
    const requestId = ++this.lastRequestId;
    this.send(message(requestId));
    return this.questions.add(requestId);
  }

  private startWorker(): Worker {
    const worker = this.createWorker();
    let isReady = false;
    this.isLoading = true;
    worker.onmessage = ({ data }: MessageEvent<MessageFromLane>) => {
      if (worker !== this.worker) return;
      isReady = true;
      this.receive(data);
    };
    worker.onerror = (event) => {
      event.preventDefault?.();
      if (worker !== this.worker) return;
      const { message = '', filename = '', lineno = '' } = event;
      if (isReady) this.fail('threw', message, `${filename}:${lineno}`);
      else this.fail('notLoaded', LANE_NOT_LOADED, message);
    };
    return worker;
  }

  private send(message: MessageToLane): void {
    this.worker?.postMessage(message);
  }

  private receive(message: MessageFromLane): void {
    if (message.type === 'ready') this.setLoading(false);
    else if (message.runId === this.runId) this.receiveOwn(message);
  }

  private setLoading(isLoading: boolean): void {
    this.isLoading = isLoading;
    this.events.onChange();
  }

  private receiveOwn(message: Exclude<MessageFromLane, { type: 'ready' }>): void {
    this.silentMs = 0;
    this.waitsForOldRun = false;
    switch (message.type) {
      case 'loading':
        this.setLoading(true);
        break;
      case 'opened':
        this.receiveDescription(message.description);
        break;
      case 'frame':
        this.receiveFrame(message);
        break;
      case 'printed':
        this.printedLines = message.lines;
        break;
      case 'progress':
        this.progressNs = message.timeNs;
        this.events.onProgress();
        break;
      case 'moments':
        this.moments = message.moments;
        this.hasAllMoments = message.areAll;
        this.events.onProgress();
        break;
      case 'recorded':
        if (this.sender?.flow === message.flow) this.sender.add(message);
        break;
      case 'found':
      case 'explained':
      case 'unanswered':
        this.questions.answer(message);
        break;
      case 'failed': {
        const { kind, stack, line, timeNs } = message;
        this.fail(kind, kind === 'notLoaded' ? LANE_NOT_LOADED : message.message, stack, { line, timeNs });
        break;
      }
      default:
        message satisfies never;
    }
  }

  private receiveDescription(description: RunDescription): void {
    this.isLoading = false;
    this.workerDescription = description;
    this.beginQueue(description);
    if (description.up !== undefined) {
      this.up = new QueueRecord();
      this.up.beginQueue(description.up);
    }
    this.describe();
  }

  private describe(): void {
    const { workerDescription, laneOpening } = this;
    const description = workerDescription && laneOpening && markSilentClasses(workerDescription, laneOpening);
    this.description = description && { ...description, laneName: this.name ?? description.policyName };
    if (this.up !== undefined) this.up.description = this.description?.up;
  }

  /** @param name undefined for the policy's name */
  rename(name: string | undefined): void {
    this.name = name;
    this.describe();
  }

  private receiveFrame({ requestId, frame, wallMs }: Extract<MessageFromLane, { type: 'frame' }>): void {
    this.series.writeRows(frame.seriesFrom, frame.series);
    if (frame.up !== undefined) this.up?.series.writeRows(frame.up.seriesFrom, frame.up.series);
    if (requestId !== this.goToRequestId) return;
    this.nextFrame = frame;
    this.isBusy = false;
    this.progressNs = undefined;
    this.wallMs = wallMs;
    this.events.onAnswer();
  }

  private fail(
    kind: LaneFailure['kind'],
    message: string,
    stack = '',
    location: Pick<LaneFailure, 'line' | 'timeNs'> = {},
  ): void {
    this.failure = { kind, message, stack, ...location };
    this.isLoading = false;
    this.isBusy = false;
    this.progressNs = undefined;
    this.close();
    this.events.onChange();
  }
}
