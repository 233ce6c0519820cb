/**
 * DropTail for senders in an emulated network, whose trains are cut into packets only behind the queue: the
 * buffer takes or drops each train as a whole. A train is packets of one class that come right behind each other.
 */
import type { PacketPolicyDefinition } from '../../src/engine/contract/policy.ts';
import { droptail } from '../../src/policies/packets/droptail.ts';
import { occupancyHints, packetPolicy } from '../../src/policies/packets/mechanisms/packet-policy.ts';
import { TailDropQueue, tailDropReasons } from '../../src/policies/packets/mechanisms/tail-drop-queue.ts';
import { required } from '../../src/shared/required.ts';

/** Two packets of 1,500 bytes behind each other are 1.2 us apart at 10 Gb/s. */
const LARGEST_GAP_NS = 2500;

/** The train that comes now. */
interface Train {
  packets: number;
  lastNs: number;
  isDropped: boolean;
}

const FULL_REASON = tailDropReasons.findIndex(({ verdict }) => verdict === 'drop');

/** @param trainPackets the longest train of each class, packets */
export function wholeTrains(trainPackets: readonly number[]): PacketPolicyDefinition {
  class WholeTrains extends TailDropQueue {
    private readonly trains: Train[] = trainPackets.map(() => ({ packets: 0, lastNs: -1e9, isDropped: false }));

    get limitPackets(): number {
      return this.host.limitPackets;
    }

    get limitBytes(): number {
      return this.host.limitBytes;
    }

    protected override get countedPackets(): number {
      return this.queue.packetCount + this.host.inServicePackets;
    }

    override enqueue(packet: number): number {
      const { nowNs, packets } = this.host;
      const classIndex = required(packets.classIndex[packet]);
      const longest = required(trainPackets[classIndex]);
      const train = required(this.trains[classIndex]);
      if (nowNs - train.lastNs > LARGEST_GAP_NS || train.packets >= longest) {
        train.packets = 0;
        train.isDropped = this.countedPackets + longest > this.limitPackets;
      }
      train.packets++;
      train.lastNs = nowNs;
      return train.isDropped ? FULL_REASON : super.enqueue(packet);
    }
  }
  return packetPolicy({
    id: 'whole-trains',
    name: 'DropTail for trains',
    summary: droptail.summary,
    source: droptail.source,
    parameters: {},
    reasons: tailDropReasons,
    quantities: {},
    hints: occupancyHints,
    create: (host) => new WholeTrains(host),
  });
}
