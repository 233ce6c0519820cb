/** The report of all studies for docs/: tables as Markdown, figures as pictures. */
import { renderToStaticMarkup } from 'react-dom/server';
import { CAUSES } from '../papers/bhattacharjee.ts';
import { findPolicy } from '../policies/registry.ts';
import { claims } from '../studies/claims.ts';
import { type Experiment, findExperiment } from '../studies/experiments.ts';
import type { Row } from '../studies/rows.ts';
import { type Figure, figuresOf } from '../studies/study-figures.ts';
import type { Verdict } from '../studies/verdict.ts';
import { PICTURE_STYLE, StudyFigure } from './study-figure.tsx';

/** What `study all --json` prints. */
export interface AllStudies {
  readonly studies: readonly {
    readonly study: string;
    readonly title: string;
    readonly figures: string;
    readonly axis: string;
    readonly replications: number;
    readonly jobs: number;
    readonly runs: number;
    readonly simulatedSeconds: number;
    readonly wallSeconds: number;
    readonly points: readonly Row[];
  }[];
}

export interface Reading {
  /** How it is called, and the options that make it. */
  readonly name: string;
  readonly options: string;
  readonly results: AllStudies;
}

const SIGNS: Readonly<Record<Verdict, string>> = {
  holds: '✓ holds',
  fails: '✗ fails',
  'not distinguishable': '? open',
  'not checkable': '– not checkable',
};

/** The files of the report by name: pictures, and a page that shows them. */
export function reportFiles(readings: readonly Reading[], date: string, machine: string): Map<string, string> {
  const files = new Map<string, string>();
  // Decided anew from the points: what counts may have been put better since they were measured.
  const decided = readings.map(({ results }) =>
    claims(Object.fromEntries(results.studies.map(({ study, points }) => [study, points]))),
  );
  const [first] = readings;
  const [firstClaims] = decided;
  if (first === undefined || firstClaims === undefined) return files;
  const lines = [
    '# Application-specific buffering, measured',
    '',
    'Bhattacharjee & McKinnon, *Performance of Application-Specific Buffering Schemes for Active Networks*: its seven experiments, run by',
    '`npm run studies`. The paper prints its figures without values, so that what can be compared is their shape: the claims of its',
    'text, decided below. How frames are drawn, cut and paced, and how the search works, stands in',
    '[MODEL.md](../src/engine/MODEL.md).',
    '',
    `Measured on ${date}, ${machine}.`,
    '',
    ...readings.flatMap(({ name, options, results }) => {
      const sum = (of: (study: AllStudies['studies'][number]) => number) =>
        results.studies.reduce((total, study) => total + of(study), 0);
      return [
        `- **${name}** (\`study ${options}\`): ${results.studies[0]?.replications} replications, ${sum(({ runs }) => runs)} runs, ${Math.round(sum(({ simulatedSeconds }) => simulatedSeconds))} simulated seconds in ${Math.round(sum(({ wallSeconds }) => wallSeconds))} s of wall time on ${results.studies[0]?.jobs} threads.`,
      ];
    }),
    '',
    '## Claims',
    '',
    `| | claim | ${readings.map(({ name }) => name).join(' | ')} |`,
    `|---|---|${readings.map(() => '---|').join('')}`,
    ...firstClaims.map(({ id, sentence }) => {
      const verdicts = decided.map((own) => SIGNS[own.find((claim) => claim.id === id)?.verdict ?? 'not checkable']);
      return `| ${id} | ${sentence} | ${verdicts.join(' | ')} |`;
    }),
    '',
    ...firstClaims
      .filter(({ verdict }) => verdict !== 'holds' && verdict !== 'not checkable')
      .flatMap(({ id, evidence }) => [
        `- **${id}**: ${shortened(evidence)}. ${CAUSES[id] ?? 'The cause is not known.'}`,
      ]),
    '',
    '## Figures',
    '',
  ];
  for (const { study, title, figures, points } of first.results.studies) {
    const experiment = findExperiment(study);
    if (experiment === undefined) continue;
    lines.push(`### ${/^e\d$/.test(study) ? `${study.toUpperCase()}: ` : ''}${title} (${figures})`, '');
    for (const figure of figuresOf(experiment, points)) {
      const file = `studies/${study}-${figure.id}.svg`;
      files.set(file, picture(figure));
      lines.push(`![${figure.title}](${file})`, '');
    }
    lines.push(...tableOf(experiment, points), '');
  }
  files.set('APPLICATION-BUFFERING.md', `${lines.join('\n').trimEnd()}\n`);
  return files;
}

/** Evidence of many parts is cut where it only repeats itself. */
function shortened(evidence: string): string {
  return evidence.length <= 600 ? evidence : `${evidence.slice(0, evidence.lastIndexOf(';', 600))}; …`;
}

function picture(figure: Figure): string {
  const svg = renderToStaticMarkup(<StudyFigure figure={figure} />);
  return `${svg.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" width="560" height="320" ').replace('>', `><style>${PICTURE_STYLE}</style>`)}\n`;
}

/** Buffers (or goodput of video and data) by place. */
function tableOf(experiment: Experiment, points: readonly Row[]): string[] {
  const groups = new Map<string, Row[]>();
  for (const row of points) {
    const key = `${row.policy}|${row.level ?? ''}|${row.line}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const xs = [...new Set(points.map(({ x }) => x))].sort((one, other) => one - other);
  const searched = experiment.levels.length > 0;
  const cell = (row: Row | undefined) => {
    if (row === undefined) return '';
    if (searched) return row.bytesPerConnection === undefined ? 'none' : String(row.bytesPerConnection);
    return `${row.videoGoodput?.toFixed(3) ?? '–'} / ${row.dataGoodput?.toFixed(3) ?? '–'}`;
  };
  return [
    searched ? 'Smallest buffer for each connection, bytes:' : 'Goodput of video / data:',
    '',
    `| | ${xs.join(' | ')} |`,
    `|---|${xs.map(() => '---|').join('')}`,
    ...[...groups].map(([key, rows]) => {
      const [policy = '', level, line] = key.split('|');
      const name = [findPolicy(policy)?.name, level === '' ? '' : `${Math.round(100 * Number(level))} %`, line];
      return `| ${name.filter(Boolean).join(', ')} | ${xs.map((x) => cell(rows.find((row) => row.x === x))).join(' | ')} |`;
    }),
  ];
}
