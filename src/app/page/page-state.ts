/** The state of the page besides the lanes' frames. `page.ts` changes it. */
import type { PolicyDefinition, VerdictKind } from '../../engine/contract/policy.ts';
import type { HandIn } from '../../lessons/hand-in/hand-in.ts';
import type { Embedding, RunState } from '../../run-state/run-state.ts';
import type { OfferedProgram } from '../../run-state/run-url.ts';
import { runOfPreset } from '../../run-state/run-values.ts';
import type { TcChoice } from '../../run-state/tc/tc-line.ts';
import type { UrlView } from '../../run-state/url-view.ts';
import type { PacketHistory } from '../../runs/answers/packet-history.ts';
import type { PresetFamily } from '../../scenarios/loaded-presets.ts';
import type { LaneSnapshot } from '../lanes/lane.ts';
import type { ChangeStart, EditorChange } from './editor-change.ts';

export const themeIds = ['system', 'light', 'dark', 'projector'] as const;
/** The colours of the page. */
export type Theme = (typeof themeIds)[number];

/** The last action, for its message. */
export type LastChange = EditorChange | { readonly kind: 'undone' | 'redone'; readonly label: string };

/** The chosen packet, and its history once it is known. */
export interface PacketQuestion {
  readonly lane: number;
  readonly serial: number;
  readonly arrivedNs: number;
  readonly history: PacketHistory | 'requested' | 'unknown';
}

/** The packet at which the run is paused: the newest packet of a lane with this verdict at this time. */
export interface PausedAtPacket {
  readonly lane: number;
  readonly kind: VerdictKind;
  readonly timeNs: number;
}

/** A hand-in that was opened from a file. */
export interface OpenedHandIn {
  readonly fileName: string;
  readonly handIn: HandIn;
}

/** A file of tc with several queues. */
export interface OpenedTc {
  readonly fileName: string;
  readonly text: string;
  readonly choices: readonly TcChoice[];
}

/** The state of the page, besides that of lessons and measurements. */
export interface PageState {
  readonly run: RunState;
  readonly isPlaying: boolean;
  readonly hasEnded: boolean;
  readonly speed: number;
  /** Simulated time, updated a few times per second, for figures and controls, not for drawing. */
  readonly timeNs: number;
  /** Simulated time to which the lanes were told to advance, ns. */
  readonly commandedNs: number;
  readonly endNs: number;
  /** Time that the lanes have reached on the way to a distant time, ns; undefined otherwise. */
  readonly progressNs: number | undefined;
  /** Speed of a playing run that is too dense to be shown live, simulated seconds per second; otherwise undefined. */
  readonly possibleSpeed: number | undefined;
  readonly theme: Theme;
  readonly embedding: Embedding;
  /** Id of the paper that is shown in place of the lanes; empty for the list; undefined without papers. */
  readonly openPaperId: string | undefined;
  /** The gallery of scenarios is open over the run. */
  readonly showsGallery: boolean;
  /** Hash of the lesson that is open beside the run, or of the list of lessons; otherwise undefined. */
  readonly lessonHash: string | undefined;
  /**
   * In a locked page, the paths that may still be changed: those of a lesson's step or of a link; undefined for none.
   */
  readonly allowedPaths: readonly string[] | undefined;
  /** The number of a paper that a run was opened from (`PAPER:NUMBER`), and the run at that moment. */
  readonly paperOrigin: { readonly number: string; readonly run: RunState } | undefined;
  /** The view that the link of a run named, and this run. */
  readonly urlView: { readonly view: UrlView; readonly run: RunState } | undefined;
  /** The stop of the preset's story that is shown, from 1, or 0 for its introduction; undefined outside of it. */
  readonly storyStop: number | undefined;
  /** The lane whose program is open in the editor, or a program of a link that has not been run. */
  readonly openProgram: number | OfferedProgram | undefined;
  /** Shown over the run. */
  readonly openedHandIn: OpenedHandIn | undefined;
  /** The page asks which of its queues becomes a lane. */
  readonly openedTc: OpenedTc | undefined;
  /** The dialog of the user's own line is open over the run. */
  readonly showsLine: boolean;
  readonly notices: readonly string[];
  /** The reason why the page offers a reload, in words; undefined without an offer. */
  readonly reloadOffer: string | undefined;
  /** The time from which a change of a control is valid. */
  readonly appliesFrom: ChangeStart;
  readonly lastChange: LastChange | undefined;
  /** The actions of undo and redo; undefined if there is nothing. */
  readonly undoLabel: string | undefined;
  readonly redoLabel: string | undefined;
  readonly question: PacketQuestion | undefined;
  readonly pausedAt: PausedAtPacket | undefined;
  /** Counts the requests for a spoken summary of the lanes. */
  readonly summaryRequestCount: number;
  /** The lanes, updated as the time above, and after failures and openings. */
  readonly lanes: readonly LaneSnapshot[];
  /** The policies and the scenarios that are loaded, so that they can be chosen. */
  readonly policies: readonly PolicyDefinition[];
  readonly families: readonly PresetFamily[];
}

/** The views that can be open over the run or beside it. */
export type Overlays = Pick<PageState, 'openPaperId' | 'showsGallery' | 'lessonHash'>;

/**
 * The views, the program in its editor, a hand-in, a file of tc, the user's own line, and the note of the paper from
 * which the run was opened.
 */
export type OpenViews = Overlays &
  Pick<PageState, 'openProgram' | 'openedHandIn' | 'openedTc' | 'showsLine' | 'paperOrigin'>;

/** The state before anything is opened. */
export const initialPageState: PageState = {
  run: runOfPreset(''),
  isPlaying: false,
  hasEnded: false,
  speed: 1,
  timeNs: 0,
  commandedNs: 0,
  endNs: 0,
  progressNs: undefined,
  possibleSpeed: undefined,
  theme: 'system',
  embedding: 'whole',
  openPaperId: undefined,
  showsGallery: false,
  lessonHash: undefined,
  allowedPaths: undefined,
  paperOrigin: undefined,
  urlView: undefined,
  storyStop: undefined,
  openProgram: undefined,
  openedHandIn: undefined,
  openedTc: undefined,
  showsLine: false,
  notices: [],
  reloadOffer: undefined,
  appliesFrom: 'start',
  lastChange: undefined,
  undoLabel: undefined,
  redoLabel: undefined,
  question: undefined,
  pausedAt: undefined,
  summaryRequestCount: 0,
  lanes: [],
  policies: [],
  families: [],
};
