/**
 * Places all texts of a drawing at once. No text covers another one, or a mark that it avoids, and none is outside its
 * bounds. A text keeps its place from frame to frame until something takes it.
 */
import { shortenToFit } from '../shared/fit-text.ts';
import { boxesMeet, closestPoint, grownBox, isInside, type Segment, segmentMeetsBox } from './boxes.ts';
import {
  boxOfMark,
  flatMarks,
  type Ink,
  type Mark,
  type SceneBox,
  type ScenePoint,
  type ShapeMark,
  type TextMark,
  type TextPlace,
  type Wording,
} from './marks.ts';
import { lineWidth, TEXT_FONT, type TextRuler } from './text-ruler.ts';

/** Side of the box of a letter, and the space behind it, px. */
export const LETTER_BOX_PX = 13;
export const LETTER_GAP_PX = 4;
/** Dash of a line that leads to a text with a ground. */
export const LEADER_DASH: readonly number[] = [2, 2];
/** Height of a line of text beyond the size of its font, px. */
const LINE_SPACE_PX = 1;
/** Space between two texts, at each side, px. */
const TEXT_ROOM_PX = 1;
/** Space around the lines that a text avoids, px. */
const LINE_ROOM_PX = 1;
/** A text at a larger distance from its point has a leader, px. */
const MIN_LEADER_PX = 12;
/** A text that was shortened or left out is tried again after this time, ms. */
const RETRY_MS = 1_000;
/** Farthest place of a text of priority 1 from its first place, and the steps of the search, px. */
const SEARCH_REACH_PX = 64;
const SEARCH_STEP_PX = 4;

/** A text at its place. */
export interface PlacedText {
  readonly mark: TextMark;
  readonly lines: readonly Wording[];
  readonly box: SceneBox;
  readonly align: TextPlace['align'];
  readonly ink: Ink;
  readonly leader?: Leader;
}

export interface Leader extends Segment {
  readonly isBehind: boolean;
}

/** The wording and the place of a text in a frame; `place` is -1 if it was left out. */
interface TextChoice {
  readonly wording: number;
  readonly place: number;
  readonly sinceMs: number;
}

export interface TextLayout {
  readonly texts: readonly PlacedText[];
  readonly hiddenMarks: readonly TextMark[];
  /** Number of texts in fewer words than their first wording. */
  readonly shortenedCount: number;
  readonly choices: ReadonlyMap<string, TextChoice>;
}

interface Obstacles {
  readonly boxes: SceneBox[];
  readonly segments: Segment[];
}

/** Height of one line of a text, px. */
export function lineHeightPx({ font = TEXT_FONT, heightPx }: Pick<TextMark, 'font' | 'heightPx'>): number {
  return heightPx ?? font.sizePx + LINE_SPACE_PX;
}

/** Side of the box of a letter, px. It is not higher than its line. */
export const letterBoxPx = ({ heightPx = LETTER_BOX_PX }: Pick<TextMark, 'heightPx'>): number =>
  Math.min(LETTER_BOX_PX, heightPx);

/** A text with symbols has one line. */
const linesOf = (words: Wording): readonly Wording[] => (typeof words === 'string' ? words.split('\n') : [words]);

/** Width of a text with its letters, px. */
export function widthOfText(
  mark: Pick<TextMark, 'letter' | 'font' | 'heightPx'>,
  words: Wording,
  ruler: TextRuler,
): number {
  const { font = TEXT_FONT } = mark;
  const wordsPx = words === '' ? 0 : Math.max(...linesOf(words).map((line) => lineWidth(line, font, ruler)));
  return lettersWidth(mark) + wordsPx - (words === '' && mark.letter !== undefined ? LETTER_GAP_PX : 0);
}

/** Width of the letters before the words, and of the spaces behind them, px. */
const lettersWidth = (mark: Pick<TextMark, 'letter' | 'heightPx'>) =>
  (mark.letter?.length ?? 0) * (letterBoxPx(mark) + LETTER_GAP_PX);

/** @param previous the layout of the frame before, if the drawing has the same size */
export function placeTexts(
  marks: readonly Mark[],
  size: { readonly width: number; readonly height: number },
  ruler: TextRuler,
  previous?: TextLayout,
  nowMs = 0,
): TextLayout {
  const layout = new TextSolver(marks, size, ruler, previous, nowMs, false).layout();
  // Long wordings of some texts may have taken the room of others.
  return layout.hiddenMarks.every(({ priority }) => priority > 1)
    ? layout
    : new TextSolver(marks, size, ruler, previous, nowMs, true).layout();
}

class TextSolver {
  private readonly marks: readonly Mark[];
  private readonly wholeBox: SceneBox;
  private readonly ruler: TextRuler;
  private readonly previousLayout: TextLayout | undefined;
  private readonly nowMs: number;
  /** Texts of priority 1 have their shortest wordings. */
  private readonly isTerse: boolean;
  private readonly obstacles = new Map<string, Obstacles>();
  private readonly texts: PlacedText[] = [];
  private readonly takenPlaces: { readonly box: SceneBox; readonly hasGround: boolean }[] = [];
  private readonly leaders: Segment[] = [];
  private readonly choices = new Map<string, TextChoice>();
  private shortenedCount = 0;

  constructor(
    marks: readonly Mark[],
    { width, height }: { readonly width: number; readonly height: number },
    ruler: TextRuler,
    previous: TextLayout | undefined,
    nowMs: number,
    isTerse: boolean,
  ) {
    this.wholeBox = { left: 0, top: 0, right: width, bottom: height };
    this.marks = marks;
    this.ruler = ruler;
    this.previousLayout = previous;
    this.nowMs = nowMs;
    this.isTerse = isTerse;
  }

  layout(): TextLayout {
    const textMarks: TextMark[] = [];
    for (const mark of flatMarks(this.marks)) {
      if (mark.kind === 'text') textMarks.push(mark);
      else if (mark.tag !== undefined) this.addObstacle(mark.tag, mark);
    }
    // Of equal priority, those with few places first.
    textMarks.sort((a, b) => a.priority - b.priority || a.places.length - b.places.length);
    const hiddenMarks = textMarks.filter((mark) => !this.place(mark));
    const { texts, shortenedCount, choices } = this;
    return { texts, hiddenMarks: hiddenMarks, shortenedCount, choices };
  }

  private addObstacle(tag: string, mark: ShapeMark): void {
    const obstacles = this.obstacles.get(tag) ?? { boxes: [], segments: [] };
    this.obstacles.set(tag, obstacles);
    if (mark.kind !== 'line') {
      obstacles.boxes.push(boxOfMark(mark));
      return;
    }
    for (const [index, to] of mark.points.entries()) {
      const from = mark.points[index - 1];
      if (from !== undefined && Number.isFinite(from.x + from.y + to.x + to.y)) obstacles.segments.push({ from, to });
    }
  }

  /** @returns whether the text has a place */
  private place(mark: TextMark): boolean {
    if ((this.choices.get(mark.insteadOf ?? '')?.place ?? -1) >= 0) return false;
    const previousChoice = this.previousLayout?.choices.get(mark.key);
    const keptChoice =
      previousChoice !== undefined && previousChoice.wording >= this.firstWording(mark) ? previousChoice : undefined;
    const mayChange = keptChoice === undefined || this.nowMs - keptChoice.sinceMs >= RETRY_MS;
    const keptText =
      keptChoice !== undefined && keptChoice.place >= 0
        ? this.fit(mark, keptChoice.wording, keptChoice.place, true)
        : undefined;
    if (keptChoice !== undefined && keptText !== undefined && (keptChoice.wording === 0 || !mayChange))
      return this.accept(keptText, keptChoice);
    if (keptChoice?.place === -1 && !mayChange && mark.priority > 1) {
      this.choices.set(mark.key, keptChoice);
      return false;
    }
    const foundPlace =
      this.search(mark) ??
      (mark.priority === 1 ? this.searchOnMarks(mark, mayChange ? undefined : keptChoice) : undefined);
    if (foundPlace !== undefined) return this.accept(...foundPlace);
    const lastWording = mark.wordings.length - 1;
    const lastResort =
      (mark.canBeCut === true ? this.cut(mark) : undefined) ??
      (mark.priority === 1 ? this.searchAround(mark) : undefined);
    if (lastResort !== undefined)
      return this.accept(lastResort, { wording: lastWording, place: 0, sinceMs: this.nowMs });
    this.choices.set(mark.key, { wording: lastWording, place: -1, sinceMs: this.nowMs });
    return false;
  }

  private accept(text: PlacedText, choice: TextChoice): true {
    this.texts.push(text);
    const { roomPx = TEXT_ROOM_PX } = text.mark;
    const { left, right, ...box } = grownBox(text.box, TEXT_ROOM_PX);
    this.takenPlaces.push({
      box: { ...box, left: left + TEXT_ROOM_PX - roomPx, right: right - TEXT_ROOM_PX + roomPx },
      hasGround: text.mark.hasGround === true,
    });
    if (text.leader !== undefined) this.leaders.push(text.leader);
    const last = text.lines.at(-1);
    if (choice.wording > 0 || (typeof last === 'string' && last.endsWith('…'))) this.shortenedCount++;
    this.choices.set(text.mark.key, choice);
    return true;
  }

  /** The longest wording at the best place. */
  private search(mark: TextMark): readonly [PlacedText, TextChoice] | undefined {
    for (let wording = this.firstWording(mark); wording < mark.wordings.length; wording++)
      for (let place = 0; place < mark.places.length; place++) {
        const text = this.fit(mark, wording, place, true);
        if (text !== undefined) return [text, { wording, place, sinceMs: this.nowMs }];
      }
    return undefined;
  }

  /**
   * The longest wording at the place that covers least of the marks that the text avoids.
   * @param keptChoice the choice that stays, if it fits
   */
  private searchOnMarks(mark: TextMark, keptChoice?: TextChoice): readonly [PlacedText, TextChoice] | undefined {
    const keptText = keptChoice && this.fit(mark, keptChoice.wording, keptChoice.place, false);
    if (keptChoice !== undefined && keptText !== undefined) return [keptText, keptChoice];
    for (let wording = this.firstWording(mark); wording < mark.wordings.length; wording++) {
      let [best, leastPx]: [readonly [PlacedText, TextChoice] | undefined, number] = [
        undefined,
        Number.POSITIVE_INFINITY,
      ];
      for (let place = 0; place < mark.places.length; place++) {
        const text = this.fit(mark, wording, place, false);
        const px = text === undefined ? leastPx : this.coveredPx(mark, text.box);
        if (text === undefined || px >= leastPx) continue;
        [best, leastPx] = [[text, { wording, place, sinceMs: this.nowMs }], px];
      }
      if (best !== undefined) return best;
    }
    return undefined;
  }

  private firstWording({ priority, wordings }: TextMark): number {
    return this.isTerse && priority === 1 ? wordings.length - 1 : 0;
  }

  private fit(mark: TextMark, wording: number, place: number, avoidsMarks: boolean): PlacedText | undefined {
    const [words, at] = [mark.wordings[wording], mark.places[place]];
    return words === undefined || at === undefined ? undefined : this.fitAt(mark, words, at, avoidsMarks);
  }

  private fitAt(mark: TextMark, words: Wording, place: TextPlace, avoidsMarks: boolean): PlacedText | undefined {
    const lines = linesOf(words);
    const widthPx = widthOfText(mark, words, this.ruler);
    const { align, slides = false, y } = place;
    const bounds = this.boundsOf(mark);
    let left = align === 'left' ? place.x : align === 'right' ? place.x - widthPx : place.x - widthPx / 2;
    if (slides) left = Math.max(bounds.left, Math.min(bounds.right - widthPx, left));
    const heightPx = Math.max(lines.length * lineHeightPx(mark), mark.letter === undefined ? 0 : letterBoxPx(mark));
    const box = { left, right: left + widthPx, top: y - heightPx / 2, bottom: y + heightPx / 2 };
    if (!Number.isFinite(left + y) || !isInside(box, bounds) || !this.isFree(box)) return undefined;
    if (avoidsMarks && this.coversMark(mark, box)) return undefined;
    const leader = leaderOf(place, box);
    const isInWay = (takenPlace: (typeof this.takenPlaces)[number]) =>
      !(leader?.isBehind === true && takenPlace.hasGround) &&
      leader !== undefined &&
      segmentMeetsBox(leader, takenPlace.box);
    if (this.takenPlaces.some(isInWay)) return undefined;
    return {
      mark,
      lines,
      box,
      align,
      ink: place.ink ?? mark.ink ?? 'text',
      ...(leader === undefined ? {} : { leader }),
    };
  }

  private boundsOf({ bounds }: TextMark): SceneBox {
    return bounds === undefined ? this.wholeBox : { ...this.wholeBox, ...bounds };
  }

  private isFree(box: SceneBox): boolean {
    return (
      !this.takenPlaces.some((taken) => boxesMeet(box, taken.box)) &&
      !this.leaders.some((leader) => segmentMeetsBox(leader, box))
    );
  }

  private coversMark({ avoids = [] }: TextMark, box: SceneBox): boolean {
    const lineBox = grownBox(box, LINE_ROOM_PX);
    return avoids.some((tag) => {
      const obstacles = this.obstacles.get(tag);
      return (
        obstacles !== undefined &&
        (obstacles.boxes.some((other) => boxesMeet(box, other)) ||
          obstacles.segments.some((segment) => segmentMeetsBox(segment, lineBox)))
      );
    });
  }

  /**
   * How much of the marks that a text avoids is in its box: the sum of their widths or heights there, whichever is
   * larger, px.
   */
  private coveredPx({ avoids = [] }: TextMark, box: SceneBox): number {
    let px = 0;
    for (const tag of avoids) {
      const { boxes = [], segments = [] } = this.obstacles.get(tag) ?? {};
      for (const other of boxes) if (boxesMeet(box, other)) px += lengthInside(box, other);
      for (const segment of segments) if (segmentMeetsBox(segment, box)) px += lengthInside(box, boxOfSegment(segment));
    }
    return px;
  }

  /** The beginning of the shortest wording at the first place with room for some letters. */
  private cut(mark: TextMark): PlacedText | undefined {
    const { font = TEXT_FONT } = mark;
    const bounds = this.boundsOf(mark);
    const words = mark.wordings.at(-1);
    if (typeof words !== 'string') return undefined;
    const letterPx = lettersWidth(mark);
    for (const place of mark.places) {
      const [before, after] = [place.x - bounds.left, bounds.right - place.x];
      const roomPx =
        place.slides === true
          ? bounds.right - bounds.left
          : place.align === 'left'
            ? after
            : place.align === 'right'
              ? before
              : 2 * Math.min(before, after);
      const beginning = shortenToFit(words, roomPx - letterPx, (part) => this.ruler(part, font));
      if (beginning === '' && mark.letter === undefined) continue;
      const text = this.fitAt(mark, beginning, place, false);
      if (text !== undefined) return text;
    }
    return undefined;
  }

  /** The free place that is nearest to the first place, also on marks. */
  private searchAround(mark: TextMark): PlacedText | undefined {
    const [first] = mark.places;
    const words = mark.wordings.at(-1);
    if (first === undefined || words === undefined) return undefined;
    const shifts: ScenePoint[] = [];
    for (let y = -SEARCH_REACH_PX; y <= SEARCH_REACH_PX; y += SEARCH_STEP_PX)
      for (let x = -SEARCH_REACH_PX; x <= SEARCH_REACH_PX; x += SEARCH_STEP_PX) shifts.push({ x, y });
    shifts.sort((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y));
    for (const { x, y } of shifts) {
      const text = this.fitAt(mark, words, { ...first, x: first.x + x, y: first.y + y }, false);
      if (text !== undefined) return text;
    }
    return undefined;
  }
}

const boxOfSegment = ({ from, to }: Segment): SceneBox => ({
  left: Math.min(from.x, to.x),
  right: Math.max(from.x, to.x),
  top: Math.min(from.y, to.y),
  bottom: Math.max(from.y, to.y),
});

/** The larger one of the width and the height that two boxes share, px. */
const lengthInside = (a: SceneBox, b: SceneBox): number =>
  Math.max(
    Math.min(a.right, b.right) - Math.max(a.left, b.left),
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
  );

function leaderOf({ leaderFrom, isLeaderBehind = false }: TextPlace, box: SceneBox): Leader | undefined {
  if (leaderFrom === undefined) return undefined;
  const to = closestPoint(box, leaderFrom);
  if (Math.hypot(to.x - leaderFrom.x, to.y - leaderFrom.y) <= MIN_LEADER_PX) return undefined;
  return { from: leaderFrom, to, isBehind: isLeaderBehind };
}
