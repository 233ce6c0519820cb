/** The messages of the page above the lanes, and the offer to load the page again. */

import { Button } from '../parts/button.tsx';
import { reloadKeepingRun } from './address/reload.ts';
import { usePage, usePageContext } from './context.tsx';
import './notices.css';

export function Notices() {
  const { page } = usePageContext();
  const notices = usePage((state) => state.notices);
  const reloadOffer = usePage((state) => state.reloadOffer);
  return (
    <div className="notices" role="status">
      {reloadOffer !== undefined && (
        <p className="row">
          <span className="spacer">{reloadOffer}</span>
          <Button title="The run is restored after the reload" onClick={() => reloadKeepingRun(page)}>
            Reload
          </Button>
          <Button aria-label="Dismiss this offer" onClick={() => page.notices.offerReload(undefined)}>
            ×
          </Button>
        </p>
      )}
      {notices.map((notice) => (
        <p key={notice} className="row">
          <span className="spacer">{notice}</span>
          <Button aria-label="Dismiss this notice" onClick={() => page.notices.dismiss(notice)}>
            ×
          </Button>
        </p>
      ))}
    </div>
  );
}
