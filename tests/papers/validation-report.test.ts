/** What the files with measurements of papers contain. */
import { expect, test } from 'vitest';
import { papers } from '../../src/papers/index.ts';
import { type JudgedPaper, judgePaper } from '../../src/papers/judge-paper.ts';
import { paperMeasurements, paperMeasurementsJson } from '../../src/papers/validation-report.ts';
import { madeUp } from './made-up.ts';

test('a file has the evidence of each claim, and what was measured for it, in words', () => {
  const results = madeUp(papers);
  const [first, ...others] = papers.map((paper) => judgePaper(paper, results)) as [JudgedPaper, ...JudgedPaper[]];
  const measured = [{ values: [1.03], digits: 2 }, ' times'];
  const judged = [{ ...first, claims: first.claims.map((claim) => ({ ...claim, measured })) }, ...others];
  const file = JSON.parse(paperMeasurementsJson(paperMeasurements('quick', judged, [])));
  for (const { claims } of file.papers)
    for (const claim of claims) {
      expect(claim.evidence).toEqual(expect.any(String));
      expect(claim).not.toHaveProperty('measured');
    }
  for (const claim of file.papers[0].claims) expect(claim.measuredText).toBe('1.03 times');
});
