/** Writes docs/ABE.md: the draft's tables in the readings that it leaves open, beside ns-2. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatEvidence } from '../../src/papers/evidence-text.ts';
import { hurleyAbe } from '../../src/papers/hurley/paper.ts';
import type { JudgedNumber, JudgedPaper } from '../../src/papers/judge-paper.ts';
import { wrapMarkdown } from '../../src/papers/wrap-markdown.ts';
import type { HurleyReading } from './hurley-readings.ts';

type Interval = readonly [mean: number, half: number];

/** A cell of the flat column as ns-2 measured it, and ours with the same sources. */
export interface Flat {
  readonly preset: string;
  readonly acks: HurleyReading['acks'];
  readonly ours: { readonly lossPercent: number; readonly blueKbps: number };
  readonly ns2: { readonly lossPercent: Interval; readonly blueKbps: Interval };
}

export interface AbeResult {
  readonly reading: HurleyReading;
  readonly judged: JudgedPaper;
}

/** The known reasons for missed figures and claims. */
const CAUSES = `
- **Green sources, printed.** The draft has "UDP connections sending at a constant bit rate". Four of them send 100 kbit/s together, and
  "a variable number" sends 100 to 500 kbit/s. So we use 4, 8 and 20 strictly periodic sources. We infer that each source sends
  25 kbit/s at every total rate.
- **Phases of the green sources, inferred.** The draft's losses at 10 ms vary from run to run by several percent, although each run counts
  thousands of packets. So something in the testbed is random, and it changes only from run to run. Sources of constant rate keep their phase during a run. Here the
  sources of one host send in step, and each host has its own phase. The results contradict the alternatives. If each source has its own phase
  ("phases"), green loses too little with 500 kbit/s. If all sources send in step ("in step"), green loses too much at 10 and 20 ms. One result
  contradicts our choice: with 500 kbit/s, green loses less than printed in all four columns. In the draft, more sources may have sent in step.
- **500 kbit/s of green.** Green loses less than printed, so blue gets less than printed: the link is full in all runs.
- **d = 10 ms.** A packet of 1,500 bytes takes 12 ms. A green packet that arrives in the first 2 ms of this time is always lost. So 2 ms / 12 ms = 16.7 % of the green packets that arrive during such a transmission are lost. Packets that arrive together also wait for each other, so the loss
  grows with the number of sources of a host.
- **4 blue connections.** If every second packet is acknowledged, the losses at 20 ms, at 50 ms and in a flat router are less than half as large. ns-2 shows the same
  for the flat router. The draft's hosts ran Linux, which acknowledges every packet at first and every second packet later. For a flat router,
  the printed loss lies between our two losses. At 20 ms, the printed loss is larger than both.
- **Green packets without a duplicate.** The draft keeps them, and so do the presets. If they are dropped ("mended"), no blue packet leaves later than it would leave a flat router. But then green loses much more at 10 ms than the draft prints.
`;

const figure = ({ measured, ci95, verdict }: JudgedNumber, digits: number) => {
  const text = `${measured?.toFixed(digits)} (${ci95?.toFixed(digits)})`;
  return verdict === 'outside' ? `**${text}**` : text;
};

/** A table of the draft: printed, then each reading. */
function tableOf(table: string, loss: boolean, results: readonly AbeResult[]): string {
  const digits = loss ? 2 : 1;
  const rows = hurleyAbe.cells.flatMap((cell, index) => {
    if (cell.table !== table) return [];
    const printed = `${cell.printed.toFixed(digits)} (${cell.interval?.toFixed(digits)})${cell.suspect === undefined ? '' : ', suspect'}`;
    const ours = results.map(({ judged }) => figure(judged.cells[index] as JudgedNumber, digits));
    return [[cell.row, cell.column, printed, ...ours]];
  });
  return markdown(['', '', 'published', ...results.map(({ reading }) => reading.id)], rows);
}

function flatTable(flat: readonly Flat[]): string {
  const rows = flat.map(({ preset, acks, ours, ns2 }) => [
    preset,
    acks === 'everyPacket' ? 'every packet' : 'every second packet',
    ...[ours.lossPercent, ns2.lossPercent[0]].map((value) => value.toFixed(2)),
    ...[ours.blueKbps, ns2.blueKbps[0]].map((value) => value.toFixed(1)),
  ]);
  return markdown(
    ['preset', 'acknowledged', 'loss, % (ours)', 'loss, % (ns-2)', 'blue, kbit/s (ours)', 'blue, kbit/s (ns-2)'],
    rows,
  );
}

function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function claimsOf(results: readonly AbeResult[]): string {
  const [first] = results;
  const lines = (first?.judged.claims ?? []).flatMap(({ id, sentence }, index) => [
    `- **${id}** ${sentence}`,
    ...results.map(({ reading, judged }) => {
      const claim = judged.claims[index];
      return `  - ${reading.id}: **${claim?.verdict}**; ${claim && formatEvidence(claim.evidence)}`;
    }),
  ]);
  return lines.join('\n');
}

export function writeAbeReport(results: readonly AbeResult[], flat: readonly Flat[], minutes: number): void {
  const date = new Date().toISOString().slice(0, 10);
  const tables = [
    ['1', true],
    ['2', false],
    ['3', true],
    ['4', false],
  ] as const;
  const text = `# Open points of the ABE draft, and their effects

Written by \`npm run validate\` on ${date} with Node ${process.version}, in ${minutes.toFixed(0)} minutes. Do not edit.

This file shows tables 1 to 4 of draft-hurley-alternative-best-effort-01 in several readings. [VALIDATION.md](VALIDATION.md) shows only the first reading. In the tables, d is the bound of green: the longest time that a green packet may wait.

${results.map(({ reading }) => `- **${reading.id}**: ${reading.name}`).join('\n')}

Our values are means over ten seeds. Each run measures eight minutes. The minute before them is not counted. The half-width of the 95 % interval
is in brackets. The draft has 90 % intervals. Losses are in percent, and throughputs in kbit/s on the wire. A bold value is outside
its tolerance (src/papers/tolerances.ts).
${tables.map(([table, loss]) => `\n## Table ${table}: ${loss ? 'loss of green' : 'throughput of blue'}\n\n${tableOf(table, loss, results)}\n`).join('')}
## The column “flat” compared with ns-2

The runs of ns-2.35 have five seeds and four green flows. The gaps between green packets vary by half of their mean. Our runs here have the TCP of ns-2, the same
green sources and ten seeds.

${flatTable(flat)}

## Claims of the draft

${claimsOf(results)}

## Differences and their causes
${CAUSES}`;
  writeFileSync(join(import.meta.dirname, '../../docs/ABE.md'), wrapMarkdown(text));
}
