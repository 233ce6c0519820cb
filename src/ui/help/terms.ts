/** The explanations of the field's terms on the page: definition, equation, source. */
export interface TermText {
  readonly name: string;
  readonly text: string;
  /** TeX. */
  readonly equation?: string;
  readonly source?: string;
}

const FLOYD_JACOBSON_1993 = 'Floyd & Jacobson, Random Early Detection Gateways for Congestion Avoidance, 1993';

export const glossaryTerms = {
  flow: {
    name: 'Flow',
    text: 'The packets of one sender to one receiver that belong together: one TCP or QUIC connection, one call, or one ping. A router recognises a flow by its addresses, ports and protocol.',
  },
  ack: {
    name: 'Acknowledgement (ACK)',
    text: 'A small packet from the receiver back to the sender. It says which data has arrived. Each ACK of new data lets the sender send more. If ACKs of later packets arrive, or none for a long time, the sender takes a packet for lost and sends it again.',
    source: 'RFC 9293; RFC 5681',
  },
  window: {
    name: 'Window',
    text: 'The congestion window (cwnd): the most data that a sender may have sent and not yet seen acknowledged. It grows with ACKs, and it is cut after a loss or a mark. A sender sends about one window per round trip.',
    equation: String.raw`\text{rate} \approx \frac{\text{window}}{RTT}`,
    source: 'RFC 5681',
  },
  slowStart: {
    name: 'Slow start',
    text: 'The first phase of a TCP flow. Each acknowledged segment makes the window one segment larger, so the window about doubles per round trip. It ends at the first loss or mark, or when the window reaches a threshold (ssthresh). After it, the window grows slowly. Only the start is slow: the growth is fast.',
    source: 'RFC 5681, section 3.1',
  },
  busy: {
    name: 'Link busy',
    text: 'Share of the time during which the link transmits, since the warm-up. A saturated link is busy 100 % of the time.',
    equation: String.raw`\frac{\text{time in transmission}}{t}`,
  },
  utilisation: {
    name: 'Throughput share of the link',
    text: 'Throughput, divided by the capacity of the link over the same time, since the warm-up. Papers call it utilisation. Where headers do not count, a saturated link that carries 1\u202f000-byte packets with 40-byte headers has a share of 0.96.',
    equation: String.raw`U = \frac{\sum \text{payload sent}}{C \, t}`,
  },
  throughput: {
    name: 'Throughput',
    text: 'Payload that the link sends per second, retransmissions included. In some scenarios, as in those of ABE, headers count too.',
  },
  goodput: {
    name: 'Goodput',
    text: 'New payload that reaches the receiver per second. Duplicates, and packets lost after the queue, count as throughput but not as goodput. For video, only the packets of frames that can be shown are counted. Such a frame is complete, and so is every frame that it needs.',
  },
  bitrate: {
    name: 'Video bitrate',
    text: 'Size of the played segment in bits, divided by its playing time. It is 0 while the player waits. A player chooses the bitrate of each segment by the playing time in its buffer, or by its throughput.',
    source: 'Huang et al., A Buffer-Based Approach to Rate Adaptation, 2014',
  },
  delay: {
    name: 'Queueing delay',
    text: 'Time from a packet’s arrival at the queue to the start of its transmission. The heading of a lane shows the mean of all packets since the warm-up. Each packet counts once: if the rate of the link varies, times of a low rate have few packets and count little. Propagation and transmission times are not included.',
    equation: String.raw`d \approx \frac{q}{C}`,
  },
  completion: {
    name: 'Completion time',
    text: 'Duration of a short transfer, from the moment the application starts it until its last segment is acknowledged. The table counts completed transfers that began after the warm-up.',
  },
  roundTrip: {
    name: 'Round trip',
    text: 'Time from a ping to its reply: propagation both ways, transmission, and the wait in each queue. The table counts answered pings that were sent after the warm-up. Pings are sent at equal intervals, so their mean is a mean over time. It can be much longer than the mean over packets, the queueing delay, where the rate of the link varies.',
  },
  p95: {
    name: '95th percentile',
    text: 'Out of 100 packets, 95 wait at most this long. The mean can hide bad moments. The tail of the distribution shows them.',
  },
  loss: {
    name: 'Loss',
    text: 'Share of the arriving packets that the policy dropped, since the warm-up. Packets that the link lost after the queue do not count. Of ATM cells, this is the share of refused frames: those that send no cell. A frame that loses some cells is useless too, and does not count.',
    equation: String.raw`\frac{\text{dropped}}{\text{arrived}}`,
  },
  linkLoss: {
    name: 'Loss on the link',
    text: 'Share of the packets that left the queue and that the link then lost, since the warm-up. No policy can prevent it. What the router drops is counted apart.',
    equation: String.raw`\frac{\text{lost on the link}}{\text{departed}}`,
  },
  knee: {
    name: 'Knee',
    text: 'The load at which throughput divided by end-to-end delay is largest. Above the knee, more load adds much delay and little throughput. If the largest value is at an end of the swept range, the page shows no knee, because the true one may be outside.',
    source:
      'Kleinrock, Power and Deterministic Rules of Thumb for Probabilistic Problems in Computer Communications, 1979',
  },
  cliff: {
    name: 'Cliff',
    text: 'The load at which the buffer overflows. Above it, more load brings loss.',
    source: 'Jain & Ramakrishnan, Congestion Avoidance in Computer Networks with a Connectionless Network Layer, 1988',
  },
  mark: {
    name: 'Mark',
    text: 'Instead of dropping a packet of an ECN-capable sender, the router marks it “congestion experienced”. The receiver echoes the mark, and the sender reduces its window without any loss.',
    source: 'RFC 3168',
  },
  gfr: {
    name: 'Guaranteed Frame Rate',
    text: 'An ATM service. It guarantees each VC (virtual connection) a minimum cell rate (MCR) for whole frames, and a fair share of the remaining capacity. The edge may tag frames above the minimum (CLP = 1). The policy must keep the guarantee with one FIFO buffer for all VCs.',
    source: 'ATM Forum, Traffic Management 4.1',
  },
  tagged: {
    name: 'Tagged frame',
    text: 'The edge sets the CLP bit of a frame that exceeds the minimum cell rate of its VC. A policy may drop tagged frames first. An untagged frame is within the guarantee.',
    source: 'ATM Forum, Traffic Management 4.1',
  },
  vcShare: {
    name: 'Share of a VC',
    text: 'The share of the cells in the buffer that a VC may hold. Some policies give every VC the same share. Others give shares in proportion to the guarantees. VBS and virtual queueing count virtual cells: those that the VC would hold under round robin. VBS divides a threshold among the VCs in proportion to the guarantees. Virtual queueing divides it equally.',
  },
  uselessPacket: {
    name: 'Useless packet',
    text: 'A packet of a video frame that cannot be shown, because this frame, or a frame that it needs, has lost a packet. PFB/AD and ABD drop such packets on arrival. So more room in the buffer is left for useful packets.',
    source: 'Bhattacharjee & McKinnon, section 2',
  },
  bdp: {
    name: 'Bandwidth-delay product (BDP)',
    text: 'Amount of data in flight when one sender exactly fills the link: link rate times round-trip time. With a buffer of this size, one TCP flow can halve its window and the link does not become idle. Many flows need less. Some papers write BWDP.',
    equation: String.raw`\mathit{BDP} = C \cdot RTT`,
  },
  droptail: {
    name: 'DropTail',
    text: 'One queue. Packets that do not fit are dropped. Buffers fill up and stay full, and many flows lose packets at the same moment.',
    equation: 'X + 1 > B',
  },
  red: {
    name: 'Random Early Detection',
    text: 'Drops early and at random, with a probability that grows with the average queue: 0 below min_th, up to max_p at max_th. Flows get the congestion signal one by one, before the buffer is full.',
    equation: String.raw`p_b = max_p \, \frac{avg - min_{th}}{max_{th} - min_{th}}`,
    source: FLOYD_JACOBSON_1993,
  },
  average: {
    name: 'Average queue',
    text: 'RED uses a moving average of the queue, so it tolerates bursts. With a small weight, the average changes slowly.',
    equation: String.raw`avg \leftarrow (1 - w_q) \, avg + w_q \, q`,
    source: `${FLOYD_JACOBSON_1993}, section 4`,
  },
  gentle: {
    name: 'Gentle RED',
    text: 'Above max_th the probability keeps growing and reaches 1 at twice max_th, instead of jumping to 1.',
    equation: String.raw`p_b = max_p + (1 - max_p) \, \frac{avg - max_{th}}{max_{th}}`,
    source: 'Floyd, Recommendation on using the gentle variant of RED, 2000',
  },
  ecn: {
    name: 'Explicit Congestion Notification',
    text: 'Two bits in the IP header. The sender sets ECT to declare that it understands marks. A router sets CE instead of dropping the packet.',
    source: 'RFC 3168',
  },
  abe: {
    name: 'Green and blue (ABE)',
    text: 'Alternative Best Effort: each packet is green or blue. A green packet waits at most d in a router, or it is dropped. A blue packet should leave no later than in a flat router, which does not look at colours. Applications that need a short delay accept more loss. Other traffic is not harmed.',
    source: 'draft-hurley-alternative-best-effort-01',
  },
  duplicates: {
    name: 'Duplicate scheduling with deadlines',
    text: 'A virtual queue gets a duplicate of every packet. It serves the duplicates in the way of a router without colours. A blue packet must not start later than its duplicate: this is its deadline. Green is served before blue as long as the first blue packet can wait.',
    equation: String.raw`t \le t_b - p_g`,
    source: 'draft-hurley-alternative-best-effort-01, section 5',
  },
  bias: {
    name: 'Green bias',
    text: 'When both colours can wait, green goes first with this probability. A value below 1 makes green slower and does not harm blue. It limits the advantage of green.',
    source: 'draft-hurley-alternative-best-effort-01, section 5.1',
  },
  fairness: {
    name: 'Jain’s fairness index',
    text: 'It is 1 when all n shares are equal, and 1/n when one of them gets everything. The name says of which shares. Among classes: the throughput of each class that sends. Among VCs: the same, in proportion to their guarantees. Among flows: the throughput of each flow that sends, of all classes together.',
    equation: String.raw`J = \frac{(\sum x_i)^2}{n \sum x_i^2}`,
    source: 'Jain, Chiu & Hawe, 1984',
  },
  digest: {
    name: 'Digest',
    text: 'A fingerprint of all decisions on all packets so far. The same share link gives the same digest at the same simulated time, in any browser and on the command line.',
  },
  warmup: {
    name: 'Warm-up',
    text: 'The first part of a run, before the traffic has settled. The figures leave it out. During the warm-up, the figures of a lane are grey and count from the start of the run. When the warm-up ends, the figures start again: “since 2 s” means that they count from 2 s.',
  },
  seed: {
    name: 'Seed',
    text: 'Start value of the random numbers. The same seed gives the same traffic in every lane and on every machine. Another seed gives different random traffic.',
  },
} as const satisfies Record<string, TermText>;

export type TermId = keyof typeof glossaryTerms;

/** Terms with more information about a parameter, by the end of its path. */
export const parameterTerms: Readonly<Record<string, TermId>> = {
  minThreshold: 'red',
  maxThreshold: 'red',
  maxProbability: 'red',
  queueWeight: 'average',
  gentle: 'gentle',
  packets: 'bdp',
  bytes: 'bdp',
  ecn: 'ecn',
  greenBoundMs: 'duplicates',
  greenBias: 'bias',
  greenShare: 'abe',
  warmupSeconds: 'warmup',
};
