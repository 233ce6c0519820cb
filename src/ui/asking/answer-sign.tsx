/**
 * The sign of an answer: a number in a shape. Each option has its own number and shape, so that its colour is not
 * needed.
 */
import { elementInCycle, type NonEmptyList } from '../../shared/non-empty-list.ts';
import { cardColours } from '../../view/draw/palette.ts';
import { joinClassNames } from '../shell/class-names.ts';
import './answer-sign.css';

/** From 1. Letters are the names of lanes. */
export const optionNumber = (option: number) => option + 1;

/** The key of an option: its number, and a letter from 10 on, because no key has two digits. */
const optionKey = (option: number) => optionNumber(option).toString(36);

/**
 * The option of a key; undefined if no option has it.
 * @param count number of options
 */
export function optionOfKey(key: string, count: number): number | undefined {
  const option = Array.from({ length: count }, (_, index) => optionKey(index)).indexOf(key.toLowerCase());
  return option < 0 ? undefined : option;
}

/** The letters that are pressed for two-digit numbers: "A for 10, B for 11"; empty with at most nine options. */
export const letterKeys = (count: number): string =>
  Array.from({ length: count }, (_, index) => index)
    .filter((option) => optionNumber(option) > 9)
    .map((option) => `${optionKey(option).toUpperCase()} for ${optionNumber(option)}`)
    .join(', ');

interface AnswerShape {
  readonly name: string;
  /** Its outline in a picture of 100 by 100. */
  readonly path: string;
  /** The middle of the number. */
  readonly numberY: number;
}

const SHAPES: NonEmptyList<AnswerShape> = [
  { name: 'circle', path: 'M50 4a46 46 0 1 0 .01 0Z', numberY: 50 },
  { name: 'square', path: 'M8 8H92V92H8Z', numberY: 50 },
  { name: 'triangle', path: 'M50 2L98 92H2Z', numberY: 64 },
  { name: 'diamond', path: 'M50 1L99 50L50 99L1 50Z', numberY: 50 },
  { name: 'hexagon', path: 'M27 8H73L99 50L73 92H27L1 50Z', numberY: 50 },
  { name: 'shield', path: 'M6 6H94V50C94 76 72 92 50 98C28 92 6 76 6 50Z', numberY: 47 },
];

/** From the seventh option on, the shapes are outlines. */
const isOutline = (option: number) => option >= SHAPES.length;

/** "1, circle" */
export function signName(option: number): string {
  const { name } = elementInCycle(SHAPES, option);
  return `${optionNumber(option)}, ${isOutline(option) ? 'outlined ' : ''}${name}`;
}

/** The colours of an option's card. */
export const cardColourOf = (option: number) => elementInCycle(cardColours, option);

interface AnswerSignProps {
  /** From 0. */
  readonly option: number;
  /** The sign is on a ground of the option's colour. */
  readonly isOnColour?: boolean;
}

export function AnswerSign({ option, isOnColour = false }: AnswerSignProps) {
  const { path, numberY } = elementInCycle(SHAPES, option);
  const { colour, textColour } = cardColourOf(option);
  const ground = isOnColour ? textColour : colour;
  const ink = isOnColour ? colour : textColour;
  const hasOutline = isOutline(option);
  return (
    <svg
      className={joinClassNames('answer-sign', isOnColour && 'answer-sign-large')}
      viewBox="0 0 100 100"
      aria-hidden="true"
    >
      <path d={path} fill={hasOutline ? 'none' : ground} stroke={ground} strokeWidth={hasOutline ? 8 : 0} />
      <text x={50} y={numberY} className="answer-number" style={{ fill: hasOutline ? 'currentcolor' : ink }}>
        {optionNumber(option)}
      </text>
    </svg>
  );
}
