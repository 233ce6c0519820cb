/** The overview of the papers as it is read: a sum, and a link for each number. */
import { expect, test } from 'vitest';
import { papers } from '../../../../src/papers/index.ts';
import { judgePaper } from '../../../../src/papers/judge-paper.ts';
import { shownPaper } from '../../../../src/papers/measured-or-recorded.ts';
import { TaskResults } from '../../../../src/papers/task-results.ts';
import { PaperOverview } from '../../../../src/ui/papers/overview/paper-overview.tsx';
import { opened } from '../../../app/opened-page.ts';
import { madeUp } from '../../../papers/made-up.ts';
import { render } from '../../rendered.tsx';

const overview = (results: TaskResults) =>
  render(
    <PaperOverview
      papers={papers.map((paper) => ({ paper, shownPaper: shownPaper(paper, judgePaper(paper, results), undefined) }))}
      mode="quick"
    />,
    opened(),
  );

test('one sentence has the result of all papers, and that of the null models', () => {
  const results = madeUp(papers);
  const [, within, counted, ofNullModels] =
    /(\d+) of (\d+) printed numbers are within the tolerance; a guess without simulation gets (\d+)\./.exec(
      overview(results).text,
    ) ?? [];
  expect(Number(within)).toBeGreaterThan(0);
  expect(Number(within)).toBeLessThanOrEqual(Number(counted));
  const tables = papers.flatMap((paper) => shownPaper(paper, judgePaper(paper, results), undefined).tables);
  expect(Number(ofNullModels)).toBe(tables.reduce((sum, { nullModel }) => sum + nullModel.within, 0));
});

test('every number and claim is a link that says what it is, and each paper is a link to its page', () => {
  const links = overview(madeUp(papers)).names('link');
  const count = papers.reduce((sum, { cells, claims }) => sum + cells.length + claims.length, 0);
  expect(links.length).toBeGreaterThanOrEqual(count);
  expect(links.filter((name) => name === '')).toEqual([]);
});

test('a number that was not measured says so', () => {
  const screen = overview(new TaskResults());
  expect(screen.text).toContain('0 of 0 printed numbers');
  expect(screen.names('link').some((name) => name.includes('not measured'))).toBe(true);
});
