/** Writes docs/ABE.md: the draft's tables in the readings that it leaves open, beside ns-2. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AbeReading, abePaper } from '../../src/papers/abe/paper.ts';
import type { JudgedCell, JudgedPaper } from '../../src/papers/judge.ts';

type Interval = readonly [mean: number, half: number];

/** A cell of the flat column as ns-2 measured it, and ours with the same sources. */
export interface Flat {
  readonly preset: string;
  readonly acks: AbeReading['acks'];
  readonly ours: { readonly lossPercent: number; readonly blueKbps: number };
  readonly ns2: { readonly lossPercent: Interval; readonly blueKbps: Interval };
}

export interface AbeResult {
  readonly reading: AbeReading;
  readonly judged: JudgedPaper;
}

/** Why figures and claims are missed, as far as it is known. */
const CAUSES = `
- **What is printed of the green sources.** "UDP connections sending at a constant bit rate"; four of them at 100 kbit/s; "a variable
  number" from 100 to 500 kbit/s. Hence sources of 25 kbit/s that are strictly periodic, 4, 8 and 20 of them. That each has 25 kbit/s at
  every rate is inferred.
- **What is inferred of their phases.** The draft's losses at 10 ms vary from run to run by several per cent, although each run counts
  thousands of packets: something is drawn once for a run and kept. Sources of constant rate keep their phase. Here those of one
  host send in step, each host at a phase of its own. What speaks against the alternatives: with a phase for each source ("phases") much
  green loses too little; with all sources at once ("in step") it loses too much at 10 and 20 ms. What speaks against ours: with 500 kbit/s
  green loses less than printed in all four columns, so that more of the draft's sources may have been in step.
- **500 kbit/s of green.** Blue gets less than printed because green loses less: the link is full in each.
- **d = 10 ms.** A packet of 1,500 bytes takes 12 ms. A green packet that comes in the first 2 ms of one is lost for certain, which is
  1 in 6 of those that meet one: 16.7 %. Packets that come together wait for each other besides, so that the loss grows with
  the number of sources that a host has.
- **4 blue connections.** Every second packet acknowledged halves the losses, here as in ns-2. The draft's hosts ran Linux, which acknowledges
  every packet at first and every second one later: its flat figure lies between the two. At 20 ms it lies above both.
- **Green without a duplicate.** As printed it is kept, and the presets run like that. Dropped ("mended"), blue is never later than from a
  flat router, but green loses much more at 10 ms than is printed.
`;

const figure = ({ measured, ci95, verdict }: JudgedCell, digits: number) => {
  const text = `${measured?.toFixed(digits)} (${ci95?.toFixed(digits)})`;
  return verdict === 'outside' ? `**${text}**` : text;
};

/** A table of the draft: printed, then each reading. */
function tableOf(table: string, loss: boolean, results: readonly AbeResult[]): string {
  const digits = loss ? 2 : 1;
  const [first] = results;
  if (first === undefined) return '';
  const rows = abePaper(first.reading).cells.flatMap((cell, at) => {
    if (cell.table !== table) return [];
    const printed = `${cell.printed.toFixed(digits)} (${cell.interval?.toFixed(digits)})${cell.suspect === undefined ? '' : ', suspect'}`;
    const ours = results.map(({ judged }) => figure(judged.cells[at] as JudgedCell, digits));
    return [[cell.row, cell.column, printed, ...ours]];
  });
  return markdown(['', '', 'published', ...results.map(({ reading }) => reading.id)], rows);
}

function flatTable(flat: readonly Flat[]): string {
  const rows = flat.map(({ preset, acks, ours, ns2 }) => [
    preset,
    acks === 'everyPacket' ? 'every packet' : 'every second',
    ...[ours.lossPercent, ns2.lossPercent[0]].map((value) => value.toFixed(2)),
    ...[ours.blueKbps, ns2.blueKbps[0]].map((value) => value.toFixed(1)),
  ]);
  return markdown(['preset', 'acknowledged', 'loss, ours', 'loss, ns-2', 'blue, ours', 'blue, ns-2'], rows);
}

function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function claimsOf(results: readonly AbeResult[]): string {
  const [first] = results;
  const lines = (first?.judged.claims ?? []).flatMap(({ id, sentence }, at) => [
    `- **${id}** ${sentence}`,
    ...results.map(({ reading, judged }) => {
      const claim = judged.claims[at];
      return `  - ${reading.id}: **${claim?.verdict}**; ${claim?.evidence}`;
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
  const text = `# What the ABE draft leaves open, and what hangs on it

Written by \`npm run validate\` on ${date} with Node ${process.version}, in ${minutes.toFixed(0)} minutes. Do not edit.

Tables 1 to 4 of draft-hurley-alternative-best-effort-01 in several readings; [VALIDATION.md](VALIDATION.md) has the first.

${results.map(({ reading }) => `- **${reading.id}**: ${reading.name}`).join('\n')}

Ours: ten seeds a cell, eight minutes after the first, means with the half-width of the 95 % interval in brackets (the draft's: 90 %).
Losses in percent, throughputs in kbit/s on the wire. In bold: outside of its tolerance (src/papers/tolerances.ts).
${tables.map(([table, loss]) => `\n## Table ${table}: ${loss ? 'loss of green' : 'throughput of blue'}\n\n${tableOf(table, loss, results)}\n`).join('')}
## The flat column beside ns-2

ns-2.35 with five seeds, four green flows whose gaps vary by half; ours with the same sources, ten seeds.

${flatTable(flat)}

## What the draft says of them

${claimsOf(results)}

## Where and why we differ
${CAUSES}`;
  writeFileSync(join(import.meta.dirname, '../../docs/ABE.md'), text);
}
