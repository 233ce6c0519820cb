/**
 * The answers of a class: hand-ins are dropped here, shown at once, and judged behind. Their texts are of students, so
 * they are shown as text only.
 */

import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { ClassState } from '../../../app/lessons/class-run.ts';
import { errorMessage } from '../../../app/loading/loading.ts';
import { type ClassMember, lessonsOfMembers, memberName, newestHandIns } from '../../../lessons/class/class-member.ts';
import {
  type ClassPicture,
  classPicture,
  membersWithOption,
  type StepPicture,
} from '../../../lessons/class/class-picture.ts';
import type { Lesson } from '../../../lessons/format/lesson.ts';
import { formatCount } from '../../../shared/number-text.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FileButton } from '../../parts/fields.tsx';
import { Alert } from '../../parts/texts.tsx';
import { usePage } from '../../shell/context.tsx';
import { ClassControls } from './class-controls.tsx';
import { saveClassCsv } from './class-csv.ts';
import { droppedFiles, namedFiles } from './class-files.ts';
import { ClassMisconceptions, type OptionFilter, ShownStudents } from './class-misconceptions.tsx';
import { ClassPrint } from './class-print.tsx';
import { ClassRemarks, classRemarks } from './class-remarks.tsx';
import { classRun } from './class-run-of-page.ts';
import { ClassStep } from './class-step.tsx';
import './class-view.css';

export function ClassView({ onClose }: { readonly onClose: () => void }) {
  const state = useStore(classRun.store);
  const [problem, setProblem] = useState<string>();
  const isEmpty = state.members.length === 0 && state.refusedFiles.length === 0 && !state.isReading;
  const drop = (event: React.DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setProblem(undefined);
    droppedFiles(event.dataTransfer).then(
      (files) => classRun.add(files),
      (error: unknown) => setProblem(errorMessage(error)),
    );
  };
  return (
    <Dialog
      title="Answers of a class"
      className="class-view prose"
      closing="Close the answers of the class"
      pauses
      onClose={onClose}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <ClassFileButtons />
      {isEmpty && (
        <p className="muted">
          Drop the hand-ins of your students here: HTML or JSON files, a ZIP archive, or a folder. This page shows the
          answers at once and then runs everything again with its own copy of the lesson. Nothing leaves this browser,
          and nothing is stored: the answers stay until you press <b>Forget all</b> or close the page.
        </p>
      )}
      {(problem ?? state.failure) !== undefined && (
        <Alert>The files could not be read: {problem ?? state.failure}.</Alert>
      )}
      {!isEmpty && <ClassContent state={state} />}
    </Dialog>
  );
}

/** An attribute that React’s types do not know. */
const OPENS_FOLDER = { webkitdirectory: '' };

function ClassFileButtons() {
  const add = (files: Iterable<File>) => classRun.add(namedFiles(files));
  return (
    <p className="cluster">
      <FileButton label="Hand-ins" multiple accept=".html,.htm,.json,.zip" onFiles={add}>
        Open hand-ins…
      </FileButton>
      <FileButton label="Folder of hand-ins" {...OPENS_FOLDER} onFiles={add}>
        Open a folder…
      </FileButton>
    </p>
  );
}

function ClassContent({ state }: { readonly state: ClassState }) {
  const isProjector = usePage(({ theme }) => theme === 'projector');
  const [namesChoice, setNamesChoice] = useState<boolean>();
  const [lessonChoice, setLessonChoice] = useState<string>();
  const [sortsByMisconception, setSortsByMisconception] = useState(false);
  const [filter, setFilter] = useState<OptionFilter>();
  const showsNames = namesChoice ?? !isProjector;
  const lessons = lessonsOfMembers(state.members);
  const shownLesson = lessons.find(({ id }) => id === lessonChoice) ?? lessons[0];
  const lesson = shownLesson === undefined ? undefined : state.lessons.get(shownLesson.id);
  const { ofLesson, countedMembers, earlierHandIns, shownMembers, picture, nameOf } = useClassPicture(
    state.members,
    shownLesson?.id,
    lesson,
    filter,
    showsNames,
  );
  const names = shownMembers.map(nameOf);
  const remarks = classRemarks({
    refusedFiles: state.refusedFiles,
    otherLessons: lessons.filter((other) => other !== shownLesson),
    countedMembers,
    earlierHandIns,
    showsFiles: showsNames,
    nameOf,
  });
  return (
    <>
      <p role="status">{formatStatus(state, ofLesson, countedMembers.length)}</p>
      <ClassControls
        lessons={lessons}
        lessonId={shownLesson?.id}
        onLesson={(id) => {
          setLessonChoice(id);
          setFilter(undefined);
        }}
        showsNames={showsNames}
        onNames={setNamesChoice}
        sortsByMisconception={sortsByMisconception}
        onSort={setSortsByMisconception}
        isFiltered={filter !== undefined}
        onSave={() => saveClassCsv(shownLesson?.id ?? 'class', ofLesson, showsNames, nameOf)}
        onPrint={picture && (() => print())}
      />
      {filter !== undefined && (
        <p className="cluster">
          <ShownStudents count={shownMembers.length} filter={filter} />
          <Button onClick={() => setFilter(undefined)}>Show all students</Button>
        </p>
      )}
      <ClassRemarks
        remarks={remarks}
        isFiltered={filter !== undefined}
        hasEarlier={earlierHandIns.length > 0}
        isOpen={state.members.length === 0}
      />
      {picture === undefined && ofLesson.length > 0 && (
        <p className="notice">
          This page has no lesson {shownLesson?.id}, so its answers are not judged. Open the file of the lesson here
          too.
        </p>
      )}
      {picture !== undefined && (
        <ClassSteps picture={picture} names={names} sortsByMisconception={sortsByMisconception} onFilter={setFilter} />
      )}
      {lesson !== undefined && picture !== undefined && (
        <ClassPrint title={lesson.title} picture={picture} names={names} filter={filter} remarks={remarks} />
      )}
    </>
  );
}

/** The hand-ins of a lesson that count and are shown, and their picture. Each part is computed when it changes. */
function useClassPicture(
  members: readonly ClassMember[],
  lessonId: string | undefined,
  lesson: Lesson | undefined,
  filter: OptionFilter | undefined,
  showsNames: boolean,
) {
  const ofLesson = useMemo(() => members.filter((member) => member.lesson === lessonId), [members, lessonId]);
  const { countedMembers, earlierHandIns } = useMemo(() => newestHandIns(ofLesson), [ofLesson]);
  const shownMembers = useMemo(
    () => (filter === undefined ? countedMembers : membersWithOption(countedMembers, filter.step, filter.option)),
    [countedMembers, filter],
  );
  const picture = useMemo(() => lesson && classPicture(lesson, shownMembers), [lesson, shownMembers]);
  const indexOf = useMemo(() => new Map(countedMembers.map((member, index) => [member, index])), [countedMembers]);
  const nameOf = (member: ClassMember) => memberName(member, indexOf.get(member) ?? 0, showsNames);
  return { ofLesson, countedMembers, earlierHandIns, shownMembers, picture, nameOf };
}

interface ClassStepsProps {
  readonly picture: ClassPicture;
  readonly names: readonly string[];
  readonly sortsByMisconception: boolean;
  readonly onFilter: (filter: OptionFilter) => void;
}

function ClassSteps({ picture, names, sortsByMisconception, onFilter }: ClassStepsProps) {
  return (
    <>
      {picture.misconceptions.length > 0 && (
        <ClassMisconceptions misconceptions={picture.misconceptions} onFilter={onFilter} />
      )}
      {sortedSteps(picture.steps, sortsByMisconception).map((step) => (
        <ClassStep key={step.number} step={step} picture={picture} names={names} sortsOptions={sortsByMisconception} />
      ))}
    </>
  );
}

function formatStatus(
  { members, isReading, runCount, measuredRunCount }: ClassState,
  ofLesson: readonly ClassMember[],
  countedCount: number,
): string {
  if (isReading) return `The files are being read: ${formatCount(members.length, 'hand-in')} so far.`;
  const judgedCount = ofLesson.filter(({ state }) => state === 'judged').length;
  const waitingCount = ofLesson.filter(({ state }) => state === 'waiting').length;
  const parts = [
    `${formatCount(ofLesson.length, 'hand-in')} of ${formatCount(countedCount, 'student')}.`,
    waitingCount === 0 && judgedCount > 0 ? 'All are judged by the lesson of this page.' : '',
    waitingCount > 0 ? `${judgedCount} judged, ${waitingCount} not yet run.` : '',
    measuredRunCount < runCount ? `${measuredRunCount} of ${runCount} runs of all lessons are measured.` : '',
    'Only the last answer to a step is in a hand-in, so corrected ones are not counted.',
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** The steps with the largest share of wrong options first. */
function sortedSteps(steps: readonly StepPicture[], sortsByMisconception: boolean): readonly StepPicture[] {
  if (!sortsByMisconception) return steps;
  const wrongShare = ({ answers, answerCount }: StepPicture) =>
    answers.kind !== 'options' || answerCount === 0
      ? -1
      : answers.options.reduce((sum, { isRight, count }) => sum + (isRight ? 0 : count), 0) / answerCount;
  return [...steps].sort((a, b) => wrongShare(b) - wrongShare(a));
}
