/**
 * The queue of the direction up, below that of the direction down, with its head at the left. Loaded for runs with two
 * queues.
 */
import { useEffect, useRef } from 'react';
import type { LaneOpening } from '../../app/lanes/lane.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { prepareCanvas } from '../../view/draw/canvas.ts';
import { QueueView } from '../../view/queue/queue-view.ts';
import { usePage, usePageContext } from '../shell/context.tsx';
import { upQueueModel } from './lane-models.ts';
import { pickPackets } from './pick-packets.ts';

/** A change of values keeps the picture, another scenario or policy does not. */
const isSamePicture = (drawnOpening: LaneOpening, present: LaneOpening | undefined): boolean =>
  drawnOpening.scenario.id === present?.scenario.id && drawnOpening.policy === present.policy;

export function UpQueue({ lane }: { readonly lane: number }) {
  const { page, animation } = usePageContext();
  const policyName = usePage((state) => state.lanes[lane]?.up?.description?.policyName);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const view = new QueueView(element, true);
    view.thresholds.onThreshold = (parameter, value) =>
      page.edit((editor) => editor.dragThreshold(lane, parameter, value, true));
    let drawnOpening: LaneOpening | undefined;
    const ends = [
      animation.addSmooth((displayFrame) => {
        const model = upQueueModel(page, lane, displayFrame);
        const opening = page.session.lanes[lane]?.laneOpening;
        if (model !== undefined) {
          drawnOpening = opening;
          view.draw(model);
        } else if (drawnOpening !== undefined && !isSamePicture(drawnOpening, opening)) prepareCanvas(element);
      }, lane),
      pickPackets(element, view, ({ serial, arrivedNs }) => {
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
      aria-label={`Queue up of lane ${[laneLetter(lane), policyName].filter(Boolean).join(', ')}: packets arrive on the right and wait for the link on the left. Its thresholds are also among the controls.`}
    />
  );
}
