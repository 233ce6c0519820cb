/** *My line*: numbers or files of measurements become a link with intervals and evidence, and then lanes. */
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { besideStore, removeBeside } from '../../app/line/beside.ts';
import { MAX_TRIED, runOfLine, SQM_RATE_SHARE, TRIED_DISCIPLINES } from '../../app/line/line-lanes.ts';
import { parseLine } from '../../app/line/line-numbers.ts';
import { fitWithTexts } from '../../app/line/my-line.ts';
import {
  type DirectionFit,
  type Estimate,
  isCountGuessed,
  type LinkFit,
  type LoadDirection,
} from '../../measurements/fit/link-fit.ts';
import { formatNumber } from '../../shared/number-text.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Tick } from '../parts/fields.tsx';
import { Bullets } from '../parts/texts.tsx';
import { usePage, usePageContext } from '../shell/context.tsx';
import { LineFiles } from './line-files.tsx';
import { LineNumbers } from './line-numbers.tsx';
import { myLine } from './line-store.ts';
import { showMeasured } from './show-measured.ts';
import '../styles/study.css';
import './line.css';

export function LineDialog({ onClose }: { readonly onClose: () => void }) {
  const { page } = usePageContext();
  const seed = usePage((state) => state.run.seed);
  const { texts, queueKind, files, fittedFiles, direction, triedKinds } = useStore(myLine.store);
  const fit = useMemo(() => fitWithTexts(fittedFiles, texts, queueKind), [fittedFiles, texts, queueKind]);
  const { problems } = useMemo(() => parseLine(texts, queueKind), [texts, queueKind]);
  const line = useMemo(
    () => runOfLine(fit, direction, triedKinds, fittedFiles.flows, seed),
    [fit, direction, triedKinds, fittedFiles, seed],
  );
  const isKnown =
    files.length > 0 || [fit.baseRttMs, fit.down.rateMbps, fit.up.rateMbps].some((value) => value !== undefined);
  const hasFiles = files.some(({ content }) => content.state === 'read');
  /** The files lie beside the run, if they have series of its quantities. */
  const showFiles = () => {
    if (!hasFiles) return;
    myLine.requestSeries(direction, (series) => {
      if (series.length > 0) showMeasured(series);
      else page.notices.show('My line: no file has values over time of round trips, goodput, losses or queues.');
    });
  };
  const open = () => {
    if (typeof line === 'string') return;
    const { scenario, run } = line;
    const isOpen = page.edit((editor) => editor.run.openFile('My line', { scenario, problems: [] }, [], run));
    if (isOpen === false) return;
    // An earlier measurement says nothing about numbers that were written by hand.
    if (hasFiles) showFiles();
    else if (besideStore.getState().series.length > 0) removeBeside();
    onClose();
  };
  return (
    <Dialog
      title="My line"
      className="study my-line prose"
      pauses
      onClose={onClose}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        event.stopPropagation();
        myLine.addFiles([...event.dataTransfer.files]);
      }}
    >
      <p className="muted">
        Four numbers of your line, or files of a measuring tool, give the rate, the round trip and the buffer. Then see
        what another queue would do there.
      </p>
      <LineFiles />
      <LineNumbers problems={problems} />
      {isKnown && <LineFit fit={fit} />}
      <LineTries fit={fit} notes={typeof line === 'string' ? [] : line.notes} />
      <div className="study-foot sticky-bar cluster">
        <Button className="primary" disabled={typeof line === 'string'} onClick={open}>
          Open as lanes
        </Button>
        {hasFiles && (
          <Button
            title="The run stays as it is, and its plots show the measurement in grey"
            onClick={() => {
              showFiles();
              onClose();
            }}
          >
            Show beside this run
          </Button>
        )}
        <output>{typeof line === 'string' ? line : ''}</output>
        <span className="spacer" />
        <Button title="Removes the numbers and the files of this dialog. The run stays." onClick={() => myLine.clear()}>
          Clear
        </Button>
      </div>
    </Dialog>
  );
}

const NOT_TOLD = 'the data do not tell';

/** The fitted line: each value with its interval and its evidence, or the words that the data do not tell it. */
function LineFit({ fit: { baseRttMs, down, up, notes } }: { readonly fit: LinkFit }) {
  return (
    <section aria-labelledby="line-fit">
      <h3 id="line-fit">The line</h3>
      <dl className="pairs line-values">
        <Value name="Round trip, idle" estimates={[baseRttMs]} />
        <dt>Propagation</dt>
        <dd>
          {baseRttMs === undefined
            ? NOT_TOLD
            : `${formatEstimate(scaledEstimate(baseRttMs, 0.5))} each way: half of the idle round trip`}
        </dd>
      </dl>
      <div className="line-ways">
        <DirectionSection name="Down" fit={down} />
        <DirectionSection name="Up" fit={up} />
      </div>
      <Bullets texts={notes} />
    </section>
  );
}

function DirectionSection({ name, fit }: { readonly name: string; readonly fit: DirectionFit }) {
  const { rateMbps, queue, bufferMs, bufferBytes, bufferPackets, notes } = fit;
  return (
    <section className="box" aria-label={name}>
      <h4>{name}</h4>
      <dl className="pairs line-values">
        <Value name="Rate" estimates={[rateMbps]} />
        <dt>Queue</dt>
        <dd>
          {queue.class}
          {queue.kind !== undefined && ` (${queue.kind})`}
          <EvidenceLines evidence={queue.evidence} />
        </dd>
        <Value name="Buffer" estimates={[bufferMs, bufferBytes, bufferPackets]} />
      </dl>
      <Bullets texts={notes} />
    </section>
  );
}

/** One value, maybe in several units. Its evidence is that of all units. */
function Value({ name, estimates }: { readonly name: string; readonly estimates: readonly (Estimate | undefined)[] }) {
  const knownEstimates = estimates.filter((estimate) => estimate !== undefined);
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {knownEstimates.length === 0
          ? NOT_TOLD
          : knownEstimates.map((estimate) => <span key={estimate.unit}>{formatEstimate(estimate)}</span>)}
        <EvidenceLines evidence={knownEstimates.at(-1)?.evidence ?? []} />
      </dd>
    </>
  );
}

function EvidenceLines({ evidence }: { readonly evidence: readonly string[] }) {
  return evidence.map((line) => (
    <small key={line} className="line-evidence">
      {line}
    </small>
  ));
}

const scaledEstimate = ({ value, low, high, ...rest }: Estimate, factor: number): Estimate => ({
  ...rest,
  value: value * factor,
  low: low === null ? null : low * factor,
  high: high === null ? null : high * factor,
});

function formatEstimate({ value, low, high, unit }: Estimate): string {
  if (low === null) return `at most ${formatNumber(high ?? value)} ${unit}`;
  if (high === null) return `at least ${formatNumber(low)} ${unit}`;
  const range = low === high ? '' : ` (${formatNumber(low)} to ${formatNumber(high)})`;
  return `${formatNumber(value)} ${unit}${range}`;
}

const DIRECTIONS: readonly (readonly [direction: LoadDirection, name: string])[] = [
  ['down', 'Download'],
  ['up', 'Upload'],
  ['both', 'Both at once'],
];

interface LineTriesProps {
  readonly fit: LinkFit;
  /** Assumptions of the run. */
  readonly notes: readonly string[];
}

/** The choice of queues that are tried on a line. */
function LineTries({ fit, notes }: LineTriesProps) {
  const { direction, triedKinds } = useStore(myLine.store);
  const isFull = triedKinds.length >= MAX_TRIED;
  return (
    <section aria-labelledby="line-tries">
      <h3 id="line-tries">What would another queue do here?</h3>
      <p className="muted">
        {isCountGuessed(fit, direction)
          ? 'Lane A is your line with a guess: one queue, first in first out, whose buffer counts packets (pfifo).'
          : 'Lane A is your line as it is.'}{' '}
        Each lane has a long transfer and a ping; both at once have a download and an upload. The others have the queue
        disciplines of Linux with the defaults of tc, at most {MAX_TRIED}. SQM is CAKE in your router, with a shaper at{' '}
        {100 * SQM_RATE_SHARE} % of the rate: the buffer of the modem stays empty. The other disciplines are at the line
        itself.
      </p>
      <div className="line-tries cluster">
        <fieldset className="cluster">
          <legend className="visually-hidden">Direction</legend>
          {DIRECTIONS.map(([loadDirection, name]) => (
            <Tick
              key={loadDirection}
              type="radio"
              name="line-direction"
              checked={direction === loadDirection}
              onTick={() => myLine.setDirection(loadDirection)}
            >
              {name}
              {loadDirection !== 'both' && fit[loadDirection].rateMbps === undefined && <small>rate not known</small>}
            </Tick>
          ))}
        </fieldset>
        <fieldset className="cluster">
          <legend className="visually-hidden">Queues</legend>
          {TRIED_DISCIPLINES.map(({ kind, name }) => {
            const isTried = triedKinds.includes(kind);
            return (
              <Tick
                key={kind}
                checked={isTried}
                disabled={isFull && !isTried}
                onTick={() =>
                  myLine.setTriedKinds(isTried ? triedKinds.filter((other) => other !== kind) : [...triedKinds, kind])
                }
              >
                {name}
              </Tick>
            );
          })}
        </fieldset>
      </div>
      <Bullets texts={notes} />
    </section>
  );
}
