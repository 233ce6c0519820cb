/** Marks that several plots have: axes, texts, glyphs of classes, and the names of lanes. */
import { path } from 'd3-path';
import { type ScaleLinear, scaleLinear } from 'd3-scale';
import type { ClassDescription } from '../engine/frame/frame.ts';
import type { LaneData } from '../engine/frame/lane-data.ts';
import { countsFromStart } from '../quantities/figures/counted-frame.ts';
import { textMark } from '../scene/axis-marks.ts';
import type { Ink, Mark, RectMark, SceneBox } from '../scene/marks.ts';
import type { SceneSize } from '../scene/scene.ts';
import { formatShortSeconds } from '../shared/seconds-text.ts';
import { addPacket } from '../view/draw/packet-shape.ts';
import { type ClassGlyph, classGlyph } from '../view/draw/palette.ts';

/** From values to places, px. */
export type PlotScale = ScaleLinear<number, number>;

/** An axis from zero to a round number that is not below the highest value. Without values it ends at 1. */
export function axisFromZero(
  highest: number,
  stepCount: number,
  range: readonly [start: number, end: number],
): PlotScale {
  const end = Number.isFinite(highest) && highest > 0 ? highest : 1;
  return scaleLinear([0, end], [...range]).nice(stepCount);
}

/** The largest finite value; 0 without one. */
export const highestOf = (values: readonly (number | undefined)[]): number =>
  values.reduce<number>(
    (max, value) => (value !== undefined && Number.isFinite(value) ? Math.max(max, value) : max),
    0,
  );

/** The text of a plot without values. */
export function noValuesMark(size: SceneSize, words = 'No values yet'): Mark {
  return textMark('no values', words, [size.width / 2, size.height / 2, 'centre'], {
    ink: 'muted',
    hasGround: true,
    canBeCut: true,
  });
}

/** The colours of a class on a light and on a dark background. */
export interface ClassInks {
  readonly fill: Ink;
  readonly edge: Ink;
  /** Ink of words on it. */
  readonly words: Ink;
  readonly second?: Ink;
  readonly glyph: ClassGlyph;
}

/** Font of the number of a class on its sign. */
const NUMBER_FONT = { sizePx: 8, isBold: true };

const inksOf = new WeakMap<readonly ClassDescription[], ClassInks[]>();

/** The inks of a class, by its index; they are made once for a list of classes. */
export function classInks(classes: readonly ClassDescription[], index: number): ClassInks {
  const inks = inksOf.get(classes) ?? classes.map((_, classIndex) => createInks(classes, classIndex));
  inksOf.set(classes, inks);
  return inks[index] ?? createInks(classes, index);
}

function createInks(classes: readonly ClassDescription[], index: number): ClassInks {
  const [light, dark] = [classGlyph(classes, index, false), classGlyph(classes, index, true)];
  const second =
    light.secondColour === undefined || dark.secondColour === undefined
      ? {}
      : { second: [light.secondColour, dark.secondColour] as const };
  return {
    fill: [light.colour, dark.colour],
    edge: [light.edge, dark.edge],
    words: [light.textColour, dark.textColour],
    ...second,
    glyph: light,
  };
}

/** A part of a bar in the colours of a class. Light and hollow colours have an edge. */
export const classRect = (inks: ClassInks, box: SceneBox, more: Partial<RectMark> = {}): RectMark => ({
  kind: 'rect',
  box,
  fill: inks.fill,
  stroke: inks.edge,
  ...more,
});

/**
 * The sign of a class: the shape of its packets.
 * @param y its middle
 */
export function glyphMarks(inks: ClassInks, left: number, y: number, sizePx: number): Mark[] {
  const shape = path();
  const top = y - sizePx / 2;
  addPacket(shape, inks.glyph, left, top, sizePx, sizePx);
  const box = { left, top, right: left + sizePx, bottom: top + sizePx };
  const sign: Mark = { kind: 'path', d: String(shape), box, fill: inks.fill, stroke: inks.edge };
  const number = inks.glyph.classNumber;
  return [
    sign,
    ...(inks.second === undefined
      ? []
      : [{ kind: 'rect' as const, box: { ...box, left: left + sizePx / 2 }, fill: inks.second }]),
    ...(number === undefined
      ? []
      : [
          textMark(`class ${left} ${y}`, String(number), [left + sizePx / 2, y, 'centre'], {
            font: NUMBER_FONT,
            ink: inks.words,
          }),
        ]),
  ];
}

/** Name of the policy of a lane. */
export const shownName = ({ description }: LaneData): string => description?.laneName ?? '';

/** The time of the figures, in a few words. */
export function formatCountedTime([first]: readonly LaneData[]): string {
  const warmupNs = first?.description?.warmupNs ?? 0;
  if (first === undefined || warmupNs === 0) return 'so far';
  return countsFromStart(first) ? 'in the warm-up' : `from ${formatShortSeconds(warmupNs)} on`;
}

/** The classes of the scenario: all lanes have the same. */
export const classesOf = ([first]: readonly LaneData[]): readonly ClassDescription[] =>
  first?.description?.classes ?? [];

/** A number for a file: null if it is not finite. */
export const fileNumber = (value: number | undefined): number | null =>
  value !== undefined && Number.isFinite(value) ? value : null;
