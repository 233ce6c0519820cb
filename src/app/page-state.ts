/** The state of the page besides the lanes' frames. `page.ts` changes it. */
import type { VerdictKind } from '../engine/policy.ts';
import type { PacketStory } from '../engine/story.ts';
import type { OfferedProgram } from '../run-state/link.ts';
import type { LinkView } from '../run-state/link-view.ts';
import type { Embedding, RunState } from '../run-state/run-state.ts';
import { runOfPreset } from '../run-state/selectors.ts';
import type { AppliesFrom, ChangeTold, EditTold } from './editor.ts';

export const themes = ['system', 'light', 'dark', 'projector'] as const;
export type Theme = (typeof themes)[number];

/** The last action, for its message. */
export type Told =
  | ChangeTold
  | EditTold
  | { readonly kind: 'undone' | 'redone'; readonly label: string }
  | { readonly kind: 'begun'; readonly seed: number | undefined }
  | { readonly kind: 'counted'; readonly fromNs: number };

/** The chosen packet, and its story once it is known. */
export interface Question {
  readonly lane: number;
  readonly serial: number;
  readonly offeredNs: number;
  readonly story: PacketStory | 'asked' | 'unknown';
}

/** The packet at which the run is held: the newest one of a lane that had this verdict at this time. */
export interface Held {
  readonly lane: number;
  readonly kind: VerdictKind;
  readonly timeNs: number;
}

export interface PageState {
  readonly run: RunState;
  readonly playing: boolean;
  readonly ended: boolean;
  readonly speed: number;
  /** Simulated time, refreshed a few times a second: for figures and controls, not for drawing. */
  readonly timeNs: number;
  readonly endNs: number;
  /** How far the lanes have come on a long way, ns; undefined while none is being gone. */
  readonly progressNs: number | undefined;
  /** How fast a run comes on that plays and is too dense to be shown live, simulated seconds a second; else undefined. */
  readonly denseRate: number | undefined;
  readonly theme: Theme;
  readonly embedding: Embedding;
  /** Id of the paper that is shown in place of the lanes, empty for any; undefined where none is. */
  readonly papers: string | undefined;
  /** The gallery of scenarios lies over the run. */
  readonly gallery: boolean;
  /** Address of the lesson that is open beside the run, or of the list of lessons, as the hash has it; else undefined. */
  readonly lesson: string | undefined;
  /** In a locked page, the paths that may be changed nevertheless; undefined outside of lessons. */
  readonly only: readonly string[] | undefined;
  /** The number of a paper that a run was opened from (`PAPER:NUMBER`), and the run as it was then. */
  readonly from: { readonly number: string; readonly run: RunState } | undefined;
  /** The view that the link of a run named, and this run. */
  readonly view: { readonly view: LinkView; readonly run: RunState } | undefined;
  /** The stop of the preset's story that is shown, from 1; undefined outside of it. */
  readonly story: number | undefined;
  /** The lane whose program is open in the editor, or a program of a link that has not been run. */
  readonly program: number | OfferedProgram | undefined;
  readonly notices: readonly string[];
  /** Why the page offers to be loaded again, in words; undefined while it does not. */
  readonly reloadOffer: string | undefined;
  /** From when a change among the controls holds. */
  readonly applies: AppliesFrom;
  readonly told: Told | undefined;
  /** The actions of undo and redo; undefined where there is nothing. */
  readonly undo: string | undefined;
  readonly redo: string | undefined;
  readonly question: Question | undefined;
  readonly held: Held | undefined;
  /** Counts how often a spoken summary of the lanes was asked for. */
  readonly summaries: number;
  /** Counts events that change lane headings: new frames (slowly), failures, openings. */
  readonly beat: number;
}

/** Before anything is opened. */
export const atFirst: PageState = {
  run: runOfPreset(''),
  playing: false,
  ended: false,
  speed: 1,
  timeNs: 0,
  endNs: 0,
  progressNs: undefined,
  denseRate: undefined,
  theme: 'system',
  embedding: 'whole',
  papers: undefined,
  gallery: false,
  lesson: undefined,
  only: undefined,
  from: undefined,
  view: undefined,
  story: undefined,
  program: undefined,
  notices: [],
  reloadOffer: undefined,
  applies: 'start',
  told: undefined,
  undo: undefined,
  redo: undefined,
  question: undefined,
  held: undefined,
  summaries: 0,
  beat: 0,
};
