/** The problems of a part of the lesson. */
import { describeProblem, type ParameterProblem } from '../../../params/schema.ts';

export function EditorProblems({ problems }: { readonly problems: readonly ParameterProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <ul className="editor-error bullets" role="status">
      {problems.map((problem) => (
        <li key={describeProblem(problem)}>{describeProblem(problem)}</li>
      ))}
    </ul>
  );
}
