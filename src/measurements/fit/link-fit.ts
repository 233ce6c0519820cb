/** The result of a fit as data. */
import type { Measurement, TransferDirection } from '../measurement.ts';

/** From the provider to the user, or back. */
export type LinkDirection = 'down' | 'up';

/** Whether a text is a direction of the link. */
export const isLinkDirection = (direction: string | undefined): direction is LinkDirection =>
  direction === 'down' || direction === 'up';

/** The loads of the scenario of a fit: in one direction, or in both at once. */
export type LoadDirection = LinkDirection | 'both';

/** Whether a load in the direction is one of them. */
export const isLoaded = (loadDirection: LoadDirection, direction: TransferDirection): boolean =>
  loadDirection === direction || (loadDirection === 'both' && isLinkDirection(direction));

/** A value in `unit`. `low` and `high` enclose it; null is an end that the data do not give. */
export interface Estimate {
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly unit: string;
  readonly evidence: readonly string[];
}

/** CoDel, PIE and RED are not told apart. */
export type QueueClass = 'drop-tail' | 'single-queue AQM' | 'flow queues' | 'the data do not tell';

export interface QueueEstimate {
  readonly class: QueueClass;
  /** The discipline, if a router names it. */
  readonly kind?: string;
  readonly evidence: readonly string[];
}

/** The values of one direction. A value without evidence is left out. */
export interface DirectionFit {
  /** With the Ethernet header, as tbf and cake count. */
  readonly rateMbps?: Estimate;
  readonly queue: QueueEstimate;
  /** Only of a drop-tail buffer that filled. */
  readonly bufferPackets?: Estimate;
  readonly bufferBytes?: Estimate;
  readonly bufferMs?: Estimate;
  readonly notes: readonly string[];
}

/** Whether the queue of a loaded direction is taken as drop-tail without a discipline that says what it counts. */
export const isCountGuessed = (fit: Record<LinkDirection, DirectionFit>, loadDirection: LoadDirection): boolean =>
  (['down', 'up'] as const).some((direction) => {
    const { class: queueClass, kind } = fit[direction].queue;
    const isTold = queueClass === 'drop-tail' ? kind !== undefined : queueClass !== 'the data do not tell';
    return isLoaded(loadDirection, direction) && !isTold;
  });

/** The values of a link. A value without evidence is left out. */
export interface LinkFit {
  readonly baseRttMs?: Estimate;
  readonly down: DirectionFit;
  readonly up: DirectionFit;
  readonly notes: readonly string[];
  readonly questions: readonly string[];
}

/** Begins the note of a direction without any file. */
export const NOTHING_KNOWN = 'Nothing is known of the link';

/** A file with one measurement, as the evidence names it. */
export interface NamedMeasurement {
  readonly name: string;
  readonly measurement: Measurement;
  /** The user's answer where the file does not tell it. */
  readonly givenDirection?: GivenDirection;
}

/** The direction of a transfer, or of the load beside a probe; `idle` is a probe without a load. */
export const GIVEN_DIRECTIONS = ['down', 'up', 'both', 'idle'] as const;
/** The answer of a user about the direction of a transfer. */
export type GivenDirection = (typeof GIVEN_DIRECTIONS)[number];
