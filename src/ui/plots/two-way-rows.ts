/** The figures of both ways together, and of calls, as rows of the table of figures. */
import type { LaneSnapshot } from '../../app/lanes/lane.ts';
import { meanDelayMs } from '../../engine/figures/run-figures.ts';
import type { CallQuality, Frame } from '../../engine/frame/frame.ts';
import { twoWayPropagationMs } from '../../quantities/figures/propagation.ts';
import type { TableRowModel } from './table-row-model.ts';

/** The waiting of the data and of their ACKs, and with the propagation the round trip. */
export function roundTripRows({ description }: LaneSnapshot): readonly TableRowModel[] {
  const waitingMs = ({ measured, up }: Frame, index: number) =>
    meanDelayMs(measured, index) + (up === undefined ? Number.NaN : meanDelayMs(up.measured, index));
  return (description?.classes ?? []).flatMap(({ label, crossing }, index): TableRowModel[] => {
    if (crossing === 'none' || description?.up?.classes[index]?.crossing === 'none') return [];
    return [
      {
        id: `both ways ${index}`,
        name: `mean queueing delay down and up, ${label}`,
        unit: 'ms',
        value: (frame) => waitingMs(frame, index),
      },
      {
        id: `round trip ${index}`,
        name: `mean queueing delay and propagation down and up, ${label}`,
        unit: 'ms',
        value: (frame, lane) => waitingMs(frame, index) + twoWayPropagationMs(lane, index),
      },
    ];
  });
}

const CALL_ROWS: readonly (readonly [name: string, unit: string, figure: (call: CallQuality) => number])[] = [
  ['call quality R', '0 to 93.2 (G.107)', ({ rating }) => rating],
  ['mouth to ear', 'ms', ({ mouthToEarMs }) => mouthToEarMs],
  ['left of the 150 ms of G.114', 'ms', ({ g114MarginMs }) => g114MarginMs],
  ['lost or too late', '% of packets', ({ lossShare }) => 100 * lossShare],
  ['95 % arrive within', 'ms', ({ oneWayP95Ms }) => oneWayP95Ms],
  ['99 % arrive within', 'ms', ({ oneWayP99Ms }) => oneWayP99Ms],
];

/** Each direction of a class of constant rate that sends both ways: a call, or a game. */
export function callRows({ description, frame }: LaneSnapshot): readonly TableRowModel[] {
  return (description?.classes ?? []).flatMap(({ kind, label, crossing }, index) => {
    if (kind !== 'cbr' || crossing !== 'data' || frame?.calls === undefined) return [];
    if (description?.up?.classes[index]?.crossing !== 'data') return [];
    return (['down', 'up'] as const).flatMap((direction) =>
      CALL_ROWS.map(
        ([name, unit, figure]): TableRowModel => ({
          id: `${name} ${direction} ${index}`,
          name: `${name}, ${label}, ${direction}`,
          unit,
          value: ({ calls, up }) => {
            const call = (direction === 'up' ? up?.calls : calls)?.[index];
            return call === undefined ? Number.NaN : figure(call);
          },
        }),
      ),
    );
  });
}
