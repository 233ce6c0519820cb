/**
 * Tests that a browser's driver cannot do, with the reason: they are left out of that browser in `npm run validate`. All
 * of them run in Chromium. WebKitGTK is driven by WebDriver, which has none of Playwright's page: in it only
 * `e2e/browsers` runs, the other tests where Playwright's own WebKit is.
 */
interface Exclusion {
  /** Parts of the tests' titles. */
  readonly titles: readonly string[];
  readonly why: string;
}

/** Debian's Firefox over WebDriver BiDi. */
const firefox: readonly Exclusion[] = [
  {
    titles: [
      'a paper is measured, cancelled, kept over a reload and gone on with',
      'all numbers stand in one picture',
      'an experiment is measured alone',
      'the knee and the cliff of M/D/1',
      'a plot is saved as CSV',
      'the table of figures is saved in all three forms',
      'a scenario is saved as a file and opened again',
      'is the file that the command line writes',
      'a packet leads to its sender, whose windows and packets are drawn and saved',
      'a hand-in of the page opens offline',
      'a teacher who knows no JSON writes a lesson of four steps',
      'a run that is too long for a link says so, offers its file',
    ],
    why: 'a download of what the page itself has made raises no event over BiDi',
  },
  { titles: ['reduced motion: nothing moves until it is asked for'], why: 'the wish for less motion cannot be set' },
  {
    titles: ['on a phone a packet is asked about by touch', 'on a phone the line stands below the timeline'],
    why: 'touch and telephones cannot be imitated',
  },
  { titles: ['random doings, seed'], why: "it asks Chromium's inspector how large the heap is" },
  {
    titles: ['a lane whose worker throws says so, with the stack'],
    why: 'it looks for "at " in the stack, which only V8 writes',
  },
];

/** By the name of the browser's project. */
export const exclusions: Readonly<Record<string, readonly Exclusion[]>> = { firefox };

export const notDriven = (browser: string): RegExp[] =>
  (exclusions[browser] ?? []).flatMap(({ titles }) =>
    titles.map((title) => new RegExp(title.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))),
  );
