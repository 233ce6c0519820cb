/** The measurement beside the run: its shift, its difference from lane A, its distribution, and its removal. */

import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { downloadFile } from '../../app/files/download.ts';
import type { LaneSnapshot } from '../../app/lanes/lane.ts';
import {
  besideStore,
  forgetRemovedBeside,
  matchBeside,
  removeBeside,
  restoreBeside,
  shiftBeside,
} from '../../app/line/beside.ts';
import { SeriesColumn } from '../../engine/frame/frame.ts';
import { formatCsv } from '../../export/csv.ts';
import {
  BESIDE_PLOTS,
  type BesideSeries,
  type TimedValues,
  valuesBetween,
} from '../../measurements/beside/beside-plots.ts';
import {
  BESIDE_SHARES,
  bestShift,
  comparedSpan,
  differenceText,
  distributionOf,
  SHIFT_STEP_SECONDS,
  shiftRange,
} from '../../measurements/beside/compare-beside.ts';
import { savedSeriesOf } from '../../measurements/beside/saved-beside.ts';
import { plotsOverTime } from '../../plots/all-plots.ts';
import type { LaneLine } from '../../quantities/plots/lane-lines.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { formatNumber } from '../../shared/number-text.ts';
import { Button } from '../parts/button.tsx';
import { WideTable } from '../parts/table.tsx';
import { comparedLine } from '../plots/beside-lines.ts';
import { useLanes, usePage } from '../shell/context.tsx';
import './beside.css';
import { required } from '../../shared/required.ts';

/** Simulated time between two looks for the best shift, s. */
const MATCH_EVERY_SECONDS = 5;
/** Of a longer series the user asks for the best shift himself: it takes some time. */
const MAX_MATCHED_SAMPLES = 5_000;

export function BesideStrip() {
  const { series, removedSeries } = useStore(besideStore);
  if (series.length > 0) return <ShownBeside series={series} />;
  if (removedSeries === undefined) return null;
  return (
    <div className="beside cluster note screen-only">
      <output>The measurement was removed.</output>
      <Button className="choice" onClick={restoreBeside}>
        Undo
      </Button>
      <Button className="choice" aria-label="Close this message" onClick={forgetRemovedBeside}>
        ×
      </Button>
    </div>
  );
}

function ShownBeside({ series }: { readonly series: readonly BesideSeries[] }) {
  const shiftSeconds = useStore(besideStore, (state) => state.shiftSeconds);
  const runSeconds = usePage((state) => state.endNs / 1e9);
  const timeSeconds = usePage((state) => state.timeNs / 1e9);
  const lanes = useLanes();
  const warmupSeconds = (lanes[0]?.description?.warmupNs ?? 0) / 1e9;
  const span = [timeSeconds > warmupSeconds ? warmupSeconds : 0, timeSeconds] as const;
  const ranges = series.map((item) => shiftRange(item, runSeconds));
  const [from, to] = [Math.min(...ranges.map(([least]) => least)), Math.max(...ranges.map(([, most]) => most))];
  const match = () => {
    const shift = findShift(series, lanes[0]);
    if (shift !== undefined) shiftBeside(shift);
  };
  useFirstMatch(series, lanes[0], timeSeconds);
  const save = () => {
    const rows = savedSeriesOf({ series, shiftSeconds }).flatMap(({ name, unit, countedBy, timesSeconds, values }) =>
      values.map((value, index) => [name, unit, countedBy, required(timesSeconds[index]), value]),
    );
    downloadFile(
      'measured.csv',
      'text/csv;charset=utf-8',
      formatCsv([['series', 'unit', 'counted_by', 'run_time_s', 'value'], ...rows]),
    );
  };
  return (
    <section className="beside beside-shown note screen-only" aria-label="Measurement beside the run">
      <div className="cluster">
        <span className="beside-sign" aria-hidden="true" />
        <b>Measured</b>
        <label className="row">
          shift
          <input
            type="range"
            aria-label="Shift of the measurement (s)"
            aria-valuetext={`${shiftSeconds.toFixed(1)} s`}
            min={from}
            max={to}
            step={SHIFT_STEP_SECONDS}
            value={shiftSeconds}
            onChange={({ target }) => shiftBeside(Number(target.value))}
          />
          <output className="beside-shift">{shiftSeconds.toFixed(1)} s</output>
        </label>
        <Button className="choice" title="The shift at which it differs least from lane A" onClick={match}>
          best match
        </Button>
        <span className="spacer" />
        <Button className="choice" title="Saves the series with the times of the run, as CSV" onClick={save}>
          save
        </Button>
        <Button className="choice" onClick={removeBeside}>
          remove
        </Button>
      </div>
      <Difference series={series} shiftSeconds={shiftSeconds} lanes={lanes} from={span[0]} until={span[1]} />
    </section>
  );
}

/** The shift of least difference, of the first series whose quantity the run has: round trips, else rates. */
function findShift(series: readonly BesideSeries[], lane: LaneSnapshot | undefined): number | undefined {
  for (const item of series) {
    const shift = lane && bestShift(item, runValues(lane, item));
    if (shift !== undefined) return shift;
  }
  return undefined;
}

/**
 * A measurement often begins before its load, which a run has from its start on: so the page looks for the best shift
 * again and again while the run goes on, until the user chooses one.
 */
function useFirstMatch(series: readonly BesideSeries[], lane: LaneSnapshot | undefined, timeSeconds: number): void {
  const isShiftChosen = useStore(besideStore, (state) => state.isShiftChosen);
  const round = Math.floor(timeSeconds / MATCH_EVERY_SECONDS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lane changes with each frame, a round lasts seconds
  useEffect(() => {
    if (isShiftChosen || round === 0 || series.some(({ samples }) => samples.length > MAX_MATCHED_SAMPLES)) return;
    const shift = findShift(series, lane);
    if (shift !== undefined) matchBeside(shift);
  }, [isShiftChosen, round, series]);
}

/** The line of a lane with the definition of a series; undefined without one. */
function lineOfSeries(lane: LaneSnapshot, item: BesideSeries): LaneLine | undefined {
  const kind = plotsOverTime.find(({ id }) => id === BESIDE_PLOTS[item.plot].plotId);
  return kind && comparedLine(item, kind, lane);
}

/** The values of a lane with the definition of a series. */
function runValues(lane: LaneSnapshot, item: BesideSeries): TimedValues {
  const line = lineOfSeries(lane, item);
  const { rowCount } = lane.series;
  const rows = line === undefined ? 0 : rowCount;
  return {
    timesSeconds: Float64Array.from({ length: rows }, (_, row) => lane.series.at(row, SeriesColumn.timeNs) / 1e9),
    samples: Float64Array.from({ length: rows }, (_, row) => line?.value(row) ?? Number.NaN),
  };
}

/**
 * The largest known value of a lane, with the definition of a series; undefined without one. The curve of round trips
 * has means of windows, so their 95th percentiles count too, and the longest single one from the warm-up to the shown
 * time.
 */
function longestOfRun(lane: LaneSnapshot, item: BesideSeries): number | undefined {
  const line = lineOfSeries(lane, item);
  if (line === undefined) return undefined;
  const longestNs = item.plot === 'round-trip' && lane.frame?.durationQuantilesNs[line.classIndex ?? -1]?.at(-1);
  let longestValue = typeof longestNs === 'number' ? longestNs / 1e6 : Number.NaN;
  for (let row = 0; row < lane.series.rowCount; row++)
    for (const value of [line.value(row), line.upperValue?.(row) ?? Number.NaN])
      if (!(value <= longestValue) && !Number.isNaN(value)) longestValue = value;
  return Number.isNaN(longestValue) ? undefined : longestValue;
}

interface DifferenceProps {
  readonly series: readonly BesideSeries[];
  readonly shiftSeconds: number;
  readonly lanes: readonly LaneSnapshot[];
  readonly from: number;
  readonly until: number;
}

function Difference({ series, shiftSeconds, lanes, from, until }: DifferenceProps) {
  const comparison = useMemo(
    () =>
      series.map((item) => ({
        item,
        ...valuesOfBoth(item, shiftSeconds, lanes, [from, until]),
        laneMax: lanes[0] && longestOfRun(lanes[0], item),
      })),
    [series, shiftSeconds, lanes, from, until],
  );
  const [first] = comparison;
  if (first === undefined) return null;
  const isPlayed = until > from;
  return (
    <details className="beside-details">
      <summary>
        {isPlayed ? (
          <>
            {comparison.length > 1 && `${first.item.name}: `}
            {formatDifference(first)}{' '}
            {first.span !== undefined && (
              <span className="muted">{`${first.span[0].toFixed(1)} to ${first.span[1].toFixed(1)} s`}</span>
            )}
          </>
        ) : (
          'Play the run: its values are then compared with the measured ones.'
        )}
      </summary>
      {isPlayed &&
        comparison.slice(1).map((other) => (
          <p key={other.item.name}>
            {other.item.name}: {formatDifference(other)}
          </p>
        ))}
      <div className="beside-tables cluster">
        {comparison.map(({ item, measuredValues, laneValues }) => (
          <Distribution key={item.name} item={item} measuredValues={measuredValues} laneValues={laneValues} />
        ))}
      </div>
    </details>
  );
}

interface ValuesOfBoth {
  /** The time in which both have values, s. */
  readonly span: readonly [from: number, until: number] | undefined;
  readonly measuredValues: Float64Array;
  /** By lane. */
  readonly laneValues: readonly Float64Array[];
}

/** @param shown span of the run, s */
function valuesOfBoth(
  item: BesideSeries,
  shiftSeconds: number,
  lanes: readonly LaneSnapshot[],
  shown: readonly [number, number],
): ValuesOfBoth {
  const span = comparedSpan(item, shiftSeconds, shown);
  const [from, until] = span ?? shown;
  return {
    span,
    measuredValues: valuesBetween(item, from, until, shiftSeconds),
    laneValues: lanes.map((lane) => valuesBetween(runValues(lane, item), from, until)),
  };
}

interface ComparedSeries extends ValuesOfBoth {
  readonly item: BesideSeries;
  /** The largest value of lane A in all of its known time. */
  readonly laneMax: number | undefined;
}

const formatDifference = ({ item, measuredValues, laneValues, laneMax }: ComparedSeries) =>
  differenceText(item, measuredValues, laneValues[0] ?? new Float64Array(0), laneLetter(0), laneMax);

const SHARE_NAMES = BESIDE_SHARES.map((share) =>
  share === 0 ? 'least' : share === 1 ? 'most' : share === 0.5 ? 'median' : `${Math.round(100 * share)} %`,
);

/** Quantiles of the measurement, and below them those of the lanes, over the same span. */
function Distribution({ item, measuredValues, laneValues }: Omit<ComparedSeries, 'laneMax' | 'span'>) {
  const queues = [
    ['measured', measuredValues] as const,
    ...laneValues.map((values, lane) => [laneLetter(lane), values] as const),
  ];
  return (
    <WideTable
      place="beside-table"
      className="ruled"
      label={`Distribution: ${item.name}`}
      caption={`${item.name} (${BESIDE_PLOTS[item.plot].unit}), counted by ${item.countedBy}`}
      heads={[
        <span key="lane" className="visually-hidden">
          lane
        </span>,
        ...SHARE_NAMES,
        'values',
      ]}
      rows={queues.map(([name, values]) => {
        const distribution = distributionOf(values);
        const quantiles = SHARE_NAMES.map((_, index) =>
          distribution === undefined ? '–' : formatNumber(distribution.quantiles[index] ?? 0),
        );
        return [name, ...quantiles, distribution?.count ?? 0];
      })}
    />
  );
}
