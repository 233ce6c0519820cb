// A user's own policy: above a threshold, each arriving packet is dropped with a fixed probability.
import { packetPolicy, registerPolicy, SingleQueue, simulate } from 'bufferscope';

// The indices of the reasons below.
const BELOW = 0;
const SPARED = 1;
const EARLY = 2;
const FULL = 3;

class CoinDrop extends SingleQueue {
  constructor(host, values) {
    super(host);
    // State belongs in ordinary fields, not in private ones (#): a run that goes back in time restores them.
    this.values = values;
  }

  // Called when a parameter changes during the run.
  configure(values) {
    this.values = values;
  }

  // Decides on a packet, enqueues it unless it is dropped, and returns the index of the reason.
  enqueue(packet) {
    const { host, queue } = this;
    const { threshold, probability } = this.values;
    const bytes = host.packets.bytes[packet];
    // The packet in transmission counts as part of the buffer. The limit that the scenario does not set is Infinity.
    const heldPackets = queue.packetCount + host.inServicePackets;
    const heldBytes = queue.byteCount + host.inServiceBytes;
    const fits = heldPackets + 1 <= host.limitPackets && heldBytes + bytes <= host.limitBytes;
    const waiting = queue.packetCount;
    const draws = fits && waiting >= threshold;
    // The policy's own random numbers: the same seed gives the same run.
    const draw = draws ? host.random.uniform() : Number.NaN;
    const drops = draws && draw < probability;

    if (host.explaining) {
      // Each name is a parameter or has an entry in `quantities`. Each step is true for the numbers of this packet.
      const inBytes = Number.isFinite(host.limitBytes);
      const room = inBytes
        ? { heldBytes, bytes, limitBytes: host.limitBytes }
        : { heldPackets, limitPackets: host.limitPackets };
      const held = inBytes ? 'heldBytes + bytes' : 'heldPackets + 1';
      const steps = [`${held} ${fits ? '<=' : '>'} ${inBytes ? 'limitBytes' : 'limitPackets'}`];
      if (fits) steps.push(draws ? 'waiting >= threshold' : 'waiting < threshold');
      if (draws) steps.push(drops ? 'draw < probability' : 'draw >= probability');
      host.explanation.tell({ ...room, waiting, ...(draws ? { draw } : {}) }, steps);
    }

    if (!fits) return FULL;
    if (drops) return EARLY;
    queue.push(packet);
    return draws ? SPARED : BELOW;
  }
}

const coinDrop = packetPolicy({
  id: 'coin-drop',
  name: 'CoinDrop',
  summary: 'From a threshold on, each packet is dropped with one probability.',
  source: 'an example',
  parameters: {
    threshold: {
      kind: 'integer',
      label: 'threshold',
      unit: 'packets',
      symbol: 'T',
      min: 0,
      max: 10_000,
      step: 1,
      default: 20,
      live: true,
      help: 'Packets are dropped from this queue on.',
    },
    probability: {
      kind: 'number',
      label: 'probability',
      unit: '',
      symbol: 'p',
      min: 0,
      max: 1,
      step: 0.01,
      default: 0.1,
      live: true,
      help: 'Probability that a packet is dropped then.',
    },
  },
  // A name in braces stands for its number.
  reasons: [
    {
      id: 'below',
      verdict: 'accept',
      label: 'accepted below the threshold',
      template: 'There was room in the buffer, and {waiting} packets waited: fewer than the threshold {threshold}.',
    },
    {
      id: 'spared',
      verdict: 'accept',
      label: 'accepted by the draw',
      template:
        'There was room in the buffer, and the random number {draw} is not below the probability {probability}.',
    },
    {
      id: 'early',
      verdict: 'drop',
      label: 'dropped early',
      template: '{waiting} packets waited, and the random number {draw} is below the probability {probability}.',
    },
    { id: 'full', verdict: 'drop', label: 'buffer full', template: 'The buffer was full.' },
  ],
  // The meaning of the numbers, and their symbols in TeX.
  quantities: {
    heldPackets: { symbol: 'X', meaning: 'in the buffer before this packet', unit: 'packets' },
    limitPackets: { symbol: 'B', meaning: 'buffer', unit: 'packets' },
    heldBytes: { symbol: 'X', meaning: 'in the buffer before this packet', unit: 'bytes' },
    limitBytes: { symbol: 'B', meaning: 'buffer', unit: 'bytes' },
    bytes: { symbol: 's', meaning: 'size of this packet', unit: 'bytes' },
    waiting: { symbol: 'q', meaning: 'packets waiting when this packet arrived', unit: 'packets' },
    draw: { symbol: 'u', meaning: 'random number, uniform in [0, 1)', unit: '' },
  },
  hints: { lens: 'occupancy', thresholds: [{ parameter: 'threshold', symbol: 'T', style: 'low' }], signals: [] },
  create: (host, values) => new CoinDrop(host, values),
});

registerPolicy(coinDrop);

const run = simulate('opening', ['droptail', { policy: 'coin-drop', values: { threshold: 10 } }], {
  durationSeconds: 20,
  warmupSeconds: 5,
});
const { lanes } = await run.summary();
for (const { policy, params, meanDelayMs, utilisation } of lanes)
  console.log(
    `${policy} ${JSON.stringify(params)}: mean delay ${meanDelayMs.toFixed(2)} ms, utilisation ${utilisation.toFixed(3)}`,
  );
