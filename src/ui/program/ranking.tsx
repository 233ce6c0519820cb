/** The program beside built-in policies on the same packets, with several seeds: a table that ranks them. */
import { useState } from 'react';
import { MeasuringWorker } from '../../app/lessons/measuring-worker.ts';
import { formatBounds } from '../../lessons/answers/bounds.ts';
import { programChallenges } from '../../lessons/challenges/challenges.ts';
import {
  formatPlace,
  type ProgramChallenge,
  type RankRow,
  rankingTasks,
  rankPolicies,
} from '../../lessons/challenges/ranking.ts';
import { lessonFigures } from '../../lessons/measurement/lesson-figures.ts';
import type { MeasuredRun } from '../../lessons/measurement/measured-run.ts';
import { PROGRAM_POLICY } from '../../params/id.ts';
import { findPolicy } from '../../policies/registry.ts';
import { findPreset } from '../../scenarios/index.ts';
import { formatSpread } from '../../shared/format-spread.ts';
import type { ReplicatedFigure } from '../../shared/statistics.ts';
import { Button } from '../parts/button.tsx';
import { Select } from '../parts/fields.tsx';
import { useWork, WorkProgress } from '../parts/work.tsx';

interface ProgramRankingProps {
  /** The present text. */
  readonly getSource: () => string;
  /** Number of changes of the text. */
  readonly changeCount: number;
}

interface RankResult {
  readonly challenge: ProgramChallenge;
  readonly rows: readonly RankRow[];
  /** `changes` when the ranking began. */
  readonly changeCount: number;
}

export function ProgramRanking({ getSource, changeCount }: ProgramRankingProps) {
  const [id, setId] = useState(programChallenges[0]?.id ?? '');
  const [result, setResult] = useState<RankResult>();
  const { progress, failure, start, cancel } = useWork();
  const challenge = programChallenges.find((candidate) => candidate.id === id);

  function rank(): void {
    const scenario = challenge && findPreset(challenge.preset);
    if (challenge === undefined || scenario === undefined) return;
    setResult(undefined);
    void start(async (signal, onProgress) => {
      const worker = new MeasuringWorker();
      signal.addEventListener('abort', () => worker.cancel());
      try {
        const tasks = rankingTasks(challenge, scenario, getSource());
        const measuredRuns: MeasuredRun[] = [];
        for (const [index, task] of tasks.entries())
          measuredRuns.push(
            await worker.measure(task, (taskProgress) => onProgress((index + taskProgress) / tasks.length)),
          );
        return { challenge, rows: rankPolicies(challenge, measuredRuns, true), changeCount };
      } finally {
        worker.close();
      }
    }, setResult);
  }

  return (
    <section className="ranking" aria-label="Ranking">
      <p>
        {progress === undefined ? (
          <>
            <label>
              Challenge{' '}
              <Select value={id} options={programChallenges.map((item) => [item.id, item.title])} onChoose={setId} />
            </label>{' '}
            <Button onClick={rank}>Rank it</Button>
          </>
        ) : (
          <WorkProgress progress={progress} label="Runs done" cancel={cancel} />
        )}{' '}
        <span role="status" className={failure === '' ? 'muted' : 'notice'}>
          {failure}
          {result && formatRank(result.rows)}
          {result && result.changeCount !== changeCount && ' The text has changed since.'}
        </span>
      </p>
      {result ? <RankTable {...result} /> : <p className="muted">{challenge?.text}</p>}
    </section>
  );
}

/** "Place 2 of 6. It does not differ clearly from the row above." */
function formatRank(rows: readonly RankRow[]): string {
  const rank = rows.findIndex(({ policy }) => policy === PROGRAM_POLICY);
  const row = rows[rank];
  const missedText = row?.isMet === false ? ' It misses a goal.' : '';
  return `Your program has place ${rank + 1} of ${rows.length}.${missedText}${row?.isApart === false ? ' It does not differ clearly from the row above.' : ''}`;
}

function RankTable({ challenge, rows }: { readonly challenge: ProgramChallenge; readonly rows: readonly RankRow[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section tabIndex={0} aria-label="Table of the ranking">
      <table className="ruled">
        <caption>
          Means of {challenge.seeds.length} runs with other seeds, ± half of their 95&nbsp;% interval; without ±, the
          same for every seed. At a place, = means: there is no clear difference from the row above. ✗ means: it misses
          a goal.
        </caption>
        <thead>
          <tr>
            <th scope="col">Place</th>
            <th scope="col">Policy</th>
            <th scope="col">{lessonFigures[challenge.score].label}</th>
            {challenge.goals.map(({ figure, below, above }) => (
              <th scope="col" key={figure}>
                {lessonFigures[figure].label}, {lessonFigures[figure].unit} ({formatBounds({ above, below })})
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.policy} className={row.policy === PROGRAM_POLICY ? 'ranking-own' : undefined}>
              <td title={placeTitle(row)}>{formatPlace(row, index)}</td>
              <th scope="row">
                {row.policy === PROGRAM_POLICY ? 'Your program' : (findPolicy(row.policy)?.name ?? row.policy)}
              </th>
              <td>{formatMean(row.score)}</td>
              {row.goals.map(({ mean, isMet }, index) => (
                <td key={challenge.goals[index]?.figure}>
                  {isMet ? '✓' : '✗'} {formatMean(mean)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const placeTitle = ({ isMet, isApart }: RankRow) =>
  [
    ...(isApart === false ? ['does not differ clearly from the row above'] : []),
    ...(isMet ? [] : ['misses a goal']),
  ].join('; ') || undefined;

function formatMean({ mean, ci95 }: ReplicatedFigure): string {
  const digits = Math.abs(mean) >= 100 ? 0 : Math.abs(mean) >= 10 ? 1 : 2;
  return Number.isNaN(mean)
    ? 'nothing to read'
    : `${mean.toFixed(digits)}${formatSpread(ci95, (half) => half.toFixed(digits), ' ± ')}`;
}
