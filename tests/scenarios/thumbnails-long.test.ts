/**
 * The small pictures and results are those of the runs: one of each family is made again, in `npm test` the two whose
 * runs are shortest.
 */
import { expect, test } from 'vitest';
import { createThumbnail } from '../../src/cli/thumbnails/thumbnail.ts';
import type { Scenario } from '../../src/engine/scenario/scenario.ts';
import { findPreset } from '../../src/scenarios/index.ts';
import { openingLanes } from '../../src/scenarios/loaded-presets.ts';
import { findThumbnail, HEIGHT_ALPHABET } from '../../src/scenarios/thumbnails/thumbnail-code.ts';
import { thumbnailTables } from '../../src/scenarios/thumbnails/thumbnails.ts';
import { chosen } from '../amount.ts';

const REMADE = [
  'opening',
  'abe-100k-blue4',
  'bm-lesson',
  'single-tcp',
  'cbr-overload',
  'zhao-5mb-1bwdp-stf30',
  'goyal-r4',
  'hu-fig11',
];

test.each(chosen(REMADE, (id) => id === 'single-tcp' || id === 'bm-lesson'))(
  'the picture and the result of %s are those of its run (else: npm run thumbnails)',
  (id) => {
    const preset = findPreset(id) as Scenario;
    expect(findThumbnail(thumbnailTables, id)).toEqual(createThumbnail(preset, openingLanes(preset)));
  },
);

test('a constant rate above that of the link fills the buffer in a straight line, and keeps it full', () => {
  // 1.8 Mb/s into 1.5 Mb/s: 37.5 packets of 1,000 bytes too many in each second, for 20 places, so 0.53 s of 10 s: 2.6
  // of 48 points.
  const { curves } = createThumbnail(findPreset('cbr-overload') as Scenario, [{ policy: 'droptail', values: {} }]);
  const shares = [...curves.join('')].map((letter) => HEIGHT_ALPHABET.indexOf(letter) / 63);
  expect(shares[1]).toBeGreaterThan(2 * (shares[0] as number));
  expect(shares[1]).toBeCloseTo((37.5 * 1.5 * (10 / 48)) / 20, 0.9);
  // One of the twenty places is that of the packet in transmission, where the buffer counts it.
  for (const share of shares.slice(4)) expect(share).toBeGreaterThan(0.9);
});
