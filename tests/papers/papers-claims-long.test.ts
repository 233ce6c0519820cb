/**
 * Every claim of the papers with runs, decided on made-up results. With results that agree with the paper the claim
 * holds, and with reversed results it fails.
 */
import { describe, expect, test } from 'vitest';
import { formatEvidence } from '../../src/papers/evidence-text.ts';
import { goyalDfba, goyalSlides, printedGoyalRates } from '../../src/papers/goyal/paper.ts';
import { huVbs } from '../../src/papers/hu/paper.ts';
import { huCases, huTable1 } from '../../src/papers/hu/printed-values.ts';
import { hurleyAbe } from '../../src/papers/hurley/paper.ts';
import { judgePaper } from '../../src/papers/judge-paper.ts';
import type { Paper } from '../../src/papers/paper.ts';
import { runKey } from '../../src/papers/task-results.ts';
import { zhaoReddy } from '../../src/papers/zhao/paper.ts';
import type { RunFigures, RunTask } from '../../src/studies/tasks.ts';
import { madeUp, plainFigures } from './made-up.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Figures = Mutable<Omit<RunFigures, 'classes'>> & { classes: Mutable<RunFigures['classes'][number]>[] };
type Twist = (figures: Figures, task: RunTask) => void;

/** Seeds differ very little, so intervals are narrow but not empty. */
const hair = (seed: number) => 1 + 1e-7 * seed;

function judged(paper: Paper, base: (task: RunTask) => Figures, twist: Twist = () => {}) {
  const figuresOf = (task: RunTask) => {
    const figures = base(task);
    twist(figures, task);
    return figures;
  };
  return judgePaper(paper, madeUp([paper], figuresOf));
}

const verdicts = (...[paper, base, twist]: Parameters<typeof judged>) =>
  Object.fromEntries(judged(paper, base, twist).claims.map(({ id, verdict }) => [id, verdict]));

/** One row a claim, or several where it says several things. */
type Rows = readonly (readonly [claim: string, turned: string, twist: Twist])[];

function decidesAsSaid(paper: Paper, base: (task: RunTask) => Figures, rows: Rows): void {
  test('all hold for data made as the paper says', () => {
    const found = judged(paper, base).claims.filter(({ verdict }) => verdict !== 'holds');
    expect(found.map(({ id, evidence }) => `${id}: ${formatEvidence(evidence)}`)).toEqual([]);
  });

  test.each(rows)('%s fails: %s', (claim, _, twist) => {
    expect(verdicts(paper, base, twist)[claim]).toBe('fails');
  });

  test('each claim is made to fail at least once', () => {
    expect(new Set(rows.map(([claim]) => claim))).toEqual(new Set(paper.claims.map(({ id }) => id)));
  });

  test('one seed decides nothing', () => {
    const one = madeUp([paper], base, undefined, ({ seed }) => seed === 1);
    expect(
      judgePaper(paper, one).claims.filter(({ verdict }) => !['not checkable', 'missing'].includes(verdict)),
    ).toEqual([]);
  });
}

const vc = (figures: Figures, at: number) => figures.classes[at] as Figures['classes'][number];

describe('Goyal et al.', () => {
  const asPrinted = (task: RunTask): Figures => {
    const slide = goyalSlides.find(({ id }) => task.preset === `goyal-${id}`) as (typeof goyalSlides)[number];
    const figures = structuredClone(plainFigures(task)) as Figures;
    figures.classes.forEach((item, index) => {
      item.mcrBps = (slide.guaranteesMbps[index] as number) * 1e6;
      item.throughputBps = (printedGoyalRates(slide)[index] as number) * 1e6 * hair(task.seed);
    });
    return figures;
  };
  const scaled =
    (preset: string, at: number, factor: number): Twist =>
    (figures, task) => {
      if (task.preset === preset) vc(figures, at).throughputBps *= factor;
    };

  test('printed values are within their tolerances', () => {
    const { counts } = judged(goyalDfba, asPrinted);
    expect(counts).toMatchObject({ outside: 0, missing: 0, suspect: 1 });
  });

  decidesAsSaid(goyalDfba, asPrinted, [
    ['C1.1', 'VC 5 below its minimum in R2', scaled('goyal-r2', 4, 0.9)],
    ['C1.1', 'VC 5 below its minimum in R1, which is R2 too', scaled('goyal-r2', 4, 0.5)],
    ['C1.2', 'VC 4 has more over its minimum than VC 3 in R2', scaled('goyal-r2', 3, 1.2)],
    ['C1.3', 'VC 2 loses 1.4 Mb/s by twice the connections', scaled('goyal-r3', 1, (18.29 - 1.4) / 18.19)],
    ['C1.3', 'VC 2 gains 1.4 Mb/s by twice the connections', scaled('goyal-r3', 1, (18.29 + 1.4) / 18.19)],
    ['C1.4', 'VC 3 below its minimum with 3,000 cells', scaled('goyal-r5', 2, 0.8)],
    ['C1.5', 'R7 shares as R1 did', scaled('goyal-r7', 0, 2)],
    [
      'C1.6',
      'R7 delivers 1 % more',
      (figures, task) => {
        if (task.preset === 'goyal-r7') for (const item of figures.classes) item.throughputBps *= 1.01;
      },
    ],
  ]);
});

describe('Hurley et al.', () => {
  /** The throughput that is a copy is put right. */
  const cellOf = (task: RunTask, tables: readonly string[]) =>
    hurleyAbe.cells.find(
      ({ run, table }) => runKey(run) === runKey({ ...task, settings: {} }) && tables.includes(table),
    );
  const asPrinted = (task: RunTask): Figures => {
    const figures = structuredClone(plainFigures(task)) as Figures;
    const loss = cellOf(task, ['1', '3'])?.printed ?? Number.NaN;
    const blue = cellOf(task, ['2', '4']);
    const few = task.preset === 'abe-100k-blue4' && task.policyValues?.greenBoundMs === 10;
    vc(figures, 1).dropRate = (loss / 100) * (few ? 1 + 1e-3 * task.seed : hair(task.seed));
    vc(figures, 0).throughputBps = (blue?.suspect === undefined ? (blue?.printed ?? Number.NaN) : 893) * 1e3;
    vc(figures, 1).meanDelayMs = task.policy === 'flat-be' ? 400 : 6;
    return figures;
  };
  const at = (task: RunTask) => ({
    green: Number(/abe-(\d+)k/.exec(task.preset)?.[1]),
    blue: Number(/blue(\d+)/.exec(task.preset)?.[1]),
    bound: task.policy === 'flat-be' ? null : (task.policyValues?.greenBoundMs as number),
  });
  const where =
    (is: Partial<ReturnType<typeof at>>, turn: (figures: Figures, task: RunTask) => void): Twist =>
    (figures, task) => {
      const here = at(task);
      if (Object.entries(is).every(([name, value]) => here[name as keyof typeof here] === value)) turn(figures, task);
    };
  const loss = (factor: number) => (figures: Figures) => {
    vc(figures, 1).dropRate *= factor;
  };
  const blue = (factor: number) => (figures: Figures) => {
    vc(figures, 0).throughputBps *= factor;
  };

  decidesAsSaid(hurleyAbe, asPrinted, [
    ['C3.1', 'the flat router loses more', where({ blue: 8, bound: null }, loss(1.2))],
    ['C3.1', 'at 50 ms more is lost than at 20 ms', where({ blue: 4, bound: 50 }, loss(1.4))],
    [
      'C3.2',
      'a flat router keeps green for 700 ms',
      where({ blue: 8, bound: null }, (figures) => {
        vc(figures, 1).meanDelayMs = 700;
      }),
    ],
    [
      'C3.2',
      'at 10 ms green waits 3 ms',
      where({ blue: 16, green: 100, bound: 10 }, (figures) => {
        vc(figures, 1).meanDelayMs = 3;
      }),
    ],
    ['C3.3', 'blue gets more from the flat router', where({ green: 500, bound: null }, blue(1.2))],
    ['C3.4', 'no leap from 20 to 10 ms', where({ blue: 8, bound: 10 }, loss(0.2))],
    ['C3.4', 'a step from 50 to 20 ms', where({ blue: 4, bound: 20 }, loss(1.1))],
    ['C3.5', 'with 16 connections less is lost than with 8', where({ blue: 16, green: 100, bound: 20 }, loss(0.3))],
    ['C3.5', 'of 500 kbit/s less is lost than of 200', where({ green: 500, bound: 50 }, loss(0.3))],
    ['C3.6', 'blue gets more beside 500 than beside 200 kbit/s', where({ green: 500 }, blue(2))],
    [
      'C3.7',
      'the loss varies most at 20 ms',
      where({ blue: 4, green: 100, bound: 20 }, (figures, { seed }) => {
        vc(figures, 1).dropRate *= 1 + 0.5 * seed;
      }),
    ],
    ['C3.8', 'as much is delivered as by a flat router', where({ green: 500, bound: 10 }, loss(0.1))],
  ]);
});

describe('Hu & Jan', () => {
  const guaranteed = (preset: string) =>
    /fig(8|10|12)$/.test(preset) ? [8.5, 17, 25.5, 34, 42.5] : [5, 10, 15, 20, 25];
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  /** Totals as printed; VBS shares in proportion, DFBA gives small guarantees more over them. */
  const asSaid = (task: RunTask): Figures => {
    const policy = task.policy as 'dfba' | 'vbs';
    const id = task.preset.replace('hu-', '');
    const column = huTable1.find((one) => one.trip === id && one.policy === policy);
    const total = huCases.find((one) => one.id === id)?.[policy][0] ?? column?.total ?? Number.NaN;
    const minima = guaranteed(task.preset);
    const leaning = minima.map((rate, index) => rate * (policy === 'vbs' ? 1 : 1.5 - 0.2 * index));
    const part = (total - sum(minima)) / sum(leaning);
    const longer = id === 'rtt-different' ? { dfba: 4, vbs: 1.5 }[policy] : 0;
    const figures = structuredClone(plainFigures(task)) as Figures;
    figures.classes.forEach((item, index) => {
      item.mcrBps = (minima[index] as number) * 1e6;
      const rate = (minima[index] as number) + part * (leaning[index] as number) - (index === 4 ? longer : 0);
      item.throughputBps = rate * 1e6 * hair(task.seed);
    });
    return figures;
  };
  const where =
    (preset: string, policy: string, turn: (figures: Figures) => void): Twist =>
    (figures, task) => {
      if (task.preset === `hu-${preset}` && task.policy === policy) turn(figures);
    };
  const rate = (at: number, factor: number) => (figures: Figures) => {
    vc(figures, at).throughputBps *= factor;
  };
  const all = (factor: number) => (figures: Figures) => {
    for (const item of figures.classes) item.throughputBps *= factor;
  };

  decidesAsSaid(huVbs, asSaid, [
    ['C4.1', 'VC 5 below its minimum under DFBA', where('fig12', 'dfba', rate(4, 0.9))],
    ['C4.1', 'VC 1 below its minimum under VBS', where('fig7', 'vbs', rate(0, 0.4))],
    ['C4.2', 'DFBA delivers more with 85 %', where('fig8', 'dfba', all(1.1))],
    ['C4.3', 'VBS is less fair with longer round trips', where('rtt-different', 'vbs', rate(0, 3))],
    ['C4.4', 'DFBA delivers less with 85 %', where('fig10', 'dfba', all(0.9))],
    ['C4.4', 'DFBA is less fair with 85 %', where('fig8', 'dfba', rate(0, 3))],
    ['C4.5', 'with 3,000 cells more than with 6,000, under VBS', where('fig11', 'vbs', all(1.02))],
    ['C4.6', 'VBS falls more with 6,000 cells', where('fig9', 'vbs', all(0.9))],
    ['C4.7', 'VC 5 loses more under VBS', where('rtt-different', 'vbs', rate(4, 0.8))],
    [
      'C4.7',
      'VC 5 gains under DFBA, and more under VBS',
      (figures, task) => {
        if (task.preset === 'hu-rtt-different') vc(figures, 4).throughputBps *= task.policy === 'dfba' ? 1.3 : 2;
      },
    ],
    ['C4.8', 'VC 3 has more over its minimum than VC 2', where('fig7', 'dfba', rate(2, 1.5))],
    ['C4.8', 'VBS strays further from proportion', where('fig9', 'vbs', rate(0, 4))],
  ]);
});

describe('Zhao & Reddy', () => {
  const at = ({ preset, policy }: RunTask) => {
    const [, link = '', buffer = '', load = '', onOff] = /^zhao-(\w+)-(\w+)bwdp-stf(\d+)(-onoff)?$/.exec(preset) ?? [];
    return { link, buffer, load: Number(load), policy, onOff: onOff !== undefined };
  };
  const products = (buffer: string) => (buffer === 'third' ? 1 / 3 : Number(buffer));
  /**
   * Delays are the buffer's under DropTail, a third of it under RED; DropTail starves constant rates for long TCP
   * flows.
   */
  const asSaid = (task: RunTask): Figures => {
    const { link, buffer, load, policy } = at(task);
    const [b, tail] = [products(buffer), policy === 'droptail'];
    const capacity = { '5mb': 5e6, '35mb': 35e6, '100mb': 100e6 }[link] as number;
    const place = ['5mb', '35mb', '100mb'].indexOf(link);
    const figures = structuredClone(plainFigures(task)) as Figures;
    figures.meanDelayMs = 120 * b * (tail ? 1 : 0.3) * hair(task.seed);
    figures.delayStdMs = (tail && place > 0 ? 20 : 10) * hair(task.seed);
    const lead = ([0.03, 0.01, 0.005][place] as number) / (3 * b);
    figures.busy = (tail ? 0.99 : 0.99 - lead) * hair(task.seed);
    const more = tail ? 0.05 - 0.005 * b - 0.0005 * load : policy === 'red-ecn' ? 0.002 : 0;
    const shares = { ltrf: 0.45 + 0.01 * place + more, stf: 0.009 * load, ltnrf: 0.24 - more };
    const drops = { ltrf: tail ? 0.018 : policy === 'red' ? 0.03 : 0, stf: 0.03, ltnrf: tail ? 0.1 : 0.032 };
    for (const item of figures.classes) {
      const id = item.class as keyof typeof shares;
      item.throughputBps = shares[id] * capacity * hair(task.seed);
      item.dropRate = (drops[id] + (policy === 'red-ecn' && id === 'ltnrf' ? 0.004 : 0)) * hair(task.seed);
      item.markRate = policy === 'red-ecn' && id === 'ltrf' ? 0.033 * hair(task.seed) : 0;
    }
    return figures;
  };
  const where =
    (is: Partial<ReturnType<typeof at>>, turn: (figures: Figures, task: RunTask) => void): Twist =>
    (figures, task) => {
      const here = at(task);
      if (Object.entries(is).every(([name, value]) => here[name as keyof typeof here] === value)) turn(figures, task);
    };
  const of = (id: string, what: 'throughputBps' | 'dropRate' | 'markRate', factor: number) => (figures: Figures) => {
    for (const item of figures.classes) if (item.class === id) item[what] *= factor;
  };
  const whole = (what: 'meanDelayMs' | 'delayStdMs' | 'busy', factor: number) => (figures: Figures) => {
    figures[what] *= factor;
  };
  const tail = { policy: 'droptail', load: 30 } as const;
  const red = { policy: 'red', load: 30 } as const;
  const ecn = { policy: 'red-ecn', load: 30 } as const;

  decidesAsSaid(zhaoReddy, asSaid, [
    ['C2.1', 'the delay of RED jumps at 1 BWDP', where({ ...red, link: '35mb', buffer: '1' }, whole('meanDelayMs', 9))],
    [
      'C2.2',
      'RED-ECN gives more at one point',
      where({ ...ecn, link: '5mb', buffer: '3' }, of('ltrf', 'throughputBps', 1.2)),
    ],
    [
      'C2.2',
      'the gap to RED-ECN is larger at 3 than at 1/3 BWDP',
      where({ ...ecn, link: '35mb', buffer: '3' }, of('ltrf', 'throughputBps', 0.9)),
    ],
    [
      'C2.2',
      'the gap to RED is smaller at 1/3 than at 3 BWDP',
      where({ ...tail, link: '5mb', buffer: 'third' }, of('ltrf', 'throughputBps', 0.95)),
    ],
    ['C2.3', 'twice the delay of RED', where({ ...red, link: '100mb', buffer: '3' }, whole('meanDelayMs', 1.6))],
    ['C2.4', 'RED-ECN gives less on average', where(ecn, of('ltrf', 'throughputBps', 0.99))],
    ['C2.4', 'RED-ECN gives 0.03 more at every point', where(ecn, of('ltrf', 'throughputBps', 1.07))],
    ['C2.5', 'RED uses 100 Mb/s better', where({ ...red, link: '100mb', buffer: 'third' }, whole('busy', 1.02))],
    ['C2.5', 'the lead grows with the buffer', where({ ...red, link: '5mb', buffer: '3' }, whole('busy', 0.95))],
    ['C2.5', 'the lead is largest at 35 Mb/s', where({ ...red, link: '35mb', buffer: 'third' }, whole('busy', 0.95))],
    [
      'C2.6',
      'three times the deviation at 5 Mb/s',
      where({ ...tail, link: '5mb', buffer: '1', onOff: true }, whole('delayStdMs', 3)),
    ],
    [
      'C2.6',
      'no less with RED-ECN at 100 Mb/s',
      where({ ...ecn, link: '100mb', buffer: '3', onOff: true }, whole('delayStdMs', 2)),
    ],
    [
      'C2.7',
      'at 35 Mb/s DropTail gives 0.1 more',
      where({ ...tail, link: '35mb', buffer: '1' }, of('ltrf', 'throughputBps', 1.2)),
    ],
    [
      'C2.7',
      'less at 100 than at 5 Mb/s',
      where({ ...red, link: '100mb', buffer: '1' }, of('ltrf', 'throughputBps', 0.9)),
    ],
    ['C2.8', 'half the buffer’s delay', where({ ...tail, link: '5mb', buffer: '3' }, whole('meanDelayMs', 0.5))],
    ['C2.8', 'RED waits two round trips', where({ ...red, link: '5mb', buffer: '3' }, whole('meanDelayMs', 2))],
    ['C2.9', 'DropTail drops both alike', where({ ...tail, link: '5mb', buffer: '1' }, of('ltnrf', 'dropRate', 0.2))],
    [
      'C2.9',
      'RED drops constant rates twice as often',
      where({ ...red, link: '35mb', buffer: '1' }, of('ltnrf', 'dropRate', 2)),
    ],
    ['C2.10', 'fewer marks than RED drops', where({ ...ecn, link: '35mb', buffer: '1' }, of('ltrf', 'markRate', 0.5))],
    [
      'C2.10',
      'constant rates dropped less often than by RED',
      where({ ...ecn, link: '5mb', buffer: '1' }, of('ltnrf', 'dropRate', 0.5)),
    ],
    [
      'C2.10',
      'long TCP packets dropped',
      where({ ...ecn, link: '100mb', buffer: '1' }, (figures, { seed }) => {
        for (const item of figures.classes) if (item.class === 'ltrf') item.dropRate = 0.01 * hair(seed);
      }),
    ],
    [
      'C2.11',
      'short flows get 0.05 more from DropTail',
      where({ ...tail, link: '100mb', buffer: '1' }, of('stf', 'throughputBps', 1.2)),
    ],
    [
      'C2.12',
      'the gain of TCP is larger with 5 % than without',
      where({ policy: 'red', load: 5, link: '35mb' }, of('ltnrf', 'throughputBps', 1.3)),
    ],
    [
      'C2.12',
      'the gain of TCP is larger with 30 than with 5 %',
      where({ ...tail, link: '5mb', buffer: '1' }, of('ltnrf', 'throughputBps', 0.5)),
    ],
    [
      'C2.12',
      'DropTail gives 0.1 more at 30 %',
      where({ ...tail, link: '100mb', buffer: '1' }, of('ltrf', 'throughputBps', 1.2)),
    ],
    ['C2.13', 'hardly a packet is dropped', where({ ...tail, link: '35mb', buffer: '1' }, of('ltrf', 'dropRate', 0.1))],
  ]);
});
