/** Changes before the code for them is loaded: none is lost, and a failed load is reported. */
import { afterEach, expect, test, vi } from 'vitest';
import { NotLoadedError } from '../../../src/app/loading/loading.ts';
import { Page } from '../../../src/app/page/page.ts';
import { loadedPolicies, registerPolicies } from '../../../src/policies/loaded-policies.ts';
import { decodeRun } from '../../../src/run-state/run-url.ts';
import { FakeWorker, settle } from '../fake-worker.ts';
import { closeLanes, HASH } from '../opened-page.ts';

let page: Page;
afterEach(() => {
  vi.restoreAllMocks();
  closeLanes(page);
});

function pageWithoutEditor(): Page {
  page = new Page(FakeWorker.make);
  page.runs.openUrl(decodeRun(`${HASH}&lanes=droptail,red`));
  settle();
  return page;
}

const policies = () => page.state.run.lanes.map(({ policy }) => policy);

test('changes wait for the editor, and are made in their order', async () => {
  pageWithoutEditor();
  expect(page.dragEditor).toBeUndefined();
  expect(page.edit((editor) => editor.lanes.add('codel'))).toBeUndefined();
  page.edit((editor) => editor.lanes.setPolicy(0, 'red-ecn'));
  expect(policies()).toEqual(['droptail', 'red']);
  await vi.waitFor(() => expect(policies()).toEqual(['red-ecn', 'red', 'codel']));
  expect(page.edit((editor) => editor.setValue('link.rateBps', 5e6))).toBe(5e6);
});

test('if the editor cannot be loaded, the page says that the change was not made', async () => {
  pageWithoutEditor();
  vi.spyOn(page, 'loadEditorAndCatalog').mockRejectedValue(new NotLoadedError(new Error('offline')));
  page.edit((editor) => editor.lanes.add('codel'));
  await vi.waitFor(() => expect(page.state.reloadOffer).toMatch(/^This change could not be made: /));
  expect(policies()).toEqual(['droptail', 'red']);
});

test('the policies that can be chosen are part of the state, and change when all are loaded', async () => {
  const all = loadedPolicies();
  registerPolicies(all.slice(0, 2));
  pageWithoutEditor();
  expect(page.state.policies).toEqual(all.slice(0, 2));
  registerPolicies(all);
  await page.loadEditorAndCatalog();
  expect(page.state.policies).toEqual(all);
});
