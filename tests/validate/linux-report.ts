/** Writes docs/LINUX.md: the verdicts and times that differ from those of the Linux kernel. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wrapMarkdown } from '../../src/papers/wrap-markdown.ts';
import type { LinuxLog, LogComparison } from '../golden/linux-logs.ts';
import { dualPi2Section } from './linux-dualpi2-report.ts';
import { type ComparedLoop, loopSection } from './linux-loop-report.ts';
import { table } from './markdown-table.ts';

interface ComparedLog {
  readonly log: LinuxLog;
  readonly comparison: LogComparison;
}

const unique = (names: readonly string[]) => [...new Set(names)];

function differences(compared: readonly ComparedLog[]): string {
  const shapes = unique(compared.map(({ log }) => log.arrivals)).sort();
  const disciplines = unique(compared.map(({ log }) => log.discipline));
  const cell = (discipline: string, shape: string) => {
    const found = compared.find(({ log }) => log.discipline === discipline && log.arrivals === shape);
    if (found === undefined) return '';
    const { wrongVerdicts, wrongTimes } = found.comparison;
    return wrongVerdicts + wrongTimes === 0 ? '0' : `**${wrongVerdicts} / ${wrongTimes}**`;
  };
  const packets = (shape: string) => compared.find(({ log }) => log.arrivals === shape)?.comparison.packets;
  return table(
    ['discipline', ...shapes.map((shape) => `${shape} (${packets(shape)})`)],
    disciplines.map((discipline) => [`\`${discipline}\``, ...shapes.map((shape) => cell(discipline, shape))]),
  );
}

function settings(compared: readonly ComparedLog[]): string {
  const byDiscipline = new Map(compared.map(({ log }) => [log.discipline, log.tc]));
  return table(
    ['discipline', '`tc -d qdisc show`'],
    [...byDiscipline].map(([discipline, tc]) => [`\`${discipline}\``, `\`${tc.replace(/^refcnt \d+ /, '')}\``]),
  );
}

export function writeLinuxReport(
  compared: readonly ComparedLog[],
  seeds: Parameters<typeof dualPi2Section>[0],
  loops: readonly ComparedLoop[],
): void {
  const text = `# Against Linux

Written by \`npm run validate\` on ${new Date().toISOString().slice(0, 10)} with Node ${process.version}. Do not edit.

The other side are the queue disciplines of Linux 7.2 (net/sched, 100 ticks per second), which ran in virtual time on a device that sends each packet in exactly its time. tests/golden/fixtures/README.md describes the logs. Both sides get the same arrivals and the same random words. Here the policies have \`variant: linux\`.

## Differences

Each cell has the number of packets with another verdict, and after a slash those with the same verdict at another time; 0 means neither. A verdict says whether the packet was sent, marked, dropped at its arrival, dropped at the head of the queue, or dropped because another packet came. The time of a packet is the start of its transmission or its drop, in ns. \`cake_be\` is CAKE without a rate, \`cake_10\` and \`cake_1\` have its shaper. In \`sfq\`, c1, the hash of the kernel put two flows into one queue, and so they are one flow here. The heads have the shapes of the arrivals with their numbers of packets. An empty cell has no log.

${differences(compared)}

Beside these logs, tests compare twelve other settings of each discipline (\`tests/golden/linux-settings-long.test.ts\`), with packets of 40 to 9000 bytes and 1 to 100 Mb/s, against the functions of the kernel compiled outside of it: RED, CHOKe, CoDel, FQ-CoDel, PIE, FQ-PIE (6.1), pfifo, bfifo, DRR, DualPI2 and COBALT of one flow (7.2). No verdict and no time differs. In 400 more settings of the last five, only COBALT with an interval below two targets differs: CAKE never lets it go below.

${dualPi2Section(seeds)}
${loopSection(loops)}
## Settings

${settings(compared)}

The link has 10 Mb/s, in shape f 1 Mb/s. \`bandwidth\` of RED and CHOKe is 10 Mb/s in all shapes, \`burst\` 55 and \`avpkt\` 1000.
`;
  writeFileSync(join(import.meta.dirname, '../../docs/LINUX.md'), wrapMarkdown(text));
}
