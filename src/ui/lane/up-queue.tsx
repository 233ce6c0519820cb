/** The queue of the direction up, below that of the direction down, with its head at the left. Loaded for runs with two queues. */
import { useEffect, useRef } from 'react';
import { laneLetter } from '../../shared/lane-letters.ts';
import { QueueView } from '../../view/queue/queue-view.ts';
import { usePage, usePageContext } from '../shell/context.tsx';
import { upQueueModel } from './lane-models.ts';
import { pickPackets } from './pick-packets.ts';

export function UpQueue({ lane }: { readonly lane: number }) {
  const { page, animation } = usePageContext();
  const policyName = usePage((state) => state.lanes[lane]?.up?.description?.policyName);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current === null) return;
    const view = new QueueView(canvas.current, true);
    view.thresholds.onThreshold = (parameter, value) =>
      page.edit((editor) => editor.dragUpThreshold(lane, parameter, value));
    const ends = [
      animation.addSmooth((displayFrame) => {
        const model = upQueueModel(page, lane, displayFrame);
        if (model !== undefined) view.draw(model);
      }, lane),
      pickPackets(canvas.current, view, ({ serial, arrivedNs }) => {
        void page.questions.ask(lane, serial, arrivedNs);
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [lane, page, animation]);
  return (
    <canvas
      ref={canvas}
      className="up-queue"
      role="img"
      aria-label={`Queue up of lane ${laneLetter(lane)}, ${policyName}: packets arrive on the right and wait for the link on the left. Its thresholds are also among the controls.`}
    />
  );
}
