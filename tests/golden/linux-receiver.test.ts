/** The ACKs of Linux's receiver at the beginning of a connection, as its logs have them (fixtures/README.md). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { isAcknowledgedAtOnce } from './linux-receiver.ts';

/** Highest acknowledged segments, from the handshake to the ACK before the first loss. */
function kernelAcks(name: string): number[] {
  const file = join(import.meta.dirname, `fixtures/linux-${name}-recovery.json.gz`);
  const { rows } = JSON.parse(gunzipSync(readFileSync(file)).toString()) as { readonly rows: readonly string[] };
  const fields = rows.map((row) => row.split(' '));
  const firstLoss = fields.findIndex(([, , blocks]) => blocks !== '-');
  return fields.slice(1, firstLoss).map(([, acked]) => Number(acked));
}

test.each(['reno', 'cubic'])('%s: the same segments are acknowledged before the first loss', (name) => {
  const kernel = kernelAcks(name);
  const ours: number[] = [];
  let waiting = 0;
  for (let segment = 1; segment <= (kernel.at(-1) ?? 0); segment++) {
    waiting = isAcknowledgedAtOnce(segment) ? 2 : waiting + 1;
    if (waiting < 2) continue;
    ours.push(segment);
    waiting = 0;
  }
  expect(kernel.length).toBeGreaterThan(40);
  expect(ours).toEqual(kernel);
});
