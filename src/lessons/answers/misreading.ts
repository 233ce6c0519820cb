/**
 * A wrong number of a *measure* step: which other quantity has this value? Each candidate is measured in the run, and
 * compared with the answer. Without an agreement nothing is said.
 */
import { type MeasureStep, stepFigure } from '../format/lesson.ts';
import { type FigureId, lessonFigures } from '../measurement/lesson-figures.ts';
import type { FigureRequest, MeasuredRun } from '../measurement/measured-run.ts';
import { answerTolerance } from './judge-answer.ts';

/** A quantity that a student could have read instead, in words that complete "You measured …". */
export interface Misreading {
  readonly text: string;
  /** Measured in the run of the step, or in the same run without its warm-up. */
  readonly countsWarmup: boolean;
  readonly figure: FigureRequest;
  /** The answer is the figure times this number. */
  readonly factor: number;
}

/** The names of a run for the words. */
export interface RunNames {
  readonly laneCount: number;
  readonly warmupSeconds: number;
  readonly classes: readonly { readonly id: string; readonly label: string }[];
  readonly laneName: (lane: number) => string;
}

/** Figures of one unit that are easily confused. */
const RELATED_FIGURES: readonly (readonly FigureId[])[] = [
  ['delayMs', 'p95DelayMs', 'roundTripMs', 'p95RoundTripMs', 'completionMs', 'p95CompletionMs'],
  ['lossPercent', 'markPercent', 'busyPercent', 'usefulPercent'],
  ['waitingPackets', 'meanQueuePackets', 'droppedPackets'],
];

/** Wrong units: by the factor of the answer to the figure in the unit of the question. */
const UNIT_FACTORS: Readonly<Record<string, readonly (readonly [factor: number, unit: string])[]>> = {
  ms: [
    [1e-3, 's'],
    [1e3, 'µs'],
  ],
  'Mb/s': [
    [1e3, 'kb/s'],
    [1e6, 'b/s'],
    [1 / 8, 'MB/s'],
  ],
  '%': [[1e-2, 'a share of 1']],
};

/** The candidates in the order in which they are named: the nearest confusion first. */
export function misreadingsOfStep(step: MeasureStep, names: RunNames): readonly Misreading[] {
  const request = stepFigure(step);
  const { label, span, unit } = lessonFigures[request.figure];
  const at = (figure: FigureRequest, text: string): Misreading => ({ text, figure, factor: 1, countsWarmup: false });
  const hasWarmup = span === 'since the warm-up' && names.warmupSeconds > 0;
  const lowerLabel = `${label.charAt(0).toLowerCase()}${label.slice(1)}`;
  return [
    ...(hasWarmup
      ? [
          {
            ...at(
              request,
              `the ${lowerLabel} since 0 s. The warm-up, the first ${names.warmupSeconds} s, does not count`,
            ),
            countsWarmup: true,
          },
        ]
      : []),
    ...otherLanes(request, names).map((figure) => at(figure, `lane ${names.laneName(figure.lane)}`)),
    ...otherClasses(request, names).map(({ figure, name }) => at(figure, name)),
    ...relatedFigures(request).map((figure) => {
      const other = lessonFigures[figure.figure].label;
      return at(figure, `another figure: ${other.charAt(0).toLowerCase()}${other.slice(1)}`);
    }),
    ...(UNIT_FACTORS[unit] ?? []).map(([factor, other]) => ({
      ...at(request, `the right figure in another unit: ${other}, not ${unit}`),
      factor,
    })),
  ];
}

function otherLanes(request: FigureRequest, { laneCount }: RunNames): FigureRequest[] {
  return Array.from({ length: laneCount }, (_, index) => ({ ...request, lane: index + 1 })).filter(
    ({ lane }) => lane !== request.lane,
  );
}

function otherClasses(request: FigureRequest, { classes }: RunNames): { figure: FigureRequest; name: string }[] {
  const { of } = lessonFigures[request.figure];
  if (of === 'lane') return [];
  const allClasses =
    request.class === undefined || of === 'class'
      ? []
      : [{ figure: withoutClass(request), name: 'all classes together' }];
  const others = classes
    .filter(({ id }) => id !== request.class && classes.length > 1)
    .map(({ id, label }) => ({ figure: { ...request, class: id }, name: `the class ${label}` }));
  return [...allClasses, ...others];
}

const withoutClass = ({ class: _, ...figure }: FigureRequest): FigureRequest => figure;

function relatedFigures(request: FigureRequest): FigureRequest[] {
  const relatedIds = RELATED_FIGURES.find((figures) => figures.includes(request.figure)) ?? [];
  return relatedIds.flatMap((figure) => {
    const { of } = lessonFigures[figure];
    if (figure === request.figure || (of === 'class' && request.class === undefined)) return [];
    return { ...(of === 'lane' ? withoutClass(request) : request), figure };
  });
}

/** The figures to be measured: in the run of the step, and in the same run without its warm-up. */
export function misreadingRequests(candidates: readonly Misreading[]): readonly [FigureRequest[], FigureRequest[]] {
  const figuresOf = (countsWarmup: boolean) =>
    candidates.filter((candidate) => candidate.countsWarmup === countsWarmup).map(({ figure }) => figure);
  return [figuresOf(false), figuresOf(true)];
}

/**
 * The quantity that the answer agrees with, within the tolerance of the step; the nearest one of several.
 * @param plain the results of the first request of `misreadingRequests`; undefined without figures
 * @param withWarmup those of the second one
 */
export function recognizeMisreading(
  step: MeasureStep,
  answer: number,
  candidates: readonly Misreading[],
  [plain, withWarmup]: readonly [MeasuredRun | undefined, MeasuredRun | undefined],
): Misreading | undefined {
  const nextIndex = { plain: 0, withWarmup: 0 };
  let nearestMisreading: { readonly misreading: Misreading; readonly distance: number } | undefined;
  for (const misreading of candidates) {
    const { countsWarmup, factor } = misreading;
    const figures = countsWarmup ? withWarmup?.figures : plain?.figures;
    const value = (figures?.[countsWarmup ? nextIndex.withWarmup++ : nextIndex.plain++] ?? Number.NaN) * factor;
    const { within, percent } = step.tolerance;
    const scaledTolerance = {
      ...(within !== undefined && { within: within * factor }),
      ...(percent !== undefined && { percent }),
    };
    const distance = Math.abs(answer - value) / Math.max(answerTolerance(scaledTolerance, value), Number.MIN_VALUE);
    if (distance <= 1 && (nearestMisreading === undefined || distance < nearestMisreading.distance))
      nearestMisreading = { misreading, distance };
  }
  return nearestMisreading?.misreading;
}
