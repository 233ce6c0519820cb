/** A control made from a parameter's declaration: slider and typed number, switch, choice, or list. */
import { lazy, useEffect, useId, useRef, useState } from 'react';
import type { NumberParameter, Parameter, ParameterValue } from '../params/schema.ts';
import { WithCard } from './card.tsx';
import { ParameterSymbol } from './parameter-symbol.tsx';

const ParameterCard = lazy(async () => ({ default: (await import('./card-texts.tsx')).ParameterCard }));

interface Props {
  /** Path of the parameter in the run. */
  readonly path: string;
  readonly parameter: Parameter;
  readonly value: ParameterValue;
  /** Sets a value; returns what was taken, or undefined if it was refused. */
  readonly onSet: (value: unknown) => ParameterValue | undefined;
}

export function ParameterControl({ path, parameter, value, onSet }: Props) {
  const id = useId();
  return (
    <WithCard className="parameter" card={() => <ParameterCard path={path} parameter={parameter} />}>
      {(cardId) => (
        <>
          <label htmlFor={id}>
            {parameter.label}
            {parameter.symbol !== undefined && <ParameterSymbol text={parameter.symbol} />}
          </label>
          {parameter.kind === 'boolean' && (
            <input
              id={id}
              type="checkbox"
              aria-describedby={cardId}
              checked={value === true}
              onChange={(event) => onSet(event.target.checked)}
            />
          )}
          {parameter.kind === 'choice' && (
            <select
              id={id}
              aria-describedby={cardId}
              value={String(value)}
              onChange={(event) => onSet(event.target.value)}
            >
              {parameter.options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </select>
          )}
          {(parameter.kind === 'numberList' || parameter.kind === 'text') && (
            <TypedValue id={id} cardId={cardId} parameter={parameter} value={value} onSet={onSet} />
          )}
          {(parameter.kind === 'number' || parameter.kind === 'integer') && (
            <NumberControl id={id} cardId={cardId} parameter={parameter} value={value as number} onSet={onSet} />
          )}
        </>
      )}
    </WithCard>
  );
}

/** Steps of a slider. */
const STEPS = 200;
/** Live edits while a slider is dragged: at most one in this time, ms. */
const DRAG_MS = 120;

/** The part of a parameter's range that a slider spans: around where it began. The typed number reaches the rest. */
function span(parameter: NumberParameter, origin: number): [number, number] {
  const { min, max, step, scale } = parameter;
  if (scale === 'log') return [Math.max(min, origin / 20), Math.min(max, origin * 20)];
  return [min, Math.min(max, Math.max(4 * origin, 20 * step))];
}

function rounded(value: number, parameter: NumberParameter): number {
  if (parameter.kind === 'integer') return Math.round(value);
  return Number(value.toPrecision(3));
}

function NumberControl({
  id,
  cardId,
  parameter,
  value,
  onSet,
}: {
  readonly id: string;
  readonly cardId: string;
  readonly parameter: NumberParameter;
  readonly value: number;
  readonly onSet: Props['onSet'];
}) {
  const [[low, high], setSpan] = useState(() => span(parameter, value));
  const [dragged, setDragged] = useState<number>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef<number>(undefined);
  const log = parameter.scale === 'log';
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (value < low || value > high) setSpan(span(parameter, value));
  }, [value, low, high, parameter]);
  const position = (at: number) =>
    log ? (STEPS * Math.log(at / low)) / Math.log(high / low) : (STEPS * (at - low)) / (high - low);
  const amount = (at: number) =>
    rounded(log ? low * (high / low) ** (at / STEPS) : low + ((high - low) * at) / STEPS, parameter);
  const flush = () => {
    timer.current = undefined;
    if (latest.current !== undefined) onSet(latest.current);
    latest.current = undefined;
  };
  const slide = (at: number) => {
    latest.current = amount(at);
    setDragged(latest.current);
    timer.current ??= setTimeout(flush, DRAG_MS);
  };
  const settle = () => {
    clearTimeout(timer.current);
    flush();
    setDragged(undefined);
  };
  const shown = dragged ?? value;
  return (
    <>
      <TypedValue id={id} cardId={cardId} parameter={parameter} value={shown} onSet={onSet} />
      <input
        type="range"
        aria-label={`${parameter.label}, slider`}
        aria-valuetext={`${shown} ${parameter.unit}`}
        min={0}
        max={STEPS}
        step={1}
        value={Math.min(STEPS, Math.max(0, position(shown)))}
        onChange={(event) => slide(Number(event.target.value))}
        onPointerUp={settle}
        onKeyUp={settle}
        onBlur={settle}
      />
    </>
  );
}

/** Units in which people read large numbers. */
function readable(parameter: Parameter): { unit: string; factor: number } {
  const unit = 'unit' in parameter ? parameter.unit : '';
  return unit === 'bit/s' ? { unit: 'Mb/s', factor: 1e6 } : { unit, factor: 1 };
}

function TypedValue({
  id,
  cardId,
  parameter,
  value,
  onSet,
}: {
  readonly id: string;
  readonly cardId: string;
  readonly parameter: Parameter;
  readonly value: ParameterValue;
  readonly onSet: Props['onSet'];
}) {
  const [text, setText] = useState<string>();
  const { unit, factor } = readable(parameter);
  const shown = Array.isArray(value)
    ? value.join(', ')
    : typeof value === 'number'
      ? String(Number((value / factor).toPrecision(6)))
      : String(value);
  const commit = () => {
    if (text === undefined) return;
    if (parameter.kind === 'text') {
      if (text !== shown) onSet(text.trim());
      setText(undefined);
      return;
    }
    const typed = text.includes(',') ? text.split(',').map((item) => Number(item)) : Number(text) * factor;
    if (text !== shown) onSet(text.trim() === '' || (typeof typed === 'number' && Number.isNaN(typed)) ? text : typed);
    setText(undefined);
  };
  return (
    <span className="typed">
      <input
        id={id}
        type="text"
        inputMode={parameter.kind === 'text' ? 'text' : 'decimal'}
        aria-describedby={cardId}
        value={text ?? shown}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
          if (event.key === 'Escape') setText(undefined);
        }}
      />
      <span className="unit">{unit}</span>
    </span>
  );
}
