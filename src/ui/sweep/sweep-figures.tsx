/** The figures of a sweep, each with its menu to save it: curves of one value with the readout, or maps of two. */
import { useRef, useState } from 'react';
import type { SweepState } from '../../app/measuring/sweep-run.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { required } from '../../shared/required.ts';
import { labelWithUnit, type SweepVariable, sweepAxisValues, sweepLaneName } from '../../studies/sweep.ts';
import { type SweepWithResults, sweepTable } from '../../studies/sweep-report.ts';
import type { SweepPoint, SweepQuantity } from '../../studies/sweep-results.ts';
import type { SweepTarget } from '../../studies/sweep-targets.ts';
import { LineDiagram } from '../figures/line-diagram.tsx';
import { SaveMenu } from '../saving/save-menu.tsx';
import type { SavedTable } from '../saving/saving.ts';
import { sweepCurve } from './sweep-curve.ts';
import { SweepMap } from './sweep-map.tsx';
import { SweepReadout } from './sweep-readout.tsx';

interface CurvesProps {
  readonly measuredSweep: SweepWithResults & Pick<SweepState, 'earlierSweeps'>;
  readonly item: SweepVariable;
  readonly quantities: readonly SweepQuantity[];
  /** Word at the line of the value without the sweep. */
  readonly presentName?: string;
  readonly startsAtData?: boolean;
  readonly targets?: readonly SweepTarget[];
}

export function SweepCurves({ quantities, ...curve }: CurvesProps) {
  const { measuredSweep, item } = curve;
  const [chosenX, setChosenX] = useState<number>();
  const readX = chosenX ?? pointNearPresent(measuredSweep.points, item);
  return (
    <>
      <div className="study-figures">
        {quantities.map((quantity) => (
          <QuantityCurve key={quantity.id} {...curve} quantity={quantity} readoutIndex={readX} onRead={setChosenX} />
        ))}
      </div>
      <SweepReadout {...measuredSweep} readoutIndex={readX} item={item} quantities={quantities} onRead={setChosenX} />
    </>
  );
}

/** The point that is nearest to the present value. */
function pointNearPresent(points: readonly SweepPoint[], { presentValue }: SweepVariable): number | undefined {
  const xs = points.map(({ at: [x = Number.NaN] }) => x);
  const distance = (x: number) => Math.abs(x - presentValue);
  return xs.sort((a, b) => distance(a) - distance(b))[0];
}

interface CurveProps extends Omit<CurvesProps, 'quantities'> {
  readonly quantity: SweepQuantity;
  readonly readoutIndex: number | undefined;
  readonly onRead: (x: number | undefined) => void;
}

function QuantityCurve({
  measuredSweep,
  item,
  quantity,
  presentName = 'now',
  startsAtData = false,
  targets = [],
  readoutIndex,
  onRead,
}: CurveProps) {
  const holder = useRef<HTMLDivElement>(null);
  return (
    <div className="sweep-figure" ref={holder}>
      <SaveFigure
        title={`${labelWithUnit(quantity)} over ${item.label}`}
        holder={holder}
        createTable={() => sweepTable(measuredSweep, quantity)}
      />
      <LineDiagram
        diagram={sweepCurve(measuredSweep, item, quantity, { presentName, startsAtData, targets })}
        readoutIndex={readoutIndex}
        onRead={onRead}
      />
    </div>
  );
}

interface MapsProps {
  readonly measuredSweep: SweepWithResults;
  readonly items: readonly [SweepVariable, SweepVariable];
  readonly quantities: readonly SweepQuantity[];
}

/** A map for each quantity and lane. */
export function SweepMaps({ quantities, ...maps }: MapsProps) {
  return (
    <div className="study-figures">
      {quantities.flatMap((quantity) =>
        maps.measuredSweep.sweep.lanes.map((_, lane) => (
          <LaneMap key={`${quantity.id} ${laneLetter(lane)}`} {...maps} quantity={quantity} lane={lane} />
        )),
      )}
    </div>
  );
}

interface MapProps extends Omit<MapsProps, 'quantities'> {
  readonly quantity: SweepQuantity;
  readonly lane: number;
}

function LaneMap({ measuredSweep: { sweep, points }, items, quantity, lane }: MapProps) {
  const holder = useRef<HTMLDivElement>(null);
  const lanePoints = points.filter((point) => point.lane === lane);
  const title = `${quantity.label}, ${sweepLaneName(required(sweep.lanes[lane]))}`;
  return (
    <div className="sweep-figure" ref={holder}>
      <SaveFigure
        title={`${title} (${quantity.unit})`}
        holder={holder}
        createTable={() => sweepTable({ sweep, points: lanePoints }, quantity)}
      />
      <SweepMap
        title={title}
        quantity={quantity}
        items={items}
        axisValues={sweep.axes.map((axis, index) =>
          sweepAxisValues(axis, sweep.scenario, items[index]?.isInteger ?? false),
        )}
        points={lanePoints}
        span={valueSpan(points, quantity)}
      />
    </div>
  );
}

interface SaveProps {
  readonly title: string;
  readonly holder: React.RefObject<HTMLDivElement | null>;
  readonly createTable: () => SavedTable;
}

function SaveFigure({ title, holder, createTable }: SaveProps) {
  const getSaveSource = () => {
    const svg = holder.current?.querySelector('svg');
    return svg ? { svg } : undefined;
  };
  return <SaveMenu title={title} createTable={createTable} getSaveSource={getSaveSource} />;
}

/** The range over all lanes, so that a colour means the same value in all maps. */
function valueSpan(points: readonly SweepPoint[], { id }: SweepQuantity): readonly [min: number, max: number] {
  const means = points.flatMap(({ figures }) => figures[id]?.mean ?? []);
  return [Math.min(...means), Math.max(...means)];
}
