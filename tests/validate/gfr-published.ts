/** What Goyal et al. and Hu & Jan print, by the names of our presets. */
import { goyalSlides, printedRates } from '../../src/papers/goyal.ts';
import { huCases, huTable1 } from '../../src/papers/hu.ts';

const byId = <Id extends string, T>(entries: readonly (readonly [string, T])[]) =>
  Object.fromEntries(entries) as Record<Id, T>;

const trip = (id: string) =>
  byId<'dfba' | 'vbs', readonly number[]>(
    huTable1.filter((column) => column.trip === id).map(({ policy, byVc }) => [policy, byVc]),
  );

export const gfrPublished = {
  /** Mb/s of AAL5 payload by VC. */
  goyal: byId<'r1' | 'r2' | 'r3' | 'r4' | 'r5' | 'r6' | 'r7', readonly number[]>(
    goyalSlides.map((slide) => [slide.id, printedRates(slide)]),
  ),
  /** Total throughput in Mb/s of cells, and the fairness index. */
  hu: byId<
    'fig7' | 'fig8' | 'fig9' | 'fig10' | 'fig11' | 'fig12',
    Readonly<Record<'dfba' | 'vbs', readonly [number, number]>>
  >(huCases.map(({ id, dfba, vbs }) => [id, { dfba, vbs }])),
  /** Mb/s of cells by VC. */
  huByVc: { 'rtt-identical': trip('fig9'), 'rtt-different': trip('rtt-different') },
};
