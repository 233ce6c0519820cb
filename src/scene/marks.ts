/**
 * A drawing as data: a list of marks in pixels from the upper left corner. Painters draw it in the colours of a theme.
 */

export interface ScenePoint {
  readonly x: number;
  readonly y: number;
}

/** Edges of a box, px from the upper left corner of the drawing. */
export interface SceneBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A colour of the theme, or a colour of its own on a light and on a dark background. */
export type Ink = 'text' | 'muted' | 'grid' | 'surface' | readonly [onLight: string, onDark: string];

/** The colours that painters need of a theme. */
export interface InkTheme extends Readonly<Record<Exclude<Ink, readonly string[]>, string>> {
  readonly isDark: boolean;
}

/** The CSS colour of an ink in a theme. */
export const inkColour = (ink: Ink, theme: InkTheme): string =>
  typeof ink === 'string' ? theme[ink] : ink[theme.isDark ? 1 : 0];

interface PaintedMark {
  readonly fill?: Ink;
  readonly stroke?: Ink;
  /** 1 without it. */
  readonly strokePx?: number;
  readonly dash?: readonly number[];
  readonly opacity?: number;
  /** Texts name the tags of marks that they must not cover. */
  readonly tag?: string;
  /** In words, for tooltips and screen readers. */
  readonly meaning?: string;
}

/** A line through points. */
export interface LineMark extends PaintedMark {
  readonly kind: 'line';
  readonly points: readonly ScenePoint[];
}

/** A rectangle. */
export interface RectMark extends PaintedMark {
  readonly kind: 'rect';
  readonly box: SceneBox;
}

/** A dot, or a ring. */
export interface SymbolMark extends PaintedMark {
  readonly kind: 'symbol';
  readonly at: ScenePoint;
  readonly radiusPx: number;
}

/** A shape in the notation of SVG. */
export interface PathMark extends PaintedMark {
  readonly kind: 'path';
  readonly d: string;
  readonly box: SceneBox;
}

/** Marks that mean one thing together. */
export interface GroupMark {
  readonly kind: 'group';
  readonly meaning: string;
  readonly marks: readonly Mark[];
}

/** Marks that are drawn only inside a box. */
export interface ClipMark {
  readonly kind: 'clip';
  readonly box: SceneBox;
  readonly marks: readonly Mark[];
}

/** Size and style of a text. */
export interface TextFont {
  readonly sizePx: number;
  readonly isBold?: boolean;
  readonly isItalic?: boolean;
  /** Whether it is the font of symbols, which has serifs. */
  readonly isOfSymbols?: boolean;
}

/** The symbol of a parameter, such as `min_th`, whose end is a subscript. */
export interface SymbolWord {
  readonly symbol: string;
}

/** Words in a colour of their own, such as the sign of a band in a key. */
export interface InkedWords {
  readonly words: string;
  readonly ink: Ink;
}

/** A part of a text. */
export type WordingPart = string | SymbolWord | InkedWords;

/** The words of a text. A line break separates lines. In parts, if one of them has its own look. */
export type Wording = string | readonly WordingPart[];

/** A place of a text: the point of its left end, middle or right end, at half of its height. */
export interface TextPlace extends ScenePoint {
  readonly align: 'left' | 'centre' | 'right';
  /** The text moves sideways as far as necessary to stay inside its bounds. */
  readonly slides?: boolean;
  /** The colour of the words there, if it is another. */
  readonly ink?: Ink;
  /** A line leads from here to a text that is not beside it. */
  readonly leaderFrom?: ScenePoint;
  /** The line is dashed, and behind texts with a ground. */
  readonly isLeaderBehind?: boolean;
}

/** A text, with the places where it may stand. */
export interface TextMark {
  readonly kind: 'text';
  /** Identifies a text: it has the same key in the next frame. */
  readonly key: string;
  /** The text in fewer and fewer words. */
  readonly wordings: readonly Wording[];
  /** The best places first. */
  readonly places: readonly TextPlace[];
  /** The text stays inside. A side that is not given is that of the drawing. */
  readonly bounds?: Partial<SceneBox>;
  /** A text of priority 1 is never left out. The others give way to texts of smaller numbers. */
  readonly priority: number;
  /** Tags of marks that it must not cover. */
  readonly avoids?: readonly string[];
  /** If no wording has room, the last one is cut, and ends with an ellipsis. */
  readonly canBeCut?: boolean;
  /** Letters before the words, each in a box: those of lanes. */
  readonly letter?: string | undefined;
  /** Height of a line, px, if it is not that of the font: digits are lower. */
  readonly heightPx?: number | undefined;
  /** The key of a text that is placed before it: it is left out if that one has a place. */
  readonly insteadOf?: string | undefined;
  readonly font?: TextFont;
  /** `text` without it. */
  readonly ink?: Ink;
  /** Free space at both ends, px; 1 without it. */
  readonly roomPx?: number;
  /** No line goes through the words. */
  readonly hasGround?: boolean;
}

/** A mark that is drawn by itself and is no text. */
export type ShapeMark = LineMark | RectMark | SymbolMark | PathMark;

/** Everything that a drawing can have. */
export type Mark = ShapeMark | TextMark | GroupMark | ClipMark;

/** All marks without groups and clips, in their order. */
export function* flatMarks(marks: readonly Mark[]): Generator<ShapeMark | TextMark> {
  for (const mark of marks) {
    if (mark.kind === 'group' || mark.kind === 'clip') yield* flatMarks(mark.marks);
    else yield mark;
  }
}

/** The box around a mark with a shape. */
export function boxOfMark(mark: ShapeMark): SceneBox {
  if (mark.kind === 'rect' || mark.kind === 'path') return mark.box;
  const [points, reachPx] = mark.kind === 'symbol' ? [[mark.at], mark.radiusPx] : [mark.points, 0];
  let box: SceneBox = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { x, y } of points)
    box = {
      left: Math.min(box.left, x - reachPx),
      top: Math.min(box.top, y - reachPx),
      right: Math.max(box.right, x + reachPx),
      bottom: Math.max(box.bottom, y + reachPx),
    };
  return box;
}
