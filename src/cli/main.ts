/**
 * The engine without a page: entry of `npm run sim`. It loads the code that this thread needs, and no more. Node's
 * cache of compiled code (22.8 or newer) begins before that.
 */
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { workerData } from 'node:worker_threads';
import { THREAD_MARK } from './thread-mark.ts';

(module as { enableCompileCache?: () => void }).enableCompileCache?.();

if (workerData === THREAD_MARK) {
  const { servePool } = await import('./pool-thread.ts');
  servePool();
} else {
  const { runCommandLine } = await import('./command-line.ts');
  process.exitCode = await runCommandLine(process.argv.slice(2), fileURLToPath(import.meta.url));
}
