/** The flows of a capture: packets with the same addresses, protocol and ports. */
import type { IpPacket } from './ip-packets.ts';

/** Number of fragmented packets that are remembered, until their other fragments come. */
const MAX_FRAGMENTED_PACKETS = 1_000;

/** Packets with the same addresses, protocol and ports: one direction of a connection. */
export interface CapturedFlow {
  /** Number in the list of arrivals; undefined until a packet of it is read. */
  number: number | undefined;
  /**
   * Its packets go in another direction than the first packet of the capture. Marks of its packets can correct this.
   */
  isOther: boolean;
  /** The flow of the same connection in the other direction. */
  reverse: CapturedFlow | undefined;
  /** Maximum segment size in its SYN, if that is captured. */
  segmentBytes: number | undefined;
}

/** Maximum segment size of a connection: the lower one of its SYNs; undefined if none is captured. */
export function connectionSegmentBytes({ segmentBytes, reverse }: CapturedFlow): number | undefined {
  const reverseBytes = reverse?.segmentBytes;
  if (segmentBytes === undefined || reverseBytes === undefined) return segmentBytes ?? reverseBytes;
  return Math.min(segmentBytes, reverseBytes);
}

type Ports = IpPacket['ports'];

const flowKey = (source: string, destination: string, protocol: number, ports: Ports) =>
  `${source}${destination}${protocol}/${ports?.join()}`;

/** The flows of one capture, both directions of a connection apart. */
export class CapturedFlows {
  private readonly flows = new Map<string, CapturedFlow>();
  /** By address: whether packets from it go in the other direction. */
  private readonly otherSides = new Map<string, boolean>();
  private hasReverseFlow = false;
  /** Flows of fragmented packets: only the first fragment has ports. */
  private readonly fragmentFlows = new Map<string, CapturedFlow>();

  /** Number of flows, in both directions. */
  get count(): number {
    return this.flows.size;
  }

  /** Whether there are packets of a connection in both directions. */
  get hasBothDirections(): boolean {
    return this.hasReverseFlow;
  }

  /** The flow of a packet, which is new if there is none. */
  flowOf(packet: IpPacket): CapturedFlow {
    const { source, destination, protocol, ports, fragmentId } = packet;
    const fragmentKey = fragmentId === undefined ? undefined : `${source}${destination}${protocol}/${fragmentId}`;
    if (fragmentKey !== undefined && ports === undefined) {
      const flow = this.fragmentFlows.get(fragmentKey);
      if (flow !== undefined) return flow;
    }
    const key = flowKey(source, destination, protocol, ports);
    const flow = this.flows.get(key) ?? this.addFlow(key, packet);
    if (fragmentKey !== undefined && ports !== undefined) this.rememberFragment(fragmentKey, flow);
    return flow;
  }

  private addFlow(key: string, { source, destination, protocol, ports }: IpPacket): CapturedFlow {
    const reversePorts = ports === undefined ? undefined : ([ports[1], ports[0]] as const);
    const reverse = this.flows.get(flowKey(destination, source, protocol, reversePorts));
    const isOther = reverse === undefined ? this.isOtherSide(source, destination) : !reverse.isOther;
    const flow: CapturedFlow = { number: undefined, isOther, reverse, segmentBytes: undefined };
    if (reverse !== undefined) {
      reverse.reverse = flow;
      this.hasReverseFlow = true;
    }
    this.flows.set(key, flow);
    return flow;
  }

  /**
   * Direction of a flow whose reverse is not known: that of other flows from the same address, or the reverse of those
   * to it. The first flow of two new addresses goes in the first direction.
   */
  private isOtherSide(source: string, destination: string): boolean {
    const { otherSides } = this;
    const destinationSide = otherSides.get(destination);
    const isOther = otherSides.get(source) ?? (destinationSide === undefined ? false : !destinationSide);
    if (!otherSides.has(source)) otherSides.set(source, isOther);
    if (destinationSide === undefined) otherSides.set(destination, !isOther);
    return isOther;
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
