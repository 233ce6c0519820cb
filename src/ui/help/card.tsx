/** Cards: the meaning of a term or a parameter, shown beside it on hover or focus. Escape closes them. */
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { pageZoom, windowBox } from '../../view/draw/zoom.ts';
import './card.css';
import { loadedPart } from '../shell/part.tsx';
import type { TermId } from './terms.ts';

/** Time that the pointer must rest before a card opens, and time after which it closes when the pointer leaves, ms. */
const COME_MS = 450;
const GO_MS = 180;
const MARGIN_PX = 8;

export function WithCard({
  card,
  className,
  children,
}: {
  readonly card: (id: string) => ReactNode;
  readonly className?: string;
  readonly children: (cardId: string) => ReactNode;
}) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [open, setOpen] = useState(false);
  const soon = (to: boolean, afterMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(to), afterMs);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!open) return;
    const leave = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false);
    addEventListener('keydown', leave);
    return () => removeEventListener('keydown', leave);
  }, [open]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the content has focus and name; the card only adds to it
    <span
      ref={anchor}
      className={className}
      // It does not use the event of entering: after a new layout, an element may be under a pointer that does not move.
      onPointerMove={(event) => event.pointerType === 'mouse' && !open && soon(true, COME_MS)}
      onPointerLeave={() => soon(false, GO_MS)}
      onFocus={(event) => event.target.matches(':focus-visible') && soon(true, COME_MS)}
      onBlur={() => soon(false, 0)}
      onPointerDown={() => soon(false, 0)}
    >
      {children(id)}
      {open && (
        <Floating anchor={anchor.current} id={id} onEnter={() => soon(true, 0)} onLeave={() => soon(false, GO_MS)}>
          {card(id)}
        </Floating>
      )}
    </span>
  );
}

function Floating({
  anchor,
  id,
  onEnter,
  onLeave,
  children,
}: {
  readonly anchor: HTMLElement | null;
  readonly id: string;
  readonly onEnter: () => void;
  readonly onLeave: () => void;
  readonly children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || anchor === null) return;
    const place = () => {
      const at = windowBox(anchor);
      const { width, height } = windowBox(element);
      const afterPx = at.left + at.width + MARGIN_PX;
      const underPx = at.top + at.height + MARGIN_PX;
      const right = afterPx + width <= innerWidth ? afterPx : undefined;
      const below = underPx + height <= innerHeight ? underPx : at.top - height - MARGIN_PX;
      const left = right ?? Math.min(at.left, innerWidth - width - MARGIN_PX);
      const top = right === undefined ? below : Math.min(at.top, innerHeight - height - MARGIN_PX);
      element.style.left = `${Math.max(MARGIN_PX, left) / pageZoom()}px`;
      element.style.top = `${Math.max(MARGIN_PX, top) / pageZoom()}px`;
    };
    place();
    const resized = new ResizeObserver(place);
    resized.observe(element);
    return () => resized.disconnect();
  }, [anchor]);
  return createPortal(
    <div ref={box} id={id} role="tooltip" className="card" onPointerEnter={onEnter} onPointerLeave={onLeave}>
      {children}
    </div>,
    // Inside a landmark, so that users of screen readers find it.
    anchor?.closest('aside, main, header, dialog') ?? document.body,
  );
}

const TermCard = loadedPart('This card', async () => (await import('./card-texts.tsx')).TermCard);

/** A term of the field with its card. */
export function Term({ id, children }: { readonly id: TermId; readonly children: ReactNode }) {
  return (
    <WithCard card={() => <TermCard id={id} />}>
      {(cardId) => (
        <button type="button" className="term" aria-describedby={cardId}>
          {children}
        </button>
      )}
    </WithCard>
  );
}
