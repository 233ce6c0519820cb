/** The problem of a program as text. */
import type { ProgramProblem } from './program-worker.ts';

/** The problem of a program, with its line. */
export const formatProblem = ({ message, line }: ProgramProblem): string =>
  `${line === undefined ? '' : `Line ${line}: `}${message}`;
