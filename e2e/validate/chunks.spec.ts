/**
 * Every file of the build is refused in turn, at first load and later: no page is blank, no run is lost. Then all files
 * are refused, and all are renamed, before each part of the page is opened. A tour of the whole page finds the action
 * that loads each file; a file that no action loads fails its test. All fonts are refused together: then the text uses
 * another font.
 */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { serve } from '../../scripts/serve.mjs';
import { definitionOfDeclaration, parseDeclaration } from '../../src/program/declaration.ts';
import { programTemplates } from '../../src/program/templates.ts';
import { encodeRun } from '../../src/run-state/run-url.ts';
import { compressText } from '../../src/run-state/text-compression.ts';
import { digests, heldSeconds, openCapture, openFile, pauseAt, scrubTo, shownSeconds } from '../page-object.ts';
import { poll } from '../poll.ts';

const listed = (folder: string, names: RegExp) =>
  readdirSync(new URL(`../../dist/${folder}`, import.meta.url)).filter((name) => names.test(name));

/** Only a page in a frame loads it, to report its height. Without it the frame does not change. */
const IN_FRAMES = /^iframe-height-/;
const FONTS = 'all fonts';
const fonts = listed('assets/', /\.(woff2?|ttf)$/);
const files = [
  ...listed('', /^boot\.js$/),
  ...listed('assets/', /\.(js|css|bin|wasm)$/).filter((name) => !IN_FRAMES.test(name)),
  ...listed('lessons/', /^(index|why-a-queue-fills)\.json$/),
  FONTS,
];

const START = '#v=1&p=opening&seed=7&lanes=red,droptail';

/** The actions of a visitor, each on a new page. If a part is missing, an action may stop half-way. */
interface Visit {
  /** The address at first; START where there is none. */
  readonly hash?: string;
  /** The scenario that is open then. */
  readonly preset?: string;
  readonly act?: (page: Page) => Promise<void>;
  /** It is open over the run, which is visible again after it is closed. */
  readonly over?: boolean;
  /** It changes the open run. */
  readonly changes?: boolean;
}

const click = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();
const opens = (preset: string, more: string, act?: Visit['act']): Visit => ({
  hash: `#v=1&p=${preset}${more}`,
  preset,
  ...(act && { act }),
});

/** A lesson whose steps measure runs, and that can be handed in. */
const lesson = {
  bufferscopeLesson: 1,
  id: 'story',
  title: 'A story',
  summary: 'For the test.',
  minutes: 5,
  runs: {
    one: { title: 'One flow', link: '#v=1&p=single-tcp&run.durationSeconds=4&lanes=red' },
    other: { title: 'The same', link: '#v=1&p=single-tcp&run.durationSeconds=4&lanes=droptail' },
  },
  steps: [
    {
      kind: 'compare',
      title: 'Compare',
      runs: ['one', 'other'],
      figures: [{ figure: 'delayMs' }],
      question: 'Which?',
      options: [
        { text: 'This one', right: true, says: 'Yes.' },
        { text: 'That one', says: 'No.' },
      ],
    },
    { kind: 'explain', title: 'Explain', question: 'Why?', model: 'The window of $n$ packets grows.' },
  ],
};

/** A lesson with one step, whose answer is a program. */
const programLesson = {
  bufferscopeLesson: 1,
  id: 'program',
  title: 'A program',
  summary: 'For the test.',
  minutes: 5,
  runs: { one: lesson.runs.one },
  steps: [
    {
      kind: 'challenge',
      title: 'Challenge',
      view: { run: 'one' },
      solution: {},
      goals: [{ figure: 'delayMs', below: 1e6 }],
      program: { template: programTemplates[0]?.source, solution: programTemplates[0]?.source },
    },
  ],
};

/** The link of a run with a program in its second lane. */
function linkOfProgram(): string {
  const source = programTemplates[0]?.source ?? '';
  const definition = definitionOfDeclaration(parseDeclaration('{}', source), () => {
    throw new Error('it runs on the page only');
  });
  const lanes = [
    { policy: 'droptail', values: {} },
    { policy: 'own', values: {} },
  ];
  return encodeRun({ preset: 'opening', startValues: {}, lanes, seed: 7, edits: [], program: { source, definition } });
}

async function openProgram(page: Page): Promise<void> {
  await click(page, 'More about lane B');
  await click(page, 'Write a policy of lane B');
}

async function runProgram(page: Page): Promise<void> {
  await openProgram(page);
  await click(page, 'Run it');
  await page.getByText(/runs in lane B\.$/).waitFor();
  await click(page, 'Close the program');
}

const visits: Readonly<Record<string, Visit>> = {
  nothing: {},
  help: { over: true, act: (page) => click(page, 'Help and keys') },
  why: {
    act: async (page) => {
      await click(page, 'Why?');
      await page.getByRole('complementary').last().getByRole('button').nth(3).click();
    },
  },
  table: { act: (page) => click(page, 'table') },
  capture: {
    over: true,
    act: async (page) => {
      await openCapture(page);
      const dialog = page.getByRole('dialog', { name: 'Save', exact: true });
      await dialog.getByLabel('To (s)', { exact: true }).fill('1');
      await dialog.getByRole('button', { name: 'Save the capture' }).click();
      await dialog.getByText(/^(Saved|The capture failed)/).waitFor();
    },
  },
  'whole run': {
    over: true,
    act: async (page) => {
      await click(page, 'Save');
      await Promise.all([page.waitForEvent('download'), click(page, 'Save Whole run (JSON)')]);
    },
  },
  share: { act: (page) => click(page, 'Share link') },
  arrivals: {
    changes: true,
    act: async (page) => {
      await openFile(page, 'own.csv', 'time_s,bytes\n0,1000\n1,1000\n');
      await page.getByText('2 packets of 1 flow').first().waitFor();
    },
  },
  rates: {
    changes: true,
    act: async (page) => {
      await openFile(page, 'own.down', '1\n2\n3\n');
      await page.getByText('The link follows the file').waitFor();
    },
  },
  'lesson of a file': {
    preset: '',
    act: async (page) => {
      await openFile(page, 'own.json', JSON.stringify(lesson));
      await page.locator('.lesson').waitFor();
    },
  },
  sender: { act: (page) => click(page, 'sender') },
  sweep: {
    over: true,
    act: async (page) => {
      await click(page, 'Sweep');
      await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('dialog').getByRole('progressbar').waitFor();
    },
  },
  'sweep with a program': {
    over: true,
    changes: true,
    act: async (page) => {
      await runProgram(page);
      await click(page, 'Sweep');
      await page.getByLabel('Seconds of a run').fill('1');
      await page.getByLabel('Warm-up (s)').fill('0');
      await click(page, 'Run');
      await page.getByRole('button', { name: 'Parquet', exact: true }).waitFor();
      await Promise.all([page.waitForEvent('download'), click(page, 'Parquet')]);
    },
  },
  'capture of a program': {
    over: true,
    changes: true,
    act: async (page) => {
      await runProgram(page);
      await openCapture(page);
      const dialog = page.getByRole('dialog', { name: 'Save', exact: true });
      await dialog.getByLabel('Lane').selectOption({ index: 1 });
      await dialog.getByLabel('To (s)', { exact: true }).fill('1');
      await dialog.getByRole('button', { name: 'Save the capture' }).click();
      await dialog.getByText(/^(Saved|The capture failed)/).waitFor();
    },
  },
  'whole run of a program': {
    over: true,
    changes: true,
    act: async (page) => {
      await runProgram(page);
      await click(page, 'Save');
      await Promise.all([page.waitForEvent('download'), click(page, 'Save Whole run (JSON)')]);
    },
  },
  'rules for a program': {
    changes: true,
    act: async (page) => {
      await openProgram(page);
      await click(page, 'Test the rules');
      await page.getByText(/^(The program (keeps|breaks)|.*could not be loaded)/).waitFor();
    },
  },
  card: {
    act: async (page) => {
      await page.getByRole('radio', { name: 'from now' }).waitFor();
      // A press on Play in the meantime moves the pointer away from it.
      await poll(async () => {
        await page.mouse.move(0, 0);
        await page.locator('button.term').filter({ visible: true }).first().hover();
        // The card comes after half a second, its words about a missing part after its second try.
        await page.waitForTimeout(2_500);
        return page.locator('.card').getByText(/\w/).count();
      }).toBeGreaterThan(0);
    },
  },
  change: {
    changes: true,
    act: async (page) => {
      await page.getByRole('radio', { name: 'from now' }).check();
      await page
        .getByRole('slider', { name: /min_th|threshold/i })
        .first()
        .focus();
      await page.keyboard.press('ArrowRight');
      await page.locator('.edit-marker').first().waitFor();
    },
  },
  save: {
    act: async (page) => {
      await click(page, /^Save (Goodput|Delay)/);
      await click(page, /as CSV$/);
    },
  },
  'over time': { act: (page) => click(page, 'over time') },
  gallery: { over: true, act: (page) => page.getByRole('link', { name: 'Scenarios' }).click() },
  paper: { over: true, hash: '#papers=hu-vbs', act: (page) => page.getByText(/^On record/).waitFor() },
  program: { changes: true, act: runProgram },
  'program of a link': {
    hash: `#${linkOfProgram()}`,
    preset: 'opening',
    act: (page) => page.getByRole('dialog').getByRole('button', { name: 'Run it', exact: true }).click(),
  },
  lessons: {
    over: true,
    hash: '#lessons',
    act: (page) => page.getByRole('link', { name: /Why a queue fills/ }).waitFor(),
  },
  lesson: { hash: '#lesson=why-a-queue-fills', preset: '' },
  'lesson editor': {
    over: true,
    hash: '#lesson-editor',
    act: (page) => page.getByRole('region', { name: 'Lesson editor' }).waitFor(),
  },
  'hand in': {
    hash: `#lz=${compressText(JSON.stringify(lesson))}&student=Ada`,
    preset: '',
    act: async (page) => {
      const panel = page.locator('.lesson');
      await panel.getByRole('button', { name: 'Measure the runs' }).click();
      await panel.getByRole('radio', { name: 'This one' }).check();
      await click(page, 'This is my answer');
      await panel.getByRole('button', { name: 'Next' }).click();
      await panel.getByRole('textbox').fill('Because.');
      await click(page, 'This is my answer');
      await Promise.all([
        page.waitForEvent('download'),
        panel.getByRole('button', { name: 'Hand in: save my answers' }).click(),
      ]);
    },
  },
  'program in a lesson': {
    hash: `#lz=${compressText(JSON.stringify(programLesson))}&student=Ada`,
    preset: '',
    act: async (page) => {
      await click(page, 'Run and measure it');
      await page.locator('.lesson .feedback').waitFor();
    },
  },
  'from a paper': opens('abe-100k-blue4', '&from=abe:loss/100/4'),
  'shared buffer': opens('bm-lesson', '&lanes=shb,pfb'),
  states: opens('bm-lesson', '&lanes=abd'),
  clock: opens('home-bufferbloat', '&lanes=codel'),
  controller: opens('home-bufferbloat', '&lanes=pie'),
  coupling: opens('home-bufferbloat', '&lanes=dualpi2'),
  turns: opens('home-bufferbloat', '&lanes=fq-codel'),
  deadlines: opens('abe-100k-blue4', '&lanes=abe-dsd'),
  dense: opens(
    'mm1k',
    '&lanes=droptail&run.warmupSeconds=0&link.rateBps=1e10&sources.poisson.rateBps=9e9&sources.poisson.packetBytes=64&run.sampleMs=1000',
    async (page) => {
      await page.getByRole('slider', { name: 'Speed' }).fill('10');
      await page.getByText('The page cannot show it live').waitFor();
    },
  ),
  story: opens('single-tcp', '&lanes=droptail,red&story=2'),
  cells: opens('hu-fig7', '', (page) => click(page, 'groups')),
};

/** Longest time of a step of an action, ms: in the tour all parts must load; later a part is missing. */
const TOUR_MS = 90_000;
const STEP_MS = 15_000;
/** If no file is requested for this time, all have loaded, ms. A part is requested again after a second. */
const QUIET_MS = 1_500;
/** An action requests the file within this time, ms. */
const ASKED_MS = 90_000;
/** Longest time from the second refusal to the message, ms. */
const WORDS_MS = 5_000;

const lanes = (page: Page) => page.getByRole('region', { name: /^Lane [A-D]/ });
const said = (page: Page) =>
  page
    .getByText(
      /could not be (loaded|read|opened|written|saved|started|made|measured|created)|capture failed|stopped because|has stopped/,
    )
    .filter({ visible: true })
    .first();

interface Server {
  readonly address: string;
  /** Publishes the build, or one whose files have other names. */
  publish(renamed: boolean): void;
  /** No request gets an answer. */
  isOffline: boolean;
  readonly missing: Set<string>;
  /** Requests since the list was cleared. */
  readonly asked: Set<string>;
  /** Wall times of refusals, ms. */
  readonly refusals: number[];
  askedMs: number;
}

const place = mkdtempSync(join(tmpdir(), 'chunks-'));
test.afterAll(() => rmSync(place, { recursive: true }));

/** A copy of the build whose files in `assets/` have other names, as after a deployment. */
function renamedBuild(): string {
  const copy = join(place, 'renamed');
  cpSync(BUILD, copy, { recursive: true });
  const names = readdirSync(join(copy, 'assets'));
  const known = new RegExp(names.map((name) => name.replaceAll('.', '\\.')).join('|'), 'g');
  for (const name of names) renameSync(join(copy, 'assets', name), join(copy, 'assets', another(name)));
  for (const item of readdirSync(copy, { recursive: true, withFileTypes: true })) {
    const path = join(item.parentPath, item.name);
    if (!item.isFile() || !['.js', '.css', '.html'].includes(extname(path))) continue;
    writeFileSync(path, readFileSync(path, 'utf8').replace(known, another));
  }
  return copy;
}

const another = (name: string) => name.replace(/(\.\w+)$/, 'x$1');
const BUILD = fileURLToPath(new URL('../../dist', import.meta.url));
let renamed: string | undefined;

function publish(isRenamed: boolean): void {
  if (isRenamed) renamed ??= renamedBuild();
  const link = join(place, 'dist');
  symlinkSync(isRenamed ? (renamed as string) : BUILD, `${link}.next`);
  renameSync(`${link}.next`, link);
}

async function faulty(): Promise<Server> {
  const [missing, asked, refusals] = [new Set<string>(), new Set<string>(), [] as number[]];
  const refuses = (path: string) => {
    const name = path.split('/').at(-1)?.split('?')[0] ?? '';
    asked.add(name);
    server.askedMs = Date.now();
    const refused = server.isOffline || missing.has(name);
    if (refused) refusals.push(Date.now());
    return refused;
  };
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  publish(false);
  const address = await serve({ root: place, port, prefix: '/course/', refuses });
  const server: Server = { address, publish, isOffline: false, missing, asked, refusals, askedMs: 0 };
  return server;
}

/** Until no file has been asked for in a while. */
async function quiet(server: Server, forMs = QUIET_MS): Promise<void> {
  while (Date.now() - server.askedMs < forMs) await new Promise((resolve) => setTimeout(resolve, 100));
}

async function perform(page: Page, visit: Visit, address: string): Promise<void> {
  await page.goto(address + (visit.hash ?? START));
  await visit.act?.(page);
}

/**
 * The action that loads each file, with as few other files as possible. The results for an action are reused while
 * build and action are the same.
 */
async function tour(browser: Browser, server: Server): Promise<Readonly<Record<string, string>>> {
  const known = readTour();
  for (const [name, visit] of Object.entries(visits)) {
    const of = JSON.stringify([files, visit.hash, `${visit.act}`]);
    if (known[name]?.of === of) continue;
    const page = await browser.newPage({ serviceWorkers: 'block', viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(TOUR_MS);
    server.asked.clear();
    await perform(page, visit, server.address);
    await quiet(server, 4 * QUIET_MS);
    known[name] = { of, asked: [...server.asked] };
    await page.close();
    mkdirSync(new URL('.', TOUR), { recursive: true });
    writeFileSync(TOUR, JSON.stringify(known));
  }
  const loadedBy: Record<string, string> = {};
  const length = (name: string) => known[name]?.asked.length ?? 0;
  for (const name of Object.keys(visits).sort((one, other) => length(one) - length(other)))
    for (const file of known[name]?.asked ?? []) loadedBy[fonts.includes(file) ? FONTS : file] ??= name;
  // Whatever else loads them, they are there when the page is.
  for (const file of known.nothing?.asked ?? []) loadedBy[fonts.includes(file) ? FONTS : file] = 'nothing';
  return loadedBy;
}

/** By visit: its content, and the files that it requested. */
type Tour = Record<string, { readonly of: string; readonly asked: readonly string[] }>;
const TOUR = new URL('../../.cache/tour.json', import.meta.url);

function readTour(): Tour {
  try {
    return JSON.parse(readFileSync(TOUR, 'utf8'));
  } catch {
    // There is none yet.
    return {};
  }
}

/** The run that nothing disturbs, at a time. */
interface Held {
  readonly seconds: number;
  readonly digests: readonly string[];
}

let server: Server;
let loadedBy: Readonly<Record<string, string>> = {};
let undisturbed: Held;
const silent: string[] = [];

test.beforeAll(async ({ browser }) => {
  server = await faulty();
  const page = await browser.newPage({ serviceWorkers: 'block', reducedMotion: 'reduce' });
  await page.goto(server.address + START);
  undisturbed = await hold(page);
  await page.close();
});

// Failures without a message that lose nothing: a small part of a picture, an equation shown as TeX, another font.
test.afterAll(() => console.log(`without a word: ${silent.join(', ') || 'none'}`));

test.describe('each file', () => {
  test.beforeAll(async ({ browser }) => {
    // Forty visits, of a page on a machine that may have other work.
    test.setTimeout(40 * 60_000);
    loadedBy = await tour(browser, server);
  });

  for (const [when, file] of (['at first load', 'later'] as const).flatMap((time) =>
    files.map((name) => [time, name] as const),
  ))
    test(`${when}, without ${file}`, async ({ page }) => {
      const name = loadedBy[file];
      expect(name, 'nothing loads it').toBeDefined();
      test.skip(when === 'later' && name === 'nothing', 'the page loads it at first');
      page.setDefaultTimeout(STEP_MS);
      const visit = visits[name as string] as Visit;
      // Reduced motion, because no test needs the playing run.
      if (visit === visits.nothing) await page.emulateMedia({ reducedMotion: 'reduce' });
      const gone = file === FONTS ? fonts : [file];
      server.refusals.length = 0;
      if (when === 'later') await page.goto(server.address + START);
      const held = when === 'later' ? await hold(page) : undefined;
      for (const one of gone) server.missing.add(one);
      const acted =
        when === 'later' ? arrive(page, visit).then(() => visit.act?.(page)) : perform(page, visit, server.address);
      let halted: unknown;
      let isDone = false;
      const done = acted
        .catch((error: unknown) => {
          halted = error;
        })
        .finally(() => {
          isDone = true;
        });
      let played = false;
      await poll(
        async () => {
          // Files that are loaded after some time of the run. During an action, Play would close its menus.
          if (isDone && Date.now() - server.askedMs > QUIET_MS) played = (await play(page)) || played;
          return server.refusals.length;
        },
        { timeout: ASKED_MS },
      ).toBeGreaterThan(0);
      await Promise.race([
        said(page)
          .waitFor({ timeout: 10_000 })
          .catch(() => {}),
        done.then(() => quiet(server)),
      ]);
      await said(page)
        .waitFor({ timeout: WORDS_MS })
        .catch(() => silent.push(`${file} (${name}, ${when}${halted ? ', broken off' : ''})`));
      await expectWords(page);
      server.missing.clear();
      await done;
      const offered = await loadAgain(page);
      await expectRun(page, visit, offered && !played ? held : undefined);
    });
});

/** How the parts ended that were opened without their files: each test adds a line. */
const lines: string[] = [];
test.afterAll(() => console.log(lines.join('\n')));

/**
 * Files that were asked for since the server lost them; after a deployment, by the names that the new build does not
 * have.
 */
const lostFiles = () => [...server.asked].filter((name) => files.includes(name) || fonts.includes(name));

for (const [why, begin, end] of [
  ['offline', () => (server.isOffline = true), () => (server.isOffline = false)],
  ['after a deployment that renamed all', () => server.publish(true), () => undefined],
] as const)
  for (const [name, visit] of Object.entries(visits))
    test(`${why}: ${name}`, async ({ page }) => {
      page.setDefaultTimeout(STEP_MS);
      server.publish(false);
      server.isOffline = false;
      await page.goto(server.address + START);
      const held = await hold(page);
      await quiet(server);
      server.asked.clear();
      begin();
      let halted: unknown;
      // The element for which an action waits may be missing: then the message comes first.
      const done = arrive(page, visit)
        .then(() => visit.act?.(page))
        .catch((error: unknown) => {
          halted = error;
        });
      await Promise.race([
        said(page)
          .waitFor({ timeout: STEP_MS })
          .catch(() => {}),
        done.then(() => quiet(server)),
      ]);
      const hasWords = await said(page)
        .waitFor({ timeout: WORDS_MS })
        .then(
          () => true,
          () => false,
        );
      const lost = lostFiles();
      if (lost.length === 0) lines.push(`${why}, ${name}: no file was asked for`);
      else lines.push(`${why}, ${name}: ${hasWords ? 'words' : 'no words'}; without ${lost.join(', ')}`);
      if (!hasWords && lost.length > 0) silent.push(`${name} (${why}${halted ? ', broken off' : ''})`);
      await expectWords(page);
      end();
      await done;
      const offered = await loadAgain(page);
      await expectRun(page, visit, offered ? held : undefined);
    });

async function expectWords(page: Page): Promise<void> {
  expect((await page.locator('body').innerText()).trim(), 'a blank page').not.toBe('');
  const alive = lanes(page).or(page.getByRole('alert')).or(page.getByRole('dialog')).filter({ visible: true });
  expect(await alive.count(), 'a blank page').toBeGreaterThan(0);
}

/** @returns whether Play may have been pressed: on a busy machine a click may come after its time */
async function play(page: Page): Promise<boolean> {
  const button = page.getByRole('button', { name: 'Play', exact: true });
  if (!(await button.isVisible())) return false;
  await button.click({ timeout: 2_000 }).catch(() => {});
  return true;
}

/** From the open run to the address of an action. */
async function arrive(page: Page, { hash }: Visit): Promise<void> {
  if (hash !== undefined) await page.evaluate((text) => location.assign(text), hash);
}

/** The run, paused at a time that is always the same. */
async function hold(page: Page): Promise<Held> {
  await pauseAt(page, 0);
  const seconds = await scrubTo(page, 0.05);
  return { seconds, digests: await digests(page) };
}

/**
 * Uses the button of the page if there is one.
 * @returns whether there is one
 */
async function loadAgain(page: Page): Promise<boolean> {
  const reload = page.getByRole('button', { name: 'Reload', exact: true }).filter({ visible: true }).first();
  const offered = (await reload.count()) > 0;
  const loaded = page.waitForEvent('load', { timeout: 30_000 });
  if (!offered) await page.reload();
  else
    await reload.click({ timeout: WORDS_MS }).catch(async () => {
      // Parts that the action has opened, and that a visitor can close, may cover it.
      await page.reload();
    });
  await loaded;
  return offered;
}

/** Closes the part over the run, after it has opened. */
async function leave(page: Page): Promise<void> {
  await quiet(server);
  await poll(async () => {
    await page.keyboard.press('Escape');
    return page.locator('dialog:modal').count();
  }).toBe(0);
}

/**
 * The run is back, with its digests if the action has not changed it.
 * @param held also compares its time, if the page reloaded itself
 */
async function expectRun(page: Page, visit: Visit, held: Held | undefined): Promise<void> {
  await expect(lanes(page).first()).toBeVisible();
  if (visit.over) await leave(page);
  if (visit.preset === '') return;
  await expect(page.getByRole('combobox', { name: 'Scenario' })).toHaveValue(visit.preset ?? 'opening');
  if (visit.preset !== undefined || visit.changes || (visit.over && visit.hash && held === undefined)) return;
  if (held === undefined) expect(await hold(page)).toEqual(undisturbed);
  else {
    await poll(() => shownSeconds(page)).toBeCloseTo(held.seconds, 2);
    await heldSeconds(page);
    expect(await digests(page)).toEqual(held.digests);
  }
}
