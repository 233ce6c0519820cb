/**
 * The hand-ins of a class on the page: they are read in workers, one after the other, judged in another one, and their
 * runs are measured in a pool of others. It continues when its view is closed. Nothing is stored, and nothing leaves
 * the browser.
 */
import { createStore } from 'zustand/vanilla';
import classWorker from '../../../workers/class.worker.ts?worker&url';
import readerWorker from '../../../workers/class-reader.worker.ts?worker&url';
import type { ClassMember } from '../../lessons/class/class-member.ts';
import type {
  ClassTask,
  MessageFromClass,
  MessageToClass,
  MessageToReader,
  RefusedFile,
} from '../../lessons/class/class-messages.ts';
import type { Lesson } from '../../lessons/format/lesson.ts';
import { parseLesson } from '../../lessons/format/parse-lesson.ts';
import type { LimitedMeasureTask } from '../../lessons/measurement/measure-runs.ts';
import type { MeasuredRun } from '../../lessons/measurement/measured-run.ts';
import { TaskPool, type TaskWorker } from '../../studies/task-pool.ts';
import { NOT_LOADED_TEXT } from '../loading/loading.ts';
import { processorCount, scheduleChecksWhileVisible, startTaskWorker } from '../measuring/task-worker.ts';
import { startMeasuringThread } from './measuring-worker.ts';

/** A file with its name and the folders of it that were given. */
export interface NamedFile {
  readonly name: string;
  readonly file: File;
}

/** The state of the work on a class. */
export interface ClassState {
  readonly members: readonly ClassMember[];
  readonly refusedFiles: readonly RefusedFile[];
  /** Our copies of the lessons, by id. */
  readonly lessons: ReadonlyMap<string, Lesson>;
  readonly isReading: boolean;
  /** Different runs, and those of them that were measured or have failed. */
  readonly runCount: number;
  readonly measuredRunCount: number;
  /** The reason why nothing can be read; undefined if it can. */
  readonly failure: string | undefined;
}

const EMPTY_CLASS: ClassState = {
  members: [],
  refusedFiles: [],
  lessons: new Map(),
  isReading: false,
  runCount: 0,
  measuredRunCount: 0,
  failure: undefined,
};

/** A run that takes longer is not judged, ms. Those of our lessons take a second. */
const MAX_RUN_MS = 30_000;
/** Shortest time between two reports to the page, ms. Each draws the whole picture, so a large class has fewer. */
const MIN_REPORT_INTERVAL_MS = 300;
const REPORT_INTERVAL_PER_MEMBER_MS = 3;
/** More workers would only need more memory. One processor is left to the page. */
const MAX_WORKERS = 4;
/** The next files get a new worker: the texts of the files before then need no memory. */
const FILES_PER_READER = 100;

/** @throws Error if there is no such lesson on the page */
type LessonLoader = (id: string) => Promise<string>;

/** The work on one class. Its state is a store that views subscribe to. */
export class ClassRun {
  readonly store = createStore<ClassState>(() => EMPTY_CLASS);
  private worker: Worker | undefined;
  private reader: Worker | undefined;
  private unreadFiles: NamedFile[] = [];
  private pool: TaskPool<ClassTask, MeasuredRun> | undefined;
  private readonly membersById = new Map<number, ClassMember>();
  private waitingTasks: ClassTask[] = [];
  /** Workers that wait for the task of a run, by its key. */
  private readonly startsByKey = new Map<string, (task: LimitedMeasureTask | undefined) => void>();
  private pendingState: Partial<ClassState> = {};
  private refusedFiles: RefusedFile[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly loadLesson: LessonLoader;

  /** @param loadLesson the text of the page's own lesson with an id */
  constructor(loadLesson: LessonLoader) {
    this.loadLesson = loadLesson;
  }

  /** Reads more files: hand-ins, archives of them, and lessons that the page does not have. */
  add(files: readonly NamedFile[]): void {
    if (files.length === 0) return;
    this.unreadFiles.push(...files);
    // A report that waits may say that all files before were read.
    this.pendingState = { ...this.pendingState, isReading: true };
    this.store.setState({ isReading: true, failure: undefined });
    if (this.reader === undefined) this.readNextFiles();
  }

  /** Removes everything, also from the workers. */
  forget(): void {
    for (const worker of [this.worker, this.reader]) worker?.terminate();
    this.worker = undefined;
    this.reader = undefined;
    this.unreadFiles = [];
    this.pool?.cancel();
    this.pool = undefined;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.membersById.clear();
    this.startsByKey.clear();
    this.waitingTasks = [];
    this.refusedFiles = [];
    this.pendingState = {};
    this.store.setState(EMPTY_CLASS);
  }

  private send(message: MessageToClass<MessagePort>, ports: MessagePort[] = []): void {
    if (this.worker === undefined) {
      this.worker = startWorker(classWorker, (failure) => {
        this.forget();
        this.store.setState({ failure });
      });
      this.worker.onmessage = ({ data }: MessageEvent<MessageFromClass>) => this.receive(data);
    }
    this.worker.postMessage(message, ports);
  }

  private readNextFiles(): void {
    const { port1, port2 } = new MessageChannel();
    const files = this.unreadFiles.splice(0, FILES_PER_READER);
    const message: MessageToReader<File, MessagePort> = { files, judge: port2 };
    this.send({ type: 'reader', port: port1 }, [port1]);
    const reader = startWorker(readerWorker, (reason) => {
      if (this.reader !== reader) return;
      this.refuseUnread(files, reason);
      this.endReader();
    });
    this.reader = reader;
    reader.postMessage(message, [port2]);
  }

  /** Refuses those files of a reader that are neither read nor refused yet. */
  private refuseUnread(files: readonly NamedFile[], reason: string): void {
    const doneNames = new Set([...this.membersById.values(), ...this.refusedFiles].map(({ file }) => file));
    for (const { name } of files) if (!doneNames.has(name)) this.refuse(name, reason);
  }

  private endReader(): void {
    this.reader?.terminate();
    this.reader = undefined;
    if (this.unreadFiles.length > 0) {
      this.readNextFiles();
      return;
    }
    this.pendingState = { ...this.pendingState, isReading: false };
    this.reportSoon();
    this.measureWaitingTasks();
  }

  private receive(message: MessageFromClass): void {
    switch (message.type) {
      case 'progress': {
        const { members, refusedFiles, tasks } = message;
        for (const member of members) this.membersById.set(member.id, member);
        this.refusedFiles.push(...refusedFiles);
        this.waitingTasks.push(...tasks);
        this.pendingState = {
          ...this.pendingState,
          runCount: (this.pendingState.runCount ?? this.store.getState().runCount) + tasks.length,
        };
        this.reportSoon();
        this.measureWaitingTasks();
        return;
      }
      case 'task':
        this.startsByKey.get(message.key)?.(message.task);
        this.startsByKey.delete(message.key);
        return;
      case 'lessonNeeded':
        void this.loadLesson(message.id).then(
          (text) => this.setLesson(message.id, text),
          () => this.setLesson(message.id, undefined),
        );
        return;
      case 'lessonGiven':
        // A lesson of the page cannot be replaced by a file: the file may be a student's.
        void this.loadLesson(message.id).then(
          () => this.refuse(message.id, 'this page has this lesson itself; its own copy is used'),
          () => this.setLesson(message.id, message.text),
        );
        return;
      case 'readAll':
        this.endReader();
    }
  }

  private setLesson(id: string, text: string | undefined): void {
    const lesson = text === undefined ? undefined : parseLesson(text).lesson;
    if (lesson !== undefined) this.store.setState(({ lessons }) => ({ lessons: new Map([...lessons, [id, lesson]]) }));
    this.send({ type: 'lesson', id, text });
  }

  private refuse(file: string, reason: string): void {
    this.refusedFiles.push({ file, reason });
    this.reportSoon();
  }

  /** Starts a pool for the waiting tasks when all files are read and the pool before has finished. */
  private measureWaitingTasks(): void {
    if (this.pool !== undefined || this.waitingTasks.length === 0 || this.reader !== undefined) return;
    const tasks = this.waitingTasks;
    this.waitingTasks = [];
    const finishRun = (message: MessageToClass<MessagePort>) => {
      this.send(message);
      this.pendingState = {
        ...this.pendingState,
        measuredRunCount: (this.pendingState.measuredRunCount ?? this.store.getState().measuredRunCount) + 1,
      };
      this.reportSoon();
    };
    const pool = new TaskPool<ClassTask, MeasuredRun>(
      tasks,
      {
        onProgress: () => {},
        onDone: (result, { key }) => finishRun({ type: 'measured', key, result }),
        onFailure: ({ key }, reason) => finishRun({ type: 'failed', key, reason }),
      },
      undefined,
      scheduleChecksWhileVisible,
      MAX_RUN_MS,
    );
    this.pool = pool;
    const workerCount = Math.min(MAX_WORKERS, Math.max(1, processorCount() - 1));
    void pool
      .run(workerCount, () => this.startMeasuringWorker())
      .then(() => {
        this.pool = undefined;
        this.measureWaitingTasks();
      });
  }

  /** A worker of the pool. It gets the key of a run, and asks for its task. */
  private startMeasuringWorker(): TaskWorker<ClassTask, MeasuredRun> {
    const worker = startTaskWorker<LimitedMeasureTask, MeasuredRun>(startMeasuringThread());
    return {
      start: ({ key }) => {
        this.startsByKey.set(key, (task) => {
          if (task === undefined) worker.onAnswer({ type: 'failed', message: 'no hand-in needs it' });
          else worker.start(task);
        });
        this.send({ type: 'begin', key });
      },
      get onAnswer() {
        return worker.onAnswer;
      },
      set onAnswer(onAnswer) {
        worker.onAnswer = onAnswer;
      },
      close: () => worker.close(),
    };
  }

  private reportSoon(): void {
    const intervalMs = Math.max(MIN_REPORT_INTERVAL_MS, this.membersById.size * REPORT_INTERVAL_PER_MEMBER_MS);
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.store.setState({
        ...this.pendingState,
        members: [...this.membersById.values()],
        refusedFiles: [...this.refusedFiles],
      });
      this.pendingState = {};
    }, intervalMs);
  }
}

/** @param onFailed called with the reason if the worker cannot be loaded or stops */
function startWorker(url: string, onFailed: (reason: string) => void): Worker {
  const worker = new Worker(url, { type: 'module' });
  worker.onerror = (event) => {
    event.preventDefault?.();
    onFailed(event.message || `its worker could not be loaded: ${NOT_LOADED_TEXT}`);
  };
  return worker;
}
