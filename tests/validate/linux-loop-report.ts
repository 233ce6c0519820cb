/** The part of docs/LINUX.md on flows in the loop. */
import {
  type ComparedFigure,
  type KernelRun,
  LOOP_FIGURES,
  type LoopFigure,
  type LoopRules,
  type MeanOfRuns,
} from '../golden/linux-loop.ts';
import { table } from './markdown-table.ts';

export interface ComparedLoop {
  readonly run: KernelRun;
  readonly rules: LoopRules;
  readonly figures: Readonly<Record<LoopFigure, ComparedFigure>>;
}

const DIGITS: Readonly<Record<LoopFigure, number>> = { utilisation: 3, queueMs: 1, drops: 0, firstDrops: 0 };

function cell(figure: LoopFigure, { mean, half }: MeanOfRuns, isInside: boolean): string {
  const digits = DIGITS[figure];
  const text = `${mean.toFixed(digits)} ± ${half.toFixed(digits)}`;
  return isInside ? text : `**${text}**`;
}

function loopTable(compared: readonly ComparedLoop[]): string {
  const ofRun = (run: KernelRun, rules: LoopRules) =>
    compared.find((row) => row.run === run && row.rules === rules)?.figures;
  const runs = [...new Set(compared.map(({ run }) => run))];
  return table(
    ['sender, flows, discipline', 'by', 'utilisation', 'queue, ms', 'drops in 30 s', 'in the first 6 s'],
    runs.flatMap((run) => {
      const [ours, linux] = [ofRun(run, 'ours'), ofRun(run, 'linux')];
      if (ours === undefined || linux === undefined) return [];
      const row = (by: string, cells: readonly string[]) => ['', by, ...cells];
      const cells = (figures: Readonly<Record<LoopFigure, ComparedFigure>>) =>
        LOOP_FIGURES.map((figure) => cell(figure, figures[figure].ours, figures[figure].isInside));
      return [
        [
          `${run.congestion}, ${run.flows}, \`${run.discipline}\``,
          'Linux',
          ...LOOP_FIGURES.map((figure) => cell(figure, ours[figure].kernel, true)),
        ],
        row('ours', cells(ours)),
        row("with Linux's rules", cells(linux)),
      ];
    }),
  );
}

/** @param causes of what is outside, a sentence each */
export function loopSection(compared: readonly ComparedLoop[], causes: readonly string[]): string {
  return `## Flows in the loop

One greedy flow, or four, of Reno, CUBIC, BBR and Vegas on 10 Mb/s with a round trip of 40 ms, for 36 s without ECN. Three repetitions each; flows begin at random in the first second, at the same times on both sides. The mean over the last 30 s has its 95 % interval (Student). The queue is what waits, over the rate of the link; utilisation and queue count 1514 bytes a packet.

In Linux 7.2.7 the link is a token bucket filter (\`tbf rate 10mbit burst 1600\`) with the discipline inside. It looks at the next packet as soon as the last one has left. CoDel, FQ-CoDel, PIE and DualPI2 take the packet out of the queue for this, so they act 1.2 ms earlier than on a link. The comparison has the same filter (\`tests/golden/linux-token-bucket.ts\`). \`pfifo\` has 33 packets; RED and CHOKe have the settings below; the others have those of tc, PIE with 100 ticks per second.

*ours* has \`variant: rack\`, \`growthPer: segment\`, \`cubicGrowth: linux\`, an initial window of 10, a least timeout of 200 ms and delayed ACKs of 40 ms. *with Linux's rules* has the rules of Linux for the window in place of ours (\`tests/golden/linux-senders.ts\`), and a receiver that acknowledges the first 700 segments one by one, as Linux's does while its buffer grows. **Bold** is outside: the intervals do not overlap, and the means differ by more than the tolerances \`linuxLoop…\` (\`src/papers/tolerances.ts\`).

${loopTable(compared)}

### Causes

${causes.map((cause) => `- ${cause}`).join('\n')}
`;
}
