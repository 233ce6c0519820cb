/** Compares cells with what Zhao & Reddy print: Tables III, IV and V. */

import { tolerances } from '../../src/papers/tolerances.ts';
import type { ClassFigures, Comparison, Figures } from './cells.ts';
import tables from './fixtures/zhao-reddy-tables.json' with { type: 'json' };

export const links = ['5mb', '35mb', '100mb'] as const;
export const buffers = ['third', '1', '3'] as const;
export const policies = ['red', 'red-ecn', 'droptail'] as const;
type PolicyId = (typeof policies)[number];

export type Lookup = (preset: string, policy: string) => Figures;

const bufferKeys = { third: 'bwdp1/3', '1': 'bwdp1', '3': 'bwdp3' } as const;
const rateRows = [
  ['ltrf', 'dropRate', 'ltrfDrop'],
  ['ltrf', 'markRate', 'ltrfMark'],
  ['ltnrf', 'dropRate', 'ltnrDrop'],
] as const;

export interface PublishedComparison extends Comparison {
  /** The cell that the figure belongs to. */
  readonly preset: string;
  readonly policy: PolicyId;
  /** Reads the same figure from other results of the cell. */
  readonly read: (figures: Figures) => number;
}

type Row = Omit<PublishedComparison, 'ours' | 'ok'>;

function judged(row: Row, lookup: Lookup, close: (ours: number, theirs: number) => boolean): PublishedComparison {
  const ours = row.read(lookup(row.preset, row.policy));
  return { ...row, ours, ok: close(ours, row.theirs) };
}

export function tableIII(lookup: Lookup): PublishedComparison[] {
  const close = (ours: number, theirs: number) => Math.abs(ours - theirs) <= tolerances.publishedUtilisation.value;
  return links.flatMap((link, linkIndex) =>
    buffers.flatMap((buffer) =>
      policies.map((policy, index) => {
        const theirs = tables.tableIII[bufferKeys[buffer]][linkIndex]?.[index] as number;
        const preset = `zhao-${link}-${buffer}bwdp-stf30`;
        const read = (figures: Figures) => figures.utilisation[0];
        return judged({ preset, policy, what: 'utilisation', theirs, read }, lookup, close);
      }),
    ),
  );
}

export function tableIV(lookup: Lookup): PublishedComparison[] {
  const factor = tolerances.publishedRate.value;
  const { value: floor } = tolerances.rateFloor;
  const close = (ours: number, theirs: number) =>
    Math.abs(ours - theirs) <= floor || (ours <= theirs * factor && ours >= theirs / factor);
  return policies.flatMap((policy) =>
    rateRows.flatMap(([id, figure, key]) => {
      const printed = (tables.tableIV[policy] as Partial<Record<string, number[]>>)[key];
      if (printed === undefined) return [];
      return links.map((link, linkIndex) => {
        const read = (figures: Figures) => (figures.classes[id] as ClassFigures)[figure][0];
        const what = `${id} ${figure === 'dropRate' ? 'drop' : 'mark'} rate`;
        const theirs = printed[linkIndex] as number;
        return judged({ preset: `zhao-${link}-1bwdp-stf30`, policy, what, theirs, read }, lookup, close);
      });
    }),
  );
}

/** At 0 and 5 % of short flows DropTail's shares hang on the phases of the constant-rate flows: only its direction counts. */
export function tableV(lookup: Lookup): PublishedComparison[] {
  return [0, 5, 30].flatMap((load) =>
    policies.flatMap((policy) => {
      const printed = tables.tableV[`stf${load}` as 'stf0'][policy];
      return tables.tableV.classes.flatMap((id, index) => {
        const theirs = printed[index] as number;
        if (theirs === 0) return [];
        const preset = `zhao-100mb-1bwdp-stf${load}`;
        const read = (figures: Figures) => (figures.classes[id] as ClassFigures).share[0];
        const red = read(lookup(preset, 'red'));
        const sign = id === 'ltrf' ? 1 : -1;
        const close =
          load < 30 && policy === 'droptail' && id !== 'stf'
            ? (ours: number) => sign * (ours - red) > 0
            : (ours: number, value: number) => Math.abs(ours - value) <= tolerances.publishedShare.value;
        return [judged({ preset, policy, what: `${id} share`, theirs, read }, lookup, close)];
      });
    }),
  );
}
