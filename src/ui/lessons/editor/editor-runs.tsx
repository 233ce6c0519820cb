/** The runs of a lesson in the editor. Their links come from the page. */

import type { Page } from '../../../app/page/page.ts';
import { lessonLimits } from '../../../lessons/format/lesson.ts';
import { describeProblem, type ParameterProblem } from '../../../params/schema.ts';
import type { RunState } from '../../../run-state/run-state.ts';
import { encodeRun } from '../../../run-state/run-url.ts';
import { scenarioTexts } from '../../../run-state/run-values.ts';
import { required } from '../../../shared/required.ts';
import { Button } from '../../parts/button.tsx';
import { LabelledInput, Tick } from '../../parts/fields.tsx';
import { Bullets } from '../../parts/texts.tsx';
import { usePageContext } from '../../shell/context.tsx';
import { type DraftRun, freeId, type WrittenLesson, withSplice } from './editor-draft.ts';
import type { EditorProps } from './stored-draft.ts';

/** The run that the page shows now, as a run of a lesson. */
export function runOfPage({ state: { run } }: Page, runs: readonly DraftRun[]): DraftRun {
  return { id: freeId(runs), title: scenarioTexts(run).title, link: hashOfRun(run), seed: 'link' };
}

const hashOfRun = (run: RunState): string => `#${encodeRun(run)}`;

interface EditorRunsProps extends EditorProps {
  readonly writtenLesson: WrittenLesson;
}

export function EditorRuns({ draft, writtenLesson, onChange }: EditorRunsProps) {
  const { page } = usePageContext();
  const set = (runIndex: number, fields: Partial<DraftRun>) =>
    onChange({ runs: draft.runs.map((run, index) => (index === runIndex ? { ...run, ...fields } : run)) });
  const remove = (index: number) => {
    const run = required(draft.runs[index]);
    onChange(
      { runs: withSplice(draft.runs, index, 1) },
      { text: `The run ${run.id} was deleted.`, onUndo: (now) => ({ runs: withSplice(now.runs, index, 0, run) }) },
    );
  };
  return (
    <fieldset className="editor-part stack">
      <legend className="editor-title">Runs</legend>
      {draft.runs.map((run, runIndex) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: its id changes while it is typed
        <div key={runIndex} className="editor-run stack">
          <div className="editor-pair">
            <LabelledInput label="Id" value={run.id} maxLength={40} onText={(id) => set(runIndex, { id })} />
            <LabelledInput
              label="Title"
              value={run.title}
              maxLength={lessonLimits.label}
              onText={(title) => set(runIndex, { title })}
            />
          </div>
          <LabelledInput
            label="Link"
            value={run.link}
            maxLength={lessonLimits.link}
            onText={(link) => set(runIndex, { link })}
          />
          <Tick
            checked={run.seed === 'student'}
            onTick={(isStudent) => set(runIndex, { seed: isStudent ? 'student' : 'link' })}
          >
            Seed from the student’s name
          </Tick>
          <p className="cluster">
            <Button onClick={() => set(runIndex, { link: hashOfRun(page.state.run) })}>Use the present page</Button>
            <Button onClick={() => remove(runIndex)}>Delete this run</Button>
          </p>
          <EditorProblems problems={writtenLesson.problems.filter(({ path }) => path.startsWith(`runs.${run.id}`))} />
        </div>
      ))}
      <p className="cluster">
        <Button onClick={() => onChange({ runs: [...draft.runs, runOfPage(page, draft.runs)] })}>
          Add a run from the present page
        </Button>
      </p>
    </fieldset>
  );
}

/** The problems of a part of the lesson. */
export function EditorProblems({ problems }: { readonly problems: readonly ParameterProblem[] }) {
  return <Bullets texts={problems.map(describeProblem)} className="editor-error bullets" role="status" />;
}
