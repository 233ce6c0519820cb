/**
 * Tests whether a program keeps the rules of the contract: a button starts the tests in a worker, and each rule has a
 * result.
 */
import { useState } from 'react';
import { errorMessage, NotLoadedError } from '../../app/loading/loading.ts';
import { formatProblem, judgeInWorker, type ProgramProblem } from '../../app/program/program-worker.ts';
import { contractRules, formatFindingContext, type JudgedRule } from '../../judging/rules/contract-rules.ts';
import { Button } from '../parts/button.tsx';
import { useWork, WorkProgress } from '../parts/work.tsx';

const RULE_SIGNS = { kept: '✓', broken: '✗', untested: '–' } as const;
const RULE_STATE_TEXTS = {
  kept: 'kept',
  broken: 'broken',
  untested: 'not tested, because another rule is broken',
} as const;

interface ProgramJudgingProps {
  /** The present text. */
  readonly getSource: () => string;
  /** Number of changes of the text. */
  readonly changeCount: number;
  /** Marks a problem in its line. */
  readonly onProblem: (problem: ProgramProblem) => void;
}

function formatJudgingFailure(error: unknown): string {
  const isMissing = error instanceof NotLoadedError;
  return `The tests ${isMissing ? 'could not be loaded' : 'stopped because of an error'}: ${errorMessage(error)}.`;
}

export function ProgramJudging({ getSource, changeCount, onProblem }: ProgramJudgingProps) {
  const { progress, failure, setFailure, start, cancel } = useWork(formatJudgingFailure);
  /** The results, and `changes` when the tests began. */
  const [judged, setJudged] = useState<{ readonly results: readonly JudgedRule[]; readonly changeCount: number }>();

  function judge(): void {
    setJudged(undefined);
    void start(
      (signal, onProgress) => judgeInWorker(getSource(), onProgress, signal),
      (rules) => {
        if ('problem' in rules) {
          onProblem(rules.problem);
          setFailure(formatProblem(rules.problem));
          return;
        }
        setJudged({ results: rules, changeCount });
        for (const { finding } of rules)
          if (finding?.line !== undefined) onProblem({ message: finding.text, line: finding.line });
      },
    );
  }

  const brokenCount = judged?.results.filter(({ state }) => state === 'broken').length ?? 0;
  return (
    <section className="judging" aria-label="Rules of the contract">
      <p>
        {progress === undefined ? (
          <Button onClick={judge}>Test the rules</Button>
        ) : (
          <WorkProgress progress={progress} label="Tests done" cancel={cancel} />
        )}{' '}
        <span role="status" className={failure === '' && brokenCount === 0 ? 'muted' : 'notice'}>
          {failure}
          {judged &&
            (brokenCount === 0
              ? 'The program keeps all rules.'
              : `The program breaks ${brokenCount === 1 ? 'one rule' : `${brokenCount} rules`}.`)}
          {judged && judged.changeCount !== changeCount && ' The text has changed since these tests.'}
        </span>
      </p>
      {judged && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        <ul tabIndex={0} aria-label="Rules">
          {judged.results.map(({ rule, state, finding }) => (
            <li key={rule} className="judging-rule" data-state={state} title={contractRules[rule].text}>
              <span aria-hidden="true">{RULE_SIGNS[state]}</span> {contractRules[rule].title}
              <span className="visually-hidden">: {RULE_STATE_TEXTS[state]}</span>
              {finding !== undefined && (
                <p className="judging-finding">
                  {contractRules[rule].text} But: {finding.text}{' '}
                  <span className="muted">({formatFindingContext(finding)})</span>
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
