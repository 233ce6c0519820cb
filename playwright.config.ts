import { createServer } from 'node:net';
import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.mjs';

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

// Workers read this file again: they must find the same port and the same browser.
process.env.BUFFERSCOPE_E2E_PORT ??= String(await freePort());
process.env.BUFFERSCOPE_CHROMIUM ??= (await findChromium()) ?? '';

const port = process.env.BUFFERSCOPE_E2E_PORT;
const executablePath = process.env.BUFFERSCOPE_CHROMIUM;
// A sub-path, as on a course's web space: the build must not depend on lying at the root.
const prefix = '/some/course/';
const baseURL = `http://localhost:${port}${prefix}`;

export default defineConfig({
  testDir: 'e2e',
  testIgnore: '**/validate/**',
  outputDir: '.cache/playwright',
  retries: 0,
  workers: 1,
  timeout: 60_000,
  globalTimeout: 12 * 60_000,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    baseURL,
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: `node scripts/serve.mjs ${port} ${prefix}`,
    url: baseURL,
    reuseExistingServer: false,
    env: { HOST: '127.0.0.1' },
  },
});
