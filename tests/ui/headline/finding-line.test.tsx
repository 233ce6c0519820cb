/** The finding in words, for one lane, two lanes and several. */
import { expect, test } from 'vitest';
import { FindingLine } from '../../../src/ui/headline/finding-line.tsx';
import { Guarantees } from '../../../src/ui/headline/lane-comparison.tsx';
import { HASH, opened, seek } from '../../app/opened-page.ts';
import { render } from '../rendered.tsx';

function finding(lanes: string, seconds: number): string {
  const page = opened(`${HASH}&lanes=${lanes}`);
  seek(page, seconds);
  return render(<FindingLine onStory={() => {}} />, page).text;
}

test('before the end of the warm-up the reader learns when figures count', () => {
  expect(finding('droptail,red', 0.1)).toMatch(/The run is warming up\. Figures count from 1 s\./);
});

test('one lane has its figures with units, and nothing to compare', () => {
  const text = finding('droptail', 4);
  expect(text).toMatch(/A DropTail: /);
  expect(text).toMatch(/delay [\d.]+ ms/);
  expect(text).not.toContain('early to compare');
});

test('two lanes are compared with each other, by letter and name', () => {
  expect(finding('droptail,red', 4)).toMatch(
    /^B RED against A DropTail: shorter delay [\d.]+ → [\d.]+ ms \([\d.]+ × A\); /,
  );
});

test('with several lanes each one is compared with the first', () => {
  expect(finding('droptail,red,codel', 4)).toMatch(
    /^Against A DropTail: shorter delay [\d.]+ → [\d.]+ ms in B RED, no clear difference in C CoDel; *no clear difference: loss\./,
  );
});

test('several lanes with a clear difference have one range of figures with two digits', () => {
  expect(finding('droptail,red,codel,pie', 14)).toMatch(
    /^Against A DropTail: shorter delay \d\d\.\d → \d\d–\d\d ms in B and D, no clear difference in C; /,
  );
});

test('with several lanes the share of a competing class is compared too', () => {
  const page = opened('#v=1&p=l4s-beside-classic&lanes=dualpi2,pie,droptail&run.warmupSeconds=1');
  seek(page, 4);
  const { text } = render(<FindingLine onStory={() => {}} />, page);
  expect(text).toMatch(
    /^Against A DualPI2: too early to be sure: share of Reno \(equal per flow: 50 %\); *too early to be sure: Prague delay\./,
  );
});

test('with several lanes a goal says which lanes reach it', () => {
  const page = opened('#v=1&p=bm-e1&lanes=shb,abd,shb');
  seek(page, 8);
  const { text } = render(<FindingLine onStory={() => {}} />, page);
  expect(text).toMatch(/needs about 38 kB with A SHB, 59 kB with B ABD, 38 kB with C SHB \(/);
  expect(text).toMatch(/Against A: too early to be sure: video that can be shown\./);
});

test('a goal has the stored sizes that reach it first, without a second comparison of this run', () => {
  const page = opened('#v=1&p=bm-e1&lanes=shb,abd');
  seek(page, 8);
  const { text } = render(<FindingLine onStory={() => {}} />, page);
  expect(text).toBe(
    '90 % needs about 38 kB with A SHB, 59 kB with B ABD (mean of 15 seeds; this run is above the mean).',
  );
});

test('a run with other values than its scenario has no stored sizes, and says which lanes reach the goal', () => {
  const page = opened('#v=1&p=bm-e1&lanes=shb,abd&link.rateBps=19e6');
  seek(page, 8);
  const { text } = render(<FindingLine onStory={() => {}} />, page);
  expect(text).not.toContain('seeds');
  expect(text).toMatch(/video that can be shown [\d.]+ → [\d.]+ % \(in this run .* the goal of 90 %\)/);
});

test('the link’s busy time is not named if it is nearly equal', () => {
  const text = finding('red,red', 4);
  expect(text).toContain('no clear difference: delay');
  expect(text).not.toContain('link busy');
});

test('a difference of the link’s busy time is a sentence', () => {
  const page = opened('#v=1&p=mobile-link');
  seek(page, 13);
  const { text } = render(<FindingLine onStory={() => {}} />, page);
  expect(text).toMatch(/, the link is busy [\d.]+ → [\d.]+ %\./);
});

test('a sentence names the VCs below their minimum in the lanes with such VCs', () => {
  const page = opened('#v=1&p=goyal-r4&lanes=dfba,double-epd');
  const { run } = page.state;
  const all = { keepsAll: true, missedVcs: [], unclearVcs: [] };
  const unclear = { ...all, keepsAll: false };
  const missed = { keepsAll: false, missedVcs: ['VC 4', 'VC 5'], unclearVcs: ['VC 3'] };
  const textOf = (...guarantees: readonly (typeof all | typeof missed)[]) =>
    render(<Guarantees run={run} guarantees={guarantees} />, page).text;
  expect(textOf(unclear, missed)).toBe(
    'Only in B Double EPD, VC 4 and 5 (perhaps VC 3) are clearly below their minimum.',
  );
  expect(textOf(missed, all)).toBe('Only in A DFBA, VC 4 and 5 (perhaps VC 3) are clearly below their minimum.');
  expect(textOf(missed, missed)).toMatch(
    /^In A .* clearly below their minimum\. In B Double EPD, VC 4 and 5 \(perhaps VC 3\) are clearly below their minimum\.$/,
  );
  expect(textOf(all, unclear)).toBe('No VC is clearly below its minimum.');
  expect(textOf(all, all)).toBe('Every VC gets its minimum.');
});

test('the cause of a bitrate stands before it: the ratio of the round trips', () => {
  const page = opened('#v=1&p=video-beside-download');
  seek(page, 180);
  const { text } = render(<FindingLine onStory={() => {}} />, page);
  expect(text).toMatch(/: round trips video ?: downloads 1\.\d+ → 2\.\d+, lower video bitrate [\d ]+ → [\d ]+ kbit\/s/);
});

test('the answer to the question of a scenario is first and bold', () => {
  const page = opened('#v=1&p=buffer-sizing');
  seek(page, 24);
  expect(render(<FindingLine onStory={() => {}} />, page).text).toMatch(/^A DropTail: link busy [\d.]+ %, delay /);
});
