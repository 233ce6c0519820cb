/** The common part of the disciplines of tc: the words of a line, and the numbers behind them. */
import type { ParameterValue, ParameterValues } from '../../params/schema.ts';
import { required } from '../../shared/required.ts';
import type { TcUnit } from './tc-units.ts';

/** The words of a line, with their numbers; `true` for a word without one. */
export type TcWords = ReadonlyMap<string, number | string | true>;

/** The limit of a port's buffer. */
export type TcBuffer = { readonly packets: number } | { readonly bytes: number };

/** A lane, as a line of tc describes it. */
export interface TcLane {
  readonly policy: string;
  readonly values: Record<string, ParameterValue>;
  /** The buffer, for policies without a limit of their own. */
  readonly buffer?: TcBuffer;
  /** The words without counterpart, and those that are ignored, a sentence each. */
  readonly notes: string[];
}

/** The words of tc by the parameter that each sets. */
const WORDS_BY_PARAMETER: Readonly<Record<string, string>> = {
  limit: 'limit',
  packets: 'limit',
  bytes: 'limit',
  flowLimit: 'flow_limit',
  depth: 'depth',
  divisor: 'divisor',
  targetMs: 'target',
  intervalMs: 'interval',
  updateMs: 'tupdate',
  alpha: 'alpha',
  beta: 'beta',
  quantumBytes: 'quantum',
  initialQuantumBytes: 'initial_quantum',
  queues: 'flows',
  markLimit: 'ecn_prob',
  minThreshold: 'min',
  maxThreshold: 'max',
  meanPacketBytes: 'avpkt',
  queueWeight: 'burst',
  bandwidthBps: 'bandwidth',
  maxProbability: 'probability',
  redMinBytes: 'min',
  redMaxBytes: 'max',
  redMaxProbability: 'probability',
  redQueueWeight: 'burst',
  stepMs: 'step_thresh',
  stepPackets: 'step_thresh',
  minStepPackets: 'min_qlen_step',
  couplingFactor: 'coupling_factor',
  classicShare: 'classic_protection',
  maxRateBps: 'maxrate',
  lowRateBps: 'low_rate_threshold',
  refillDelayMs: 'refill_delay',
  ceThresholdMs: 'ce_threshold',
  timerSlackUs: 'timer_slack',
};

/** A parameter in a message: with the word of tc in front, such as `limit (buffer.packets)`. */
export function withTcWord(path: string): string {
  const word = WORDS_BY_PARAMETER[required(path.split('.').at(-1))];
  return word === undefined ? path : `${word} (${path})`;
}

/** A line of tc that is not read. The message says why, and what is allowed. */
export class TcLineError extends Error {}

/** Where a line comes from. */
export interface TcContext {
  /** The words are those that tc prints, not those that it reads. */
  readonly isPrinted: boolean;
  /** The words are those of JSON, which has whole microseconds. Text has three digits. */
  readonly isJson: boolean;
  /** Rate of the link, bit/s. */
  readonly rateBps: number;
}

export interface TcDiscipline {
  /** Name of the discipline in tc. */
  readonly kind: string;
  readonly policy: string;
  /** The unit of the number that follows a word; undefined for a word alone. */
  readonly words: Readonly<Record<string, TcUnit | undefined>>;
  /** @throws TcLineError */
  read(words: TcWords, context: TcContext): Omit<TcLane, 'policy'>;
  /** Unit of a limit in tc that the policy does not have itself: it is then the buffer of the scenario. */
  readonly bufferUnit?: 'packets' | 'bytes';
  /** Words whose 0 tc does not send, or the kernel does not take, so that the default stays. */
  readonly zeroIsDefault?: readonly string[];
  /** The commands for the shell that set it for a device, if its line alone is not enough. */
  commands?(values: ParameterValues, device: string): readonly string[];
  /**
   * The words of a lane in the order in which tc prints them.
   * @param limit the buffer in `bufferUnit`
   * @param notes gets what the line cannot say, a sentence each
   * @returns undefined if tc would refuse each line; a note says why
   */
  write(values: ParameterValues, limit: number | undefined, notes: string[]): readonly string[] | undefined;
}

/** MTU of the device, bytes. It has no header of the link, as the ports here. */
export const MTU_BYTES = 1500;
/** Length of a device's queue (`txqueuelen`), packets. */
export const DEVICE_PACKETS = 1000;

/** The number of a word; the default if the line has no such word. */
export function numberOf(words: TcWords, word: string, defaultNumber: number): number {
  const value = words.get(word);
  return typeof value === 'number' ? value : defaultNumber;
}

/** The number of a word, under the id of a parameter; empty without the word. */
export function valuesOfWord(words: TcWords, word: string, id: string, factor = 1): Record<string, ParameterValue> {
  const value = words.get(word);
  return typeof value === 'number' ? { [id]: value * factor } : {};
}

export const MS_PER_US = 1e-3;

/** Linux counts the times of CoDel in ticks of this length, and those of PIE in shorter ones, ns. */
export const CODEL_TICK_NS = 1024;
export const PIE_TICK_NS = 64;

/** Milliseconds in whole microseconds. */
export const usOf = (milliseconds: ParameterValue | undefined) => Math.round(Number(milliseconds) * 1e3);
type WordValues = Readonly<Record<string, ParameterValue | undefined>>;

/** Each word with its number, without those for which the policy has no value. */
export const numberWords = (numbers: WordValues): string[] =>
  Object.entries(numbers).flatMap(([word, value]) => (value === undefined ? [] : [word, String(value)]));
/** The words that are set. */
export const flagWords = (flags: WordValues): string[] => Object.keys(flags).filter((word) => flags[word] === true);

/** Words that change nothing here, each with its reason. */
export function noteIgnored(words: TcWords, reasons: Readonly<Record<string, string>>): string[] {
  return Object.entries(reasons)
    .filter(([word]) => words.has(word))
    .map(([word, reason]) => `${word} ${reason}`);
}

/**
 * Refuses a word that needs another one.
 * @throws TcLineError if the line has the word
 */
export function refuseWord(words: TcWords, word: string, reason: string): void {
  if (words.has(word)) throw new TcLineError(`${word}: not allowed; ${reason} is missing here`);
}
