/**
 * A figure of each class and lane as a line from zero with a dot at its end, and the letter and the number of the lane
 * beside it. The line is pale up to a part of the figure that is given in advance.
 */
import type { LaneData } from '../engine/frame/lane-data.ts';
import { axisBelow, NAME_PRIORITY, NUMBER_PRIORITY, textMark } from '../scene/axis-marks.ts';
import type { Mark, RectMark, SceneBox, ScenePoint } from '../scene/marks.ts';
import { lineHeightPx } from '../scene/place-texts.ts';
import type { SceneSize } from '../scene/scene.ts';
import { BOLD_TEXT_FONT, SMALL_TEXT_FONT, TEXT_FONT, type TextRuler } from '../scene/text-ruler.ts';
import { laneLetter } from '../shared/lane-letters.ts';
import { formatNumber } from '../shared/number-text.ts';
import {
  axisFromZero,
  type ClassInks,
  classesOf,
  classInks,
  glyphMarks,
  highestOf,
  noValuesMark,
  type PlotScale,
} from './plot-marks.ts';

/** A figure of the classes, with its own axis. */
export interface ClassDotsPanel {
  /** "goodput", "(Mb/s)". */
  readonly figureName: string;
  readonly unitText: string;
  /** More words of the axis, if it has room. */
  readonly timeText: string;
  /** The point of the panel, above it, and a sentence below it. */
  readonly note?: string | undefined;
  readonly reason?: string | undefined;
  /** By class and lane; NaN where there is none. */
  readonly values: readonly (readonly number[])[];
  /** By class: why it has no value in any lane. */
  readonly absenceTexts?: readonly (string | undefined)[];
  /** The pale part of each value. */
  readonly startValues?: readonly (readonly number[])[];
}

/** A figure by class and lane. */
export const classValues = (
  lanes: readonly LaneData[],
  figure: (lane: LaneData, classIndex: number) => number,
): number[][] => classesOf(lanes).map((_, index) => lanes.map((lane) => figure(lane, index)));

/** "goodput (Mb/s)". */
export const formatDotsAxis = ({ figureName, unitText }: Pick<ClassDotsPanel, 'figureName' | 'unitText'>): string =>
  `${figureName} ${unitText}`;

const MARGIN = { top: 6, right: 8, bottom: 36 };
const GLYPH_PX = 8;
const NAME_GAP_PX = 5;
/** Room for names, as a part of the width, and at most, px. */
const MAX_NAMES_SHARE = 0.28;
const MAX_NAMES_PX = 120;
const PANEL_GAP_PX = 12;
/** Room behind the longest line for a letter and a number, px; for columns of them, at most, as a part of the panel. */
const LABEL_PX = 58;
const MAX_LABELS_SHARE = 0.6;
const NOTE_HEIGHT_PX = 15;
/** Distance of the lines of a class, at most, px; and with a label beside each, at least. */
const LANE_PITCH_PX = 16;
const MIN_LABEL_PITCH_PX = 8.5;
/** Lower labels have the small font, and no box around the letter, px. */
const MIN_BOX_PX = 10;
/** Distance of the numbers of the axis, at least, px; and their steps, at most. */
const AXIS_STEP_PX = 30;
const MAX_AXIS_STEPS = 4;
/** Part of the height of a class with its lines. */
const LINES_SHARE = 0.92;
const LINE_PX = 3;
const DOT_RADIUS_PX = 3;
const PALE_OPACITY = 0.35;
/** Length of a part of the line of a class of two colours, px. */
const COLOUR_STEP_PX = 5;
/** Distance of a label from its dot, or of columns of labels from the end of the axis, px. */
const LABEL_GAP_PX = 5;
/** Space between two labels, px. */
const LABELS_APART_PX = 1.1;

/** The rows of the lanes in a class, and the columns of their labels behind the axis. */
interface LaneRows {
  readonly pitchPx: number;
  /** 1: each label is beside its dot. */
  readonly columns: number;
  /** Width of a column. */
  readonly columnPx: number;
}

/** Rows that are too low for a label in each have them in columns, so that one below another has room. */
function laneRows(classPitch: number, laneCount: number, panelPx: number): LaneRows {
  const pitchPx = Math.min(LANE_PITCH_PX, (LINES_SHARE * classPitch) / Math.max(1, laneCount));
  const columns = Math.max(1, Math.min(laneCount, Math.ceil(MIN_LABEL_PITCH_PX / pitchPx)));
  const labelsPx = Math.max(LABEL_PX, Math.min(columns * LABEL_PX, MAX_LABELS_SHARE * panelPx));
  return { pitchPx, columns, columnPx: labelsPx / columns };
}

/** @param panels beside each other, with the same classes */
export function classDotsMarks(
  lanes: readonly LaneData[],
  panels: readonly ClassDotsPanel[],
  size: SceneSize,
  ruler: TextRuler,
): Mark[] {
  const classes = classesOf(lanes);
  if (!panels.some(({ values }) => values.flat().some(Number.isFinite)))
    return [
      noValuesMark(
        size,
        panels[0]?.absenceTexts?.find((text) => text !== undefined),
      ),
    ];
  const longestPx = Math.max(0, ...classes.map(({ label }) => ruler(label, TEXT_FONT)));
  const namesPx = Math.min(MAX_NAMES_PX, MAX_NAMES_SHARE * size.width, longestPx) + 1;
  const left = GLYPH_PX + NAME_GAP_PX + namesPx + 8;
  const [right, bottom] = [size.width - MARGIN.right, size.height - MARGIN.bottom];
  const noteCount = Math.max(
    ...panels.map(({ note, reason }) => (note === undefined ? 0 : 1) + (reason === undefined ? 0 : 1)),
  );
  const top = MARGIN.top + noteCount * NOTE_HEIGHT_PX;
  const pitch = (bottom - top) / Math.max(1, classes.length);
  const names = classes.flatMap(({ label }, index) => {
    const middle = top + (index + 0.5) * pitch;
    const textLeft = GLYPH_PX + NAME_GAP_PX;
    const bounds = { left: textLeft, right: textLeft + namesPx, top: 0, bottom: size.height };
    return [
      ...glyphMarks(classInks(classes, index), 0, middle, GLYPH_PX),
      textMark(`class ${label}`, label, [textLeft, middle, 'left'], { bounds, canBeCut: true }),
    ];
  });
  const panelStep = (right - left + PANEL_GAP_PX) / panels.length;
  return [
    ...names,
    ...panels.flatMap((panel, order) => {
      const panelLeft = left + order * panelStep;
      const panelRight = panelLeft + panelStep - PANEL_GAP_PX;
      const rows = laneRows(pitch, lanes.length, panelStep);
      const end = Math.max(panelLeft + 20, panelRight - rows.columns * rows.columnPx);
      const stepCount = Math.max(1, Math.min(MAX_AXIS_STEPS, Math.floor((end - panelLeft) / AXIS_STEP_PX)));
      const x = axisFromZero(highestOf(panel.values.flat()), stepCount, [panelLeft, end]);
      const bounds = {
        left: panelLeft - DOT_RADIUS_PX,
        right: panelRight + MARGIN.right,
        top: top - 4,
        bottom: bottom + 4,
      };
      return [
        ...axisBelow(x, bottom, panel.figureName, stepCount),
        ...panelTexts(panel, size, [panelLeft, panelRight], panels.length, noteCount),
        ...absenceMarks(panel, panelLeft, bounds, (index) => top + (index + 0.5) * pitch),
        ...classes.flatMap(({ label }, index) =>
          lineMarks(panel, index, label, classInks(classes, index), x, top + (index + 0.5) * pitch, rows, bounds),
        ),
      ];
    }),
  ];
}

/** The name of the axis, and the sentences over the panel: over the names too, if they are long. */
function panelTexts(
  panel: ClassDotsPanel,
  size: SceneSize,
  [left, right]: readonly [left: number, right: number],
  panelCount: number,
  noteCount: number,
): Mark[] {
  const { figureName, unitText, timeText, note, reason } = panel;
  const isLast = right > size.width - PANEL_GAP_PX;
  const bounds = { left: 0, right: isLast ? size.width : right, top: 0, bottom: size.height };
  const sentences = [note, reason].filter((text) => text !== undefined);
  const axisText = { priority: NAME_PRIORITY, ink: 'muted', canBeCut: true } as const;
  return [
    textMark(
      `axis ${figureName}`,
      [`${figureName} ${timeText} ${unitText}`, formatDotsAxis(panel)],
      [{ x: left, y: size.height - 8, align: 'left', slides: panelCount === 1 }],
      { bounds: { ...bounds, left: panelCount === 1 ? 0 : left }, ...axisText, font: SMALL_TEXT_FONT },
    ),
    ...sentences.map((text, index) =>
      textMark(
        `sentence ${figureName} ${index}`,
        text,
        [
          {
            x: left,
            y: MARGIN.top + 2 + (noteCount - sentences.length + index) * NOTE_HEIGHT_PX,
            align: 'left',
            slides: true,
          },
        ],
        {
          bounds: { ...bounds, right: size.width },
          canBeCut: true,
          font: text === note ? BOLD_TEXT_FONT : SMALL_TEXT_FONT,
        },
      ),
    ),
  ];
}

/** Why classes have no lines. */
function absenceMarks(
  { figureName, absenceTexts = [] }: ClassDotsPanel,
  left: number,
  bounds: SceneBox,
  yOf: (classIndex: number) => number,
): Mark[] {
  return absenceTexts.flatMap((text, index) =>
    text === undefined
      ? []
      : textMark(`absence ${figureName} ${index}`, text, [left + LABEL_GAP_PX, yOf(index), 'left'], {
          bounds,
          ink: 'muted',
          canBeCut: true,
          font: SMALL_TEXT_FONT,
        }),
  );
}

/** The lines of a class, one for each lane. */
function lineMarks(
  { values, startValues, figureName, unitText }: ClassDotsPanel,
  classIndex: number,
  label: string,
  inks: ClassInks,
  x: PlotScale,
  middle: number,
  rows: LaneRows,
  bounds: SceneBox,
): Mark[] {
  const laneValues = values[classIndex] ?? [];
  return laneValues.flatMap((value, lane): Mark[] => {
    if (!Number.isFinite(value)) return [];
    const y = middle + (lane - (laneValues.length - 1) / 2) * rows.pitchPx;
    const bar = (from: number, to: number): RectMark => ({
      kind: 'rect',
      box: { left: from, right: to, top: y - LINE_PX / 2, bottom: y + LINE_PX / 2 },
      fill: inks.edge,
      tag: 'line',
    });
    const [zero, start, end] = [x(0), x(startValues?.[classIndex]?.[lane] ?? 0), x(value)];
    const line = (shiftPx: number, stroke: ClassInks['edge']): Mark => ({
      kind: 'line',
      points: [
        { x: Math.min(end, start + shiftPx), y },
        { x: end, y },
      ],
      stroke,
      strokePx: LINE_PX,
      dash: [COLOUR_STEP_PX, COLOUR_STEP_PX],
    });
    const twoColours = inks.second === undefined ? [] : [line(0, inks.fill), line(COLOUR_STEP_PX, inks.second)];
    const letter = laneLetter(lane);
    return [
      {
        kind: 'group',
        meaning: `${letter}, ${label}: ${figureName} ${formatNumber(value)} ${unitText.replace(/[()]/g, '').split(' · ')[0]}`,
        marks: [
          ...(start > zero ? [{ ...bar(zero, start), opacity: PALE_OPACITY }] : []),
          bar(start, end),
          ...twoColours,
          { kind: 'symbol', at: { x: end, y }, radiusPx: DOT_RADIUS_PX, fill: inks.edge, tag: 'line' },
        ],
      },
      laneLabel(`${figureName} ${classIndex} ${lane}`, value, lane, { x: end, y }, x.range()[1] ?? end, rows, bounds),
    ];
  });
}

/** The letter and the number of a lane: beside its dot, or in a column behind the axis, where no value is. */
function laneLabel(
  key: string,
  value: number,
  lane: number,
  dot: ScenePoint,
  axisEnd: number,
  { pitchPx, columns, columnPx }: LaneRows,
  bounds: SceneBox,
): Mark {
  const isBeside = columns === 1;
  const x = LABEL_GAP_PX + (isBeside ? dot.x : axisEnd + (lane % columns) * columnPx);
  const wordings = isBeside || columnPx >= LABEL_PX - LABEL_GAP_PX ? [formatNumber(value), ''] : [''];
  const roomPx = columns * pitchPx - LABELS_APART_PX;
  const hasBox = roomPx >= MIN_BOX_PX;
  const [letter, font] = [laneLetter(lane), hasBox ? TEXT_FONT : SMALL_TEXT_FONT];
  return textMark(key, hasBox ? wordings : wordings.map((number) => `${letter} ${number}`.trim()), [x, dot.y, 'left'], {
    bounds,
    letter: hasBox ? letter : undefined,
    avoids: ['line'],
    priority: NUMBER_PRIORITY,
    font,
    heightPx: Math.min(lineHeightPx({ font }), roomPx),
  });
}
