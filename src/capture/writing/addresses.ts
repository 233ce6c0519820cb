/** Invented addresses and ports of the hosts in a capture. The model has none. */

/** 10.0.0.0/9 has the senders, 10.128.0.0/9 the receivers (RFC 1918). Flow 0 is 10.0.0.1 and 10.128.0.1. */
const FIRST_SENDER_ADDRESS = 0x0a000001;
const FIRST_RECEIVER_ADDRESS = 0x0a800001;

/** The discard service (RFC 863): a receiver of the model discards all data. */
export const DISCARD_PORT = 9;
/** First of the dynamic ports (RFC 6335), and their number. */
const FIRST_PORT = 49_152;
const DYNAMIC_PORTS = 16_384;

/** IPv4 address of the sender of a flow, as a number of 32 bits. */
export function senderAddress(flow: number): number {
  return FIRST_SENDER_ADDRESS + flow;
}

/** IPv4 address of the receiver of a flow, as a number of 32 bits. */
export function receiverAddress(flow: number): number {
  return FIRST_RECEIVER_ADDRESS + flow;
}

/** Port of the sender: each connection of a flow has the next one. */
export function senderPort(connection: number): number {
  return FIRST_PORT + (connection % DYNAMIC_PORTS);
}
