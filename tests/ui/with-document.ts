/** A document for the tests of a file. The other files of its worker, and the modules that they share, have none. */
import { afterAll, beforeAll } from 'vitest';
import { builtinEnvironments } from 'vitest/environments';
import { required } from '../../src/shared/required.ts';

let client: typeof import('react-dom/client') | undefined;

/** Call it once in a file whose tests need `window` and `document`. */
export function withDocument(): void {
  let close: () => unknown;
  beforeAll(async () => {
    const { teardown } = await builtinEnvironments['happy-dom'].setup(globalThis, {});
    close = () => teardown(globalThis);
    client = await import('react-dom/client');
  });
  afterAll(() => close());
}

/** React for a document. It looks for the document's events when it is loaded, so it is loaded after the document. */
export const reactClient = () => required(client);
