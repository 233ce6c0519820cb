/** The measurements of papers by the command line, and a comparison with the page: every number and every claim. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, type Locator, type Page } from '@playwright/test';
import { recordFile } from '../src/app/measuring/record-file.ts';
import { formatEvidence } from '../src/papers/evidence-text.ts';
import { findPaper } from '../src/papers/index.ts';
import { type JudgedPaper, judgePaper } from '../src/papers/judge-paper.ts';
import type { Paper } from '../src/papers/paper.ts';
import { type PaperRecord, paperRecord } from '../src/papers/paper-record.ts';
import type { PaperMeasurements, PapersReport } from '../src/papers/validation-report.ts';
import { formatFixed, formatSignedFixed, JUDGEMENT_SIGNS } from '../src/view/papers/paper-texts.ts';
import { madeUp } from '../tests/papers/made-up.ts';

const MAX_BYTES = 1 << 26;

/**
 * `sim paper ID --quick --json`.
 * @param id default all papers
 */
export async function reportOfNode(id?: string): Promise<PapersReport> {
  const command = ['scripts/sim.mjs', 'paper', ...(id === undefined ? [] : [id]), '--quick', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, command, { maxBuffer: MAX_BYTES });
  return JSON.parse(stdout);
}

/** The same without its duration, and without the published records. */
export async function measuredInNode(id?: string): Promise<PaperMeasurements> {
  const { wallSeconds: _, jobs: __, records: ___, ...measured } = await reportOfNode(id);
  return measured;
}

/** Made-up records of this version, with their verdicts, for tests of the page. */
export async function madeUpRecords(
  papers: readonly Paper[],
): Promise<{ records: PaperRecord[]; judged: JudgedPaper[] }> {
  const { version } = JSON.parse(await readFile('package.json', 'utf8'));
  const results = madeUp(papers);
  return {
    records: papers.map((paper) => paperRecord(paper, 'quick', results, { version, date: '2026-01-31' })),
    judged: papers.map((paper) => judgePaper(paper, results)),
  };
}

/** Replaces the published records: other records, no records, or a damaged file. */
export async function withRecords(page: Page, records: readonly PaperRecord[] | Uint8Array): Promise<void> {
  await page.unroute('**/records-*.bin');
  const body = Buffer.from(records instanceof Uint8Array ? records : recordFile(records));
  await page.route('**/records-*.bin', (route) => route.fulfill({ body }));
}

/** The saved measurements of the page. */
export async function measuredOnPage(page: Page, view: Locator): Promise<PaperMeasurements> {
  const saved = page.waitForEvent('download');
  await view.getByRole('button', { name: 'Save all as JSON' }).click();
  return JSON.parse(await readFile((await (await saved).path()) as string, 'utf8'));
}

/** The open paper shows each measured number, and each claim with its verdict and evidence. */
export async function expectShown(
  view: Locator,
  { id, cells, claims }: PaperMeasurements['papers'][number],
): Promise<void> {
  const digits = new Map(findPaper(id)?.tables.map((table) => [table.id, table.digits]));
  const expected = cells.map(({ table, verdict, measured = 0, ci95 = 0, printed, interval, difference = 0 }) => {
    const figure = (value: number) => formatFixed(value, digits.get(table) ?? 0);
    const half = interval === undefined ? '' : ` ±${figure(interval)}`;
    const ours = `${JUDGEMENT_SIGNS[verdict]} ${verdict} ${figure(measured)} ±${figure(ci95)}`;
    return `${ours}published ${figure(printed)}${half}difference ${formatSignedFixed(difference, digits.get(table) ?? 0)}`;
  });
  const shown = view.locator('.paper-table td').filter({ has: view.page().locator('.paper-judgement') });
  await expect(shown).toHaveCount(cells.length);
  expect((await shown.allTextContents()).sort()).toEqual(expected.sort());
  for (const claim of claims) {
    const item = view.locator('.claim').filter({ hasText: `${claim.id},` });
    await expect(item.locator('.paper-judgement')).toHaveText(`${JUDGEMENT_SIGNS[claim.verdict]} ${claim.verdict}`);
    // A file has the words of the evidence, and a judgement has its values.
    const evidence: unknown = claim.evidence;
    await expect(item).toContainText(typeof evidence === 'string' ? evidence : formatEvidence(claim.evidence));
  }
}
