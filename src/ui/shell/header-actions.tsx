/** Actions of the header with a state of their own: one more lane, the seed, the link. */
import { useRef, useState } from 'react';
import { errorMessage, loadPart } from '../../app/loading/loading.ts';
import { MAX_LANES } from '../../run-state/run-state.ts';
import { Button } from '../parts/button.tsx';
import { usePage, usePageContext } from './context.tsx';
import { useMenu } from './effects.ts';
import { lazyPart } from './part.tsx';

export function AddLane() {
  const { page } = usePageContext();
  const isFull = usePage(({ run }) => run.lanes.length >= MAX_LANES);
  return (
    <Button
      disabled={isFull}
      title={`One more policy with the same traffic, up to ${MAX_LANES}`}
      onClick={() => page.edit((editor) => editor.lanes.add())}
    >
      + Lane
    </Button>
  );
}

export function SeedField({ isLocked }: { readonly isLocked: boolean }) {
  const { page } = usePageContext();
  const seed = usePage((state) => state.run.seed);
  // A typed text is shown until the seed changes.
  const [typed, setTyped] = useState({ seed, text: String(seed) });
  const text = typed.seed === seed ? typed.text : String(seed);
  const commit = () => {
    if (text !== String(seed)) page.edit((editor) => editor.run.setSeed(text));
  };
  return (
    <label
      className="header-seed row"
      title="The same seed gives the same traffic, in every lane and on every machine."
    >
      seed
      <input
        type="text"
        className="header-seed-value"
        inputMode="numeric"
        value={text}
        disabled={isLocked}
        onChange={(event) => setTyped({ seed, text: event.target.value })}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
    </label>
  );
}

const QrDialog = lazyPart('The QR code', async () => (await import('../asking/qr-dialog.tsx')).QrDialog);

/** Time for which the button says that a link is copied, ms. */
const COPIED_MS = 2_000;

/** Copies the link of the run, then offers the link of the present view, and the QR code. */
export function ShareMenu() {
  const { page } = usePageContext();
  const [copied, setCopied] = useState<'run' | 'view'>();
  const [showsCode, setShowsCode] = useState(false);
  const resetTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { isOpen, setIsOpen, containerProps } = useMenu();
  const share = async (content: 'run' | 'view') => {
    try {
      const { copyUrl } = await loadPart(() => import('./address/copy-url.ts'));
      const isCopied = await copyUrl(page, content === 'view');
      // A page over plain HTTP cannot copy: then the link is in a message, and its code is offered too.
      setIsOpen(content === 'run');
      if (!isCopied) return;
      setCopied(content);
      clearTimeout(resetTimer.current);
      resetTimer.current = setTimeout(() => setCopied(undefined), COPIED_MS);
    } catch (error) {
      page.notices.offerReload(`The link could not be created: ${errorMessage(error)}.`);
    }
  };
  return (
    <span className="anchor" {...containerProps}>
      <Button onClick={() => share('run')}>
        <span aria-live="polite">
          {copied === undefined ? 'Share link' : copied === 'run' ? 'Link copied' : 'View copied'}
        </span>
      </Button>
      {isOpen && (
        <span className="header-share-view floating stack">
          The link opens the run at its start.{' '}
          <Button
            title="This link opens the run at the present time, paused, with these plots and drawings"
            onClick={() => share('view')}
          >
            Copy this view
          </Button>
          <Button
            onClick={() => {
              setShowsCode(true);
              setIsOpen(false);
            }}
          >
            QR code
          </Button>
        </span>
      )}
      {showsCode && <QrDialog onClose={() => setShowsCode(false)} />}
    </span>
  );
}
