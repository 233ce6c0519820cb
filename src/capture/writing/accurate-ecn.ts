/** The three ECN bits of TCP headers in connections with Accurate ECN. Source: RFC 9768. */
import { EcnField, TcpFlag } from '../headers.ts';

/** First value of the counter of CE packets (section 3.2.1). */
const FIRST_COUNT = 5;

/** The bits of a SYN that asks for Accurate ECN (section 3.1.1). */
export const ACCURATE_SYN_FLAGS = TcpFlag.ae | TcpFlag.cwr | TcpFlag.ece;

/** The bits of the answer to a SYN that came with this ECN field (section 3.1.2, table 2). */
export function accurateSynAckFlags(ecn: number): number {
  if (ecn === EcnField.ce) return TcpFlag.ae | TcpFlag.cwr;
  if (ecn === EcnField.ect0) return TcpFlag.ae;
  return ecn === EcnField.ect1 ? TcpFlag.cwr | TcpFlag.ece : TcpFlag.cwr;
}

/**
 * The ACE field of all other packets: the lowest three bits of the counter (section 3.2.2).
 * @param ceCount packets with CE that the host has received, without a SYN
 */
export function aceFlags(ceCount: number): number {
  const count = FIRST_COUNT + ceCount;
  return (
    ((count & 4) === 0 ? 0 : TcpFlag.ae) | ((count & 2) === 0 ? 0 : TcpFlag.cwr) | ((count & 1) === 0 ? 0 : TcpFlag.ece)
  );
}
