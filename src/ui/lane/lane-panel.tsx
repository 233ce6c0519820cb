/** One lane: its policy, its figures, its queue and its lens. */

import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Lane, LaneFailure } from '../../app/lane.ts';
import { fetched } from '../../app/loading.ts';
import type { Page } from '../../app/page.ts';
import { resolveScenario } from '../../engine/scenario.ts';
import { PROGRAM_POLICY } from '../../params/id.ts';
import { lanePath, parsePath } from '../../params/path.ts';
import { loadedPolicies } from '../../policies/loaded.ts';
import { bufferPath, policyOf, policyValuesAt, runParameter, scenarioOf, valueAt } from '../../run-state/selectors.ts';
import { fits } from '../../scenarios/fits.ts';
import { hasRoom, placeOn } from '../../view/draw/canvas.ts';
import { figure, LANE_DASHES, LANE_LETTERS } from '../../view/draw/palette.ts';
import type { ShownLane } from '../../view/lenses/lens-model.ts';
import { Lenses } from '../../view/lenses/lenses.ts';
import { onQueueAxis } from '../../view/lenses/on-queue-axis.ts';
import type { PickedPacket, QueueModel } from '../../view/queue/queue-model.ts';
import { QueueView } from '../../view/queue/queue-view.ts';
import { Term } from '../help/card.tsx';
import { drawInLane, plotStore } from '../plots/plot-state.ts';
import { usePage, useTools } from '../shell/context.tsx';
import { Failed, loadedPart } from '../shell/part.tsx';
import { reloadKeepingRun } from '../shell/reload.ts';
import { type CountedSpan, spanOf } from './counted-span.ts';
import { type Figures, figuresOf } from './lane-figures.ts';
import type { LensChoice } from './lens-choices.tsx';
import './lane-panel.css';

const LaneMenu = loadedPart('The menu of this lane', async () => (await import('./lane-menu.tsx')).LaneMenu);
const LaneSummary = loadedPart(
  'The spoken summary of this lane',
  async () => (await import('./lane-summary.tsx')).LaneSummary,
);
const LensChoices = loadedPart('The choice of drawings', async () => (await import('./lens-choices.tsx')).LensChoices);
const PolicyGroups = loadedPart('The table of groups', async () => (await import('./policy-groups.tsx')).PolicyGroups);

/** Number of letters of a policy's name that fit beside five figures. */
const LONG_NAME = 8;

export function LanePanel({ index }: { readonly index: number }) {
  const { page } = useTools();
  const run = usePage((state) => state.run);
  const bare = usePage((state) => state.embedding !== 'whole');
  usePage((state) => state.beat);
  const lane = page.session.lanes[index];
  const state = run.lanes[index];
  if (lane === undefined || state === undefined) return null;
  const letter = LANE_LETTERS[index] as string;
  const policy = policyOf(state);
  const figures = figuresOf(lane.frame);
  return (
    <section className="lane" aria-label={`Lane ${letter}: ${policy.name}`} data-lane={index} tabIndex={-1}>
      <header>
        <span className="lane-key" aria-hidden="true">
          <span className="badge">{letter}</span>
          <svg width="22" height="4" aria-hidden="true">
            <path d="M0 2h22" stroke="currentColor" strokeWidth="2" strokeDasharray={LANE_DASHES[index]?.join(' ')} />
          </svg>
        </span>
        <select
          className={policy.name.length > LONG_NAME ? 'long-name' : undefined}
          style={{ width: `calc(${policy.name.length}ch + 1.5em)` }}
          aria-label={`Policy of lane ${letter}`}
          value={state.policy}
          disabled={bare}
          title={policy.summary}
          onChange={(event) => page.setPolicy(index, event.target.value)}
        >
          {loadedPolicies()
            .filter((definition) => fits(scenarioOf(run), definition))
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          {state.policy === PROGRAM_POLICY && <option value={PROGRAM_POLICY}>{policy.name}</option>}
        </select>
        <FiguresLine figures={figures} most={mostOf(page)} span={spanOf(lane, run, index)} />
        {!bare && <LaneMenu index={index} />}
      </header>
      {lane.failure === undefined ? (
        <LaneDrawings index={index} lane={lane} name={policy.name} />
      ) : (
        <Failure index={index} failure={lane.failure} />
      )}
    </section>
  );
}

/** The largest delay and loss of all lanes: the scales of their bars. */
function mostOf({ session }: Page): { readonly delayMs: number; readonly loss: number } {
  const all = session.lanes.flatMap(({ frame }) => figuresOf(frame) ?? []);
  const most = (values: readonly number[]) => Math.max(...values.filter(Number.isFinite));
  return { delayMs: most(all.map(({ delayMs }) => delayMs)), loss: most(all.map(({ loss }) => loss)) };
}

/** A bar under a figure, with one scale for all lanes. */
function Bar({ share }: { readonly share: number }) {
  const width = `${100 * (share > 0 ? Math.min(1, share) : 0)}%`;
  return (
    <i className="bar" aria-hidden="true">
      <i style={{ width }} />
    </i>
  );
}

function FiguresLine({
  figures,
  most,
  span,
}: {
  readonly figures: Partial<Figures> | undefined;
  readonly most: Pick<Figures, 'delayMs' | 'loss'>;
  readonly span: CountedSpan;
}) {
  const { busy = Number.NaN, delayMs = Number.NaN, loss = Number.NaN, marked = 0, fairness } = figures ?? {};
  return (
    <p className={span.warmingUp ? 'figures warming-up' : 'figures'}>
      <span>
        <Term id="busy">link busy</Term> <b>{figure(busy * 100)} %</b>
        <Bar share={busy} />
      </span>
      <span>
        <Term id="delay">delay</Term> <b>{figure(delayMs)} ms</b>
        <Bar share={delayMs / most.delayMs} />
      </span>
      <span>
        <Term id="loss">loss</Term> <b>{figure(loss * 100)} %</b>
        <Bar share={loss / most.loss} />
      </span>
      {fairness !== undefined && (
        <span>
          <Term id="fairness">fairness</Term> <b>{figure(fairness)}</b>
        </span>
      )}
      {marked > 0 && (
        <span>
          <Term id="mark">marked</Term> <b>{figure(marked * 100)} %</b>
        </span>
      )}
      <Since span={span} />
    </p>
  );
}

function Since({ span: { warmingUp, fromSeconds, changed } }: { readonly span: CountedSpan }) {
  if (warmingUp || changed === '')
    return (
      <span className="since">
        <Term id="warmup">{warmingUp ? 'warm-up' : 'since'}</Term>{' '}
        <b>
          {warmingUp ? 'to ' : ''}
          {fromSeconds} s
        </b>
      </span>
    );
  return (
    <span className="since mixed" title={`These figures mix two settings: since ${fromSeconds} s${changed}`}>
      <span>
        <Term id="warmup">since</Term> {fromSeconds} s
      </span>{' '}
      <b>
        mixed<span className="visually-hidden">{changed}</span>
      </b>
    </span>
  );
}

function Failure({ index, failure }: { readonly index: number; readonly failure: LaneFailure }) {
  const { page } = useTools();
  return (
    <div className="failure" role="alert">
      <h3>This lane has stopped</h3>
      <p>{failure.message}</p>
      {failure.stack !== '' && <pre>{failure.stack}</pre>}
      <p>
        <button type="button" onClick={() => page.restartLane(index)}>
          Try again
        </button>{' '}
        {failure.timeNs !== undefined && (
          <button
            type="button"
            title="The moment before the program stopped"
            onClick={() => {
              page.session.pause();
              page.seek(Math.max(0, (failure.timeNs ?? 0) - 1));
            }}
          >
            Show the moment before
          </button>
        )}
        {failure.kind === 'notLoaded' && (
          <button type="button" title="The run is restored after the reload" onClick={() => reloadKeepingRun(page)}>
            Reload
          </button>
        )}
      </p>
    </div>
  );
}

function LaneDrawings({ index, lane, name }: { readonly index: number; readonly lane: Lane; readonly name: string }) {
  const { page, painter } = useTools();
  const queue = useRef<HTMLCanvasElement>(null);
  const lens = useRef<HTMLCanvasElement>(null);
  const [focus, setFocus] = useState<number>();
  const show = useStore(plotStore, ({ drawings }) => drawings[index] ?? 'lens');
  const choice: LensChoice = { show, focus };
  const choiceNow = useRef(choice);
  const [lensFailure, setLensFailure] = useState<{ readonly by: unknown; readonly retry: () => void }>();
  choiceNow.current = choice;
  useEffect(() => {
    if (queue.current === null || lens.current === null) return;
    const queueView = new QueueView(queue.current);
    const set = (parameter: string, value: number) => {
      const path = parameter === 'buffer' ? bufferPath(page.state.run) : lanePath(index, parameter);
      const whole = parameter === 'buffer' || runParameter(page.state.run, path)?.kind === 'integer';
      const amount = parameter === 'buffer' ? bufferValue(page, lane, value) : value;
      const rounded = whole ? Math.max(1, Math.round(amount)) : Number(Math.max(0.001, amount).toPrecision(4));
      // A dragged threshold changes from now while the run plays, also if the controls change from the start.
      page.drag(path, rounded, 'now');
    };
    queueView.thresholds.onThreshold = set;
    const lenses = new Lenses(lens.current, set, {
      fetched,
      there: () => painter.touch(),
      failed: (by) => setLensFailure({ by, retry: () => lenses.retry() }),
    });
    const unpick = pickPackets(queue.current, queueView, (packet) => {
      void page.ask(index, packet.serial, packet.offeredNs);
    });
    const resized = new ResizeObserver(() => painter.touch());
    resized.observe(queue.current);
    resized.observe(lens.current);
    // The words beside the queue and the lens show the same time.
    let told: (Pick<QueueModel, 'description'> & { readonly signals: Float64Array }) | undefined;
    const removeQueue = painter.addSmooth(({ wallMs, still }) => {
      const { frame, description } = lane;
      if (frame === undefined || description === undefined) return;
      const { speed } = page.session;
      const highlight = page.pointedAt(index);
      const allowed = (parameter: string) => page.allowedRange(index, parameter);
      const values = withDragged(page, index, frame.policyValues);
      const toldSignals = told?.description === description ? told.signals : frame.signals;
      const lensIsThere = lens.current !== null && hasRoom(lens.current);
      const through = lensIsThere && choiceNow.current.show === 'lens' && onQueueAxis(description, frame);
      queueView.draw({ frame, description, values, toldSignals, through, wallMs, speed, still, highlight, allowed });
    });
    const removeLens = painter.addSlow(() => {
      const { frame, description, series, verdicts } = lane;
      if (frame === undefined || description === undefined) return;
      told = { signals: frame.signals, description };
      const definition = policyOf(page.state.run.lanes[index] ?? { policy: description.policy, values: {} });
      const values = withDragged(page, index, policyValuesAt(page.state.run, index, page.session.timeNs));
      const curve =
        definition.curve === undefined ? undefined : (signal: number) => definition.curve?.(signal, values) ?? 0;
      const rule = definition.manages === 'cells' ? definition.dropProbability : undefined;
      lenses.draw({
        ...{ frame, description, series, values, curve },
        lanes: () => shownLanes(page),
        dropProbability: rule && ((at, tagged) => rule(at, tagged, values)),
        decisions: (most) =>
          verdicts
            .newest(['drop', 'accept'], most, ({ heldCells }) => !Number.isNaN(heldCells))
            .map(({ kind, ...found }) => ({ ...found, dropped: kind === 'drop' })),
        overTime: choiceNow.current.show === 'overTime',
        focus: (choiceNow.current.focus ?? 0) < description.classes.length ? choiceNow.current.focus : undefined,
      });
    });
    return () => {
      removeQueue();
      removeLens();
      unpick();
      resized.disconnect();
    };
  }, [index, lane, page, painter]);
  const letter = LANE_LETTERS[index] as string;
  return (
    <div className="drawings">
      <canvas
        ref={queue}
        className="queue"
        role="img"
        aria-label={`Queue of lane ${letter}, ${name}: packets wait from left to right for the link. Its thresholds are also among the controls.`}
      />
      {lane.loading && (
        <p className="loading" role="status">
          The simulation of this lane is being loaded…
        </p>
      )}
      <canvas ref={lens} className="lens" role="img" aria-label={`Internal state of ${name} in lane ${letter}`} />
      {lensFailure !== undefined && choice.show !== 'groups' && (
        <Failed
          what="This lens"
          error={lensFailure.by}
          onRetry={() => {
            setLensFailure(undefined);
            lensFailure.retry();
            painter.touch();
          }}
        />
      )}
      {choice.show === 'groups' && <PolicyGroups index={index} />}
      <LensChoices
        lane={lane}
        choice={choice}
        onChoose={(chosen) => {
          setFocus(chosen.focus);
          drawInLane(index, chosen.show);
          painter.touch();
        }}
      />
      <LaneSummary index={index} lane={lane} name={name} />
    </div>
  );
}

/** The present state of all lanes, for drawings on one scale. */
function shownLanes(page: Page): ShownLane[] {
  return page.session.lanes.flatMap(({ frame, description, series }, index) =>
    frame === undefined || description === undefined
      ? []
      : { frame, description, series, values: policyValuesAt(page.state.run, index, page.session.timeNs) },
  );
}

/** The policy's values with the dragged value, which is drawn under the pointer before the run has followed. */
function withDragged<T extends Readonly<Record<string, unknown>>>(page: Page, index: number, values: T): T {
  const { dragged } = page;
  const at = dragged && parsePath(dragged.path);
  return at?.lane === index && at.group === 'policy' ? { ...values, [at.id]: dragged?.value } : values;
}

/** The buffer's parameter for an amount on the queue. A buffer that is counted by flows is set for each flow. */
function bufferValue(page: Page, lane: Lane, amount: number): number {
  const { run } = page.state;
  const path = bufferPath(run);
  const { unit, limit: atStart } = resolveScenario(scenarioOf(run)).buffer;
  if (unit !== 'bytesPerFlow') return amount;
  const now = valueAt(run, path, page.session.commandedNs, atStart) as number;
  return (amount * now) / (lane.frame?.limitBytes ?? amount);
}

/** A click or a tap on a packet asks about it. The pointer shows the places that can be clicked or dragged. */
function pickPackets(canvas: HTMLCanvasElement, view: QueueView, onPick: (packet: PickedPacket) => void): () => void {
  const under = (event: MouseEvent) => {
    const { x, y } = placeOn(canvas, event);
    return view.packetAt(x, y);
  };
  const click = (event: MouseEvent) => {
    const packet = view.thresholds.at(event) === undefined ? under(event) : undefined;
    if (packet !== undefined) onPick(packet);
  };
  const hover = (event: PointerEvent) => {
    if (view.thresholds.at(event) !== undefined) canvas.style.cursor = 'ew-resize';
    else canvas.style.cursor = under(event) === undefined ? '' : 'pointer';
  };
  canvas.addEventListener('click', click);
  canvas.addEventListener('pointermove', hover);
  return () => {
    canvas.removeEventListener('click', click);
    canvas.removeEventListener('pointermove', hover);
  };
}
