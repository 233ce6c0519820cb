/** The result of the last change, in one line that screen readers read out. */
import { usePage } from '../shell/context.tsx';
import { toldWords } from './told-words.ts';
import './changes.css';

export function LastChange() {
  const run = usePage((state) => state.run);
  const told = usePage((state) => state.told);
  const words = told === undefined ? '' : toldWords(run, told);
  const stopped = told?.kind === 'changed' && told.stop !== undefined;
  return (
    <p className={stopped ? 'last-change stopped' : 'last-change'} role="status" title={words}>
      {words}
    </p>
  );
}
