/** Many queues in one pool of packets. */
import { expect, test } from 'vitest';
import { NO_PACKET } from '../../../../src/engine/contract/policy.ts';
import { RandomStream } from '../../../../src/engine/numbers/random.ts';
import { PacketPool } from '../../../../src/engine/packets/packet.ts';
import { Fifos } from '../../../../src/policies/packets/mechanisms/fifos.ts';

/** By its definition: most bytes, and of several the lowest number. */
function longestOf(bytes: Int32Array): number {
  const most = Math.max(...bytes);
  return most === 0 ? -1 : bytes.indexOf(most);
}

test.each([8, 300, 1024])(
  'the longest of %i queues is the one with most bytes, whatever has come and gone',
  (queues) => {
    const packets = new PacketPool();
    const fifos = new Fifos(packets, queues);
    const random = new RandomStream(1, 'fifos');
    expect(fifos.longestQueue()).toBe(-1);
    for (let step = 0; step < 2_000; step++) {
      const queue = random.integer(queues);
      // It fills in the first half and empties in the second.
      if (random.integer(4) < (step < 1_000 ? 3 : 1)) {
        const packet = packets.allocate();
        packets.bytes[packet] = 500 * (1 + random.integer(3));
        fifos.push(queue, packet);
      } else {
        const packet = random.integer(2) === 0 ? fifos.shift(queue) : fifos.pop(queue);
        if (packet !== NO_PACKET) packets.free(packet);
      }
      expect(fifos.longestQueue()).toBe(longestOf(fifos.byteCounts));
    }
  },
);
