/** Lessons on the page: their list, an open lesson beside its run, and the editor for teachers. */
import { useEffect, useMemo, useState } from 'react';
import { OpenLesson } from '../../app/lessons/open-lesson.ts';
import { errorMessage, loadPart } from '../../app/loading/loading.ts';
import { parseLesson } from '../../lessons/format/parse-lesson.ts';
import { problemsOfRuns } from '../../lessons/runs/lesson-runs.ts';
import { describeProblem, type ParameterProblem } from '../../params/schema.ts';
import { Button } from '../parts/button.tsx';
import { Bullets } from '../parts/texts.tsx';
import { writeHash } from '../shell/address/address.ts';
import { usePageContext } from '../shell/context.tsx';
import { useOnChange } from '../shell/effects.ts';
import { usePageAttribute } from '../shell/layout/page-attribute.ts';
import { lazyPart } from '../shell/part.tsx';
import { courseVisitOf, storeOfVisit } from './course-page.ts';
import { LessonList } from './lesson-list.tsx';
import {
  hashOfStep,
  lessonProgressName,
  loadLessonText,
  parseRequestedLesson,
  type RequestedLesson,
} from './lesson-source.ts';
import { LessonPanel } from './panel/lesson-panel.tsx';
import './panel/lesson.css';

const LessonEditor = lazyPart('The editor of lessons', () => import('./editor/lesson-editor.tsx'), 'LessonEditor');

const AnswerCards = lazyPart('The cards', () => import('../asking/answer-cards.tsx'), 'AnswerCards');
const ClassView = lazyPart('The view of a class', () => import('./class/class-view.tsx'), 'ClassView');

export function LessonView({ hash, onClose }: { readonly hash: string; readonly onClose: () => void }) {
  const requestedLesson = useMemo(() => parseRequestedLesson(hash), [hash]);
  if (requestedLesson.kind === 'list') return <LessonList onClose={onClose} />;
  if (requestedLesson.kind === 'class') return <ClassView onClose={onClose} />;
  if (requestedLesson.kind === 'editor') return <LessonEditor onClose={onClose} />;
  if (requestedLesson.kind === 'cards' || requestedLesson.showsCards)
    return <AnswerCards key={hash} requestedLesson={requestedLesson} onClose={onClose} />;
  const source = requestedLesson.kind === 'file' ? requestedLesson.path : requestedLesson.code;
  return <RequestedLessonView key={source} requestedLesson={requestedLesson} onClose={onClose} />;
}

type LessonState =
  | { readonly kind: 'opening' }
  | { readonly kind: 'failed'; readonly reason: string; readonly problems: readonly ParameterProblem[] }
  | { readonly kind: 'open'; readonly openLesson: OpenLesson; readonly problems: readonly ParameterProblem[] };

interface RequestedLessonViewProps {
  readonly requestedLesson: Extract<RequestedLesson, { kind: 'file' | 'code' }>;
  readonly onClose: () => void;
}

function RequestedLessonView({ requestedLesson, onClose }: RequestedLessonViewProps) {
  const { page } = usePageContext();
  const [opened, setOpened] = useState<LessonState>({ kind: 'opening' });
  const [tries, setTries] = useState(0);
  // Another lesson is another component. The effect below follows its steps.
  useOnChange(tries, () => {
    let hasLeft = false;
    let openLesson: OpenLesson | undefined;
    page.session.pause();
    const fail = (reason: string, problems: readonly ParameterProblem[] = []) => {
      if (hasLeft) return;
      page.lock.allowOnly(undefined);
      setOpened({ kind: 'failed', reason, problems });
    };
    const open = async () => {
      const [text] = await Promise.all([loadLessonText(requestedLesson), loadPart(() => page.loadEditorAndCatalog())]);
      const { lesson, problems } = parseLesson(text);
      if (hasLeft) return;
      if (lesson === undefined) return fail('it is not a lesson', problems);
      const visit = courseVisitOf(lesson.id);
      const storageName = progressName(requestedLesson, lesson.id);
      openLesson = new OpenLesson({ page, lesson, text, storageName, lessonStore: storeOfVisit(visit) });
      await openLesson.open(
        requestedLesson.step === undefined ? undefined : requestedLesson.step - 1,
        visit?.student || requestedLesson.student,
        visit?.text,
      );
      if (hasLeft) return;
      show(hashOfStep(requestedLesson, openLesson.state.step + 1), 'replaceState');
      setOpened({ kind: 'open', openLesson, problems: [...problems, ...problemsOfRuns(lesson)] });
    };
    open().catch((error: unknown) => fail(errorMessage(error)));
    return () => {
      hasLeft = true;
      openLesson?.close();
    };
  });
  const show = (hash: string, historyMethod: 'pushState' | 'replaceState') => {
    writeHash(hash, historyMethod);
    page.views.show({ lessonHash: hash });
  };
  const openLesson = opened.kind === 'open' ? opened.openLesson : undefined;
  // The address contains the shown step, so the browser's Back goes one step back.
  const requestedStep = requestedLesson.step;
  useEffect(() => {
    if (requestedStep !== undefined && openLesson !== undefined && openLesson.state.step !== requestedStep - 1)
      openLesson.goTo(requestedStep - 1);
  }, [openLesson, requestedStep]);
  // The page has the layout of a lesson while the lesson is loaded, so that nothing moves afterwards.
  usePageAttribute('data-lesson', opened.kind === 'open' ? undefined : 'none');
  usePageAttribute('data-lesson-opening', opened.kind === 'opening' ? '' : undefined);
  const leave = () => {
    page.lock.allowOnly(undefined);
    onClose();
  };
  if (opened.kind === 'open')
    return (
      <LessonPanel
        openLesson={opened.openLesson}
        problems={opened.problems}
        onStep={(step) => show(hashOfStep(requestedLesson, step + 1), 'pushState')}
        onClose={leave}
      />
    );
  return (
    <section className="lesson column" aria-label="Lesson" aria-busy={opened.kind === 'opening'}>
      {opened.kind === 'failed' ? (
        <Failure {...opened} onTry={() => setTries(tries + 1)} onClose={leave} />
      ) : (
        <p className="muted">The lesson is being loaded…</p>
      )}
    </section>
  );
}

interface FailureProps extends Omit<Extract<LessonState, { kind: 'failed' }>, 'kind'> {
  readonly onTry: () => void;
  readonly onClose: () => void;
}

function Failure({ reason, problems, onTry, onClose }: FailureProps) {
  return (
    <div role="alert">
      <h2 className="lesson-title">This lesson could not be opened</h2>
      <p className="notice">The reason: {reason}.</p>
      <Bullets texts={problems.map(describeProblem)} className="bullets" />
      <p className="cluster">
        <Button onClick={onTry}>Try again</Button>
        <a className="button" href="#lessons">
          All lessons
        </a>
        <Button onClick={onClose}>Close</Button>
      </p>
    </div>
  );
}

/** Name under which the answers are stored. */
function progressName(requestedLesson: Extract<RequestedLesson, { kind: 'file' | 'code' }>, id: string): string {
  return requestedLesson.kind === 'file'
    ? lessonProgressName(requestedLesson.path)
    : `lesson ${id} ${requestedLesson.code.slice(-24)}`;
}
