/** The choice of queues that are tried on a line. */
import { useStore } from 'zustand';
import { MAX_TRIED, SQM_RATE_SHARE, TRIED_DISCIPLINES } from '../../app/line/line-lanes.ts';
import type { LinkFit, LoadedWay } from '../../measurements/fit/link-fit.ts';
import { Tick } from '../parts/fields.tsx';
import { Bullets } from '../parts/texts.tsx';
import { myLine } from './line-store.ts';

const DIRECTIONS: readonly (readonly [way: LoadedWay, name: string])[] = [
  ['down', 'Download'],
  ['up', 'Upload'],
  ['both', 'Both at once'],
];

export function LineTries({
  fit,
  notes,
}: {
  readonly fit: LinkFit;
  /** Assumptions of the run. */
  readonly notes: readonly string[];
}) {
  const { direction, tried } = useStore(myLine.store);
  const isFull = tried.length >= MAX_TRIED;
  return (
    <section aria-labelledby="line-tries">
      <h3 id="line-tries">What would another queue do here?</h3>
      <p className="muted">
        Lane A is your line as it is, with a long transfer and a ping; both at once have a download and an upload. The
        others have the queue disciplines of Linux with the defaults of tc, at most {MAX_TRIED}. SQM is CAKE in your
        router, with a shaper at {100 * SQM_RATE_SHARE} % of the rate: the buffer of the modem stays empty. The other
        disciplines are at the line itself.
      </p>
      <div className="line-tries cluster">
        <fieldset className="cluster">
          <legend className="visually-hidden">Direction</legend>
          {DIRECTIONS.map(([way, name]) => (
            <Tick
              key={way}
              type="radio"
              name="line-direction"
              checked={direction === way}
              onTick={() => myLine.setDirection(way)}
            >
              {name}
              {way !== 'both' && fit[way].rateMbps === undefined && <small>rate not known</small>}
            </Tick>
          ))}
        </fieldset>
        <fieldset className="cluster">
          <legend className="visually-hidden">Queues</legend>
          {TRIED_DISCIPLINES.map(({ kind, name }) => {
            const isTried = tried.includes(kind);
            return (
              <Tick
                key={kind}
                checked={isTried}
                disabled={isFull && !isTried}
                onTick={() => myLine.setTried(isTried ? tried.filter((other) => other !== kind) : [...tried, kind])}
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
