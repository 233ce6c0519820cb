/** The queue with removal from its middle, against a plain list with the same operations. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_PACKET } from '../../../../src/engine/contract/policy.ts';
import { PacketPool } from '../../../../src/engine/packets/packet.ts';
import { IndexedQueue } from '../../../../src/policies/packets/mechanisms/indexed-queue.ts';

test('has the content of a plain list after any sequence of operations', () => {
  const step = fc.record({
    kind: fc.constantFrom('push', 'push', 'shift', 'remove'),
    at: fc.double({ max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 600 }), (steps) => {
      const packets = new PacketPool();
      const queue = new IndexedQueue(packets);
      const list: number[] = [];
      for (const { kind, at } of steps) {
        if (kind === 'push') {
          const packet = packets.allocate();
          packets.bytes[packet] = 40 + packet;
          queue.push(packet);
          list.push(packet);
        } else if (kind === 'shift') expect(queue.shift()).toBe(list.shift() ?? NO_PACKET);
        else if (list.length > 0) {
          const place = Math.floor(Math.min(Math.abs(at), 0.999) * list.length);
          expect(queue.at(place)).toBe(list[place]);
          expect(queue.remove(place)).toBe(list.splice(place, 1)[0]);
        }
        expect(queue.packetCount).toBe(list.length);
        expect(queue.byteCount).toBe(list.reduce((sum, packet) => sum + 40 + packet, 0));
      }
      const into = new Int32Array(list.length + 3);
      expect(queue.list(into)).toBe(list.length);
      expect([...into.subarray(0, list.length)]).toEqual(list);
      expect(queue.list(new Int32Array(1))).toBe(Math.min(1, list.length));
    }),
    { numRuns: 100, seed: 1 },
  );
});
