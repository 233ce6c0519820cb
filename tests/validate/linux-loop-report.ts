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

type ComparedFigures = Readonly<Record<LoopFigure, ComparedFigure>>;

/** A run with our rules and with Linux's; and with parts of Linux's rules, if it is outside with ours. */
export interface ComparedLoop {
  readonly run: KernelRun;
  readonly ours: ComparedFigures;
  readonly linux: ComparedFigures;
  readonly parts: ReadonlyMap<LoopRules, ComparedFigures>;
}

const DIGITS: Readonly<Record<LoopFigure, number>> = { utilisation: 3, queueMs: 1, drops: 0, firstDrops: 0 };
const NAMES: Readonly<Record<LoopFigure, string>> = {
  utilisation: 'utilisation',
  queueMs: 'queue, ms',
  drops: 'drops in 30 s',
  firstDrops: 'in the first 6 s',
};

function meanCell(figure: LoopFigure, { mean, half }: MeanOfRuns): string {
  const digits = DIGITS[figure];
  return `${mean.toFixed(digits)} ± ${half.toFixed(digits)}`;
}

function cell(figure: LoopFigure, { ours, isInside }: ComparedFigure): string {
  const text = meanCell(figure, ours);
  return isInside ? text : `**${text}**`;
}

const rowName = ({ congestion, flows, discipline }: KernelRun) => `${congestion}, ${flows}, \`${discipline}\``;

/** The parts of Linux's rules that mend a figure, as measured: words of CAUSES. */
function causeOf(figure: LoopFigure, { ours, linux, parts }: ComparedLoop): string {
  if (!linux[figure].isInside) return '**unknown**';
  const distance = (compared: ComparedFigure) => Math.abs(compared.ours.mean - compared.kernel.mean);
  const mends = (rules: LoopRules) => {
    const part = parts.get(rules)?.[figure];
    return part?.isInside && distance(part) <= distance(ours[figure]) / 2;
  };
  if (!mends('sender') && mends('receiver')) return 'receiver';
  const { mean } = ours[figure].kernel;
  const side = Math.sign(ours[figure].ours.mean - mean);
  const needed = [...parts.keys()].filter((rules) => {
    const part = parts.get(rules)?.[figure] as ComparedFigure;
    return rules.startsWith('without ') && !part.isInside && Math.sign(part.ours.mean - mean) === side;
  });
  const ofSender = needed.length > 0 ? needed.map((rules) => rules.replace('without ', '')) : ['window'];
  return [...ofSender, ...(mends('sender') ? [] : ['receiver'])].join(' and ');
}

const outsideOf = ({ ours }: ComparedLoop) => LOOP_FIGURES.filter((figure) => !ours[figure].isInside);

function loopTable(compared: readonly ComparedLoop[]): string {
  return table(
    ['sender, flows, discipline', 'by', ...LOOP_FIGURES.map((figure) => NAMES[figure]), 'cause'],
    compared.flatMap((loop) => {
      const cells = (figures: ComparedFigures) => LOOP_FIGURES.map((figure) => cell(figure, figures[figure]));
      const causes = [...new Set(outsideOf(loop).map((figure) => causeOf(figure, loop)))].join('; ');
      const kernel = LOOP_FIGURES.map((figure) => meanCell(figure, loop.ours[figure].kernel));
      return [
        [rowName(loop.run), 'Linux', ...kernel, ''],
        ['', 'ours', ...cells(loop.ours), causes],
        ['', "with Linux's rules", ...cells(loop.linux), ''],
      ];
    }),
  );
}

function partsTable(compared: readonly ComparedLoop[]): string {
  return table(
    ['row', 'figure', 'Linux', 'ours', 'its receiver', 'its sender', 'both', 'both, but without'],
    compared.flatMap((loop) =>
      outsideOf(loop).map((figure) => {
        const partCell = (rules: LoopRules) => cell(figure, (loop.parts.get(rules) as ComparedFigures)[figure]);
        const without = [...loop.parts.keys()].filter((rules) => rules.startsWith('without '));
        return [
          rowName(loop.run),
          NAMES[figure],
          meanCell(figure, loop.ours[figure].kernel),
          cell(figure, loop.ours[figure]),
          partCell('receiver'),
          partCell('sender'),
          cell(figure, loop.linux[figure]),
          without.map((rules) => `${rules.replace('without ', '')}: ${partCell(rules)}`).join('; '),
        ];
      }),
    ),
  );
}

/** The words of the column `cause`, each with the rule of Linux that it names. */
const CAUSES: Readonly<Record<string, string>> = {
  HyStart:
    'Linux ends slow start when ACKs come in one train for half of the least round trip, or when round trips grow. HyStart++ (RFC 9406) grows on at a quarter of the speed for five rounds.',
  room: 'Linux’s BBR lets 6 more segments than the product of rate and round trip be in flight, rounded up to an even number; the draft has 3. So more of the queue stays, and CoDel’s target of 5 ms is passed.',
  burst:
    'At the end of a probe, Linux’s BBR counts the burst that leaves next as in flight. So it probes for one packet less, and BBR alone has one packet less waiting.',
  timestamps:
    'After a loss, Linux’s BBR has round trips by timestamps, in whole milliseconds, so it soon knows the least one, and an equal one does not renew it (tcp_ack_update_rtt, bbr_update_min_rtt). So the flows probe for the round trip at different times, and the others fill the link meanwhile: their rates grow, and when the flow comes back there is too much. In the draft an equal round trip renews the least one, so all flows probe in the same quarter of a second, and the link is idle.',
  policer:
    'Linux’s BBR takes a link that loses a fifth of its packets for a policer, and sends at its rate for 48 rounds. The draft has no such rule.',
  rounds:
    'In Linux, the slow start of Vegas opens the window in each round, and Vegas counts whole segments of the least round trip in the queue; in the paper, every other round measures, and the queue has fractions.',
  receiver:
    'Linux’s receiver acknowledges single segments where ours waits for a second one: the first 22, then those that come while its buffer grows, and later a full segment with PSH, the last one of a write: it is acknowledged when the program has read it and nothing else waits (tcp_measure_rcv_mss, tcp_cleanup_rbuf). So ACKs have another phase, a window ends its growth a segment earlier or later, and HyStart sees a train of ACKs.',
  window:
    'The other rules of Linux’s senders: windows of whole segments, and for CUBIC a clock with ticks of 10 ms. They were measured together, not one by one.',
};

export function loopSection(compared: readonly ComparedLoop[]): string {
  const figureCount = LOOP_FIGURES.length * compared.length;
  const outsideCount = (rules: 'ours' | 'linux') =>
    compared.flatMap((loop) => LOOP_FIGURES.filter((figure) => !loop[rules][figure].isInside)).length;
  return `## Flows in the loop

One greedy flow, or four, of Reno, CUBIC, BBR and Vegas on 10 Mb/s with a round trip of 40 ms, for 36 s without ECN. Three repetitions each; flows begin at random in the first second, at the same times on both sides. The mean over the last 30 s has its 95 % interval (Student). The queue is what waits, over the rate of the link; utilisation and queue count 1514 bytes a packet.

In Linux 7.2.7 the link is a token bucket filter (\`tbf rate 10mbit burst 1600\`) with the discipline inside. It looks at the next packet as soon as the last one has left. CoDel, FQ-CoDel, PIE and DualPI2 take the packet out of the queue for this, so they act 1.2 ms earlier than on a link. The comparison has the same filter (\`tests/golden/linux-token-bucket.ts\`). \`pfifo\` has 33 packets; RED and CHOKe have the settings below; the others have those of tc, PIE with 100 ticks per second.

*ours* has \`variant: rack\`, \`growthPer: segment\`, \`cubicGrowth: linux\`, an initial window of 10, a least timeout of 200 ms and delayed ACKs of 40 ms. *with Linux's rules* has in their place the senders of Linux (\`tests/golden/linux-senders.ts\`; BBR is \`bbr1Rules: linux\`), and its receiver (\`tests/golden/linux-receiver.ts\`). **Bold** is outside: the intervals do not overlap, and the means differ by more than the tolerances \`linuxLoop…\` (\`src/papers/tolerances.ts\`): ${outsideCount('ours')} of ${figureCount} figures of ours, and ${outsideCount('linux')} with Linux's rules.

${loopTable(compared)}

### Causes

Each figure that is outside was measured again with Linux's receiver alone, with its sender alone, and with both but without one rule. The column \`cause\` above has the rules of the sender without which the figure is outside again, on the side of ours, or \`window\` if there is none; and the receiver if Linux’s sender alone does not move the figure inside, and at least half of the way. It has only the receiver if this alone does. Three runs are few: a figure near the edge may change its side by chance.

${Object.entries(CAUSES)
  .map(([word, sentence]) => `- **${word}**: ${sentence}`)
  .join('\n')}

${partsTable(compared)}

Without SACK's part in the timeout, Reno over PIE had 3084 drops in the first 6 s: the timer fired while the retransmission of the first segment was still on its way behind 400 packets. In Linux it starts again while SACK reports originals that left before, and so it does here (MODEL.md, RACK-TLP).
`;
}
