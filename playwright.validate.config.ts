import { defineConfig } from '@playwright/test';
import { notDriven } from './e2e/exclusions.ts';
import base, { everywhere, inChromium, inOthers, long, shown } from './playwright.config.ts';

/**
 * WebKitGTK is driven by WebDriver, which knows none of what these tests ask of Playwright; only its own WebKit does.
 */
const driven = inOthers.filter(({ metadata }) => metadata?.webDriver === undefined);

/** The long tests, and all tests in browsers other than Chromium: run by `npm run validate`. */
export default defineConfig({
  ...base,
  projects: [
    ...inChromium.map((project) => ({ ...project, testMatch: '**/validate/*.spec.ts', timeout: 40 * 60_000 })),
    ...inChromium.map((project) => ({
      ...project,
      name: `${project.name}, long`,
      testIgnore: '**/validate/**',
      grep: [long, shown],
      grepInvert: [],
    })),
    ...inOthers.map((project) => ({
      ...project,
      name: `${project.name}, everywhere`,
      testMatch: everywhere,
      grepInvert: [],
    })),
    ...driven.map((project) => ({
      ...project,
      testIgnore: ['**/validate/**', everywhere],
      grepInvert: notDriven(project.name ?? ''),
      // One look at a whole page by axe takes up to half a minute in Firefox.
      timeout: 5 * 60_000,
    })),
  ],
  testIgnore: [],
  // They measure times and memory: nothing else may run beside them.
  workers: 1,
  globalTimeout: 150 * 60_000,
});
