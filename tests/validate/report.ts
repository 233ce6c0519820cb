/** Writes docs/VALIDATION.md: what was measured, beside ns-2's figures and the paper's. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tolerances } from '../../src/papers/tolerances.ts';
import type { Comparison, Figure, Figures, OtherCell, ZhaoCell } from '../golden/cells.ts';
import type { PublishedComparison } from '../golden/published.ts';
import type { Claim, Verdict } from './claims.ts';

export interface Measured<Cell> {
  readonly cell: Cell;
  readonly ours: Figures;
  readonly rows: readonly Comparison[];
}

export interface JudgedClaim {
  readonly claim: Claim;
  readonly ours: Verdict;
  readonly theirs: Verdict;
}

export interface Report {
  readonly zhao: readonly Measured<ZhaoCell>[];
  readonly others: readonly Measured<OtherCell>[];
  readonly published: Readonly<Record<string, readonly PublishedComparison[]>>;
  readonly claims: readonly JudgedClaim[];
  /** ns-2's figure for a published one. */
  readonly theirs: (row: PublishedComparison) => number;
  readonly minutes: number;
}

const yes = (ok: boolean) => (ok ? 'yes' : '**no**');

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
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
  'its deviation',
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
  return table(['preset zhao-', 'policy', ...COLUMNS], rows);
}

function othersSection({ others }: Report): string {
  const settings = (cell: OtherCell) => {
    const own = Object.entries(cell.set).filter(([path]) => !(path.startsWith('sources.stf') && ltrfHas(cell, path)));
    const all = [
      ...own.map(([path, value]) => [path.replace('sources.', ''), value]),
      ...Object.entries(cell.policyValues),
    ];
    const without = (cell.without ?? []).map((id) => `no ${id}`);
    return [...all.map(([path, value]) => `${path}=${value}`), ...without].join(' ') || 'as described';
  };
  const rows = others.map(({ cell, ours, rows: compared }) => [
    settings(cell),
    cell.policy,
    ...figureColumns(ours, cell),
    outliers(compared),
  ]);
  return table(['set', 'policy', ...COLUMNS], rows);
}

const ltrfHas = (cell: OtherCell, path: string) => path.replace('sources.stf', 'sources.ltrf') in cell.set;

function publishedSection(report: Report, name: string, digits: number): string {
  const rows = (report.published[name] ?? []).map((row) => [
    row.preset.replace('zhao-', ''),
    row.policy,
    row.what,
    row.ours.toFixed(digits),
    report.theirs(row).toFixed(digits),
    row.theirs.toFixed(digits),
    yes(row.ok),
  ]);
  return table(['preset zhao-', 'policy', 'figure', 'ours', 'ns-2', 'paper', 'within'], rows);
}

function claimsSection({ claims }: Report): string {
  const rows = claims.map(({ claim, ours, theirs }) => [
    claim.id,
    claim.text,
    yes(ours.holds),
    ours.evidence,
    yes(theirs.holds),
    theirs.evidence,
  ]);
  return table(['', 'the paper says', 'holds here', '', 'holds in ns-2', ''], rows);
}

/** Every figure that is out of its tolerance, with what is known of the cause. */
function missesSection(report: Report): string {
  const misses: string[] = [];
  for (const [name, rows] of Object.entries(report.published)) {
    for (const row of rows.filter((item) => !item.ok)) {
      const theirs = report.theirs(row);
      const near = Math.abs(row.ours - theirs) < Math.abs(row.ours - row.theirs) / 2;
      const cause = near
        ? `ns-2 with the same settings gives ${theirs.toPrecision(3)}: the authors' settings, which the paper does not state, were not those inferred`
        : 'unknown: ns-2 does not share it';
      misses.push(
        `- ${name}, ${row.preset}, ${row.policy}, ${row.what}: ${row.ours.toPrecision(3)}, printed ${row.theirs}; ${cause}.`,
      );
    }
  }
  for (const { claim, ours, theirs } of report.claims.filter((item) => !item.ours.holds)) {
    const same = theirs.holds ? 'ns-2 does show it' : `nor does it hold in ns-2 (${theirs.evidence})`;
    misses.push(`- ${claim.id}, "${claim.text}": ${ours.evidence}; ${same}. Cause: ${claim.cause ?? 'unknown'}.`);
  }
  for (const { cell, rows } of [...report.zhao, ...report.others]) {
    for (const row of rows.filter((item) => !item.ok))
      misses.push(
        `- against ns-2, ${'preset' in cell ? cell.preset : cell.name}, ${cell.policy}, ${row.what}: ${row.ours.toPrecision(4)}, ns-2 ${row.theirs.toPrecision(4)}.`,
      );
  }
  return misses.length === 0 ? 'None.' : misses.join('\n');
}

const toleranceSection = () =>
  table(
    ['tolerance', 'value', 'why'],
    Object.entries(tolerances).map(([name, { value, why }]) => [name, `${value}`, why]),
  );

export function writeReport(report: Report): void {
  const seeds = [...new Set(report.zhao.map(({ ours }) => ours.seeds))].sort().join(' or ');
  const text = `# Validation

Written by \`npm run validate\` on ${new Date().toISOString().slice(0, 10)} with Node ${process.version}, in ${report.minutes.toFixed(0)} minutes. Do not edit.

ns-2 is ns-2.35 (Debian 2.35+dfsg-5); how its figures were made stands in tests/golden/fixtures/README.md, packet-by-packet
comparisons in tests/golden, closed forms in tests/closed-form. "Paper" is Zhao & Reddy. Figures are means over ${seeds} seeds here
and over 2 to 5 in ns-2; LTRF are the long TCP flows, STF the short ones, LTNRF the constant-rate ones. Shares and
utilisation count payload: 1000 bytes of the 1040 of a TCP packet.

## What is out of its tolerance

${missesSection(report)}

## The paper's Table III: utilisation at 30 % short flows

${publishedSection(report, 'Table III', 4)}

## Table IV: drop and mark rates at 30 % short flows, 1 BWDP

${publishedSection(report, 'Table IV', 5)}

## Table V: shares of the link at 100 Mb/s, 1 BWDP

${publishedSection(report, 'Table V', 3)}

## What the paper says in words

${claimsSection(report)}

## Every cell against ns-2

Each figure is ours / ns-2's. \`randomPhase\` and \`jittered\`: the constant-rate flows, which otherwise begin together, each at a
phase of its own, or with every interval drawn between half and one and a half times the mean. The share that DropTail
leaves to them hangs on nothing else.

${zhaoSection(report)}

## Other settings against ns-2

10 Mb/s, 150 packets (one bandwidth-delay product), 16 long and 370 short TCP flows, 6 constant-rate flows of 0.5 Mb/s, and one setting after
another changed. Figures as above.

${othersSection(report)}

## Tolerances

${toleranceSection()}
`;
  const folder = join(import.meta.dirname, '../../docs');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'VALIDATION.md'), text);
}
