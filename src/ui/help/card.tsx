/** Cards: the meaning of a term or a parameter, shown beside it on hover or focus. Escape closes them. */
import { memo, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../parts/button.tsx';
import './card.css';
import { lazyPart } from '../shell/part.tsx';
import type { TermId } from './terms.ts';

/** Time that the pointer must rest before a card opens, and time after which it closes when the pointer leaves, ms. */
const OPEN_DELAY_MS = 450;
const CLOSE_DELAY_MS = 180;

interface WithCardProps {
  readonly renderCard: (id: string) => ReactNode;
  readonly className?: string;
  /** Whether a click opens the card: for content that has no other use. */
  readonly opensOnClick?: boolean;
  readonly children: (cardId: string) => ReactNode;
}

export function WithCard({ renderCard, className, opensOnClick = false, children }: WithCardProps) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isOpen, setIsOpen] = useState(false);
  /** A finger closes a card as it opened it. */
  const closesByTap = useRef(false);
  const setOpenAfter = (opens: boolean, afterMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIsOpen(opens), afterMs);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the content has focus and name; the card only adds to it
    // biome-ignore lint/a11y/useKeyWithClickEvents: focus by keyboard opens it
    <span
      ref={anchor}
      className={className}
      // A card opens when the pointer moves, not when it enters: after a new layout, an element may be under a pointer
      // that rests.
      onPointerMove={(event) => event.pointerType === 'mouse' && !isOpen && setOpenAfter(true, OPEN_DELAY_MS)}
      onPointerLeave={() => setOpenAfter(false, CLOSE_DELAY_MS)}
      onFocus={(event) => event.target.matches(':focus-visible') && setOpenAfter(true, OPEN_DELAY_MS)}
      onBlur={() => setOpenAfter(false, 0)}
      onPointerDown={({ pointerType }) => {
        closesByTap.current = isOpen && pointerType !== 'mouse';
        setOpenAfter(false, 0);
      }}
      onClick={() => {
        if (opensOnClick) setOpenAfter(!closesByTap.current, 0);
        closesByTap.current = false;
      }}
    >
      {children(id)}
      {isOpen && (
        <FloatingCard
          id={id}
          anchor={anchor.current}
          onEnter={() => setOpenAfter(true, 0)}
          onLeave={() => setOpenAfter(false, CLOSE_DELAY_MS)}
          onEscape={() => setIsOpen(false)}
        >
          {renderCard(id)}
        </FloatingCard>
      )}
    </span>
  );
}

/** Loads the cards with their texts. */
export const cardParts = () => import('./card-parts.ts');

const FloatingCard = lazyPart(
  'This card',
  cardParts,
  'FloatingCard',
  (content) => content !== null && <span className="card floating stack">{content}</span>,
);

const TermCard = lazyPart('This card', cardParts, 'TermCard');

/** A term of the field with its card. */
export const Term = memo(({ id, children }: { readonly id: TermId; readonly children: ReactNode }) => {
  return (
    <WithCard renderCard={() => <TermCard id={id} />} opensOnClick>
      {(cardId) => (
        <Button className="term" aria-describedby={cardId}>
          {children}
        </Button>
      )}
    </WithCard>
  );
});
