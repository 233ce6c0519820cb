/** A lane that has stopped: the reason, and what can be done. */
import type { LaneFailure as Failure } from '../../app/lanes/lane.ts';
import { Button } from '../parts/button.tsx';
import { reloadKeepingRun } from '../shell/address/reload.ts';
import { usePageContext } from '../shell/context.tsx';
import './lane-failure.css';

export function LaneFailureNote({ lane, failure }: { readonly lane: number; readonly failure: Failure }) {
  const { page } = usePageContext();
  return (
    <div className="lane-failure" role="alert">
      <h3>This lane has stopped</h3>
      <p>{failure.message}</p>
      {failure.stack !== '' && <pre className="lane-failure-stack fine muted">{failure.stack}</pre>}
      <p>
        <Button onClick={() => page.runs.restartLane(lane)}>Try again</Button>{' '}
        {failure.timeNs !== undefined && (
          <Button
            title="The moment before the program stopped"
            onClick={() => {
              page.session.pause();
              page.session.seek(Math.max(0, (failure.timeNs ?? 0) - 1));
            }}
          >
            Show the moment before
          </Button>
        )}
        {failure.kind === 'notLoaded' && (
          <Button title="The run is restored after the reload" onClick={() => reloadKeepingRun(page)}>
            Reload
          </Button>
        )}
      </p>
    </div>
  );
}
