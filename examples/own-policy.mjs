// A user's own policy: above a threshold, each arriving packet is dropped with a fixed probability.
import { packetPolicy, registerPolicy, SingleQueue, simulate } from 'bufferscope';

const FITS = 0;
const EARLY = 1;
const FULL = 2;

class CoinDrop extends SingleQueue {
  #values;

  constructor(host, values) {
    super(host);
    this.#values = values;
  }

  // Called when a parameter changes during the run.
  configure(values) {
    this.#values = values;
  }

  // Decides on a packet, enqueues it unless it is dropped, and returns the index of the reason.
  enqueue(packet) {
    const { host, queue } = this;
    const { threshold, probability } = this.#values;
    if (queue.packetCount + host.inServicePackets + 1 > host.limitPackets) return FULL;
    if (queue.byteCount + host.inServiceBytes + host.packets.bytes[packet] > host.limitBytes) return FULL;
    // The policy's own random numbers: the same seed gives the same run.
    if (queue.packetCount >= threshold && host.random.uniform() < probability) return EARLY;
    queue.push(packet);
    return FITS;
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
      min: 0,
      max: 10_000,
      default: 20,
      live: true,
      help: 'Packets are dropped from this queue on.',
    },
    probability: {
      kind: 'number',
      label: 'probability',
      unit: '',
      min: 0,
      max: 1,
      default: 0.1,
      live: true,
      help: 'Probability that a packet is dropped then.',
    },
  },
  reasons: [
    { id: 'fits', verdict: 'accept', label: 'accepted', template: 'There was room in the buffer.' },
    { id: 'early', verdict: 'drop', label: 'dropped early', template: 'The random draw chose this packet.' },
    { id: 'full', verdict: 'drop', label: 'buffer full', template: 'The buffer was full.' },
  ],
  quantities: {},
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
