/** A message during a run with too many packets to be shown live: its present speed, and a speed that is possible. */

import { formatSpeed, SPEEDS } from '../../app/lanes/speeds.ts';
import { Button } from '../parts/button.tsx';
import { usePage, usePageContext } from '../shell/context.tsx';

/** @param possibleSpeed simulated seconds per second */
export function SlowDownNotice({ possibleSpeed }: { readonly possibleSpeed: number }) {
  const { page } = usePageContext();
  const presentSpeed = usePage((state) => state.speed);
  const slowerSpeed = SPEEDS.filter((speed) => speed <= possibleSpeed && speed < presentSpeed).at(-1);
  return (
    <div className="notices" role="status">
      <p className="row">
        <span className="spacer">
          This run has too many packets. The page cannot show it live at this speed. In one second, it simulates{' '}
          {Number((possibleSpeed * 1e3).toPrecision(2))} ms. The run continues.
        </span>
        {slowerSpeed !== undefined && (
          <Button onClick={() => page.session.slowDownTo(slowerSpeed)}>Slow down to {formatSpeed(slowerSpeed)}</Button>
        )}
      </p>
    </div>
  );
}
