/** The report of Bhattacharjee & McKinnon's experiments for docs/: tables as Markdown, diagrams as pictures. */
import { renderToStaticMarkup } from 'react-dom/server';
import { type ExperimentDiagram, experimentDiagrams } from '../../../papers/bhattacharjee/experiment-diagrams.ts';
import { type Experiment, findExperiment } from '../../../papers/bhattacharjee/experiments.ts';
import { bhattacharjeeMcKinnon } from '../../../papers/bhattacharjee/paper.ts';
import type { ExperimentRow } from '../../../papers/bhattacharjee/rows.ts';
import type { ClaimJudgement } from '../../../papers/claim-judgement.ts';
import type { PaperRecord } from '../../../papers/paper-record.ts';
import { wrapMarkdown } from '../../../papers/wrap-markdown.ts';
import { findPolicy } from '../../../policies/registry.ts';
import { groupDigits } from '../../../shared/number-text.ts';
import { LineDiagram, PICTURE_STYLE } from '../../figures/line-diagram.tsx';

const CLAIM_SIGNS: Readonly<Record<ClaimJudgement, string>> = {
  holds: '✓ holds',
  fails: '✗ fails',
  'not distinguishable': '? not distinguishable',
  'not checkable': '– not checkable',
  missing: '– not measured',
};

/** The files of the report by name: pictures, and a page that shows them. */
export function reportFiles(record: PaperRecord, machine: string): Map<string, string> {
  const files = new Map<string, string>();
  const { diagrams, claims, simulationAmounts } = bhattacharjeeMcKinnon;
  const judgedClaims = claims.map((claim) => ({ ...claim, ...record.claims[claim.id] }));
  const lines = [
    '# Application-specific buffering, measured',
    '',
    'This file shows our results for the seven experiments of Bhattacharjee & McKinnon, *Performance of',
    'Application-Specific Buffering Schemes for Active Networks*. SHB is one shared buffer, PFB has a buffer for each flow,',
    'PFB/AD also discards the rest of damaged frames, and ABD has a buffer for each kind of application. The paper prints',
    'its figures without values, so only their shape can be compared. The table below says which claims of its text are true. [MODEL.md](../src/engine/MODEL.md) describes how',
    'frames are drawn, cut and paced. [ARCHITECTURE.md](ARCHITECTURE.md#studies) describes the search for the smallest buffer.',
    `[VALIDATION.md](VALIDATION.md#${record.paper}) has our readings of the paper, the evidence of each verdict, and the cause of each failure.`,
    '',
    `Measured on ${record.date} with Bufferscope ${record.version}, ${machine}, by \`sim paper ${record.paper}\` in ${record.mode} mode: ` +
      `${simulationAmounts[record.mode].seedCount} replications, ${groupDigits(record.runs)} runs, ${groupDigits(Math.round(record.simulatedSeconds))} simulated seconds.`,
    '',
    '## Claims',
    '',
    '| | claim | verdict |',
    '|---|---|---|',
    ...judgedClaims.map(({ id, sentence, verdict = 'missing' }) => `| ${id} | ${sentence} | ${CLAIM_SIGNS[verdict]} |`),
    '',
    '## Figures',
    '',
  ];
  for (const { kind, id } of diagrams) {
    if (kind !== 'experiment') continue;
    const experiment = findExperiment(id);
    const points = record.rows[id];
    if (experiment === undefined || points === undefined) continue;
    lines.push(`### ${id.toUpperCase()}: ${experiment.title} (${experiment.figures})`, '');
    for (const diagram of experimentDiagrams(experiment, points)) {
      const file = `studies/${id}-${diagram.id}.svg`;
      files.set(file, picture(diagram));
      lines.push(`![${diagram.title}](${file})`, '');
    }
    lines.push(...experimentTable(experiment, points), '');
  }
  files.set('APPLICATION-BUFFERING.md', `${wrapMarkdown(lines.join('\n')).trimEnd()}\n`);
  return files;
}

function picture(diagram: ExperimentDiagram): string {
  const svg = renderToStaticMarkup(<LineDiagram diagram={diagram} />);
  return `${svg.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" width="560" height="320" ').replace('>', `><style>${PICTURE_STYLE}</style>`)}\n`;
}

/** Buffers (or goodput of video and data) by place. */
function experimentTable(experiment: Experiment, points: readonly ExperimentRow[]): string[] {
  const groups = new Map<string, ExperimentRow[]>();
  for (const row of points) groups.set(rowName(row), [...(groups.get(rowName(row)) ?? []), row]);
  const xs = [...new Set(points.map(({ x }) => x))].sort((a, b) => a - b);
  const hasSearches = experiment.levels.length > 0;
  const cell = (row: ExperimentRow | undefined) => {
    if (row === undefined) return '';
    if (hasSearches) return row.bytesPerConnection === undefined ? 'none' : String(row.bytesPerConnection);
    return `${row.videoGoodput?.toFixed(3) ?? '–'} / ${row.dataGoodput?.toFixed(3) ?? '–'}`;
  };
  return [
    `${hasSearches ? 'Smallest buffer for each connection, in bytes' : 'Goodput of video / goodput of data'}, by ${experiment.axis}:`,
    '',
    `| | ${xs.join(' | ')} |`,
    `|---|${xs.map(() => '---|').join('')}`,
    ...[...groups].map(
      ([name, rows]) => `| ${name} | ${xs.map((x) => cell(rows.find((row) => row.x === x))).join(' | ')} |`,
    ),
  ];
}

/** Policy, level and line of a row, if it has them. */
function rowName({ policy, level, line }: ExperimentRow): string {
  const percent = level === undefined ? '' : `${Math.round(100 * level)} %`;
  return [findPolicy(policy)?.name, percent, line].filter(Boolean).join(', ');
}
