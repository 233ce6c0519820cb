/**
 * A hand-in that was opened from disk, to read. Anybody can change such a file, so its texts are shown as text, and its
 * judgements as those of the file.
 */

import type { OpenedHandIn } from '../../../app/page/page-state.ts';
import type { LessonAnswer } from '../../../lessons/answers/answers.ts';
import type { LessonStep } from '../../../lessons/format/lesson.ts';
import { parseLessonData } from '../../../lessons/format/parse-lesson.ts';
import { formatChartSvg, type HandInChart } from '../../../lessons/hand-in/chart.ts';
import type { HandedRun, HandedStep } from '../../../lessons/hand-in/hand-in.ts';
import {
  answerTexts,
  formatAnswered,
  formatExpected,
  formatHandInCounts,
  formatLabel,
  formatShownLink,
  queueChart,
  sketchChart,
  studentName,
} from '../../../lessons/hand-in/hand-in-texts.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { PlainTable } from '../../parts/table.tsx';
import { LessonLine, LessonText } from '../panel/lesson-text.tsx';
import './hand-in-dialog.css';

export function HandInDialog({ opened, onClose }: { readonly opened: OpenedHandIn; readonly onClose: () => void }) {
  const { handIn, fileName } = opened;
  const { lesson } = parseLessonData(handIn.lesson);
  return (
    <Dialog
      title={`${lesson?.title ?? 'A lesson'}: ${studentName(handIn)}`}
      closing="Close the hand-in"
      className="hand-in prose"
      pauses
      onClose={onClose}
    >
      <p>
        The hand-in {fileName}, made by Bufferscope {handIn.build}
        {handIn.seed !== undefined && `, seed ${handIn.seed}`}. {formatHandInCounts(handIn)}
      </p>
      <p className="notice">
        Nothing was checked here. “Right” and “not right” are what the file says, and its copy of the lesson has the
        questions. A student can change both. <code>npm run sim -- grade {fileName}</code> runs it again and compares.
      </p>
      {lesson === undefined && (
        <p className="notice">The lesson in the file cannot be read, so its questions and options are missing.</p>
      )}
      {handIn.steps.map((handedStep, index) => (
        <StepOfHandIn
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is identified by its position
          key={index}
          handedStep={handedStep}
          step={lesson?.steps[handedStep.number - 1]}
        />
      ))}
    </Dialog>
  );
}

interface StepOfHandInProps {
  readonly handedStep: HandedStep;
  readonly step: LessonStep | undefined;
}

function StepOfHandIn({ handedStep, step }: StepOfHandInProps) {
  const { number, title, answer, judged, runs } = handedStep;
  const sketch = sketchChart(handedStep, step);
  return (
    <section aria-label={`Step ${number}`}>
      <h3>
        {number}. {title}
      </h3>
      {step !== undefined && 'question' in step && <LessonText text={step.question} />}
      {answer === undefined ? <p className="muted">Not done.</p> : <Answer answer={answer} step={step} />}
      {judged?.right !== undefined && (
        <p>
          In the file: <b>{judged.right ? '✓ right' : '✗ not right'}</b>
        </p>
      )}
      {judged !== undefined && judged.compared.length > 0 && (
        <PlainTable
          heads={['Figure', 'Answer', 'Expected', 'Met']}
          rows={judged.compared.map((row) => [
            formatLabel(row.label, row.unit),
            formatAnswered(row),
            formatExpected(row),
            row.met ? 'yes' : 'no',
          ])}
        />
      )}
      {sketch !== undefined && <Chart chart={sketch} />}
      {runs.map((run, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a run is identified by its position
        <RunOfHandIn key={index} run={run} />
      ))}
    </section>
  );
}

function Answer({ answer, step }: { readonly answer: LessonAnswer; readonly step: LessonStep | undefined }) {
  if (answer.kind === 'seen') return <p className="muted">Done.</p>;
  const { chosenTexts, words } = answerTexts(step, answer);
  if (chosenTexts.length === 0 && words === '') return null;
  return (
    <blockquote className="hand-in-answer">
      {chosenTexts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text is identified by its position
        <p key={index}>
          <LessonLine text={text} />
        </p>
      ))}
      {words !== '' && (answer.kind === 'program' ? <pre>{words}</pre> : <p className="hand-in-words">{words}</p>)}
    </blockquote>
  );
}

function RunOfHandIn({ run }: { readonly run: HandedRun }) {
  const { title, link, digest } = run;
  return (
    <>
      <Chart chart={queueChart(run)} />
      <p className="muted hand-in-run">
        Run:{' '}
        {isRunLink(link) ? (
          <a href={link} target="_blank" rel="noopener">
            {title}
          </a>
        ) : (
          <>
            {title} ({formatShownLink(link)} is not the link of a run)
          </>
        )}
        , digest {digest}
      </p>
    </>
  );
}

/** Whether a link is one of a run on this page. */
const isRunLink = (link: string): boolean => /^#[vz]=/.test(link);

/** A picture cannot run code, whatever its labels have. */
function Chart({ chart }: { readonly chart: HandInChart }) {
  // XML has no control characters and no halves of a character.
  const svg = formatChartSvg(chart).replace(/[\p{Cc}\p{Cs}]/gu, ' ');
  if (svg === '') return null;
  return (
    <img
      className="hand-in-chart"
      alt={`${chart.quantity} over time: ${chart.lines.map(({ label }) => label).join(', ')}`}
      src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
    />
  );
}
