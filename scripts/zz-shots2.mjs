import { chromium } from '@playwright/test';
import { chromiumToLaunch } from './browsers.mjs';
import { serve } from './serve.mjs';
const base = await serve({port:24872});
const b = await chromium.launch(await chromiumToLaunch());
for (const [hash,w,h,theme,act] of JSON.parse(process.argv[2])) {
  const c = await b.newContext({viewport:{width:w,height:h}, colorScheme: theme});
  const p = await c.newPage();
  await p.goto(base+hash); await p.waitForTimeout(2500);
  if (act) { await p.getByRole('button',{name:act}).first().click(); await p.waitForTimeout(act.startsWith('Measure')?9000:800); }
  await p.screenshot({path:`/tmp/lessons20/z-${hash.replace(/\W+/g,'_')}-${w}-${theme}.png`, fullPage: w<1000});
  await c.close();
}
await b.close(); process.exit(0);
