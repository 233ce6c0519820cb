/** Draws one lane: its queue in every display frame, its lens a few times per second. */
import type { Lane } from '../../app/lanes/lane.ts';
import { loadPart } from '../../app/loading/loading.ts';
import type { Page } from '../../app/page/page.ts';
import { resolveScenario, SOURCES_WITH_SENDERS } from '../../engine/scenario/scenario.ts';
import { lanePath, parsePath } from '../../params/path.ts';
import {
  bufferPath,
  parameterValueAt,
  policyOf,
  policyValuesAt,
  runParameter,
  scenarioOf,
} from '../../run-state/selectors.ts';
import { hasRoom } from '../../view/draw/canvas.ts';
import type { ShownLane } from '../../view/lenses/lens-model.ts';
import { Lenses } from '../../view/lenses/lenses.ts';
import { onQueueAxis } from '../../view/lenses/on-queue-axis.ts';
import type { QueueModel } from '../../view/queue/queue-model.ts';
import { QueueView } from '../../view/queue/queue-view.ts';
import type { Paint, Painter } from '../shell/drawing/painter.ts';
import type { LensChoice } from './lens-choices.tsx';
import { pickPackets } from './pick-packets.ts';

interface Drawn {
  readonly page: Page;
  readonly painter: Painter;
  readonly index: number;
  readonly lane: Lane;
  readonly queue: HTMLCanvasElement;
  readonly lens: HTMLCanvasElement;
  /** The present choice of the drawing under the queue. */
  readonly choice: () => LensChoice;
  /** Called when a lens could not be loaded. */
  readonly failed: (by: unknown, retry: () => void) => void;
}

/** @returns a function that ends it */
export function drawLane({ page, painter, index, lane, queue, lens, choice, failed }: Drawn): () => void {
  const queueView = new QueueView(queue);
  const set = (parameter: string, value: number) => dragThreshold(page, index, lane, parameter, value);
  queueView.thresholds.onThreshold = set;
  const lenses = new Lenses(lens, set, {
    loadPart: loadPart,
    onLoad: () => painter.touch(),
    onError: (by) => failed(by, () => lenses.retry()),
  });
  const unpick = pickPackets(queue, queueView, (packet) => {
    void page.questions.ask(index, packet.serial, packet.offeredNs);
  });
  const resized = new ResizeObserver(() => painter.touch());
  resized.observe(queue);
  resized.observe(lens);
  // The words beside the queue and the lens show the same time.
  let slow: (Pick<QueueModel, 'description'> & { readonly signals: Float64Array }) | undefined;
  let drawnMs: number | undefined;
  /** Whether the lens marks the present queue. Then it is drawn with each queue, because both must show the same moment. */
  const showsNow = () => lane.description?.hints.lens === 'occupancy' && choice().show === 'lens' && hasRoom(lens);
  const drawQueue = ({ wallMs, still }: Paint) => {
    const { frame, description } = lane;
    if (frame === undefined || description === undefined || wallMs === drawnMs) return;
    drawnMs = wallMs;
    const { speed, playing } = page.session;
    const highlight = page.questions.highlight(index);
    const allowed = (parameter: string) => page.editor?.allowedRange(lanePath(index, parameter)) ?? ANY_VALUE;
    const values = withDragged(page, index, frame.policyValues);
    const toldSignals = slow?.description === description ? slow.signals : frame.signals;
    const through = hasRoom(lens) && choice().show === 'lens' && onQueueAxis(description, frame);
    queueView.draw({
      frame,
      description,
      acked: description.classes.some(({ kind }) => SOURCES_WITH_SENDERS.has(kind)),
      values,
      shownSignals: toldSignals,
      through,
      wallMs,
      speed,
      playing,
      still,
      highlight,
      allowedRange: allowed,
    });
    if (showsNow()) drawLens();
  };
  const drawLens = () => {
    const { frame, description, series, verdicts } = lane;
    if (frame === undefined || description === undefined) return;
    const definition = policyOf(page.state.run.lanes[index] ?? { policy: description.policy, values: {} });
    const values = withDragged(page, index, policyValuesAt(page.state.run, index, page.session.timeNs));
    const { show, focus = 0 } = choice();
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
      asked: page.state.question?.lane === index ? page.state.question : undefined,
      overTime: show === 'overTime',
      focus: focus < description.classes.length ? choice().focus : undefined,
    });
  };
  const removeQueue = painter.addSmooth(drawQueue, index);
  const removeLens = painter.addSlow((paint) => {
    const { frame, description } = lane;
    if (frame === undefined || description === undefined) return;
    slow = { signals: frame.signals, description };
    if (!showsNow()) drawLens();
    // On a slow device, this frame may be the turn of another lane.
    drawQueue(paint);
  });
  return () => {
    removeQueue();
    removeLens();
    unpick();
    resized.disconnect();
  };
}

const ANY_VALUE = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;

/** A threshold that is dragged in a drawing sets its parameter. */
function dragThreshold(page: Page, index: number, lane: Lane, parameter: string, value: number): void {
  const { run } = page.state;
  const ofBuffer = parameter === 'buffer';
  const path = ofBuffer ? bufferPath(run) : lanePath(index, parameter);
  const amount = ofBuffer ? bufferValue(page, lane, value) : value;
  const whole = ofBuffer || runParameter(run, path)?.kind === 'integer';
  const rounded = whole ? Math.max(1, Math.round(amount)) : Number(Math.max(0.001, amount).toPrecision(4));
  // A dragged threshold changes from now while the run plays, also if the controls change from the start.
  page.editor?.dragValue(path, rounded, 'now');
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
  const dragged = page.editor?.dragged;
  const at = dragged && parsePath(dragged.path);
  return at?.lane === index && at.group === 'policy' ? { ...values, [at.id]: dragged?.value } : values;
}

/** The buffer's parameter for an amount on the queue. A buffer that is counted by flows is set for each flow. */
function bufferValue(page: Page, lane: Lane, amount: number): number {
  const { run } = page.state;
  const path = bufferPath(run);
  const { unit, limit: atStart } = resolveScenario(scenarioOf(run)).buffer;
  if (unit !== 'bytesPerFlow') return amount;
  const now = Number(parameterValueAt(run, path, page.session.commandedNs, atStart));
  return (amount * now) / (lane.frame?.limitBytes ?? amount);
}
