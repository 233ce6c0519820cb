/** Writes docs/NS2.md: our measurements beside ns-2's figures, and ns-2's results for the figures of the paper. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatEvidence } from '../../src/papers/evidence-text.ts';
import type { JudgedPaper } from '../../src/papers/judge-paper.ts';
import { tolerances } from '../../src/papers/tolerances.ts';
import { wrapMarkdown } from '../../src/papers/wrap-markdown.ts';
import type { Comparison, Figure, Figures, OtherCell, ZhaoCell } from '../golden/cells.ts';
import { table } from './markdown-table.ts';

export interface Measured<Cell> {
  readonly cell: Cell;
  readonly ours: Figures;
  readonly rows: readonly Comparison[];
}

interface Report {
  readonly zhao: readonly Measured<ZhaoCell>[];
  readonly others: readonly Measured<OtherCell>[];
  /** Zhao & Reddy, judged by our means and by those of ns-2. */
  readonly ours: JudgedPaper;
  readonly theirs: JudgedPaper;
  readonly minutes: number;
}

const pair = (ours: Figure | undefined, theirs: Figure | undefined, digits: number): string =>
  ours === undefined || theirs === undefined ? '' : `${ours[0].toFixed(digits)} / ${theirs[0].toFixed(digits)}`;

function figureColumns(ours: Figures, theirs: Figures): string[] {
  const { ltrf, stf, ltnrf } = ours.classes;
  const other = theirs.classes;
  return [
    pair(ours.utilisation, theirs.utilisation, 4),
    pair(ours.meanDelayMs, theirs.meanDelayMs, 1),
    pair(ours.delayStdMs, theirs.delayStdMs, 1),
    pair(ltrf?.share, other.ltrf?.share, 3),
    pair(stf?.share, other.stf?.share, 3),
    pair(ltnrf?.share, other.ltnrf?.share, 3),
    pair(ltrf?.dropRate, other.ltrf?.dropRate, 4),
    pair(ltrf?.markRate, other.ltrf?.markRate, 4),
    pair(ltnrf?.dropRate, other.ltnrf?.dropRate, 4),
  ];
}

const COLUMNS = [
  'utilisation',
  'delay, ms',
  'standard deviation of the delay, ms',
  'LTRF share',
  'STF share',
  'LTNRF share',
  'LTRF drops',
  'LTRF marks',
  'LTNRF drops',
  'agrees',
];

function outliers(rows: readonly Comparison[]): string {
  const bad = rows.filter((row) => !row.ok);
  return bad.length === 0 ? 'yes' : `**${bad.map((row) => row.what).join(', ')}**`;
}

function zhaoSection({ zhao }: Report): string {
  const rows = zhao.map(({ cell, ours, rows: compared }) => [
    `${cell.preset.replace('zhao-', '')}${cell.timing === undefined ? '' : `, ${cell.timing}`}`,
    cell.policy,
    ...figureColumns(ours, cell),
    outliers(compared),
  ]);
  return table(['preset (zhao-…)', 'policy', ...COLUMNS], rows);
}

function othersSection({ others }: Report): string {
  const settings = (cell: OtherCell) => {
    const own = Object.entries(cell.set).filter(([path]) => !(path.startsWith('sources.stf') && ltrfHas(cell, path)));
    const all = [
      ...own.map(([path, value]) => [path.replace('sources.', ''), value]),
      ...Object.entries(cell.policyValues),
    ];
    const without = (cell.without ?? []).map((id) => `no ${id}`);
    return [...all.map(([path, value]) => `${path}=${value}`), ...without].join(' ') || 'none';
  };
  const rows = others.map(({ cell, ours, rows: compared }) => [
    settings(cell),
    cell.policy,
    ...figureColumns(ours, cell),
    outliers(compared),
  ]);
  return table(['changed settings', 'policy', ...COLUMNS], rows);
}

const ltrfHas = (cell: OtherCell, path: string) => path.replace('sources.stf', 'sources.ltrf') in cell.set;

function publishedSection({ ours, theirs }: Report): string {
  const rows = theirs.cells.map(({ id, printed, measured, verdict }, index) => [
    id,
    `${printed}`,
    measured?.toPrecision(3) ?? '',
    ours.cells[index]?.measured?.toPrecision(3) ?? '',
    verdict === 'within' ? verdict : `**${verdict}**`,
  ]);
  return table(['figure', 'printed', 'ns-2', 'ours', 'verdict on ns-2'], rows);
}

/** Within their tolerances, by table: ns-2's figures, ours, and those of the null model. */
function scoresSection({ ours, theirs }: Report): string {
  const rows = theirs.tables.map(({ id, counted, within, nullModel }, index) => [
    `Table ${id}`,
    ...[counted, within, ours.tables[index]?.within ?? 0, nullModel.within].map(String),
  ]);
  return table(['', 'figures', 'ns-2 within', 'ours within', 'null model within'], rows);
}

function claimsSection({ ours, theirs }: Report): string {
  const rows = theirs.claims.map(({ id, sentence, verdict, evidence }, index) => [
    id,
    sentence,
    verdict,
    formatEvidence(evidence),
    ours.claims[index]?.verdict ?? '',
  ]);
  return table(['claim', 'the paper says', 'in ns-2', 'evidence in ns-2', 'here'], rows);
}

/** Every figure that is out of its tolerance. */
function missesSection({ zhao, others }: Report): string {
  const misses = [...zhao, ...others].flatMap(({ cell, rows }) =>
    rows
      .filter((row) => !row.ok)
      .map(
        (row) =>
          `- ${'preset' in cell ? cell.preset : cell.name}, ${cell.policy}, ${row.what}: ${row.ours.toPrecision(4)}, ns-2 ${row.theirs.toPrecision(4)}.`,
      ),
  );
  return misses.length === 0 ? 'None.' : misses.join('\n');
}

const toleranceSection = () =>
  table(
    ['tolerance', 'value', 'why'],
    Object.entries(tolerances).map(([name, { value, why }]) => [name, `${value}`, why]),
  );

export function writeReport(report: Report): void {
  const seeds = [...new Set(report.zhao.map(({ ours }) => ours.seeds))].sort().join(' or ');
  const text = `# Against ns-2

Written by \`npm run validate\` on ${new Date().toISOString().slice(0, 10)} with Node ${process.version}, in ${report.minutes.toFixed(0)} minutes. Do not edit.

The other simulator is ns-2.35 (Debian 2.35+dfsg-5). tests/golden/fixtures/README.md describes its runs. The tests in tests/golden compare packet by packet. The tests in tests/closed-form compare with closed forms. Here we compare means over ${seeds} of our seeds with means over 2 to 5 seeds of ns-2.

The tables use these names: *LTRF* are the long TCP flows, *STF* the short TCP flows, and *LTNRF* the flows with a constant rate. Shares and utilisation count the payload, which is 1000 of the 1040 bytes of a TCP packet.

[VALIDATION.md](VALIDATION.md) compares our figures with the printed figures of the papers, over more seeds.

## Figures outside their tolerance

${missesSection(report)}

## Every cell against ns-2

Each cell shows our figure, then the figure of ns-2. The constant-rate flows begin together, unless the preset says otherwise. With \`randomPhase\` each flow begins at its own random time. With \`jittered\` each gap between packets is drawn between 0.5 and 1.5 times the mean. Under DropTail, flows that begin together get a smaller share: 0.327 in \`100mb-1bwdp-stf0\`, and 0.464 with \`randomPhase\`.

${zhaoSection(report)}

## Other settings against ns-2

Without changes, the link has 10 Mb/s, and the buffer has 150 packets (one bandwidth-delay product). There are 16 long and 370 short TCP flows, and 6 constant-rate flows of 0.5 Mb/s.
The first column shows the changed settings of each row. The other columns are as above.

${othersSection(report)}

## Results of ns-2 for the tables of Zhao & Reddy

We infer the settings that the paper does not print. The name of a figure has its table, row and column. The null models are those of [VALIDATION.md](VALIDATION.md).

${scoresSection(report)}

${publishedSection(report)}

## Results of ns-2 for the claims

Only the means decide each claim, not their intervals.

${claimsSection(report)}

## Tolerances

${toleranceSection()}
`;
  writeFileSync(join(import.meta.dirname, '../../docs/NS2.md'), wrapMarkdown(text));
}
