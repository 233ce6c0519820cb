/** Work of a view: newer work and the end of the view cancel it. */
import { act } from 'react';
import { afterEach, expect, test } from 'vitest';
import { useWork } from '../../../src/ui/parts/work.tsx';
import { mount, unmountAll } from '../mounted.tsx';
import { withDocument } from '../with-document.ts';

withDocument();
afterEach(unmountAll);

type Work = ReturnType<typeof useWork>;

/** Mounts a view with work, and returns the hook of its last rendering. */
function mountWork(): () => Work {
  let shown: Work | undefined;
  const View = () => {
    shown = useWork();
    return null;
  };
  mount(<View />);
  return () => shown as Work;
}

/** Work that ends when it is told to. */
function pending() {
  let resolve = (_: string) => {};
  const promise = new Promise<string>((fulfil) => {
    resolve = fulfil;
  });
  let given: AbortSignal | undefined;
  return {
    run: (signal: AbortSignal) => {
      given = signal;
      return promise;
    },
    end: (result: string) => act(async () => resolve(result)),
    isCancelled: () => given?.aborted,
  };
}

test('newer work cancels the work before it, and only its own result counts', async () => {
  const work = mountWork();
  const [first, second] = [pending(), pending()];
  const results: string[] = [];
  const onEnd = (result: string) => void results.push(result);
  await act(async () => void work().start(first.run, onEnd));
  await act(async () => void work().start(second.run, onEnd));
  expect([first.isCancelled(), second.isCancelled()]).toEqual([true, false]);
  await first.end('first');
  expect(work().progress).toBe(0);
  await second.end('second');
  expect([results, work().progress]).toEqual([['second'], undefined]);
});

test('the end of the view cancels its work', async () => {
  const work = mountWork();
  const only = pending();
  const results: string[] = [];
  await act(async () => void work().start(only.run, (result: string) => void results.push(result)));
  unmountAll();
  await only.end('late');
  expect([only.isCancelled(), results]).toEqual([true, []]);
});
