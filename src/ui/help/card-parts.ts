/** The box of a card and its texts, which are loaded together. */
export { ParameterCard, TermCard } from './card-texts.tsx';
export { FloatingCard } from './floating-card.tsx';
