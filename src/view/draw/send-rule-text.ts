/** Why a sender sent a segment again, in words. */
import { SendRule } from '../../engine/packets/packet.ts';

/** By `SendRule`; empty for a segment that was sent in order. */
export const SEND_RULE_TEXTS: readonly string[] = Object.entries({
  inOrder: '',
  duplicateAcks: 'duplicate ACKs',
  rackTime: 'a later one arrived',
  reorderingTimer: 'reordering timer',
  probe: 'probe',
  timeout: 'timeout',
} satisfies Record<keyof typeof SendRule, string>)
  .sort(([one], [other]) => SendRule[one as keyof typeof SendRule] - SendRule[other as keyof typeof SendRule])
  .map(([, text]) => text);
