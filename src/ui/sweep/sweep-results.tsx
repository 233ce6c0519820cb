/**
 * The results of a sweep: curves or maps, the points that meet targets, and the values at a point. They can be kept and
 * saved.
 */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { downloadFile } from '../../app/files/download.ts';
import { errorMessage, loadPart } from '../../app/loading/loading.ts';
import type { SweepRun, SweepState } from '../../app/measuring/sweep-run.ts';
import type { Page } from '../../app/page/page.ts';
import { formatNumber } from '../../shared/number-text.ts';
import { type Sweep, type SweepVariable, sweepVariables } from '../../studies/sweep.ts';
import { formatSweepJson, type SweepWithResults, sweepTable } from '../../studies/sweep-report.ts';
import { type SweepPoint, type SweepQuantity, sweepQuantities } from '../../studies/sweep-results.ts';
import type { SweepTarget } from '../../studies/sweep-targets.ts';
import { version } from '../../version.ts';
import { Term } from '../help/card.tsx';
import { Button } from '../parts/button.tsx';
import { Select, Tick } from '../parts/fields.tsx';
import { Alert } from '../parts/texts.tsx';
import { SaveMenu } from '../saving/save-menu.tsx';
import { usePageContext } from '../shell/context.tsx';
import { EarlierSweeps } from './earlier-sweeps.tsx';
import { laneKnees } from './sweep-curve.ts';
import { SweepExample } from './sweep-example.tsx';
import { SweepCurves, SweepMaps } from './sweep-figures.tsx';
import { SweepFinding } from './sweep-finding.tsx';
import { SweepTargets } from './sweep-targets.tsx';

interface SweepView {
  readonly quantityIds: readonly string[];
  readonly startsAtData: boolean;
  readonly targets: readonly SweepTarget[];
}

/** The choices of the view, which are kept when the dialog is closed. */
const sweepView = createStore<SweepView>(() => ({
  quantityIds: ['throughput', 'delay'],
  startsAtData: false,
  targets: [],
}));
interface ResultsProps {
  readonly sweeps: SweepRun;
  readonly state: SweepState;
}

export function SweepResultsView({ sweeps, state }: ResultsProps) {
  const { sweep, points, failures } = state;
  const { quantityIds, startsAtData, targets } = useStore(sweepView);
  if (sweep === undefined) return <SweepExample />;
  const allSweepVariables = sweepVariables(sweep.scenario, sweep.lanes);
  const items = sweep.axes.flatMap(({ path }) => allSweepVariables.find((item) => item.path === path) ?? []);
  const [first, second] = items;
  if (first === undefined) return null;
  const quantities = sweepQuantities(sweep.scenario);
  const chosenQuantities = quantityIds.flatMap((id) => quantities.find((quantity) => quantity.id === id) ?? []);
  const shownTargets = targets.filter(({ quantity }) => quantities.some(({ id }) => id === quantity));
  return (
    <>
      <h3 className="sweep-title">{sweep.scenario.title}</h3>
      <SweepProgress state={state} />
      {second === undefined && state.state === 'done' && (
        <>
          <SweepFinding sweep={sweep} points={points} item={first} />
          <KneeList sweep={sweep} points={points} item={first} />
        </>
      )}
      {failures.map((failure) => (
        <Alert key={failure}>{failure}</Alert>
      ))}
      <div className="study-controls cluster">
        <QuantityChoices quantities={quantities} />
        {second === undefined && (
          <Tick
            className=""
            checked={startsAtData}
            onTick={(isTicked) => sweepView.setState({ startsAtData: isTicked })}
          >
            fit the axes to the data
          </Tick>
        )}
        {points.length > 0 && <SaveButtons measuredSweep={{ sweep, points }} items={items} />}
      </div>
      {points.length > 0 && (
        <>
          {second === undefined ? (
            <SweepCurves
              measuredSweep={{ sweep, points, earlierSweeps: state.earlierSweeps }}
              item={first}
              quantities={chosenQuantities}
              startsAtData={startsAtData}
              targets={shownTargets}
            />
          ) : (
            <SweepMaps measuredSweep={{ sweep, points }} items={[first, second]} quantities={chosenQuantities} />
          )}
          <SweepTargets
            sweep={sweep}
            points={points}
            items={items}
            quantities={quantities}
            targets={shownTargets}
            onChange={(changedTargets) => sweepView.setState({ targets: changedTargets })}
          />
          {second === undefined && <EarlierSweeps sweeps={sweeps} state={state} sweep={sweep} />}
        </>
      )}
    </>
  );
}

/** The quantities that are drawn. */
function QuantityChoices({ quantities }: { readonly quantities: readonly SweepQuantity[] }) {
  const { quantityIds } = useStore(sweepView);
  return quantityIds.map((id, position) => (
    <label key={position === 0 ? 'first' : 'second'}>
      <span className="visually-hidden">Quantity {position + 1}</span>
      <Select
        className="sweep-choice"
        value={id}
        options={quantities.map((quantity) => [quantity.id, quantity.label])}
        onChoose={(chosenId) =>
          sweepView.setState({
            quantityIds: quantityIds.map((other, index) => (index === position ? chosenId : other)),
          })
        }
      />
    </label>
  ));
}

interface SaveProps {
  readonly measuredSweep: SweepWithResults;
  readonly items: readonly SweepVariable[];
}

function SaveButtons({ measuredSweep, items }: SaveProps) {
  const { page } = usePageContext();
  const { id } = measuredSweep.sweep.scenario;
  return (
    <>
      <SaveMenu
        title={`Sweep of ${items.map(({ label }) => label).join(' and ')}`}
        createTable={() => sweepTable(measuredSweep)}
      />
      <Button
        onClick={() => downloadFile(`sweep-${id}.json`, 'application/json', `${formatSweepJson(measuredSweep)}\n`)}
      >
        JSON
      </Button>
      <Button onClick={() => void saveParquet(page, measuredSweep)}>Parquet</Button>
    </>
  );
}

/** Saves the results as Parquet, for pandas, DuckDB, R and Spark. */
async function saveParquet(page: Page, measuredSweep: SweepWithResults): Promise<void> {
  try {
    const { encodeParquet } = await loadPart(() => import('../../export/parquet.ts'));
    const sweepData = { bufferscope: `Bufferscope ${version}`, sweep: formatSweepJson(measuredSweep) };
    const bytes = encodeParquet(sweepTable(measuredSweep), sweepData);
    downloadFile(
      `sweep-${measuredSweep.sweep.scenario.id}.parquet`,
      'application/vnd.apache.parquet',
      new Blob([bytes]),
    );
  } catch (error) {
    page.notices.show(`The sweep could not be saved as Parquet: ${errorMessage(error)}`);
  }
}

function SweepProgress({
  state: { state, progress, finishedRunCount, runCount, elapsedSeconds, remainingSeconds },
}: {
  readonly state: SweepState;
}) {
  const texts = {
    idle: '',
    running: `${finishedRunCount} of ${runCount} runs${remainingSeconds === undefined ? '' : `, about ${Math.ceil(remainingSeconds)} s left`}. The sweep continues when you close this window.`,
    done: `${runCount} runs in ${elapsedSeconds.toFixed(1)} s.`,
    cancelled: `Cancelled after ${finishedRunCount} of ${runCount} runs. The results so far are kept.`,
  };
  return (
    <p className="study-progress cluster">
      <progress aria-label="Progress of the sweep" value={progress} max={1} />{' '}
      <output aria-live={state === 'running' ? 'off' : 'polite'}>{texts[state]}</output>
    </p>
  );
}

/** The answer of a sweep of the load, in one sentence. */
function KneeList({
  sweep,
  points,
  item,
}: {
  readonly sweep: Sweep;
  readonly points: readonly SweepPoint[];
  readonly item: SweepVariable;
}) {
  const knees = laneKnees(sweep, points, item);
  if (knees.length === 0) return null;
  return (
    <p>
      <b>
        <Term id="knee">Knee</Term>:{' '}
        {knees.map(({ lane, x }) => `${lane} at ${formatNumber(x)} ${item.unit}`).join(', ')}.
      </b>{' '}
      There, throughput divided by delay is greatest. Above it, more load brings delay instead of throughput.
    </p>
  );
}
