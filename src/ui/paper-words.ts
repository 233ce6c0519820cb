/** How papers, verdicts and figures are written in the papers' view, and the link to the run behind a figure. */
import type { RunState } from '../app/run-state.ts';
import { encodeRun } from '../app/url.ts';
import type { CellVerdict } from '../papers/judge.ts';
import type { Mode, Paper } from '../papers/paper.ts';
import type { Run } from '../studies/tasks.ts';
import type { Verdict } from '../studies/verdict.ts';

/** Shape of each verdict; its colour follows from its class. The selector after the warning sign keeps it from being an emoji. */
export const SIGNS: Readonly<Record<CellVerdict | Verdict, string>> = {
  within: '✓',
  outside: '✗',
  derived: '=',
  suspect: '⚠\ufe0e',
  missing: '–',
  holds: '✓',
  fails: '✗',
  'not distinguishable': '?',
  'not checkable': '–',
};

/** As papers are cited: "Hu & Jan", "Goyal et al.". */
export function shortName({ authors }: Paper): string {
  const names = authors.split(/, | and /).map((name) => name.split(' ').at(-1));
  return names.length > 2 ? `${names[0]} et al.` : names.join(' & ');
}

/** With a true minus, and thin spaces between thousands. */
export function fixed(value: number, digits: number): string {
  const [whole = '', fraction] = value.toFixed(digits).split('.');
  const grouped = whole.replace('-', '−').replace(/\B(?=(\d{3})+$)/g, '\u202f');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** With its sign, unless it is rounded to nothing. */
export function signed(value: number, digits: number): string {
  if (Number(value.toFixed(digits)) === 0) return fixed(0, digits);
  return `${value > 0 ? '+' : ''}${fixed(value, digits)}`;
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${fixed(count, 0)} ${count === 1 ? one : many}`;
}

/** Address of a live run: the first of the seeds over which a figure is the mean. */
export function addressOf({ preset, settings = {}, policy, policyValues = {} }: Run): string {
  const run: RunState = {
    preset,
    changes: settings,
    lanes: [{ policy, values: policyValues }],
    seed: 1,
    edits: [],
  };
  // Whole: a bare hash is said to be a place on this page.
  return `${location.href.split('#')[0]}#${encodeRun(run)}`;
}

/** The same, as long as it is run in this mode. */
export function addressIn(paper: Paper, mode: Mode, run: Run): string {
  return addressOf({ ...run, settings: { ...run.settings, ...paper.extent[mode].settings?.(run.preset) } });
}
