/** The problems of a part of the lesson. */
import { describeProblem, type ParameterProblem } from '../../../params/schema.ts';
import { Bullets } from '../../parts/texts.tsx';

export function EditorProblems({ problems }: { readonly problems: readonly ParameterProblem[] }) {
  return <Bullets texts={problems.map(describeProblem)} className="editor-error bullets" role="status" />;
}
