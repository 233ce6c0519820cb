/** The newest verdicts of a lane, and a copy of them for rendering. */
import { expect, test } from 'vitest';
import { opened, seek } from '../../app/opened-page.ts';

test('a snapshot keeps the verdicts of its moment; the lane gets newer ones', () => {
  const page = opened();
  seek(page, 1);
  const newestNs = () => page.session.lanes[0]?.verdicts.newestVerdicts(['accept'], 1, () => true)[0]?.timeNs;
  const [lane] = page.state.lanes;
  const before = newestNs();
  seek(page, 2);
  expect(newestNs()).toBeGreaterThan(before ?? Number.POSITIVE_INFINITY);
  expect(lane?.verdicts.newestVerdicts(['accept'], 1, () => true)[0]?.timeNs).toBe(before);
});
