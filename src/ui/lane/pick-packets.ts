/** The pointer on the drawing of a queue. */
import type { PickedPacket } from '../../view/queue/queue-model.ts';
import type { QueueView } from '../../view/queue/queue-view.ts';

/** A click or a tap on a packet asks about it. The pointer shows the places that can be clicked or dragged. */
export function pickPackets(
  canvas: HTMLCanvasElement,
  view: QueueView,
  onPick: (packet: PickedPacket) => void,
): () => void {
  const packetUnder = (event: MouseEvent) => {
    const { x, y } = view.placeOf(canvas, event);
    return view.packetAt(x, y);
  };
  const click = (event: MouseEvent) => {
    const packet = view.thresholds.gripAt(event) === undefined ? packetUnder(event) : undefined;
    if (packet !== undefined) onPick(packet);
  };
  const hover = (event: PointerEvent) => {
    if (view.thresholds.gripAt(event) !== undefined) canvas.style.cursor = 'ew-resize';
    else canvas.style.cursor = packetUnder(event) === undefined ? '' : 'pointer';
  };
  canvas.addEventListener('click', click);
  canvas.addEventListener('pointermove', hover);
  return () => {
    canvas.removeEventListener('click', click);
    canvas.removeEventListener('pointermove', hover);
  };
}
