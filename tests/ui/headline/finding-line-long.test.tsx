/** The finding in words, for one lane, two lanes and several. */
import { expect, test } from 'vitest';
import { FindingLine } from '../../../src/ui/headline/finding-line.tsx';
import { Guarantees } from '../../../src/ui/headline/lane-comparison.tsx';
import { validatedTest } from '../../amount.ts';
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

test('a figure of few events is too early to compare, not without a difference', () => {
  const page = opened('#v=5&p=web-fetches&lanes=droptail,fq-codel');
  const textAt = (seconds: number) => {
    seek(page, seconds);
    return render(<FindingLine onStory={() => {}} />, page).text;
  };
  // 9 fetches of A in 5 s, with means of 625 and 164 ms; the link is busy in all parts of this time.
  const early = textAt(10);
  expect(early).toMatch(/too early to be sure: mean completion of web fetches 6\d\d → 16\d ms/);
  expect(early).toMatch(/less link busy|link busy 100 → 8/);
  expect(textAt(20)).toMatch(/shorter mean completion of web fetches/);
});

test('one lane has its figures with units, and nothing to compare', () => {
  const text = finding('droptail', 4);
  expect(text).toMatch(/A DropTail: /);
  expect(text).toMatch(/delay [\d.]+ ms/);
  expect(text).not.toContain('early to compare');
});

test('two lanes are compared with each other, by letter and name', () => {
  expect(finding('droptail,red', 4)).toMatch(
    /^From A DropTail to B RED: shorter delay [\d.]+ → [\d.]+ ms \([\d.]+ × A\); no clear difference: loss [\d.]+ → [\d.]+ %, .*\. 1–4 s/,
  );
});

test('with several lanes each one is compared with the first', () => {
  expect(finding('droptail,red,codel', 3)).toMatch(
    /^Against A DropTail: shorter delay [\d.]+ → [\d.]+ ms in B RED, no clear difference in C CoDel; *no clear difference: loss\./,
  );
});

test('several lanes with a clear difference have one range of figures with two digits', () => {
  expect(finding('droptail,red,codel,pie', 3)).toMatch(
    /^Against A DropTail: shorter delay \d\d\.\d → \d\d–\d\d ms in B and D, no clear difference in C; /,
  );
});

test('with several lanes the share of a competing class is compared too', () => {
  const page = opened('#v=1&p=l4s-beside-classic&lanes=dualpi2,pie,droptail&run.warmupSeconds=1');
  seek(page, 4);
  const { text } = render(<FindingLine onStory={() => {}} />, page);
  expect(text).toMatch(
    /^Against A DualPI2: too early to be sure: share of Reno \(with equal flows: 50 %\); *too early to be sure: Prague delay\./,
  );
});

test('with several lanes a goal says which lanes reach it', () => {
  const page = opened('#v=1&p=bm-e1&lanes=shb,abd,shb');
  seek(page, 8);
  const { text } = render(<FindingLine onStory={() => {}} />, page);
  expect(text).toMatch(/a buffer of about 38 kB with A SHB, about 59 kB with B ABD, about 38 kB with C SHB\./);
  expect(text).toMatch(/Against A: too early to be sure: video that can be shown\./);
});

test('a goal has the stored sizes that reach it first, without a second comparison of this run', () => {
  const page = opened('#v=1&p=bm-e1&lanes=shb,abd');
  seek(page, 8);
  const { text } = render(<FindingLine onStory={() => {}} />, page);
  expect(text).toBe(
    'Mean of 15 seeds: 90 % needs a buffer of about 38 kB with A SHB, about 59 kB with B ABD. This run (45 kB) is above the mean: 97.8 % (A), 86.8 % (B).',
  );
});

test('a run with other values than its scenario has no stored sizes, and says which lanes reach the goal', () => {
  const page = opened('#v=1&p=bm-e1&lanes=shb,abd&link.rateBps=19e6');
  seek(page, 8);
  const { text } = render(<FindingLine onStory={() => {}} />, page);
  expect(text).not.toContain('seeds');
  expect(text).toMatch(/video that can be shown [\d.]+ → [\d.]+ % \(.*in this run .* the goal of 90 %\)/);
});

test('the link’s busy time is not named if it is nearly equal', () => {
  const text = finding('red,red', 4);
  expect(text).toContain('no clear difference: delay');
  expect(text).not.toContain('link busy');
});

test('a difference of twenty times and more stands beside the price of the finding', () => {
  const page = opened('#v=5&p=busy-evening');
  seek(page, 30);
  const { text } = render(<FindingLine onStory={() => {}} />, page);
  expect(text).toMatch(/film gets .*, shorter call delay 113 → 0\.302 ms; price: more loss 1\.82 → 24\.6 %/);
});

test('a link that is less busy is the price of the finding', () => {
  const page = opened('#v=1&p=mobile-link');
  seek(page, 13);
  const { text } = render(<FindingLine onStory={() => {}} />, page);
  expect(text).toMatch(/ms \(.* × A\); price: link busy [\d.]+ → [\d.]+ %\./);
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

test('the bitrate that a scenario asks for is first, clear or not, and its cause is the ratio of the round trips', () => {
  const page = opened('#v=1&p=video-beside-download&lanes=droptail,codel');
  const text = () => render(<FindingLine onStory={() => {}} />, page).text;
  seek(page, 40);
  expect(text()).toMatch(
    /: video bitrate 9\d\d → [\d\s]+ kbit\/s \(no clear difference; equal share: 2\s000\), at a round trip 2\.\d+ × the downloads’\. 20–40 s/,
  );
  seek(page, 180);
  expect(text()).toMatch(/: lower video bitrate [\d\s]+ → [\d\s]+ kbit\/s \(equal share: 2\s000\), at a round trip /);
});

test('a higher bitrate beside a longer round trip is in spite of it', () => {
  const page = opened('#v=1&p=video-beside-download&lanes=droptail,fq-codel');
  seek(page, 110);
  expect(render(<FindingLine onStory={() => {}} />, page).text).toMatch(
    /: higher video bitrate [\d\s]+ → [\d\s]+ kbit\/s \(equal share: 2\s000\), despite a round trip 2\.\d+ × the downloads’\./,
  );
});

test('the answer to the question of a scenario is first and bold', () => {
  const page = opened('#v=1&p=buffer-sizing');
  seek(page, 24);
  expect(render(<FindingLine onStory={() => {}} />, page).text).toMatch(/^A DropTail: link busy [\d.]+ %, delay /);
});

validatedTest('before the figures count, the stored means say what the buffer of the run does', () => {
  const textAt = (hash: string, seconds: number) => {
    const page = opened(hash);
    seek(page, seconds);
    return render(<FindingLine onStory={() => {}} />, page).text;
  };
  for (const seconds of [0, 10, 20])
    expect(textAt('#v=5&p=buffer-sizing', seconds)).toMatch(
      /^62 packets keep the link about 99\.\d % busy \(mean of 15 seeds\)\.$/,
    );
  expect(textAt('#v=1&p=bm-e5', 3)).toMatch(
    /^45 kB show about [\d.]+ % of the video with A SHB, [\d.]+ % with B ABD \(mean of 15 seeds\)\.$/,
  );
  expect(textAt('#v=1&p=bm-e2', 3)).toMatch(
    /^Mean of 15 seeds: 70 % needs a buffer of about [\d.]+ kB with A SHB, about [\d.]+ kB with B ABD\./,
  );
  expect(textAt('#v=1&p=buffer-sizing&link.rateBps=40e6', 10)).toMatch(/^Warm-up: A DropTail: link busy /);
});

test('at the end of the warm-up the finding is that of the warm-up', () => {
  const page = opened('#v=1&p=opening&run.warmupSeconds=4');
  seek(page, 4);
  expect(render(<FindingLine onStory={() => {}} />, page).text).toMatch(
    /^Warm-up: From A DropTail to B RED: shorter delay /,
  );
});

validatedTest('a delay that differs by a large factor is named before a fairness without a clear difference', () => {
  const page = opened('#v=1&p=hu-fig7');
  seek(page, 6);
  expect(render(<FindingLine onStory={() => {}} />, page).text).toMatch(
    /^Every VC gets its minimum\. From A DFBA to B VBS: longer delay [\d.]+ → [\d.]+ ms, less loss [\d.]+ → [\d.]+ %; fairness among VCs [\d.]+ → [\d.]+ \(no clear difference\)\./,
  );
});

test('lanes that mark in place of drops say so before their loss', () => {
  const page = opened('#v=1&p=opening&lanes=droptail,red,codel,pie');
  seek(page, 14);
  expect(render(<FindingLine onStory={() => {}} />, page).text).toMatch(
    /; *C and D mark packets \(1\.\d–2\.\d %\): loss 1\.\d+ → 0\.\d+ %; more loss in B: 2\.\d+ %\./,
  );
});

test('of three lanes, one that marks and one that loses more are letters, so that the sentence is one line', () => {
  const page = opened('#v=1&p=opening&lanes=droptail,red,codel');
  seek(page, 14);
  expect(render(<FindingLine onStory={() => {}} />, page).text).toMatch(
    /^Against A DropTail: shorter delay [\d.]+ → \d\d–\d\d ms; *C marks packets \(1\.\d+ %\): loss 1\.\d+ → 0\.\d+ %; more loss in B: 2\.\d+ %\./,
  );
});

test('a share is a sentence with both lanes', () => {
  const page = opened('#v=1&p=l4s-beside-classic&run.warmupSeconds=2&run.durationSeconds=10');
  seek(page, 8);
  expect(render(<FindingLine onStory={() => {}} />, page).text).toMatch(
    /^From A DualPI2 to B PIE: Reno gets [\d.]+ % in A, [\d.]+ % in B \(with equal flows: 50 %\)/,
  );
});

test('a question about lost frames has the example of the drawing first, then the video that can be shown', () => {
  const page = opened('#v=1&p=bm-lesson');
  seek(page, 8);
  expect(render(<FindingLine onStory={() => {}} />, page).text).toMatch(
    /^In A, \d+ lost packets? of video \d costs? \d+ frames\. From A SHB to B ABD: .*video that can be shown [\d.]+ → [\d.]+ %/,
  );
});
