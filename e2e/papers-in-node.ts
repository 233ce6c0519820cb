/** What the command measures of papers, and whether the page shows the same: every number and every claim. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, type Locator, type Page } from '@playwright/test';
import { CELL_VERDICTS } from '../src/papers/judge.ts';
import type { Measured, PapersReport } from '../src/papers/report.ts';

const MOST_BYTES = 1 << 26;

/** `sim paper ID --quick --json`, without the time that it took. @param id all papers where it is left out */
export async function measuredInNode(id?: string): Promise<Measured> {
  const command = ['scripts/sim.mjs', 'paper', ...(id === undefined ? [] : [id]), '--quick', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, command, { maxBuffer: MOST_BYTES });
  const { wallSeconds: _, jobs: __, ...measured } = JSON.parse(stdout) as PapersReport;
  return measured;
}

/** What the page has measured, as it saves it. */
export async function measuredOnPage(page: Page, view: Locator): Promise<Measured> {
  const saved = page.waitForEvent('download');
  await view.getByRole('button', { name: 'Save all as JSON' }).click();
  return JSON.parse(await readFile((await (await saved).path()) as string, 'utf8'));
}

/** The paper that is open shows each verdict as often as there are numbers with it, and every claim with its verdict. */
export async function expectShown(view: Locator, { cells, claims }: Measured['papers'][number]): Promise<void> {
  for (const verdict of CELL_VERDICTS)
    await expect(view.locator(`.published td .${verdict.replace(' ', '-')}`)).toHaveCount(
      cells.filter((cell) => cell.verdict === verdict).length,
    );
  for (const { id, verdict, evidence } of claims) {
    const claim = view.getByRole('listitem').filter({ hasText: `${id},` });
    await expect(claim).toContainText(verdict);
    await expect(claim).toContainText(evidence);
  }
}
