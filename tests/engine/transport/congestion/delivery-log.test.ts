/** The losses in a sample of the delivery rate [draft-ietf-ccwg-bbr-06, section 2.2, RS.lost], by hand. */
import { expect, test } from 'vitest';
import { DeliveryLog } from '../../../../src/engine/transport/congestion/delivery-log.ts';

/** Five packets leave, the first is lost, and the ACK of the fourth shows it (packet threshold of 3). */
function sampleThatShowsALoss(countsLossesLate: boolean) {
  const connection = { nowNs: 0, highestSent: -1, highestAcked: -1, congestionWindow: 10, isApplicationLimited: false };
  const lostAtEachLoss: number[] = [];
  const log = new DeliveryLog(connection, {
    countsLossesLate,
    onRestart: () => {},
    onSegmentLost: (_sequence, _txInFlight, lostSinceSent) => lostAtEachLoss.push(lostSinceSent),
  });
  for (let packet = 0; packet < 5; packet++) {
    connection.nowNs = packet;
    log.onSent(packet, packet);
    connection.highestSent = packet;
  }
  const samples: number[] = [];
  const acknowledge = (packet: number, inFlight: number) => {
    connection.nowNs = 100 + packet;
    log.onAcknowledged(packet, packet);
    log.finishSample(inFlight);
    samples.push(log.lostSinceSent);
    log.resetSample();
  };
  acknowledge(1, 4);
  acknowledge(2, 3);
  acknowledge(3, 1);
  acknowledge(4, 0);
  return { samples, lostAtEachLoss };
}

test('a loss that an ACK shows was declared before the acknowledgement, so its sample has it', () => {
  expect(sampleThatShowsALoss(false)).toEqual({ samples: [0, 0, 1, 1], lostAtEachLoss: [1] });
});

test('a loss that counts after the ACK is in the next sample', () => {
  expect(sampleThatShowsALoss(true)).toEqual({ samples: [0, 0, 0, 1], lostAtEachLoss: [1] });
});
