/** All flows of the Linux kernel over links that lose or reorder at random. Writes docs/RECOVERY.md. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { wrapMarkdown } from '../../src/papers/wrap-markdown.ts';
import type { LoopRules, MeanOfRuns } from '../golden/linux-loop.ts';
import { type ComparedLoss, compareLoss, type LossRun, lossRuns, nameOfLoss } from '../golden/linux-random-loss.ts';
import { table } from './markdown-table.ts';

const REPETITIONS = 3;
const compared: { readonly run: LossRun; readonly rules: LoopRules; readonly comparison: ComparedLoss }[] = [];

/** Of what is outside with our rules only, and of what is at the edge. */
const causes = [
  'BBR without SACK at 5 %: the window of the draft has fewer segments above the product, so more timeouts follow each other. Linux has F-RTO and proportional rate reduction without SACK too, which ours does not have: after a timeout it sends again what has arrived (needless).',
  'Reno and CUBIC at 1 to 5 %: below Linux, most at 5 %. Our windows have fractions, and grow by one after half a segment more than they have. In Linux a window grows by one after as many segments as it has. So do those with Linux’s rules.',
  'Reno without SACK: a late packet behind a loss makes Linux’s number of duplicate ACKs jump to all that is outstanding. No number of duplicates reaches it then, so each loss costs a timeout: 15 in one of Linux’s three runs, 10 to 30 in ours.',
];

test.each(lossRuns.map((run) => [nameOfLoss(run), run] as const))('%s: as Linux by its rules', (_, run) => {
  compared.push({ run, rules: 'ours', comparison: compareLoss(run, 'ours', REPETITIONS) });
  const comparison = compareLoss(run, 'linux', REPETITIONS);
  compared.push({ run, rules: 'linux', comparison });
  const isInside = comparison.isInside && comparison.areTimeoutsInside;
  expect(isInside).toBe(true);
});

const cell = ({ mean, half }: MeanOfRuns, digits: number, isInside = true) => {
  const text = `${mean.toFixed(digits)} ± ${half.toFixed(digits)}`;
  return isInside ? text : `**${text}**`;
};

function lossTable(): string {
  const runs = [...new Set(compared.map(({ run }) => run))];
  return table(
    ['sender, path, recovery', 'by', 'useful, Mb/s', 'timeouts', 'needless retransmissions'],
    runs.flatMap((run) => {
      const of = (rules: LoopRules) => compared.find((row) => row.run === run && row.rules === rules)?.comparison;
      const [ours, linux] = [of('ours'), of('linux')];
      if (ours === undefined || linux === undefined) return [];
      const row = (by: string, { ours: own, isInside, ourTimeouts, areTimeoutsInside, needless }: ComparedLoss) => [
        '',
        by,
        cell(own, 2, isInside),
        cell(ourTimeouts, 1, areTimeoutsInside),
        cell(needless, 1),
      ];
      return [
        [nameOfLoss(run), 'Linux', cell(ours.kernel, 2), cell(ours.kernelTimeouts, 1), ''],
        row('ours', ours),
        row("with Linux's rules", linux),
      ];
    }),
  );
}

afterAll(() => {
  const text = `# Loss recovery beside Linux

Written by \`npm run validate\` on ${new Date().toISOString().slice(0, 10)} with Node ${process.version}. Do not edit.

One greedy flow on 10 Mb/s with a round trip of 40 ms and a pfifo of 33 packets behind a token bucket filter, as in [LINUX.md](LINUX.md). Behind it the link loses 0.1, 1, 2 or 5 % of the packets at random, or (\`reorder\`) gives 2 % of them 5 ms more. A run has 26 s; the useful rate is that of the last 20 s, and counts are of the whole run. Three repetitions each, with 95 % intervals (Student); the losses of the two sides are not the same ones. The other side is Linux 7.2.7 (tests/golden/fixtures/README.md).

\`rack\` has SACK, RACK and timestamps. \`newreno\` is without SACK: Linux with \`tcp_sack=0\`, ours with \`variant: newreno\`, \`timestamps\` and \`duplicateAcks: adaptive\`. *ours* and *with Linux's rules* are as in LINUX.md. **Bold** is outside: the intervals do not overlap, and the means differ by more than the tolerances \`linuxLoss…\` (\`src/papers/tolerances.ts\`).

${lossTable()}

## Causes

${causes.map((cause) => `- ${cause}`).join('\n')}
`;
  writeFileSync(join(import.meta.dirname, '../../docs/RECOVERY.md'), wrapMarkdown(text));
});
