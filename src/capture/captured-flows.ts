/** The flows of a capture: packets with the same addresses, protocol and ports. */
import type { IpPacket } from './ip-packets.ts';

/** Number of fragmented packets that are remembered, until their other fragments come. */
const MAX_FRAGMENTED_PACKETS = 1_000;

/** Packets with the same addresses, protocol and ports: one direction of a connection. */
export interface CapturedFlow {
  /** Number in the list of arrivals; undefined until a packet of it is read. */
  number: number | undefined;
}

export class CapturedFlows {
  private readonly flows = new Map<string, CapturedFlow>();
  /** Flows of fragmented packets: only the first fragment has ports. */
  private readonly fragmentFlows = new Map<string, CapturedFlow>();

  /** The flow of a packet, which is new if there is none. */
  flowOf(packet: IpPacket): CapturedFlow {
    const { source, destination, protocol, ports, fragmentId } = packet;
    const fragmentKey = fragmentId === undefined ? undefined : `${source}${destination}${protocol}/${fragmentId}`;
    if (fragmentKey !== undefined && ports === undefined) {
      const flow = this.fragmentFlows.get(fragmentKey);
      if (flow !== undefined) return flow;
    }
    const key = `${source}${destination}${protocol}/${ports?.join()}`;
    const flow = this.flows.get(key) ?? this.addFlow(key);
    if (fragmentKey !== undefined && ports !== undefined) this.rememberFragment(fragmentKey, flow);
    return flow;
  }

  private addFlow(key: string): CapturedFlow {
    const flow = { number: undefined };
    this.flows.set(key, flow);
    return flow;
  }

  private rememberFragment(key: string, flow: CapturedFlow): void {
    if (this.fragmentFlows.size === MAX_FRAGMENTED_PACKETS)
      for (const oldestKey of this.fragmentFlows.keys()) {
        this.fragmentFlows.delete(oldestKey);
        break;
      }
    this.fragmentFlows.delete(key);
    this.fragmentFlows.set(key, flow);
  }
}
