/** The plots: goodput by class, queueing delay, queue; all lanes over one another. */
import { useEffect, useRef, useState } from 'react';
import type { Lane } from '../app/lane.ts';
import { SERIES_CLASS_STRIDE, SERIES_FIXED, SeriesClassColumn, SeriesColumn } from '../engine/frame.ts';
import { classMark, inkOf, LANE_LETTERS, laneColour } from '../view/palette.ts';
import { type PlotLine, PlotView } from '../view/plot-view.ts';
import { useTools } from './context.tsx';

/** Width of the moving window, s. */
const WINDOW_SECONDS = 20;

interface PlotKind {
  readonly title: string;
  readonly unit: string;
  readonly help: string;
  readonly lines: (lane: Lane, letter: string, colour: string) => PlotLine[];
}

function line(
  lane: Lane,
  column: number,
  scale: number,
  label: string,
  colour: string,
  dash: readonly number[],
  width = 1.6,
): PlotLine {
  const { history } = lane;
  return {
    label,
    colour,
    dash,
    width,
    rows: history.rows,
    time: (row) => history.at(row, SeriesColumn.timeNs) / 1e9,
    value: (row) => history.at(row, column) * scale,
  };
}

const kinds: readonly PlotKind[] = [
  {
    title: 'Goodput',
    unit: 'Mb/s',
    help: 'Payload that reached its receiver and was new there, by class, counted in each sample window (100 ms unless the scenario says otherwise).',
    lines: (lane, letter, colour) =>
      (lane.description?.classes ?? []).map((item, index) =>
        line(
          lane,
          SERIES_FIXED + index * SERIES_CLASS_STRIDE + SeriesClassColumn.goodputBps,
          1e-6,
          `${letter} ${item.label}`,
          colour,
          classMark(item.kind, index).dash,
        ),
      ),
  },
  {
    title: 'Queueing delay',
    unit: 'ms, mean and p95',
    help: 'Time from a packet’s arrival at the queue to the start of its transmission, over the packets that began transmission in each sample window.',
    lines: (lane, letter, colour) => [
      line(lane, SeriesColumn.meanDelayNs, 1e-6, `${letter} mean`, colour, []),
      line(lane, SeriesColumn.p95DelayNs, 1e-6, `${letter} p95`, colour, [2, 3], 1.2),
    ],
  },
  {
    title: 'Queue',
    unit: 'packets waiting',
    help: 'Packets that wait, the one in transmission not counted: mean over each sample window; dashed, the average that the policy keeps.',
    lines: (lane, letter, colour) => {
      const { description } = lane;
      if (description === undefined) return [];
      const signals = description.hints.signals.map((signal, index) => ({
        signal,
        column: SERIES_FIXED + description.classes.length * SERIES_CLASS_STRIDE + index,
      }));
      const averages = signals
        .filter(({ signal }) => signal.axis === 'queue')
        .map(({ column }) => line(lane, column, 1, `${letter} average`, colour, [6, 3], 1.2));
      return [line(lane, SeriesColumn.meanWaitingPackets, 1, letter, colour, []), ...averages];
    },
  },
];

export function PlotsPanel() {
  const [whole, setWhole] = useState(false);
  return (
    <section className="plots" aria-label="Plots">
      {kinds.map((kind, index) => (
        <figure key={kind.title}>
          <figcaption title={kind.help}>
            <b>{kind.title}</b> <span className="unit">{kind.unit}</span>
            {index === kinds.length - 1 && (
              <button type="button" className="quiet window" aria-pressed={whole} onClick={() => setWhole(!whole)}>
                {whole ? 'last 20 s' : 'whole run'}
              </button>
            )}
          </figcaption>
          <Plot kind={kind} whole={whole} />
        </figure>
      ))}
    </section>
  );
}

function Plot({ kind, whole }: { readonly kind: PlotKind; readonly whole: boolean }) {
  const { page, painter } = useTools();
  const canvas = useRef<HTMLCanvasElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  useEffect(() => {
    if (canvas.current === null || svg.current === null) return;
    const element = canvas.current;
    const view = new PlotView(element, svg.current);
    const resized = new ResizeObserver(() => painter.touch());
    resized.observe(element);
    const remove = painter.add(({ slow }) => {
      if (!slow) return;
      const ink = inkOf(element);
      const lines = page.session.lanes.flatMap((lane, index) =>
        kind.lines(lane, LANE_LETTERS[index] as string, laneColour(index, ink)),
      );
      const nowSeconds = page.session.timeNs / 1e9;
      const fromSeconds = whole ? 0 : Math.max(0, nowSeconds - WINDOW_SECONDS);
      view.draw({ lines, fromSeconds, toSeconds: Math.max(nowSeconds, whole ? 1 : fromSeconds + WINDOW_SECONDS) });
    });
    return () => {
      remove();
      resized.disconnect();
    };
  }, [kind, whole, page, painter]);
  return (
    <div className="plot">
      <svg ref={svg} aria-hidden="true" />
      <canvas ref={canvas} role="img" aria-label={`${kind.title} (${kind.unit}) over simulated time, all lanes`} />
    </div>
  );
}
