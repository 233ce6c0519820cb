/** What an answer is worth, in words; or that its run is still being measured. */
import type { Compared } from '../../lessons/answers.ts';
import { numberText } from '../../lessons/solution.ts';
import type { DeskState, LessonDesk } from './lesson-desk.ts';
import { LessonText } from './lesson-text.tsx';

export function Feedback({
  desk,
  state,
  at,
  says,
  compared = 'always',
  words = { right: 'This is right.', wrong: 'This is not right.' },
}: {
  readonly desk: LessonDesk;
  readonly state: DeskState;
  readonly at: number;
  /** When the lesson's own words are told: with every answer, or as a hint with a wrong one. */
  readonly says: 'always' | 'wrong';
  /** When numbers are told beside the answer. Not with a wrong one where there is another try. */
  readonly compared?: 'always' | 'right' | 'never';
  readonly words?: { readonly right: string; readonly wrong: string };
}) {
  const verdict = desk.verdict(at);
  if (verdict.kind === 'open') return <div role="status" />;
  if (verdict.kind === 'measuring') return <Measuring desk={desk} share={state.share} />;
  if (verdict.kind === 'failed')
    return (
      <div role="alert">
        <p className="notice">The run could not be measured: {verdict.message}. Your answer is kept.</p>
        <p className="buttons">
          <button type="button" onClick={() => desk.want(at)}>
            Measure again
          </button>
        </p>
      </div>
    );
  const { judged } = verdict;
  return (
    <div
      ref={judged.curve === undefined ? intoView : undefined}
      role="status"
      className={`feedback ${judged.right ? 'right' : 'wrong'}`}
    >
      <p>
        <b>{judged.right ? `✓ ${words.right}` : `✗ ${words.wrong}`}</b>
      </p>
      {(compared === 'always' || (compared === 'right' && judged.right === true)) &&
        judged.compared.map((one) => <ComparedLine key={one.label} {...one} />)}
      {judged.says !== '' && (says === 'always' || judged.right !== true) && <LessonText text={judged.says} />}
    </div>
  );
}

/** What is new is seen: it stands below what was answered. A sketch is not scrolled away for it. */
export const intoView = (place: HTMLElement | null) => place?.scrollIntoView({ block: 'nearest' });

function ComparedLine({ label, unit, answered, expected, within }: Compared) {
  const allowed = within === undefined ? '' : ` ± ${numberText(within)}`;
  if (label.startsWith('Mean distance'))
    return (
      <p className="muted">
        {label}: {numberText(answered ?? Number.NaN)} {unit}. Allowed: {numberText(within ?? 0)} {unit}.
      </p>
    );
  return (
    <p className="muted">
      You: {numberText(answered ?? Number.NaN)} {unit}. {label}: {numberText(expected)}
      {allowed} {unit}.
    </p>
  );
}

export function Measuring({ desk, share }: { readonly desk: LessonDesk; readonly share: number | undefined }) {
  return (
    <div className="measuring" role="status">
      <label>
        The run is being measured…
        <progress max={1} value={share ?? 0} />
      </label>
      <button type="button" onClick={() => desk.cancelMeasuring()}>
        Cancel
      </button>
    </div>
  );
}
