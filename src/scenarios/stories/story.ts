/** A story of a scenario, and the functions that make its facts. */
import type { OpeningLane } from '../../engine/scenario/scenario.ts';

/**
 * The figure or event of a fact. Figures count since the warm-up, as the lane's head does; `waiting` is the packets
 * that wait now. `missingFrames` counts the frames that cannot be shown because of one loss: the largest loss of the
 * drawn videos.
 */
export type FactFigure =
  | 'waiting'
  | 'delayMs'
  | 'lossPercent'
  | 'busyPercent'
  | 'fairness'
  | 'classDelayMs'
  | 'classLossPercent'
  | 'roundTripMs'
  | 'throughputMbps'
  | 'goodputMbps'
  | 'bitrateKbps'
  | 'shownPercent'
  | 'missingFrames';

/** A figure of a lane at the time of the stop. */
export interface FigureFact {
  /** Its text in the sentence. It begins with the figure, with the digits that the page shows. */
  readonly says: string;
  readonly lane: number;
  readonly figure: FactFigure;
  /** Of the queue up. Otherwise of the queue down, or of the only one. */
  readonly isUp?: true;
  /** Label of the class, if the figure belongs to a class. */
  readonly classLabel?: string;
}

/** The first event of its kind in the run of a lane. */
export interface EventFact {
  readonly lane: number;
  readonly event: 'drop' | 'full' | 'mark' | 'slowStart' | 'threshold' | 'state';
  /** Simulated time of the event, s, and the allowed difference, s. */
  readonly seconds: number;
  readonly tolerance: number;
  /** The sentence says that it has not come yet. Otherwise it is not after the stop. */
  readonly isLater?: true;
}

export type StoryFact = FigureFact | EventFact;

/** The part of a run that a stop shows. */
export interface StoryView {
  /** Simulated time, s. */
  readonly seconds: number;
  /** Speed after the stop, in simulated seconds per second. */
  readonly speed: number;
  /** The highlighted part: the lanes (or one of them), or the plots. */
  readonly focus: 'lanes' | 'plots' | 0 | 1;
  /**
   * Id of a plot with the figures of the stop, shown in the second place. By default the plots of the scenario have
   * them, or the lanes.
   */
  readonly plot?: string;
}

/** A stop of a story: the view of the run at a moment, a sentence about it, and the facts that the sentence tells. */
export interface StoryStop {
  readonly view: StoryView;
  readonly sentence: string;
  readonly facts: readonly StoryFact[];
}

/** The plot with the losses of the classes: the head of a lane has only that of all packets. */
export const CLASS_LOSS_PLOT = 'class-goodput-loss';

/** The parts of the picture of a packet's way. */
export type PathPart = 'sender' | 'queue' | 'link' | 'receiver' | 'acks';

/** The first steps of a newcomer: the way of a packet, part by part. It comes before the first stop, as stop 0. */
export interface StoryIntroduction {
  readonly view: StoryView;
  readonly parts: readonly { readonly part: PathPart; readonly sentence: string }[];
}

/** The story of one preset. */
export interface Story {
  readonly preset: string;
  readonly introduction?: StoryIntroduction;
  /** Id of the lesson of the page that continues it. */
  readonly lesson?: string;
  /** The policies of its lanes, or lanes with values of their own. The seed is 1. */
  readonly lanes: readonly (string | OpeningLane)[];
  readonly stops: readonly StoryStop[];
}

/** The lanes of a story with their values. */
export const lanesOfStory = ({ lanes }: Story): readonly OpeningLane[] =>
  lanes.map((lane) => (typeof lane === 'string' ? { policy: lane, values: {} } : lane));

/** Whether a fact counts a span of time, since the warm-up, and not only the moment of the stop. */
export const countsSpan = (fact: StoryFact): boolean =>
  'figure' in fact && fact.figure !== 'waiting' && fact.figure !== 'missingFrames';

/** A figure of a lane (from 0), or of one of its classes. */
export const figureFact = (lane: number, figure: FactFigure, says: string, classLabel?: string): FigureFact => ({
  lane,
  figure,
  says,
  ...(classLabel !== undefined && { classLabel }),
});

/** One figure of each lane, from lane A on. */
export const factsOfLanes = (
  figure: FactFigure,
  texts: readonly string[],
  classLabel?: string,
): readonly FigureFact[] => texts.map((says, lane) => figureFact(lane, figure, says, classLabel));

/** One figure of several classes of a lane, by their labels. */
export const factsOfClasses = (lane: number, figure: FactFigure, texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([classLabel, says]) => figureFact(lane, figure, says, classLabel));

/** An event of a lane (from 0), at its time, s, with the allowed difference, s. */
export const eventFact = (lane: number, event: EventFact['event'], seconds: number, tolerance: number): EventFact => ({
  lane,
  event,
  seconds,
  tolerance,
});

/** An event that comes after the stop. */
export const laterEventFact = (...fact: Parameters<typeof eventFact>): EventFact => ({
  ...eventFact(...fact),
  isLater: true,
});

/** The event at which a stop is, exactly; undefined if it is at its time. */
export const eventOfStop = ({ view, facts }: Pick<StoryStop, 'view' | 'facts'>): EventFact | undefined =>
  facts.find((fact): fact is EventFact => 'event' in fact && fact.seconds === view.seconds);

/** A figure of the queue up. */
export const upFact = (...fact: Parameters<typeof figureFact>): FigureFact => ({ ...figureFact(...fact), isUp: true });

/** One figure of the queue up of each lane, from lane A on. */
export const upFactsOfLanes = (...facts: Parameters<typeof factsOfLanes>): readonly FigureFact[] =>
  factsOfLanes(...facts).map((fact) => ({ ...fact, isUp: true }));
