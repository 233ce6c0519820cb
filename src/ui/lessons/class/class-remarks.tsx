/** Files that are not shown or not counted, and hand-ins that differ from their repeated runs. */
import {
  type ClassMember,
  type CountedMembers,
  type LessonCount,
  memberRemarks,
} from '../../../lessons/class/class-member.ts';
import type { RefusedFile } from '../../../lessons/class/class-messages.ts';

interface ClassFiles extends CountedMembers {
  readonly refusedFiles: readonly RefusedFile[];
  readonly otherLessons: readonly LessonCount[];
  /** The name of a file often has the name of the student. */
  readonly showsFiles: boolean;
  readonly nameOf: (member: ClassMember) => string;
}

/** More remarks of a kind are only counted. */
const MAX_SHOWN_REMARKS = 200;

/** The remarks on the files of a class, each a sentence. */
export function classRemarks(files: ClassFiles): readonly string[] {
  const { refusedFiles, otherLessons, countedMembers, earlierHandIns, showsFiles, nameOf } = files;
  const fileName = (file: string, index: number) => (showsFiles ? file : `File ${index + 1}`);
  return [
    ...refusedFiles.map(({ file, reason }, index) => `${fileName(file, index)} is not shown: ${reason}.`),
    ...otherLessons.map(
      ({ title, count }) => `${count} ${count === 1 ? 'hand-in is' : 'hand-ins are'} of another lesson: ${title}.`,
    ),
    ...earlierHandIns.map(({ member, newestMember }) =>
      showsFiles
        ? `${member.file} is not counted: ${newestMember.file === member.file ? 'another file of this name' : newestMember.file} is a newer hand-in of ${nameOf(newestMember)}.`
        : `An earlier hand-in of ${nameOf(newestMember)} is not counted.`,
    ),
    ...countedMembers.flatMap((member) =>
      memberRemarks(member).map((remark) => `${showsFiles ? member.file : nameOf(member)}: ${remark}.`),
    ),
  ];
}

interface ClassRemarksProps {
  readonly remarks: readonly string[];
  /** Whether only some students are shown. Remarks are on all files. */
  readonly isFiltered: boolean;
  /** Whether a student has several hand-ins. */
  readonly hasEarlier: boolean;
  /** Without a hand-in to show, the reasons are in sight. */
  readonly isOpen: boolean;
}

export function ClassRemarks({ remarks, isFiltered, hasEarlier, isOpen }: ClassRemarksProps) {
  if (remarks.length === 0) return null;
  return (
    <details className="class-list" open={isOpen}>
      <summary>
        Remarks on {isFiltered ? 'the files of all students' : 'files'}: {remarks.length}
        {hasEarlier && '. The newest hand-in of each student counts'}
      </summary>
      <RemarkList remarks={remarks} />
    </details>
  );
}

/** The remarks one below the other, on the page and on paper. */
export const RemarkList = ({ remarks }: Pick<ClassRemarksProps, 'remarks'>) => (
  <>
    <ul className="bullets">
      {remarks.slice(0, MAX_SHOWN_REMARKS).map((remark, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two remarks may be equal
        <li key={index}>{remark}</li>
      ))}
    </ul>
    {remarks.length > MAX_SHOWN_REMARKS && <p>The CSV file has the others too.</p>}
  </>
);
