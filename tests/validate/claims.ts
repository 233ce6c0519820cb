/** What Zhao & Reddy say in words, as predicates over results: ours and ns-2's are put to the same questions. */
import type { ClassFigures } from '../golden/cells.ts';
import { buffers, type Lookup, links, policies } from '../golden/published.ts';
import { lineFit } from '../golden/statistics.ts';

export interface Verdict {
  readonly holds: boolean;
  readonly evidence: string;
}

export interface Claim {
  readonly id: string;
  readonly text: string;
  readonly judge: (lookup: Lookup) => Verdict;
  /** Why it does not hold, where that is known. */
  readonly cause?: string;
}

const preset = (link: string, buffer: string, load = 30) => `zhao-${link}-${buffer}bwdp-stf${load}`;
const bandwidthDelayProducts = [1 / 3, 1, 3];
const PROPAGATION_MS = 120;
const aqm = ['red', 'red-ecn'] as const;

function figure(lookup: Lookup, cell: string, policy: string, id: string, name: keyof ClassFigures): number {
  return lookup(cell, policy).classes[id]?.[name][0] ?? Number.NaN;
}

const delay = (lookup: Lookup, cell: string, policy: string) => lookup(cell, policy).meanDelayMs[0];
const range = (values: readonly number[], digits: number, unit = '') =>
  `${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)}${unit}`;
const everywhere = <T>(of: (link: (typeof links)[number], buffer: (typeof buffers)[number]) => T): T[] =>
  links.flatMap((link) => buffers.map((buffer) => of(link, buffer)));

/** By how much DropTail's long TCP flows get more than the given scheme's, as a share of the link. */
const gap = (lookup: Lookup, cell: string, scheme: string) =>
  figure(lookup, cell, 'droptail', 'ltrf', 'share') - figure(lookup, cell, scheme, 'ltrf', 'share');

export const claims: readonly Claim[] = [
  {
    id: 'C2.1',
    text: 'mean delay grows linearly with the buffer (35 Mb/s, each scheme: R² > 0.98)',
    judge: (lookup) => {
      const fits = policies.map((policy) =>
        lineFit(
          bandwidthDelayProducts,
          buffers.map((buffer) => delay(lookup, preset('35mb', buffer), policy)),
        ),
      );
      return { holds: fits.every((fit) => fit > 0.98), evidence: `R² ${range(fits, 4)}` };
    },
  },
  {
    id: 'C2.2a',
    text: 'long TCP flows get more from DropTail than from RED and RED-ECN, at every point',
    judge: (lookup) => {
      const gaps = aqm.flatMap((scheme) => everywhere((link, buffer) => gap(lookup, preset(link, buffer), scheme)));
      return { holds: gaps.every((value) => value > 0), evidence: `difference ${range(gaps, 3)} of the link` };
    },
  },
  {
    id: 'C2.2b',
    text: 'that difference shrinks as the buffer grows (1/3 to 3 BWDP, each link, against RED)',
    cause:
      'at 35 Mb/s the difference is, at 3 BWDP, what the short flows leave: behind the longer queue of DropTail their transfers take longer, so that they send less',
    judge: (lookup) => {
      const gaps = links.map((link) => buffers.map((buffer) => gap(lookup, preset(link, buffer), 'red')));
      const holds = gaps.every((values) => (values[2] as number) < (values[0] as number));
      return { holds, evidence: gaps.map((values) => values.map((value) => value.toFixed(3)).join(', ')).join('; ') };
    },
  },
  {
    id: 'C2.3',
    text: 'at 3 BWDP the delay of DropTail is more than three times that of RED',
    judge: (lookup) => {
      const ratios = links.map(
        (link) => delay(lookup, preset(link, '3'), 'droptail') / delay(lookup, preset(link, '3'), 'red'),
      );
      return { holds: ratios.every((ratio) => ratio > 3), evidence: `ratio ${range(ratios, 2)}` };
    },
  },
  {
    id: 'C2.4',
    text: 'ECN gives a marginal gain in TCP throughput',
    judge: (lookup) => {
      const gains = everywhere(
        (link, buffer) =>
          figure(lookup, preset(link, buffer), 'red-ecn', 'ltrf', 'share') -
          figure(lookup, preset(link, buffer), 'red', 'ltrf', 'share'),
      );
      const mean = gains.reduce((sum, value) => sum + value, 0) / gains.length;
      return {
        holds: mean > 0 && mean < 0.02,
        evidence: `gain ${range(gains, 4)}, mean ${mean.toFixed(4)} of the link`,
      };
    },
  },
  {
    id: 'C2.5a',
    text: 'at 1/3 BWDP DropTail uses the link best',
    cause:
      'at 100 Mb/s the link never rests in either case, but DropTail starves the constant-rate flows, whose packets have no header here, and of TCP only 1000 bytes of 1040 count',
    judge: (lookup) => {
      const leads = links.flatMap((link) =>
        aqm.map((scheme) => {
          const cell = preset(link, 'third');
          return lookup(cell, 'droptail').utilisation[0] - lookup(cell, scheme).utilisation[0];
        }),
      );
      return { holds: leads.every((lead) => lead > 0), evidence: `lead ${range(leads, 4)}` };
    },
  },
  {
    id: 'C2.5b',
    text: 'that lead shrinks with the buffer and is largest on the 5 Mb/s link',
    judge: (lookup) => {
      const lead = (link: string, buffer: string) =>
        lookup(preset(link, buffer), 'droptail').utilisation[0] - lookup(preset(link, buffer), 'red').utilisation[0];
      const slow = buffers.map((buffer) => lead('5mb', buffer));
      const others = ['35mb', '100mb'].map((link) => lead(link, 'third'));
      const holds = (slow[2] as number) < (slow[0] as number) && others.every((value) => value < (slow[0] as number));
      return {
        holds,
        evidence: `5 Mb/s: ${slow.map((value) => value.toFixed(4)).join(', ')}; others ${range(others, 4)}`,
      };
    },
  },
  {
    id: 'C2.6a',
    text: 'with on/off flows the deviation of the delay is comparable at 5 Mb/s (within a factor of 2.5)',
    judge: (lookup) => {
      const ratios = buffers.map((buffer) => deviationRatio(lookup, '5mb', buffer));
      return {
        holds: ratios.every((ratio) => ratio > 0.4 && ratio < 2.5),
        evidence: `DropTail to RED ${range(ratios, 2)}`,
      };
    },
  },
  {
    id: 'C2.6b',
    text: 'and much smaller with RED and RED-ECN on faster links with larger buffers (35 and 100 Mb/s, 3 BWDP)',
    judge: (lookup) => {
      const ratios = ['35mb', '100mb'].map((link) => deviationRatio(lookup, link, '3'));
      return { holds: ratios.every((ratio) => ratio > 1.5), evidence: `DropTail to RED ${range(ratios, 2)}` };
    },
  },
  {
    id: 'C2.7',
    text: "the link's rate matters little; long TCP flows get more at 100 than at 5 Mb/s (1 BWDP)",
    judge: (lookup) => {
      const gains = policies.map(
        (policy) =>
          figure(lookup, preset('100mb', '1'), policy, 'ltrf', 'share') -
          figure(lookup, preset('5mb', '1'), policy, 'ltrf', 'share'),
      );
      return { holds: gains.every((gain) => gain > 0), evidence: `gain ${range(gains, 3)} of the link` };
    },
  },
  {
    id: 'C2.8a',
    text: "DropTail's delay is the buffer's: about 1 and 3 round trips at 1 and 3 BWDP (within 15 %)",
    judge: (lookup) => {
      const relative = links.flatMap((link) =>
        ([1, 3] as const).map(
          (products) => delay(lookup, preset(link, `${products}`), 'droptail') / PROPAGATION_MS / products,
        ),
      );
      return {
        holds: relative.every((value) => Math.abs(value - 1) < 0.15),
        evidence: `per BWDP ${range(relative, 2)}`,
      };
    },
  },
  {
    id: 'C2.8b',
    text: 'RED and RED-ECN stay near 1 at 3 BWDP (0.6 to 1.2)',
    judge: (lookup) => {
      const relative = links.flatMap((link) =>
        aqm.map((scheme) => delay(lookup, preset(link, '3'), scheme) / PROPAGATION_MS),
      );
      return { holds: relative.every((value) => value > 0.6 && value < 1.2), evidence: range(relative, 2) };
    },
  },
  {
    id: 'C2.9a',
    text: 'DropTail drops constant-rate packets far more often than long TCP ones (over 3 times)',
    judge: (lookup) => {
      const ratios = dropRatios(lookup, 'droptail');
      return { holds: ratios.every((ratio) => ratio > 3), evidence: `ratio ${range(ratios, 1)}` };
    },
  },
  {
    id: 'C2.9b',
    text: 'RED treats both alike (0.8 to 1.3)',
    judge: (lookup) => {
      const ratios = dropRatios(lookup, 'red');
      return { holds: ratios.every((ratio) => ratio > 0.8 && ratio < 1.3), evidence: `ratio ${range(ratios, 2)}` };
    },
  },
  {
    id: 'C2.10a',
    text: 'RED-ECN marks long TCP packets slightly more often than RED drops them, and hardly drops any (35 and 100 Mb/s)',
    judge: (lookup) => {
      const cells = ['35mb', '100mb'].map((link) => preset(link, '1'));
      const ratios = cells.map(
        (cell) => figure(lookup, cell, 'red-ecn', 'ltrf', 'markRate') / figure(lookup, cell, 'red', 'ltrf', 'dropRate'),
      );
      const drops = cells.map((cell) => figure(lookup, cell, 'red-ecn', 'ltrf', 'dropRate'));
      const holds = ratios.every((ratio) => ratio > 1 && ratio < 1.4) && drops.every((drop) => drop < 0.001);
      return { holds, evidence: `marks to drops ${range(ratios, 2)}; drops ${range(drops, 5)}` };
    },
  },
  {
    id: 'C2.10b',
    text: 'constant-rate packets are dropped more often by RED-ECN than by RED',
    judge: (lookup) => {
      const ratios = links.map(
        (link) =>
          figure(lookup, preset(link, '1'), 'red-ecn', 'ltnrf', 'dropRate') /
          figure(lookup, preset(link, '1'), 'red', 'ltnrf', 'dropRate'),
      );
      return { holds: ratios.every((ratio) => ratio > 1), evidence: `ratio ${range(ratios, 2)}` };
    },
  },
  {
    id: 'C2.11',
    text: 'short flows get nearly the same from every scheme (100 Mb/s: within 0.02 of the link)',
    judge: (lookup) => {
      const spreads = ([5, 30] as const).map((load) => {
        const shares = policies.map((policy) => figure(lookup, preset('100mb', '1', load), policy, 'stf', 'share'));
        return Math.max(...shares) - Math.min(...shares);
      });
      return { holds: spreads.every((spread) => spread < 0.02), evidence: `spread ${range(spreads, 3)}` };
    },
  },
  {
    id: 'C2.12',
    text: 'the difference between DropTail and RED falls with the load of short flows; at 30 % they are nearly equal (100 Mb/s)',
    judge: (lookup) => {
      const gaps = ([0, 5, 30] as const).map((load) => gap(lookup, preset('100mb', '1', load), 'red'));
      const [none, some, many] = gaps as [number, number, number];
      const holds = many < some && many < none && many < 0.05;
      return { holds, evidence: gaps.map((value) => value.toFixed(3)).join(', ') };
    },
  },
  {
    id: 'C2.13',
    text: 'congestion is moderate: long TCP flows lose, or have marked, 1 to 10 % (1 BWDP)',
    judge: (lookup) => {
      const rates = links.flatMap((link) =>
        policies.map((policy) => {
          const cell = preset(link, '1');
          return figure(lookup, cell, policy, 'ltrf', 'dropRate') + figure(lookup, cell, policy, 'ltrf', 'markRate');
        }),
      );
      return { holds: rates.every((rate) => rate > 0.01 && rate < 0.1), evidence: range(rates, 3) };
    },
  },
];

function deviationRatio(lookup: Lookup, link: string, buffer: string): number {
  const cell = `${preset(link, buffer)}-onoff`;
  return lookup(cell, 'droptail').delayStdMs[0] / lookup(cell, 'red').delayStdMs[0];
}

function dropRatios(lookup: Lookup, policy: string): number[] {
  return links.map((link) => {
    const cell = preset(link, '1');
    return figure(lookup, cell, policy, 'ltnrf', 'dropRate') / figure(lookup, cell, policy, 'ltrf', 'dropRate');
  });
}
