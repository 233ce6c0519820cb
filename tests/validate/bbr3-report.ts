/** Writes docs/BBR3.md: BBRv3 in the loop beside a published program, and beside CUBIC. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wrapMarkdown } from '../../src/papers/wrap-markdown.ts';
import type { LoopFigures } from '../golden/bbr3-loop.ts';
import { table } from './markdown-table.ts';

/** A figure of many seeds. */
export interface Spread {
  readonly mean: number;
  readonly least: number;
  readonly most: number;
}

export interface MeasuredLoop {
  /** Name of the link, and of the sender. */
  readonly link: string;
  readonly sender: string;
  readonly seeds: number;
  readonly used: Spread;
  readonly held: Spread;
  readonly lost: Spread;
}

export interface MeasuredShare {
  readonly setting: string;
  readonly sender: string;
  readonly bufferProducts: number;
  readonly seeds: number;
  readonly share: Spread;
}

export interface PublishedShare {
  readonly setting: string;
  readonly bufferProducts: number;
  readonly share: string;
}

const percent = (part: number) => `${(100 * part).toFixed(2)} %`;
const span = ({ least, most }: Spread, digits: number) => `${least.toFixed(digits)} to ${most.toFixed(digits)}`;

function loopTable(published: Readonly<Record<string, LoopFigures>>, loops: readonly MeasuredLoop[]): string {
  const rows = Object.entries(published).flatMap(([link, { used, held, lost }]) => [
    [`**${link}**`, 'the program, one run', used.toFixed(3), held.toFixed(2), percent(lost)],
    ...loops
      .filter((loop) => loop.link === link)
      .map((loop) => [
        '',
        `${loop.sender}, ${loop.seeds} seeds`,
        `${loop.used.mean.toFixed(3)} (${span(loop.used, 3)})`,
        `${loop.held.mean.toFixed(2)} (${span(loop.held, 2)})`,
        percent(loop.lost.mean),
      ]),
  ]);
  return table(['link', 'sender', 'used', 'packets in queue and transmission', 'lost'], rows);
}

function shareTable(shares: readonly MeasuredShare[], published: readonly PublishedShare[]): string {
  const buffers = [...new Set([...shares, ...published].map(({ bufferProducts }) => bufferProducts))].sort(
    (a, b) => a - b,
  );
  const at = <Row extends { readonly bufferProducts: number }>(
    rows: readonly Row[],
    products: number,
    text: (row: Row) => string,
  ) => {
    const row = rows.find(({ bufferProducts }) => bufferProducts === products);
    return row === undefined ? '' : text(row);
  };
  const senders = [...new Set(shares.map(({ sender }) => sender))];
  return table(
    ['', ...buffers.map(String)],
    [
      ...(published.length > 0
        ? [['measured', ...buffers.map((buffer) => at(published, buffer, ({ share }) => share))]]
        : []),
      ...senders.map((sender) => [
        sender,
        ...buffers.map((buffer) =>
          at(
            shares.filter((row) => row.sender === sender),
            buffer,
            ({ share, seeds }) => share.mean.toFixed(2) + (seeds > 1 ? ` (${span(share, 2)})` : ''),
          ),
        ),
      ]),
    ],
  );
}

interface Bbr3Results {
  readonly published: Readonly<Record<string, LoopFigures>>;
  readonly loops: readonly MeasuredLoop[];
  readonly shares: readonly MeasuredShare[];
  readonly publishedShares: readonly PublishedShare[];
}

export function writeBbr3Report({ published, loops, shares, publishedShares }: Bbr3Results): void {
  const ofSetting = (setting: string) =>
    shareTable(
      shares.filter((row) => row.setting === setting),
      publishedShares.filter((row) => row.setting === setting),
    );
  const ours = (setting: string, text: string) =>
    shares.some((row) => row.setting === setting) ? text : 'Ours has not been run with this setting yet.';
  const text = `# BBRv3 beside a published program, and beside CUBIC

Written by \`npm run validate\` on ${new Date().toISOString().slice(0, 10)} with Node ${process.version}. Do not edit. [MODEL.md](../src/engine/MODEL.md#bbrv3) describes the sender.

## In the loop

noq-proto 1.4.0 is a program for QUIC. Its BBRv3 follows revision 05 of the draft. \`sim control\` compares it with ours ACK by ACK. Here both are in a loop of their own: one sender that always has data, packets of 1,200 bytes, an ACK for each, and a buffer that counts the packet in transmission. *clean*: 10 Mb/s, a round trip of 40 ms, 42 packets (a product of both), 10 s. *shallow*: the same with 10 packets. *losses*: with 84 packets, and each is lost with probability 0.01. *small*: 1 Mb/s, 100 ms, 20 packets, 30 s. All figures are from the first packet on. In brackets the least and the largest of the seeds.

Our sender is QUIC with \`bandwidthFilter: draft\`. The rows in the middle change one rule of it. \`bbr3Rules: noq\` has all three. The last two rows are the published control with its own lag of one ACK, in a loop of ours. With the draws of the program (which packets are lost, and the waits between probes), this loop repeats all four runs of the program packet by packet (\`tests/runs/control/published-bbr3-loop-long.test.ts\`).

${loopTable(published, loops)}

With \`bbr3Rules: noq\`, clean, shallow and small lie within 0.01 of the link, 0.3 packets and 0.06 % of losses. What the rows show:

- *The first flight.* The draft paces it over the round trip that the handshake has measured. The program has computed its first rate before: over 1 ms. So ten packets leave at once. In the buffer of ten one of them is lost, and Startup ends a round after this loss, at 7.4 Mb/s. This is the whole difference on *shallow*.
- *The window in Startup.* The draft keeps the largest aggregation of ACKs of a round, the program that of the present ACK. On *clean*, Startup then loses fewer packets and lasts longer: this is most of the difference there.
- *The order of losses.* RFC 9002 (appendix A.7) and Linux count losses before the ACK that shows them, the program after it. On *losses* it adds 0.03 to 0.04, and nothing elsewhere. The cause is one packet: when a loss lowers \`inflight_longterm\` after the ACK, the window follows only at the next ACK. Until then a packet leaves with the whole amount of before in flight. Nothing is lost after it, so its own ACK raises the bound to this amount again: from 40.8 to 48.0 packets in a run that we followed. If the program's order bounds the window at once, 0.645 of the link is used in 20 runs of 100 s; with losses first it is 0.643, and with the program's order 0.698.
- *Random losses.* One run of 10 s says little here. Recorded once, on 2026-11-30, and not measured by this document's tests: we ran the program itself with 300 other seeds, in a loop that repeats its run event by event; it used 0.788 of the link (0.600 to 0.896), with 2.84 packets and 0.99 % of losses. 11 of 300 reach the 0.872 of the one run, which had fewer losses (0.88 %). With losses first, the program uses 0.745, as ours by the draft.
- *The lag.* A sample that is used one ACK later makes Startup up to a round longer, with a full queue. A round of it is 0.3 packets in the mean of *clean*. On *losses* it adds 0.01 and 0.35 packets. The lag is an error of that program, so no sender here has it.

## Beside CUBIC

The draft promises no share. It wants probes so rare that Reno and CUBIC flows reach at least the rate of a BBR flow where few segments fit the path, and otherwise a rate that depends on the 2 to 3 s between probes (section 5.3.3.8). The tables have the part of BBRv3 by the buffer in products of rate and round trip.

### One flow of each, 20 Mb/s, 40 ms

The preset \`bbr3-cubic\` with another buffer: 120 s of which the first 20 are left out.

${ofSetting('ours')}

### One flow of each, 1 Gb/s, 10 ms

Gomez, Kfoury, Crichigno and Srivastava, *Evaluating TCP BBRv3 performance in wired broadband networks* (Computer Communications, 2024), published the raw output of iperf3 of their runs with Linux's BBRv3 (github.com/gomezgaona/bbr3). In \`fairness_time\`, a CUBIC flow has the link for a minute, then a BBRv3 flow joins. We read three of ten runs, from second 31 to 59 of the BBRv3 flow, divided by the 954 Mb/s that both have together. The round trips in these files are 10.1 to 21.0 ms. Theirs is an emulation with Mininet. Its senders leave trains to the network device, and no device cuts them up before the queue: so the queue (\`tbf\`) takes or drops a train as a whole. Their files show it: in most seconds, the BBRv3 flow sends 0, 34, 44, 78 or 84 segments again, and the CUBIC flow 39 to 45 at 400 Mb/s, but 5 to 16 at 60 Mb/s. A train is more than 2 % of what BBRv3 has in flight, so each lost one is too much for it. ${ours('pair', 'Ours joins after 20 s. Our queue drops packet by packet, so a full queue takes some packets of a train. The last rows drop trains as a whole: trains as in Linux (1.024 ms of the pacing rate, 2 to 44 packets, both flows paced) give a part within the three runs. The part depends much on the length of the trains of CUBIC.')}

${ofSetting('pair')}

### Fifty flows of each, 1 Gb/s, 21 ms

The same publication, \`100hosts_1G\`: 60 s. Not all files could be read: the part is the mean rate of the BBRv3 flows that we read (4, 2, 6 and 2 of 50), times 50, divided by 954 Mb/s. So it is known to about 0.1. ${ours('hundred', 'Ours has one seed.')}

${ofSetting('hundred')}

### In words

The same authors find the best coexistence with buffers of 1 to 10 products. Zeynali et al., *Promises and Potential of BBRv3* (PAM 2024), find that it shares unequally with CUBIC for a wide range of buffers, round trips and losses. The same authors, *BBRv3 in the public Internet: a boon or a bane?* (ANRW 2024), measure more than 99 % for one BBRv3 flow beside five CUBIC flows, with ECN. Our BBRv3 has no ECN, so this does not compare. Sarpkaya et al., *BBR's Sharing Behavior with CUBIC and Reno* (IFIP Networking 2025, arXiv 2505.07741), find that models of version 1 do not describe version 3. Of these three we have read the summaries only.
`;
  writeFileSync(join(import.meta.dirname, '../../docs/BBR3.md'), wrapMarkdown(text.trimEnd()).concat('\n'));
}
