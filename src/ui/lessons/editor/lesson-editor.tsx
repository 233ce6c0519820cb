/** The editor of lessons: head, runs and steps. A lesson can be tried, saved, opened, shared and printed. */
import { useEffect, useMemo, useState } from 'react';
import { errorMessage } from '../../../app/loading/loading.ts';
import { lessonMinutes } from '../../../lessons/format/minutes.ts';
import { Button, CloseButton } from '../../parts/button.tsx';
import { usePageContext } from '../../shell/context.tsx';
import { LessonPanel } from '../panel/lesson-panel.tsx';
import { EditorBar } from './editor-bar.tsx';
import { createDraftStep, type LessonDraft, lessonOfDraft, stepTemplate, type WrittenLesson } from './editor-draft.ts';
import { EditorHead } from './editor-head.tsx';
import { EditorProblems } from './editor-problems.tsx';
import { EditorRuns, runOfPage } from './editor-runs.tsx';
import { EditorSteps } from './editor-steps.tsx';
import { useTrial } from './editor-trial.ts';
import { LessonPrint } from './lesson-print.tsx';
import { type DraftSetter, type EditorMessage, useStoredDraft } from './stored-draft.ts';
import './lesson-editor.css';

export function LessonEditor({ onClose }: { readonly onClose: () => void }) {
  const { page } = usePageContext();
  const { draft, message, tell, warn, change } = useStoredDraft();
  const trial = useTrial(warn);
  const [printing, setPrinting] = useState<'answers' | 'questions'>();
  const writtenLesson = useMemo(() => draft && lessonOfDraft(draft), [draft]);
  useEffect(() => {
    page.session.pause();
    void page.loadEditorAndCatalog().catch((error: unknown) => warn(errorMessage(error)));
  }, [page, warn]);
  if (draft === undefined || writtenLesson === undefined)
    return <section className="lesson column" aria-label="Lesson editor" aria-busy />;
  if (trial.openLesson !== undefined)
    return (
      <LessonPanel
        openLesson={trial.openLesson}
        problems={writtenLesson.problems}
        onStep={(step) => trial.openLesson?.goTo(step)}
        onClose={trial.end}
        closing="Back to the editor"
      />
    );
  const start = () => {
    const run = runOfPage(page, draft.runs);
    change({ runs: [run], steps: [createDraftStep(stepTemplate('read', run.id))] });
  };
  return (
    <section className="lesson lesson-editor column" aria-label="Lesson editor">
      <header className="ends">
        <h2 className="lesson-title">Lesson editor</h2>
        <CloseButton label="Close the editor" onClick={onClose} />
      </header>
      <EditorBar
        draft={draft}
        writtenLesson={writtenLesson}
        onMessage={tell}
        onWarning={warn}
        isPrinting={printing !== undefined}
        onChange={change}
        onTry={() => void trial.start(writtenLesson)}
        onPrint={setPrinting}
      />
      <Message message={message} draft={draft} onChange={change} />
      {printing !== undefined && writtenLesson.lesson !== undefined && (
        <LessonPrint
          lesson={writtenLesson.lesson}
          text={writtenLesson.text}
          printsAnswers={printing === 'answers'}
          onDone={() => setPrinting(undefined)}
          onFailed={warn}
        />
      )}
      <div className="lesson-scroll stack">
        {draft.runs.length === 0 && draft.steps.length === 0 && (
          <p className="cluster">
            <Button className="primary" onClick={start}>
              Start from the present run
            </Button>
            <span className="muted">The lesson gets the run that the page shows, and a first step.</span>
          </p>
        )}
        <EditorHead
          draft={draft}
          minutes={writtenLesson.lesson && lessonMinutes(writtenLesson.lesson)}
          onChange={change}
        />
        <EditorProblems problems={problemsOfHead(draft, writtenLesson)} />
        <EditorRuns draft={draft} writtenLesson={writtenLesson} onChange={change} />
        <EditorSteps draft={draft} writtenLesson={writtenLesson} onChange={change} />
      </div>
    </section>
  );
}

interface MessageProps {
  readonly message: EditorMessage;
  readonly draft: LessonDraft;
  readonly onChange: DraftSetter;
}

function Message({ message: { text, isTrouble, onUndo }, draft, onChange }: MessageProps) {
  return (
    <p role="status" className={text === '' ? 'visually-hidden' : isTrouble ? 'notice' : 'muted'}>
      {text}{' '}
      {onUndo !== undefined && <Button onClick={() => onChange(onUndo(draft), { text: 'It is back.' })}>Undo</Button>}
    </p>
  );
}

/** A new lesson is not wrong, and the list of steps shows what is missing. */
function problemsOfHead({ steps }: LessonDraft, { problems }: WrittenLesson) {
  return problems.filter(({ path }) => !/^(runs|steps\.\d+)/.test(path) && !(path === 'steps' && steps.length === 0));
}
