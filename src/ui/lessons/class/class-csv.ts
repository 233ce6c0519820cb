/** Saves the answers of a class as the table of `sim -- grade --csv`. */
import { downloadFile } from '../../../app/files/download.ts';
import { formatCsv } from '../../../export/csv.ts';
import { type ClassMember, newestHandIns } from '../../../lessons/class/class-member.ts';
import { earlierHandInRemark, GRADE_COLUMNS, gradeRows } from '../../../lessons/class/grade-table.ts';

/** @param showsNames without names, the names of files are left out too */
export function saveClassCsv(
  lessonId: string,
  members: readonly ClassMember[],
  showsNames: boolean,
  nameOf: (member: ClassMember) => string,
): void {
  const { earlierHandIns } = newestHandIns(members);
  const newestOf = new Map(earlierHandIns.map(({ member, newestMember }) => [member, newestMember]));
  const rows = members.flatMap((member) => {
    const newestMember = newestOf.get(member);
    const remarks =
      newestMember === undefined
        ? []
        : [earlierHandInRemark(showsNames ? newestMember.file : 'another file of the class')];
    return gradeRows({
      ...member,
      student: nameOf(newestMember ?? member),
      file: showsNames ? member.file : '',
      steps: member.steps.map((step) => ({ ...step, differences: [...step.differences, ...remarks] })),
    });
  });
  downloadFile(`${lessonId}.csv`, 'text/csv', `${formatCsv([[...GRADE_COLUMNS], ...rows])}\n`);
}
