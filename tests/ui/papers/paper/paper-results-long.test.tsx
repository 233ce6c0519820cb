/** The results of a paper as they are read: counts in words, a line for each claim, and the numbers outside. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { decodeRecords } from '../../../../src/app/measuring/record-file.ts';
import { formatStatement } from '../../../../src/papers/evidence-text.ts';
import { findPaper } from '../../../../src/papers/index.ts';
import { judgeFindings, judgePaper } from '../../../../src/papers/judge-paper.ts';
import {
  type ShownFinding,
  type ShownPaper,
  shownFinding,
  shownPaper,
} from '../../../../src/papers/measured-or-recorded.ts';
import { findingsOfRecord } from '../../../../src/papers/paper-record.ts';
import { TaskResults } from '../../../../src/papers/task-results.ts';
import { required } from '../../../../src/shared/required.ts';
import { PaperResults } from '../../../../src/ui/papers/paper/paper-results.tsx';
import { formatClaimJudgement } from '../../../../src/view/papers/paper-texts.ts';
import { opened } from '../../../app/opened-page.ts';
import { madeUp } from '../../../papers/made-up.ts';
import { render } from '../../rendered.tsx';

const goyal = required(findPaper('goyal-dfba'));
const shown = (results: TaskResults): ShownPaper => shownPaper(goyal, judgePaper(goyal, results), undefined);
const screen = (paper: ShownPaper) =>
  render(<PaperResults paper={goyal} shownPaper={paper} finding={undefined} />, opened());

test('one holds, and three hold', () => {
  expect(formatClaimJudgement('holds', 1)).toBe('holds');
  expect(formatClaimJudgement('holds', 3)).toBe('hold');
  expect(formatClaimJudgement('fails', 1)).toBe('fails');
  expect(formatClaimJudgement('fails', 0)).toBe('fail');
  expect(formatClaimJudgement('not distinguishable', 2)).toBe('not distinguishable');
});

test('the comparable numbers are the sum of those within and outside, and the others have their meaning', () => {
  const paper = shown(madeUp([goyal]));
  const { within, outside, derived } = paper.counts;
  const { text } = screen(paper);
  expect(text).toContain(`${within + outside} comparable: ✓ ${within} within, ✗ ${outside} outside`);
  expect(text).toContain(`${derived} derived from them · 1 suspect in the paper`);
  expect(text).toContain('Derived numbers follow from the comparable ones');
});

test('each claim has a mark with its short name, which is a link with its judgement and its sentence', () => {
  const paper = shown(madeUp([goyal]));
  const links = screen(paper).all('link');
  for (const [index, { id, sentence, verdict }] of paper.claims.entries()) {
    const { shortName } = required(goyal.claims[index]);
    const name = `${id} ${formatClaimJudgement(verdict, 1)}: ${shortName}. ${sentence}`;
    expect(required(links.find((link) => link.name === name)).text).toContain(shortName);
  }
});

test('a claim that fails has what was measured in its place, and one that holds has not', () => {
  const paper = shown(madeUp([goyal]));
  const [first] = paper.claims;
  const insteadText = required(goyal.claims[0]?.instead);
  const withJudgement = (verdict: 'fails' | 'holds') =>
    screen({ ...paper, claims: [{ ...required(first), verdict }, ...paper.claims.slice(1)] }).text;
  expect(withJudgement('fails')).toContain(`Measured instead: ${insteadText}`);
  expect(withJudgement('holds')).not.toContain(insteadText);
});

test('the keys of the runs are spelled out, and the authors are named once', () => {
  const { text } = screen(shown(madeUp([goyal])));
  for (const [name, meaning] of Object.entries(goyal.terms)) {
    expect(text).toContain(name);
    expect(text).toContain(meaning.replaceAll('\u202f', ' '));
  }
  expect(text.split('Vandalore')).toHaveLength(2);
  expect(text).toContain('ATM Forum 98-0405, 1998');
});

test('a few numbers outside are named; of many, their tables', () => {
  const paper = shown(madeUp([goyal]));
  const outsideIds = (count: number) => {
    let left = count;
    const cells = paper.cells.map((cell) => {
      if (cell.verdict !== 'within' && cell.verdict !== 'outside') return cell;
      left--;
      return { ...cell, verdict: left >= 0 ? ('outside' as const) : ('within' as const) };
    });
    return screen({ ...paper, cells });
  };
  const [first] = paper.cells.filter(({ verdict }) => verdict === 'within' || verdict === 'outside');
  const name = `${required(first).row}, ${required(first).column} (${required(goyal.tables[0]).title})`.replaceAll(
    '\u202f',
    ' ',
  );
  expect(outsideIds(1).names('link')).toContain(name);
  expect(outsideIds(7).names('link')).not.toContain(name);
  expect(outsideIds(7).text).toMatch(/✗ 5 of 5 Slide: R1/);
});

test('a paper that was not measured says so', () => {
  expect(screen(shown(new TaskResults())).text).toContain('not measured');
});

describe('a paper whose claims alone do not tell the answer', () => {
  beforeEach(() => vi.stubGlobal('location', { href: 'http://127.0.0.1/' }));
  afterEach(() => vi.unstubAllGlobals());

  const videos = required(findPaper('bhattacharjee-mckinnon'));
  const file = join(import.meta.dirname, '../../../../src/papers/records.bin');
  const record = required(decodeRecords(readFileSync(file)).find(({ paper }) => paper === videos.id));
  const none = new TaskResults();
  const recordedPaper = judgeFindings(videos, findingsOfRecord(record));
  const page = (finding: ShownFinding | undefined) =>
    render(
      <PaperResults
        paper={videos}
        shownPaper={shownPaper(videos, judgePaper(videos, none), recordedPaper, record.mode)}
        finding={finding}
      />,
      opened(),
    );

  test('has the answer before the counts, and a picture with a line for each policy', () => {
    const finding = required(shownFinding(videos, 'quick', none, record));
    const { text, all } = page(finding);
    expect(text.indexOf(formatStatement(required(finding.answer)).slice(0, 20))).toBeGreaterThan(0);
    expect(text.indexOf(formatStatement(required(finding.answer)).slice(0, 20))).toBeLessThan(
      text.indexOf('Of 27 claims'),
    );
    expect(text).toContain('With 30 videos, PFB needs 4.2 times the buffer of ABD');
    const points = all('link').filter(({ name }) => name.startsWith('Open the run: '));
    expect(points).toHaveLength(record.rows.e1?.length ?? 0);
    expect(text).toContain(
      'Smallest buffer for all video (SHB: with data), 90 % goodput. With 30 videos there is no data, so SHB counts the same as the others.',
    );
  });

  test('the counts of the claims are before their marks', () => {
    const finding = required(shownFinding(videos, 'quick', none, record));
    const { text } = page(finding);
    expect(text).toMatch(/Claims\s+20 hold\s+6 fail.*Total grows with load and goodput/);
  });

  test('the last value of each line is after its name', () => {
    const { text } = page(required(shownFinding(videos, 'quick', none, record)));
    for (const words of ['PFB 363 kB', 'PFB/AD 361 kB', 'SHB 88 kB', 'ABD 86 kB', 'ABD/WEQ 86 kB'])
      expect(text).toContain(words);
  });

  test('without rows there is no picture, and the counts are the answer', () => {
    const { text, all } = page(undefined);
    expect(text).toContain('Of 27 claims, 20 hold');
    expect(all('link').filter(({ name }) => name.startsWith('Open the run: '))).toEqual([]);
  });

  test('the mark of a claim that fails says what was measured', () => {
    const mark = required(
      page(undefined)
        .all('link')
        .find(({ name }) => name.startsWith('C0.4 ')),
    );
    expect(mark.text).toContain('measured: 1.03 times');
    expect(mark.name).toContain('Measured: 1.03 times.');
  });
});
