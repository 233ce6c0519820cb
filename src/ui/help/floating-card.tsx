/** The box of a card: beside its anchor if there is room, otherwise below or above it. */
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { pageZoom, windowBox } from '../../view/draw/zoom.ts';
import { useKeys } from '../shell/input/use-keys.ts';
import { useResized } from '../shell/layout/use-resized.ts';

const CARD_MARGIN_PX = 8;

interface FloatingCardProps {
  readonly anchor: HTMLElement | null;
  readonly id: string;
  readonly onEnter: () => void;
  readonly onLeave: () => void;
  readonly onEscape: () => void;
  readonly children: ReactNode;
}

export function FloatingCard({ anchor, id, onEnter, onLeave, onEscape, children }: FloatingCardProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => placeBeside(anchor, box.current), [anchor]);
  useResized(box, () => placeBeside(anchor, box.current));
  useKeys({ Escape: onEscape }, 'anywhere');
  return createPortal(
    <div
      ref={box}
      id={id}
      role="tooltip"
      className="card floating stack"
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
    >
      {children}
    </div>,
    // Inside a landmark, so that users of screen readers find it.
    anchor?.closest('aside, main, header, dialog') ?? document.body,
  );
}

function placeBeside(anchor: Element | null, element: HTMLElement | null): void {
  if (element === null || anchor === null) return;
  const anchorBox = windowBox(anchor);
  const { width, height } = windowBox(element);
  const afterPx = anchorBox.left + anchorBox.width + CARD_MARGIN_PX;
  const underPx = anchorBox.top + anchorBox.height + CARD_MARGIN_PX;
  const right = afterPx + width <= innerWidth ? afterPx : undefined;
  const topBelow = underPx + height <= innerHeight ? underPx : anchorBox.top - height - CARD_MARGIN_PX;
  const left = right ?? Math.min(anchorBox.left, innerWidth - width - CARD_MARGIN_PX);
  const top = right === undefined ? topBelow : Math.min(anchorBox.top, innerHeight - height - CARD_MARGIN_PX);
  element.style.left = `${Math.max(CARD_MARGIN_PX, left) / pageZoom()}px`;
  element.style.top = `${Math.max(CARD_MARGIN_PX, top) / pageZoom()}px`;
}
