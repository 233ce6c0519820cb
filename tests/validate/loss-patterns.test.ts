/**
 * As `tests/engine/transport/rfc-sender-invariants-long.test.ts`, with ten thousand patterns of losses and late packets
 * for each sender.
 */
import { test } from 'vitest';
import { expectAllArrives, senders } from '../engine/transport/loss-patterns.ts';

test.each(senders)(
  '$variant, $conformance, $congestion: everything arrives, in order, under ten thousand patterns of losses and late packets',
  (setting) => expectAllArrives(setting, 10_000, 2),
  600_000,
);
