/** The result of the last change, in one line that screen readers read out. */
import { usePage } from '../shell/context.tsx';
import { formatLastChange } from './last-change-text.ts';
import './last-change.css';

export function LastChangeNote() {
  const run = usePage((state) => state.run);
  const change = usePage((state) => state.lastChange);
  const text = change === undefined ? '' : formatLastChange(run, change);
  const hasStopped = change?.kind === 'changed' && change.limit !== undefined;
  return (
    <p className={hasStopped ? 'last-change trouble' : 'last-change'} role="status" title={text}>
      {text}
    </p>
  );
}
