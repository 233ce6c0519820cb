import { expect, test } from '@playwright/test';
import { isProblem } from './page-object.ts';

test('the page opens below a sub-path, without errors and without asking any other host', async ({ page, baseURL }) => {
  const problems: string[] = [];
  const strangers: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (isProblem(message)) problems.push(message.text());
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
  });
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(baseURL!)) strangers.push(request.url());
  });

  await page.goto('./');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Bufferscope');
  await expect.poll(() => page.workers().length).toBeGreaterThan(0);
  await page.waitForLoadState('networkidle');

  expect(problems).toEqual([]);
  expect(strangers).toEqual([]);
});

test('the page carries a policy that refuses inline scripts and other origins', async ({ page }) => {
  await page.goto('./');
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);

  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.documentElement.dataset.inline = "ran"';
    document.head.append(script);
    return document.documentElement.dataset.inline;
  });
  expect(ran).toBeUndefined();
  const reached = await page.evaluate(() =>
    fetch('http://127.0.0.1:9/').then(
      () => 'answered',
      (error: Error) => error.message,
    ),
  );
  expect(reached).not.toBe('answered');
});
