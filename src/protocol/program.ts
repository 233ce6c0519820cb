/** What the worker that reads a program answers. */
import type { Declaration } from '../own/declaration.ts';

export type ProgramRead =
  | { readonly declaration: Declaration }
  /** What is wrong with the program, and its line from 1. */
  | { readonly problem: { readonly message: string; readonly line: number | undefined } }
  /** The interpreter could not be loaded. */
  | { readonly missing: string };
