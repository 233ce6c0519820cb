/** Writes docs/NS2-BOTH-WAYS.md: our figures of two-way traffic beside those of ns-2. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wrapMarkdown } from '../../src/papers/wrap-markdown.ts';
import { type CaseName, MEDIANS_OF_P3, ns2Case, orders, slacksOf, type TwoWayRow } from '../golden/two-way-cells.ts';
import { table } from './markdown-table.ts';

export interface MeasuredCase {
  readonly name: CaseName;
  readonly seeds: readonly Readonly<Record<string, number>>[];
  readonly rows: readonly TwoWayRow[];
  /** Of P3 only: medians of all seeds. */
  readonly medians: Readonly<Record<string, number>>;
}

const digits = (value: number) => value.toPrecision(4);

function figureSection(measured: readonly MeasuredCase[]): string {
  const rows = measured.flatMap(({ name, rows: compared }) =>
    compared.map(({ figure, ours, theirs, allowed, ok }) => [
      name,
      figure,
      digits(ours),
      digits(theirs),
      allowed.toPrecision(2),
      ok ? 'yes' : '**no**',
    ]),
  );
  return table(['case', 'figure', 'ours', 'ns-2', 'allowed difference', 'agrees'], rows);
}

function medianSection(measured: readonly MeasuredCase[]): string {
  const rows = measured.flatMap(({ name, medians }) =>
    Object.entries(medians).map(([figure, ours]) => {
      const [low = 0, high = 0] = MEDIANS_OF_P3[figure] ?? [];
      const isInside = ours >= low && ours <= high;
      const theirs = ns2Case(name).medianOf20?.[figure];
      return [
        figure,
        digits(ours),
        theirs === undefined ? '' : digits(theirs),
        `${low} to ${high}`,
        isInside ? 'yes' : '**no**',
      ];
    }),
  );
  return table(['figure', 'our median', 'median of ns-2', 'allowed', 'agrees'], rows);
}

function orderSection(measured: readonly MeasuredCase[]): string {
  const mean = (name: CaseName, figure: string) => {
    const seeds = measured.find((item) => item.name === name)?.seeds ?? [];
    return seeds.reduce((sum, seed) => sum + (seed[figure] ?? Number.NaN), 0) / seeds.length;
  };
  return table(
    ['what', 'figure', 'our means, the smallest first'],
    orders.map(({ what, figure, cases }) => [
      what,
      figure,
      cases.map((name) => `${name} ${digits(mean(name, figure))}`).join(', '),
    ]),
  );
}

function slackSection(): string {
  const groups: readonly (readonly [string, CaseName])[] = [
    ['P1, P4, P5 and variants', 'P1'],
    ['P2, P2d', 'P2'],
    ['P3d', 'P3d'],
    ['C1, C1d', 'C1'],
  ];
  const rows = groups.flatMap(([cases, name]) =>
    slacksOf(name).map(({ figure, amount, share, why }) => [
      cases,
      figure.source.replaceAll(/[\^()]/g, ''),
      amount === undefined ? `${100 * (share ?? 0)} %` : String(amount),
      why,
    ]),
  );
  return table(['cases', 'figures that begin with', 'slack', 'why'], rows);
}

export function writeTwoWayReport(measured: readonly MeasuredCase[], minutes: number): void {
  const misses = measured.flatMap(({ name, rows }) =>
    rows
      .filter((row) => !row.ok)
      .map(({ figure, ours, theirs }) => `- ${name}, ${figure}: ${digits(ours)}, ns-2 ${digits(theirs)}.`),
  );
  const text = `# Both ways, against ns-2

Written by \`npm run validate\` on ${new Date().toISOString().slice(0, 10)} with Node ${process.version}, in ${minutes.toFixed(0)} minutes. Do not edit.

The other simulator is ns-2.35 (Debian 2.35+dfsg-5). Its link has a queue in each direction. Downloads send their ACKs through the queue up, and uploads theirs through the queue down. tests/golden/fixtures/README.md describes its runs. tests/golden/two-way-traces.test.ts compares the first events packet by packet, and tests/closed-form/two-way.test.ts compares with closed forms. Where ACKs are lost, a download gets more than they would allow, because the next ACK acknowledges the segments of a lost one too (tests/closed-form/two-way-lost-acks-long.test.ts): 10 Mb/s down and 100 kbit/s up with room for ten ACKs give 9.241 Mb/s of data and 3.71 segments for each ACK with 100 packets of room down, and 9.615 and 3.85 with 200, here and in ns-2.

We compare means over five seeds of each, with the same start times. The difference may be the sum of both 95 % intervals and a slack. Delays are waiting times in seconds. The figures that end in \`down\` and \`up\` are those of the two queues. \`drop_ack_up\` is the loss of the ACKs of the downloads.

## Figures outside their tolerance

${misses.length === 0 ? 'None.' : misses.join('\n')}

## Every figure

${figureSection(measured)}

## P3, in which now one flow, now another is shut out

Which flow it is, is chance. So medians of twenty seeds are compared.

${medianSection(measured)}

## Orders that must hold

${orderSection(measured)}

## Tolerances

${slackSection()}
`;
  writeFileSync(join(import.meta.dirname, '../../docs/NS2-BOTH-WAYS.md'), wrapMarkdown(text));
}
