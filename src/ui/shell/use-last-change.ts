import { usePage } from './context.tsx';

/**
 * Time of the last change up to the present, ns. All values since then are the same, so a component with it is not
 * rendered again until the next change.
 */
export function useLastChangeNs(): number {
  return usePage(({ run, timeNs, commandedNs }) => {
    const nowNs = Math.max(timeNs, commandedNs);
    return run.edits.reduce((last, edit) => (edit.timeNs <= nowNs ? Math.max(last, edit.timeNs) : last), 0);
  });
}
