/** Zhao & Reddy: Tables III to V, figures 2 to 6 and the sentences about them (C2.1 to C2.13). */
import type { Scenario, SourceSpec, Values } from '../engine/scenario.ts';
import { findPreset } from '../scenarios/index.ts';
import { rSquared } from '../studies/claims.ts';
import type { Replicated } from '../studies/statistics.ts';
import type { Run, RunFigures, Statistic } from '../studies/tasks.ts';
import {
  above,
  between,
  differenceOf,
  differenceOfDifferences,
  list,
  means,
  pairs,
  parted,
  range,
  steps,
} from './decide.ts';
import { medianOf } from './null-models.ts';
import type { Claim, DrawnFigure, NullModel, Paper, PublishedCell, Series } from './paper.ts';
import type { Measurement, Results } from './results.ts';

const links = [
  { id: '5mb', name: '5 Mb/s', rateBps: 5e6 },
  { id: '35mb', name: '35 Mb/s', rateBps: 35e6 },
  { id: '100mb', name: '100 Mb/s', rateBps: 100e6 },
] as const;
const buffers = [
  { id: 'third', name: '1/3 BWDP', products: 1 / 3 },
  { id: '1', name: '1 BWDP', products: 1 },
  { id: '3', name: '3 BWDP', products: 3 },
] as const;
const policies = ['red', 'red-ecn', 'droptail'] as const;
const loads = [0, 5, 30] as const;
type Link = (typeof links)[number];
type Buffer = (typeof buffers)[number];
type Policy = (typeof policies)[number];

const [slow, middle, fast] = links;
const [third, one, three] = buffers;
const aqm = ['red', 'red-ecn'] as const;
const faster = [middle, fast] as const;
const NAMES: Readonly<Record<Policy, string>> = { red: 'RED', 'red-ecn': 'RED-ECN', droptail: 'DropTail' };
/** Round trip without queueing, ms. */
const ROUND_TRIP_MS = 120;

const runOf = (link: Link, buffer: Buffer, load: number, policy: string): Run => ({
  preset: `zhao-${link.id}-${buffer.id}bwdp-stf${load}`,
  policy,
});
const atThirty = (link: Link, buffer: Buffer, policy: string) => runOf(link, buffer, 30, policy);
const onOff = (link: Link, buffer: Buffer, policy: string): Run => ({
  preset: `${atThirty(link, buffer, policy).preset}-onoff`,
  policy,
});

const classOf = (figures: RunFigures, id: string) => figures.classes.find((item) => item.class === id);
const utilisation: Statistic = (figures) => figures.utilisation;
/** Part of the time in which the link transmits. */
const busy: Statistic = (figures) => figures.busy;
const delay: Statistic = (figures) => figures.meanDelayMs;
/** In round trips without queueing. */
const relative: Statistic = (figures) => figures.meanDelayMs / ROUND_TRIP_MS;
const deviation: Statistic = (figures) => figures.delayStdMs;
const dropRate =
  (id: string): Statistic =>
  (figures) =>
    classOf(figures, id)?.dropRate ?? Number.NaN;
const markRate =
  (id: string): Statistic =>
  (figures) =>
    classOf(figures, id)?.markRate ?? Number.NaN;
/** Payload of a class as a share of the link. */
const share =
  (link: Link, id: string): Statistic =>
  (figures) =>
    (classOf(figures, id)?.throughputBps ?? Number.NaN) / link.rateBps;
/** TCP's part of what TCP and the constant-rate flows get together (figure 6). */
const tcpPart: Statistic = ({ classes }) => {
  const all = classes.reduce((sum, { throughputBps }) => sum + throughputBps, 0);
  const constant = classes.find((item) => item.class === 'ltnrf')?.throughputBps ?? 0;
  return (all - constant) / all;
};

/** Table III: by buffer, link and policy. */
const TABLE_III: readonly (readonly (readonly [number, number, number])[])[] = [
  [
    [0.943, 0.947, 0.974],
    [0.961, 0.955, 0.968],
    [0.967, 0.959, 0.971],
  ],
  [
    [0.963, 0.965, 0.975],
    [0.967, 0.967, 0.971],
    [0.971, 0.971, 0.972],
  ],
  [
    [0.973, 0.973, 0.976],
    [0.969, 0.97, 0.972],
    [0.972, 0.972, 0.973],
  ],
];

/** Table IV: by link. */
const TABLE_IV: readonly {
  readonly policy: Policy;
  readonly class: 'ltrf' | 'ltnrf';
  readonly rate: 'drop' | 'mark';
  readonly printed: readonly [number, number, number];
}[] = [
  { policy: 'red', class: 'ltrf', rate: 'drop', printed: [0.03627, 0.03112, 0.02503] },
  { policy: 'red', class: 'ltnrf', rate: 'drop', printed: [0.03681, 0.03891, 0.02814] },
  { policy: 'red-ecn', class: 'ltrf', rate: 'drop', printed: [0.00352, 0, 0] },
  { policy: 'red-ecn', class: 'ltrf', rate: 'mark', printed: [0.04256, 0.04123, 0.03036] },
  { policy: 'red-ecn', class: 'ltnrf', rate: 'drop', printed: [0.04688, 0.05352, 0.03406] },
  { policy: 'droptail', class: 'ltrf', rate: 'drop', printed: [0.01787, 0.01992, 0.01662] },
  { policy: 'droptail', class: 'ltnrf', rate: 'drop', printed: [0.10229, 0.09954, 0.12189] },
];

const CLASSES = ['ltrf', 'stf', 'ltnrf'] as const;
/** Table V: long TCP, short TCP, constant rate; a load without short flows has none to print. */
const TABLE_V: readonly Readonly<Record<Policy, readonly [number, number | undefined, number]>>[] = [
  { red: [0.505, undefined, 0.461], 'red-ecn': [0.507, undefined, 0.458], droptail: [0.73, undefined, 0.238] },
  { red: [0.457, 0.051, 0.46], 'red-ecn': [0.46, 0.051, 0.456], droptail: [0.729, 0.051, 0.19] },
  { red: [0.454, 0.272, 0.244], 'red-ecn': [0.457, 0.271, 0.242], droptail: [0.478, 0.272, 0.22] },
];

const PHASES =
  'whom DropTail drops hangs on the phases of the constant-rate flows, which the paper does not state: here they begin together. With random phases they lose still less, in ns-2 alike';
/** Of the payload that fills the link: 1000 of the 1040 bytes of a TCP packet. */
const TCP_PAYLOAD = 1000 / 1040;

/** What the constant-rate flows of a run send, as a share of the link. */
function constantLoad({ preset }: Run): number {
  const { link, sources } = findPreset(preset) as Scenario;
  const { flows, rateBps } = sources.ltnrf as SourceSpec;
  return ((flows as number) * (rateBps as number)) / (link.rateBps as number);
}

const fullLink: NullModel = {
  what: 'a link that never rests (.971 to .973: what constant-rate flows send, and payload of TCP in the rest)',
  why: 'so many flows keep any queue filled, as if buffers and policies did not matter',
  says: ({ run }) => constantLoad(run) + (1 - constantLoad(run)) * TCP_PAYLOAD,
};

const noScheme: NullModel = {
  what: 'constant-rate and short flows get what they send, long TCP flows the rest',
  why: 'as if the policies made no difference',
  says: ({ row, column, run }) => {
    const short = Number.parseInt(row, 10) / 100;
    if (column.endsWith('constant rate')) return constantLoad(run);
    return column.endsWith('short TCP') ? short : (1 - constantLoad(run)) * TCP_PAYLOAD - short;
  },
};
const AUTHORS_SETTINGS =
  "ns-2 with the settings inferred is as far off (.0052 dropped and .0340 marked at 5 Mb/s, .0377 of constant rate dropped at 35 Mb/s): the authors' settings, which the paper does not state, were others";
const THRESHOLDS =
  'Min_th is not printed. From a twelfth of the buffer on, instead of a sixth, RED leaves more of the link unused (1/3 BWDP: .947 at 5 Mb/s, .968 at 35), but its delay is shorter too, and with a sixth that is already below the one round trip printed at 3 BWDP';

const tableIII: readonly PublishedCell[] = buffers.flatMap((buffer, row) =>
  links.flatMap((link, at) =>
    policies.map((policy, column) => ({
      id: `III/${buffer.id}/${link.id}/${policy}`,
      table: 'III',
      row: buffer.name,
      column: `${link.name}, ${NAMES[policy]}`,
      printed: TABLE_III[row]?.[at]?.[column] as number,
      tolerance: 'publishedUtilisation' as const,
      cause: policy === 'droptail' ? PHASES : THRESHOLDS,
      run: atThirty(link, buffer, policy),
      of: utilisation,
    })),
  ),
);

const tableIV: readonly PublishedCell[] = TABLE_IV.flatMap(({ policy, class: id, rate, printed }) =>
  links.map((link, at) => ({
    id: `IV/${policy}/${id}/${rate}/${link.id}`,
    table: 'IV',
    row: `${NAMES[policy]}, ${id === 'ltrf' ? 'long TCP' : 'constant rate'}, ${rate === 'drop' ? 'dropped' : 'marked'}`,
    column: link.name,
    printed: printed[at] as number,
    tolerance: 'publishedRate' as const,
    ...(policy === 'red' ? {} : { cause: policy === 'droptail' ? PHASES : AUTHORS_SETTINGS }),
    run: atThirty(link, one, policy),
    of: rate === 'drop' ? dropRate(id) : markRate(id),
  })),
);

const tableV: readonly PublishedCell[] = loads.flatMap((load, row) =>
  policies.flatMap((policy) =>
    CLASSES.flatMap((id, column) => {
      const printed = TABLE_V[row]?.[policy][column];
      if (printed === undefined) return [];
      return {
        id: `V/stf${load}/${policy}/${id}`,
        table: 'V',
        row: `${load} % short flows`,
        column: `${NAMES[policy]}, ${{ ltrf: 'long TCP', stf: 'short TCP', ltnrf: 'constant rate' }[id]}`,
        printed,
        tolerance: 'publishedShare' as const,
        run: runOf(fast, one, load, policy),
        of: share(fast, id),
        ...(policy === 'droptail' && id !== 'stf' ? { cause: PHASES } : {}),
      };
    }),
  ),
);

const series = (points: (policy: Policy) => Series['points']): Series[] =>
  policies.map((policy) => ({ name: NAMES[policy], policy, points: points(policy) }));

const figures: readonly DrawnFigure[] = [
  {
    kind: 'lines',
    id: 'fig2',
    title: 'Figure 2: mean delay against the buffer, 35 Mb/s, 30 % short flows',
    xLabel: 'buffer (bandwidth-delay products)',
    yLabel: 'mean queueing delay (ms)',
    series: series((policy) =>
      buffers.map((buffer) => ({ run: atThirty(middle, buffer, policy), x: buffer.products, y: delay })),
    ),
  },
  ...links.map(
    (link): DrawnFigure => ({
      kind: 'lines',
      id: `fig3-${link.id}`,
      title: `Figure 3: long TCP flows against delay, ${link.name}, 30 % short flows`,
      xLabel: 'mean queueing delay (ms)',
      yLabel: 'share of the link',
      series: series((policy) =>
        buffers.map((buffer) => ({ run: atThirty(link, buffer, policy), x: delay, y: share(link, 'ltrf') })),
      ),
    }),
  ),
  ...links.map(
    (link): DrawnFigure => ({
      kind: 'lines',
      id: `fig4-${link.id}`,
      title: `Figure 4: deviation of the delay with on/off flows, ${link.name}, 30 % short flows`,
      xLabel: 'mean queueing delay (ms)',
      yLabel: 'standard deviation of the delay (ms)',
      series: series((policy) =>
        buffers.map((buffer) => ({ run: onOff(link, buffer, policy), x: delay, y: deviation })),
      ),
    }),
  ),
  ...buffers.map(
    (buffer): DrawnFigure => ({
      kind: 'lines',
      id: `fig5-${buffer.id}`,
      title: `Figure 5: delay against the link, ${buffer.name}, 30 % short flows`,
      xLabel: 'link (Mb/s)',
      yLabel: 'delay, in round trips without queueing',
      series: series((policy) =>
        links.map((link) => ({
          run: atThirty(link, buffer, policy),
          x: link.rateBps / 1e6,
          y: relative,
        })),
      ),
    }),
  ),
  ...links.map(
    (link): DrawnFigure => ({
      kind: 'lines',
      id: `fig6-${link.id}`,
      title: `Figure 6: TCP's part against the load of short flows, ${link.name}, 1 BWDP`,
      xLabel: 'load of short flows (%)',
      yLabel: "TCP's part of all throughput",
      series: series((policy) => loads.map((load) => ({ run: runOf(link, one, load, policy), x: load, y: tcpPart }))),
    }),
  ),
];

/** What DropTail gives long TCP flows and what the given scheme gives them, as shares of the link. */
const bothOf = (link: Link, buffer: Buffer, scheme: string): Measurement[] =>
  ['droptail', scheme].map((policy) => ({ run: atThirty(link, buffer, policy), of: share(link, 'ltrf') }));
/** By how much DropTail gives them more. */
const gap = (results: Results, link: Link, buffer: Buffer, scheme: string) =>
  results.over(bothOf(link, buffer, scheme), differenceOf);

const mean = (results: Results, run: Run, of: Statistic) => results.figure(run, of).mean;
const everywhere = <T>(of: (link: Link, buffer: Buffer) => T): T[] =>
  links.flatMap((link) => buffers.map((buffer) => of(link, buffer)));

const dropRatios = (results: Results, policy: string) =>
  links.map((link) =>
    results.figure(atThirty(link, one, policy), (figures_) => dropRate('ltnrf')(figures_) / dropRate('ltrf')(figures_)),
  );

const deviationRatio = (results: Results, link: Link, buffer: Buffer, scheme: string) =>
  results.over(
    ['droptail', scheme].map((policy) => ({ run: onOff(link, buffer, policy), of: deviation })),
    ([tail = 0, early = 0]) => tail / early,
  );

/** Chance lies in packets and flows: the faster the link, the sooner it evens out. On/off flows take 40 s a round. */
function shorter(preset: string): Values {
  const [durationSeconds, warmupSeconds] = preset.endsWith('-onoff')
    ? [60, 20]
    : preset.includes(fast.id)
      ? [20, 10]
      : preset.includes(middle.id)
        ? [30, 12]
        : [40, 15];
  return { 'run.durationSeconds': durationSeconds as number, 'run.warmupSeconds': warmupSeconds as number };
}

/** Parts of the time that differ by less than a thousandth are a tie: such a link does not rest. */
const orTied = (difference: Replicated): Replicated => ({ ...difference, ci95: Math.max(difference.ci95, 0.001) });

/** Shares of the link that differ by less are called the same, where the paper says so of figures without numbers. */
const SAME = 0.02;

const claims: readonly Claim[] = [
  {
    id: 'C2.1',
    sentence: 'Mean delay grows linearly with the buffer (35 Mb/s, each scheme: R² > 0.98).',
    source: 'section II.B, figure 2',
    decide: (results) => {
      const products = buffers.map((buffer) => buffer.products);
      const fits = policies.map((policy) =>
        results.over(
          buffers.map((buffer) => ({ run: atThirty(middle, buffer, policy), of: delay })),
          (delays) => rSquared(products, delays),
        ),
      );
      return between(fits, 0.98, Number.POSITIVE_INFINITY, `R² ${range(means(fits), 4)}`);
    },
  },
  {
    id: 'C2.2',
    sentence:
      'Long TCP flows get always more from DropTail than from RED or RED-ECN; with larger buffers the difference gets smaller (from 1/3 to 3 BWDP).',
    source: 'section II.B, figure 3',
    cause:
      'at 35 Mb/s the difference is, at 3 BWDP, what the short flows leave: behind the longer queue of DropTail their transfers take longer, so that they send less. ns-2 shows the same',
    decide: (results) => {
      const gaps = aqm.flatMap((scheme) => everywhere((link, buffer) => gap(results, link, buffer, scheme)));
      const byLink = aqm.flatMap((scheme) =>
        links.map((link) => buffers.map((buffer) => gap(results, link, buffer, scheme))),
      );
      return parted({
        more: above(gaps, `by ${range(means(gaps), 3)} of the link`),
        'less with larger buffers': above(
          aqm.flatMap((scheme) =>
            links.map((link) =>
              results.over([...bothOf(link, third, scheme), ...bothOf(link, three, scheme)], differenceOfDifferences),
            ),
          ),
          `1/3, 1, 3 BWDP against RED and RED-ECN: ${byLink.map((values) => list(means(values), 3)).join('; ')}`,
        ),
      });
    },
  },
  {
    id: 'C2.3',
    sentence: 'With large buffers the delay of DropTail is more than three times that of RED (3 BWDP).',
    source: 'section II.B',
    decide: (results) => {
      const spare = links.map((link) =>
        results.difference(
          atThirty(link, three, 'droptail'),
          atThirty(link, three, 'red'),
          delay,
          (figures_) => 3 * delay(figures_),
        ),
      );
      const ratios = links.map(
        (link) =>
          mean(results, atThirty(link, three, 'droptail'), delay) / mean(results, atThirty(link, three, 'red'), delay),
      );
      return above(spare, `${range(ratios, 2)} times`);
    },
  },
  {
    id: 'C2.4',
    sentence: 'ECN gives RED a marginal gain in the throughput of long TCP flows (on average, below 0.02 of the link).',
    source: 'section II.B',
    decide: (results) => {
      const shareOf = (link: Link, buffer: Buffer, policy: string): Measurement => ({
        run: atThirty(link, buffer, policy),
        of: share(link, 'ltrf'),
      });
      const pairs = everywhere((link, buffer) => [shareOf(link, buffer, 'red-ecn'), shareOf(link, buffer, 'red')]);
      const gains = pairs.map((pair) => results.over(pair, differenceOf));
      const average = results.over(pairs.flat(), (shares) => {
        const each = pairs.map((_, at) => differenceOf(shares.slice(2 * at)));
        return each.reduce((sum, gain) => sum + gain, 0) / each.length;
      });
      return between(
        [average],
        0,
        0.02,
        `${range(means(gains), 4)}, on average ${average.mean.toFixed(4)} ± ${average.ci95.toFixed(4)} of the link`,
      );
    },
  },
  {
    id: 'C2.5',
    sentence:
      'With small buffers DropTail uses the link more than RED and RED-ECN (1/3 BWDP; of the time, the part in which the link transmits); the difference gets smaller with the buffer and is larger at 5 than at 35 and 100 Mb/s.',
    source: 'section II.B, table III',
    cause:
      'at 35 and 100 Mb/s the link hardly ever rests under any policy, so that there is nothing to tell apart. Table III counts payload, of which a full link carries more the more of it goes to constant-rate flows, which have no headers: time is compared here, which does not depend on that',
    decide: (results) => {
      const both = (link: Link, buffer: Buffer, scheme: string): Measurement[] =>
        ['droptail', scheme].map((policy) => ({ run: atThirty(link, buffer, policy), of: busy }));
      const lead = (link: Link, buffer: Buffer, scheme: string) =>
        results.over(both(link, buffer, scheme), differenceOf);
      const moreThan = (link: Link, buffer: Buffer) =>
        results.over([...both(slow, third, 'red'), ...both(link, buffer, 'red')], differenceOfDifferences);
      const leads = links.flatMap((link) => aqm.map((scheme) => lead(link, third, scheme)));
      const own = buffers.map((buffer) => lead(slow, buffer, 'red'));
      const others = faster.map((link) => lead(link, third, 'red'));
      return parted({
        'more at 1/3 BWDP': above(leads.map(orTied), `5, 35, 100 Mb/s by ${list(means(leads), 5)} (RED, RED-ECN)`),
        'smaller with the buffer, larger at 5 Mb/s': above(
          [moreThan(slow, three), ...faster.map((link) => moreThan(link, third))].map(orTied),
          `5 Mb/s ${list(means(own), 4)}; 35, 100 Mb/s ${list(means(others), 4)}`,
        ),
      });
    },
  },
  {
    id: 'C2.6',
    sentence:
      'With on/off flows the delay deviates alike at 5 Mb/s (within a factor of 2.5), and much less with RED and RED-ECN on faster links with large buffers (35 and 100 Mb/s, 3 BWDP).',
    source: 'section II.B, figure 4',
    decide: (results) => {
      const alike = buffers.map((buffer) => deviationRatio(results, slow, buffer, 'red'));
      const less = faster.flatMap((link) => aqm.map((scheme) => deviationRatio(results, link, three, scheme)));
      return parted({
        'alike at 5 Mb/s': between(alike, 0.4, 2.5, `DropTail to RED ${range(means(alike), 2)}`),
        'less on faster links': between(
          less,
          1.5,
          Number.POSITIVE_INFINITY,
          `DropTail to RED ${range(means(less), 2)}`,
        ),
      });
    },
  },
  {
    id: 'C2.7',
    sentence:
      'The rate of the link has a minor impact on how much more long TCP flows get from DropTail than from RED (within 0.05 of the link at each buffer); they get more at 100 than at 5 Mb/s (1 BWDP).',
    source: 'section II.C, figure 3',
    cause:
      'at 1/3 BWDP and 100 Mb/s DropTail starves the constant-rate flows, which begin together, and long TCP flows take what they lose. ns-2 shows the same. With random phases the sentence holds, but then DropTail drops 3.4 % of the constant-rate packets at 100 Mb/s and 1 BWDP, where table IV prints 12.2 %. No arrangement of phases that was tried gives both',
    decide: (results) => {
      const gaps = buffers.map((buffer) => links.map((link) => gap(results, link, buffer, 'red').mean));
      const apart = buffers.flatMap((buffer) =>
        pairs(links).map(([link, other]) =>
          results.over([...bothOf(link, buffer, 'red'), ...bothOf(other, buffer, 'red')], differenceOfDifferences),
        ),
      );
      const gains = policies.map((policy) =>
        results.difference(
          atThirty(fast, one, policy),
          atThirty(slow, one, policy),
          share(fast, 'ltrf'),
          share(slow, 'ltrf'),
        ),
      );
      return parted({
        'hardly matters': between(
          apart,
          -0.05,
          0.05,
          `5, 35, 100 Mb/s at 1/3, 1, 3 BWDP: ${gaps.map((values) => list(values, 3)).join('; ')}`,
        ),
        'more at 100 Mb/s': above(gains, `by ${range(means(gains), 3)} of the link`),
      });
    },
  },
  {
    id: 'C2.8',
    sentence:
      "DropTail's delay is the buffer's: about 1 and 3 round trips at 1 and 3 BWDP (within 15 %); that of RED and RED-ECN stays near 1 at 3 BWDP (0.6 to 1.2).",
    source: 'section II.C, figure 5',
    decide: (results) => {
      const tail = links.flatMap((link) =>
        [one, three].map((buffer) =>
          results.figure(atThirty(link, buffer, 'droptail'), (figures_) => relative(figures_) / buffer.products),
        ),
      );
      const early = links.flatMap((link) =>
        aqm.map((scheme) => results.figure(atThirty(link, three, scheme), relative)),
      );
      return parted({
        DropTail: between(tail, 0.85, 1.15, `per BWDP ${range(means(tail), 2)}`),
        'RED and RED-ECN': between(early, 0.6, 1.2, range(means(early), 2)),
      });
    },
  },
  {
    id: 'C2.9',
    sentence:
      'DropTail drops constant-rate packets far more often than long TCP ones (over 3 times); RED treats both alike (0.8 to 1.3).',
    source: 'section II.C, table IV',
    decide: (results) => {
      const [tail, red] = [dropRatios(results, 'droptail'), dropRatios(results, 'red')];
      return parted({
        DropTail: between(tail, 3, Number.POSITIVE_INFINITY, `${range(means(tail), 1)} times`),
        RED: between(red, 0.8, 1.3, `${range(means(red), 2)} times`),
      });
    },
  },
  {
    id: 'C2.10',
    sentence:
      'RED-ECN marks long TCP packets slightly more often than RED drops them and hardly drops any (35 and 100 Mb/s); constant-rate packets it drops more often than RED.',
    source: 'section II.C, table IV',
    decide: (results) => {
      const marks = faster.map((link) =>
        results.difference(
          atThirty(link, one, 'red-ecn'),
          atThirty(link, one, 'red'),
          markRate('ltrf'),
          dropRate('ltrf'),
        ),
      );
      const drops = faster.map((link) => results.figure(atThirty(link, one, 'red-ecn'), dropRate('ltrf')));
      const constant = links.map((link) =>
        results.difference(atThirty(link, one, 'red-ecn'), atThirty(link, one, 'red'), dropRate('ltnrf')),
      );
      return parted({
        'marks more': above(marks, `by ${range(means(marks), 4)}`),
        'hardly drops': between(drops, -1, 0.001, range(means(drops), 5)),
        'drops constant rate more': above(constant, `by ${range(means(constant), 4)}`),
      });
    },
  },
  {
    id: 'C2.11',
    sentence: 'Short flows get nearly the same from every scheme (100 Mb/s: within 0.02 of the link).',
    source: 'section II.D, table V',
    decide: (results) => {
      const apart = [5, 30].flatMap((load) =>
        pairs(policies).map(([policy, other]) =>
          results.difference(runOf(fast, one, load, policy), runOf(fast, one, load, other), share(fast, 'stf')),
        ),
      );
      return between(apart, -SAME, SAME, `differences ${range(means(apart), 3)}`);
    },
  },
  {
    id: 'C2.12',
    sentence:
      'With more short flows the difference between what DropTail and RED give TCP gets smaller or stays the same (each link, from 0 to 5 to 30 %; a rise of up to 0.02 counts as the same); at 30 % both give long TCP flows nearly the same (100 Mb/s, within 0.05).',
    source: 'section II.D, figure 6 and table V',
    decide: (results) => {
      const byLink = links.map((link) =>
        loads.map((load) =>
          results.difference(runOf(link, one, load, 'droptail'), runOf(link, one, load, 'red'), tcpPart),
        ),
      );
      const falls = links.flatMap((link) =>
        steps(loads).map((pair) =>
          results.over(
            pair.flatMap((load) =>
              ['droptail', 'red'].map((policy) => ({ run: runOf(link, one, load, policy), of: tcpPart })),
            ),
            (parts) => differenceOfDifferences(parts) + SAME,
          ),
        ),
      );
      const last = gap(results, fast, one, 'red');
      return parted({
        'smaller or the same': above(
          falls,
          `TCP's part at 0, 5, 30 %: ${byLink.map((values) => list(means(values), 3)).join('; ')}`,
        ),
        'nearly the same': between([last], -0.05, 0.05, `${last.mean.toFixed(3)} of the link`),
      });
    },
  },
  {
    id: 'C2.13',
    sentence: 'Congestion is moderate: 1 to 10 % of the packets of long TCP flows are dropped or marked (1 BWDP).',
    source: 'section II.C, table IV',
    decide: (results) => {
      const rates = links.flatMap((link) =>
        policies.map((policy) =>
          results.figure(
            atThirty(link, one, policy),
            (figures_) => dropRate('ltrf')(figures_) + markRate('ltrf')(figures_),
          ),
        ),
      );
      return between(rates, 0.01, 0.1, range(means(rates), 3));
    },
  },
];

export const zhaoReddy: Paper = {
  id: 'zhao-reddy',
  title: 'Impact of bandwidth-delay product and non-responsive flows on the performance of queue management schemes',
  authors: 'Zhili Zhao and A. L. Narasimha Reddy',
  citation:
    'Z. Zhao, A. L. N. Reddy, Impact of bandwidth-delay product and non-responsive flows on the performance of queue management schemes, Texas A&M University',
  question:
    'Do faster links, and flows that heed no loss, change which of DropTail, RED and RED-ECN serves long TCP flows best?',
  setUp:
    'ns-2: one link of 5, 35 or 100 Mb/s with a round trip of 120 ms and a buffer of a third, one or three bandwidth-delay products, shared by long TCP flows, short ones (0, 5 or 30 % of the load) and constant-rate ones. Shares count payload: 1000 of the 1040 bytes of a TCP packet.',
  readings: [
    {
      what: 'Shares and utilisation count payload: 1000 of the 1040 bytes of a TCP packet, all of a constant-rate one',
      basis: 'inferred',
      why: 'shares of table V add up to the utilisation of table III, and with 40 bytes more for TCP to the whole link',
    },
    {
      what: 'RED begins at a sixth of the buffer, and drops all from the whole of it on (gentle)',
      basis: 'inferred',
      why: 'printed are Max_th = 3 Min_th, Max_p = 0.1 and w = 0.002, not Min_th. A sixth lets the delay of RED come near one round trip at 3 BWDP, as printed; gentle was the default of ns-2 at that time',
      against: 'at 1/3 BWDP a twelfth comes nearer to the utilisation of table III (.947 at 5 Mb/s, printed .943)',
    },
    {
      what: 'Constant-rate flows send 48, 48 and 25 % of 100 Mb/s beside 0, 5 and 30 % of short flows',
      basis: 'inferred',
      why: 'with 30 %, shares in table V over what table IV leaves of them give .2505 to .2511 under all three policies; else .46 arrives under RED, of which 3 to 4 % more were sent',
      against:
        'table II prints 22 and 14 flows of 1 Mb/s at 35 Mb/s, which are 63 and 40 %, and the text says 60, 55 and 30 %: the paper contradicts itself',
    },
    {
      what: 'Constant-rate flows begin together',
      basis: 'inferred',
      why: 'DropTail drops 10 to 12 % of them in table IV, and leaves them half of what they send in table V (0 and 5 %): only flows in step lose so much',
      against:
        'the rate of the link then matters more than the paper says (C2.7). With random phases that sentence holds, and the DropTail rows of table IV do not: no arrangement that was tried gives both',
    },
    {
      what: 'Short flows think for 10 s after each transfer',
      basis: 'inferred',
      why: 'so they send 27 and 5 % of the link, as table V prints; every 10 s they would send 30 and 6 %',
    },
    {
      what: 'TCP is that of ns-2, with timeouts of at least 200 ms; each run is 100 s, the first 20 s left out',
      basis: 'inferred',
      why: 'the paper says ns-2 and SACK and no more',
    },
  ],
  tables: [
    {
      id: 'III',
      title: 'Utilisation, 30 % short flows',
      unit: '',
      source: 'Table III',
      digits: 3,
      nullModel: fullLink,
    },
    {
      ...{ id: 'IV', title: 'Drop and mark rates, 30 % short flows, 1 BWDP', unit: '', source: 'Table IV', digits: 5 },
      nullModel: medianOf(tableIV.map(({ printed }) => printed)),
    },
    {
      id: 'V',
      title: 'Shares of the link, 100 Mb/s, 1 BWDP',
      unit: '',
      source: 'Table V',
      digits: 3,
      nullModel: noScheme,
    },
  ],
  cells: [...tableIII, ...tableIV, ...tableV],
  figures,
  claims,
  experiments: [],
  extent: {
    quick: {
      seeds: 3,
      settings: shorter,
    },
    full: { seeds: 10 },
  },
};
