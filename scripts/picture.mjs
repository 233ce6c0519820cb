// npm run picture: builds the page, lets it run, and takes the picture of README.md.
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { chromiumToLaunch } from './browsers.mjs';
import { root, runTool } from './project.mjs';
import { serve } from './serve.mjs';

const SECONDS = 14;

if ((await runTool('vite', ['build'])) !== 0) process.exit(1);
const address = await serve();
const browser = await chromium.launch(await chromiumToLaunch());
const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
await page.goto(address);
await page.waitForFunction(
  (seconds) => Number(document.querySelector('.timeline-clock output')?.textContent) >= seconds,
  SECONDS,
);
await page.screenshot({ path: join(root, 'docs/page.png') });
await browser.close();
process.exit();
