/** The QR code of the run on the page, of a stop of its story, or of a step of a lesson. */
import { Dialog } from '../parts/dialog.tsx';
import { runUrl, urlWithHash } from '../shell/address/copy-url.ts';
import { usePage, usePageContext } from '../shell/context.tsx';
import { useLoaded } from '../shell/effects.ts';
import { QrLink } from './qr-link.tsx';

const LONG_RUN_ADVICE =
  'Send the link by mail or chat, or make a lesson of the run: its file lies beside the page, so its link is short.';

export function QrDialog({ onClose }: { readonly onClose: () => void }) {
  const { page } = usePageContext();
  const lessonHash = usePage((state) => state.lessonHash);
  const storyStop = usePage((state) => state.storyStop);
  const link = useLoaded(lessonHash, async () => (lessonHash === undefined ? runUrl(page) : urlWithHash(lessonHash)));
  return (
    <Dialog title="QR code" closing="Close the code" className="qr-dialog prose" pauses={false} onClose={onClose}>
      <p>It opens {targetText(lessonHash, storyStop)}, on any phone that can reach this page.</p>
      {link.value !== undefined && <QrLink url={link.value} advice={LONG_RUN_ADVICE} />}
      {link.failure !== undefined && (
        <p className="notice">
          The link could not be created: {link.failure}. {LONG_RUN_ADVICE}
        </p>
      )}
    </Dialog>
  );
}

function targetText(lessonHash: string | undefined, storyStop: number | undefined): string {
  if (lessonHash !== undefined) return 'this step of the lesson';
  if (storyStop === undefined) return 'this run at its start';
  return storyStop === 0 ? 'the introduction' : `stop ${storyStop} of this story`;
}
