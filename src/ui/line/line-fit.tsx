/** The fitted line: each value with its interval and its evidence, or the words that the data do not tell it. */
import type { DirectionFit, Estimate, LinkFit } from '../../measurements/fit/link-fit.ts';
import { formatNumber } from '../../view/draw/number-text.ts';
import { Bullets } from '../parts/texts.tsx';

const NOT_TOLD = 'the data do not tell';

export function LineFit({ fit: { baseRttMs, down, up, notes } }: { readonly fit: LinkFit }) {
  return (
    <section aria-labelledby="line-fit">
      <h3 id="line-fit">The line</h3>
      <dl className="pairs line-values">
        <Value name="Round trip, idle" estimates={[baseRttMs]} />
        <dt>Propagation</dt>
        <dd>
          {baseRttMs === undefined
            ? NOT_TOLD
            : `${formatEstimate(scaled(baseRttMs, 0.5))} each way: half of the idle round trip`}
        </dd>
      </dl>
      <div className="line-ways">
        <Direction name="Down" fit={down} />
        <Direction name="Up" fit={up} />
      </div>
      <Bullets texts={notes} />
    </section>
  );
}

function Direction({ name, fit }: { readonly name: string; readonly fit: DirectionFit }) {
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
          <Evidence evidence={queue.evidence} />
        </dd>
        <Value name="Buffer" estimates={[bufferMs, bufferBytes, bufferPackets]} />
      </dl>
      <Bullets texts={notes} />
    </section>
  );
}

/** One value, maybe in several units. Its evidence is that of all units. */
function Value({ name, estimates }: { readonly name: string; readonly estimates: readonly (Estimate | undefined)[] }) {
  const known = estimates.filter((estimate) => estimate !== undefined);
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {known.length === 0
          ? NOT_TOLD
          : known.map((estimate) => <span key={estimate.unit}>{formatEstimate(estimate)}</span>)}
        <Evidence evidence={known.at(-1)?.evidence ?? []} />
      </dd>
    </>
  );
}

function Evidence({ evidence }: { readonly evidence: readonly string[] }) {
  return evidence.map((line) => (
    <small key={line} className="line-evidence">
      {line}
    </small>
  ));
}

const scaled = ({ value, low, high, ...rest }: Estimate, factor: number): Estimate => ({
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
