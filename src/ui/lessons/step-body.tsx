/** The question of a step, by its kind, and the verdict on the answer. */
import { useId, useState } from 'react';
import { encodeRun } from '../../app/url.ts';
import { straying } from '../../lessons/challenge.ts';
import { MAX_ANSWER } from '../../lessons/kept-answers.ts';
import {
  asksForProgram,
  type ChallengeStep,
  type CompareStep,
  type ExplainStep,
  type GoodStep,
  type MeasureStep,
  type Option,
  type PredictStep,
  type RunStep,
} from '../../lessons/lesson.ts';
import { settingOf } from '../../lessons/lesson-runs.ts';
import { figures } from '../../lessons/measuring/figures.ts';
import { numberOf } from '../../lessons/number-typed.ts';
import { asSketch, curveOfSketch, MIN_SKETCH_POINTS } from '../../lessons/sketch.ts';
import { shortNumber, solutionOf } from '../../lessons/solution.ts';
import { LANE_LETTERS } from '../../view/draw/palette.ts';
import { usePage, useTools } from '../shell/context.tsx';
import { Feedback, intoView, Measuring } from './feedback.tsx';
import { GOAL_WORDS, GoalsTable } from './goals-table.tsx';
import type { DeskState, LessonDesk } from './lesson-desk.ts';
import { LessonLine, LessonText } from './lesson-text.tsx';
import { OrderAnswer } from './order-answer.tsx';
import { ProgramAnswer } from './program-answer.tsx';
import { Sketch } from './sketch.tsx';
import { Submit } from './submit.tsx';

interface Props<S extends GoodStep> {
  readonly desk: LessonDesk;
  readonly state: DeskState;
  /** Index of the step. */
  readonly at: number;
  readonly step: S;
}

export function StepBody({ desk, state, at, step }: Props<GoodStep>) {
  const theme = usePage((page) => page.theme);
  const own = { desk, state, at };
  return (
    <>
      {step.kind === 'predict' && <Predict {...own} step={step} />}
      {step.kind === 'run' && <Run {...own} step={step} />}
      {step.kind === 'measure' && <Measure {...own} step={step} />}
      {step.kind === 'compare' && <Compare {...own} step={step} />}
      {step.kind === 'explain' && <Explain {...own} step={step} />}
      {step.kind === 'challenge' &&
        (asksForProgram(step) ? <ProgramAnswer {...own} step={step} /> : <Challenge {...own} step={step} />)}
      {theme === 'projector' && step.kind !== 'read' && step.kind !== 'run' && <Revealed {...own} step={step} />}
    </>
  );
}

/** For a class: the right answer, hidden until somebody asks for it. */
function Revealed({ desk, state, at, step }: Props<GoodStep>) {
  const shown = state.revealed.includes(at);
  const measured = desk.measuredOf(at);
  const solution = solutionOf(step, typeof measured === 'object' ? measured : undefined);
  return (
    <div className="revealed">
      <button type="button" aria-expanded={shown} onClick={() => desk.reveal(at)}>
        {shown ? 'Hide the answer' : 'Show the answer'}
      </button>
      {shown && (
        <div ref={intoView} role="status">
          {solution?.lines.map((line) => (
            <LessonText key={line} text={line} />
          ))}
        </div>
      )}
      {shown && step.kind === 'predict' && step.ask.type === 'sketch' && solution?.curve !== undefined && (
        <Sketch ask={step.ask} title={step.question} sketch={undefined} measured={solution.curve} />
      )}
      {shown && measured === undefined && <Measuring desk={desk} share={state.share} />}
    </div>
  );
}

const Question = ({ id, text }: { readonly id: string; readonly text: string }) => (
  <p id={id} className="question">
    <LessonLine text={text} />
  </p>
);

function Predict({ desk, state, at, step }: Props<PredictStep>) {
  const { ask, question } = step;
  const id = useId();
  return (
    <>
      <Question id={id} text={question} />
      {ask.type === 'choice' && <Choice {...{ desk, state, at, options: ask.options, id }} />}
      {ask.type === 'order' && <OrderAnswer {...{ desk, state, at, items: ask.items, id }} />}
      {ask.type === 'number' && <NumberAnswer {...{ desk, state, at, unit: ask.unit, id }} />}
      {ask.type === 'sketch' && <SketchAnswer {...{ desk, state, at, step, id }} />}
      {desk.holds(state) && (
        <p className="muted">
          Give your prediction first. Until then the run does not play, and its figures are hidden.
        </p>
      )}
      <Feedback desk={desk} state={state} at={at} says="always" />
    </>
  );
}

interface Asking {
  readonly desk: LessonDesk;
  readonly state: DeskState;
  readonly at: number;
  /** Of the question. */
  readonly id: string;
}

/** One of several options. An answer stays as it is; a prediction is there to be compared. */
function Choice({
  desk,
  state,
  at,
  options,
  id,
  again = false,
}: Asking & { readonly options: readonly Option[]; readonly again?: boolean }) {
  const answer = state.answers[at];
  const draft = state.drafts[at];
  const chosen = answer?.kind === 'choice' ? answer.option : typeof draft === 'number' ? draft : undefined;
  const rightly = chosen !== undefined && options[chosen]?.right === true;
  // Where there is another try, a wrong answer does not tell the right one.
  const told = answer !== undefined && (rightly || !again);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== undefined) desk.answer(at, { kind: 'choice', option: chosen });
      }}
    >
      <fieldset className="options" aria-labelledby={id} disabled={answer !== undefined}>
        {options.map((option, index) => (
          <label key={option.text} className={told && option.right ? 'right' : ''}>
            <input type="radio" name={id} checked={chosen === index} onChange={() => desk.draft(at, index)} />
            <span>
              <LessonLine text={option.text} />
              {told && (option.right || chosen === index) && (
                <b className="told"> {option.right ? '✓ right' : '✗ your answer'}</b>
              )}
            </span>
          </label>
        ))}
      </fieldset>
      <Submit
        answered={answer !== undefined}
        disabled={chosen === undefined}
        onAgain={again ? () => desk.again(at) : undefined}
      />
    </form>
  );
}

function NumberAnswer({
  desk,
  state,
  at,
  unit,
  id,
  again = false,
}: Asking & { readonly unit: string; readonly again?: boolean }) {
  const answer = state.answers[at];
  const draft = state.drafts[at];
  const typed = typeof draft === 'string' ? draft : answer?.kind === 'number' ? String(answer.value) : '';
  const value = numberOf(typed);
  const bad = typed.trim() !== '' && value === undefined;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (value !== undefined) desk.answer(at, { kind: 'number', value });
      }}
    >
      <p className="number">
        <input
          type="text"
          inputMode="decimal"
          aria-labelledby={id}
          aria-describedby={`${id}-unit`}
          aria-invalid={bad}
          disabled={answer !== undefined}
          maxLength={40}
          value={typed}
          onChange={({ target }) => desk.draft(at, target.value)}
        />{' '}
        <span id={`${id}-unit`}>{unit}</span>
      </p>
      {bad && (
        <p className="notice" role="alert">
          This is not a number that can be read in one way only. Write it like 12.5 or 1500.
        </p>
      )}
      <Submit
        answered={answer !== undefined}
        disabled={value === undefined}
        onAgain={again ? () => desk.again(at) : undefined}
      />
    </form>
  );
}

function SketchAnswer({ desk, state, at, step, id }: Asking & { readonly step: PredictStep }) {
  if (step.ask.type !== 'sketch') return null;
  const { ask } = step;
  const answer = state.answers[at];
  const sketch = asSketch(state.drafts[at]);
  const curve = answer?.kind === 'sketch' ? answer.sketch : curveOfSketch(sketch, ask);
  const verdict = desk.verdict(at);
  const measured = verdict.kind === 'judged' ? verdict.judged.curve : undefined;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        desk.answer(at, { kind: 'sketch', sketch: curveOfSketch(sketch, ask) });
      }}
    >
      <Sketch
        ask={ask}
        title={step.question}
        sketch={curve}
        measured={measured}
        draft={answer === undefined ? sketch : undefined}
        onDraft={(draft) => desk.draft(at, draft)}
        labelledBy={id}
      />
      <Submit answered={answer !== undefined} disabled={curve.seconds.length < MIN_SKETCH_POINTS} />
    </form>
  );
}

function Run({ desk, state, at, step }: Props<RunStep>) {
  const { page } = useTools();
  const playing = usePage((own) => own.playing);
  const endNs = usePage((own) => own.endNs);
  usePage((own) => own.timeNs);
  const untilNs = desk.untilNs(step);
  const until = `${Number((untilNs / 1e9).toFixed(3))} s`;
  const done = state.answers[at] !== undefined;
  return (
    <>
      <p className="buttons">
        <button
          type="button"
          className={done ? '' : 'primary'}
          disabled={endNs === 0}
          onClick={() => (playing ? page.session.pause() : desk.playOn())}
        >
          {playing ? 'Pause' : done ? `Play to ${until} again` : `Play to ${until}`}
        </button>
      </p>
      <p role="status" className={done ? 'told-right' : 'muted'}>
        {done ? 'The run has reached the end of this step.' : `This step is done when the run reaches ${until}.`}
      </p>
    </>
  );
}

function Measure({ desk, state, at, step }: Props<MeasureStep>) {
  const id = useId();
  return (
    <>
      <Question id={id} text={step.question} />
      <div className="muted">
        <LessonText text={`**Where to look:** ${step.hint}`} />
        <p>{spanOf(desk, step)}</p>
      </div>
      <NumberAnswer {...{ desk, state, at, id }} unit={figures[step.reading.figure].unit} again />
      <Feedback desk={desk} state={state} at={at} says="never" compared="right" />
    </>
  );
}

/** What the figure counts. */
function spanOf(desk: LessonDesk, { reading }: MeasureStep): string {
  const { span } = figures[reading.figure];
  const until = reading.atSeconds === undefined ? 'the end of the run' : `${reading.atSeconds} s`;
  const run = desk.runOf(reading.run);
  const from = span === 'since the start' || run === undefined ? 0 : settingOf(run, 'run.warmupSeconds');
  return span === 'at this time' ? `It is read at ${until}.` : `It counts from ${from} s to ${until}.`;
}

function Compare({ desk, state, at, step }: Props<CompareStep>) {
  const id = useId();
  const measured = desk.measuredOf(at);
  const asked = state.wanted.includes(at) || state.answers[at] !== undefined || state.revealed.includes(at);
  if (typeof measured !== 'object' || !asked)
    return (
      <>
        <p>The runs: {step.runs.map((run) => desk.lesson.runs[run]?.title).join('; ')}.</p>
        {typeof measured === 'string' && asked ? (
          <p className="notice" role="alert">
            The runs could not be measured: {measured}.
          </p>
        ) : null}
        {asked && measured === undefined ? (
          <Measuring desk={desk} share={state.share} />
        ) : (
          <p className="buttons">
            <button type="button" className="primary" onClick={() => desk.want(at)}>
              Measure the runs
            </button>
          </p>
        )}
      </>
    );
  const names = step.figures.map(({ figure, lane, class: source, atSeconds }) =>
    [
      figures[figure].label,
      step.figures.some((other) => other.lane !== lane) ? `, lane ${LANE_LETTERS[lane - 1]}` : '',
      source === undefined ? '' : `, ${desk.classLabel(step.runs[0] as string, source)}`,
      atSeconds === undefined ? '' : `, at ${atSeconds} s`,
      figures[figure].unit === '' ? '' : ` (${figures[figure].unit})`,
    ].join(''),
  );
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard */}
      <section className="scrolled" tabIndex={0} aria-label="Figures of the runs">
        <table className="compared">
          <thead>
            <tr>
              <th scope="col">Run</th>
              {names.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {step.runs.map((run, index) => (
              <tr key={run}>
                <th scope="row">{desk.lesson.runs[run]?.title}</th>
                {names.map((name, column) => (
                  <td key={name}>{shortNumber(measured[index]?.figures[column] ?? Number.NaN, step.digits)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Question id={id} text={step.question} />
      <Choice {...{ desk, state, at, id }} options={step.options} again />
      <Feedback desk={desk} state={state} at={at} says="always" />
    </>
  );
}

function Explain({ desk, state, at, step }: Props<ExplainStep>) {
  const id = useId();
  const answer = state.answers[at];
  const draft = state.drafts[at];
  const typed = typeof draft === 'string' ? draft : answer?.kind === 'text' ? answer.text : '';
  const stands = answer?.kind === 'text' && answer.text === typed;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        desk.answer(at, { kind: 'text', text: typed });
      }}
    >
      <Question id={id} text={step.question} />
      <textarea
        aria-labelledby={id}
        rows={6}
        maxLength={MAX_ANSWER}
        value={typed}
        onChange={({ target }) => desk.draft(at, target.value)}
      />
      <p className="buttons">
        <button type="submit" className={stands ? '' : 'primary'} disabled={typed.trim() === '' || stands}>
          {answer === undefined ? 'This is my answer' : stands ? 'Your answer is stored' : 'Change my answer'}
        </button>
      </p>
      {answer !== undefined && (
        <div role="status" className="feedback">
          <p>
            <b>A good answer says:</b>
          </p>
          <LessonText text={step.model} />
          <p className="muted">Compare it with yours. You can still change your answer.</p>
        </div>
      )}
    </form>
  );
}

function Challenge({ desk, state, at, step }: Props<ChallengeStep>) {
  const run = usePage((own) => own.run);
  const [outside, setOutside] = useState<readonly string[]>([]);
  const verdict = desk.verdict(at);
  const link = encodeRun(run);
  const measuredRun = desk.answeredRun(at);
  const same = measuredRun !== undefined && encodeRun(measuredRun) === link;
  const given = desk.runOf(step.view.run);
  const measure = () => {
    const found = given === undefined ? [] : straying(given, run, step);
    setOutside(found);
    if (found.length > 0) return;
    desk.answer(at, { kind: 'settings', link });
    desk.want(at);
  };
  const found = verdict.kind === 'judged' ? verdict.judged.compared : undefined;
  return (
    <>
      <GoalsTable desk={desk} step={step} found={found} yours="Your settings" />
      {found !== undefined && !same && (
        <p className="muted">These figures belong to your settings before the last change.</p>
      )}
      <p className="buttons">
        <button type="button" className="primary" disabled={verdict.kind === 'measuring'} onClick={measure}>
          Measure my settings
        </button>
        <button type="button" onClick={() => desk.reopen()}>
          Start again
        </button>
      </p>
      {outside.length > 0 && (
        <p className="notice" role="alert">
          You also changed settings that this step does not allow: {outside.join(', ')}. Press “Start again”.
        </p>
      )}
      <Feedback desk={desk} state={state} at={at} says="always" compared="never" words={GOAL_WORDS} />
    </>
  );
}
