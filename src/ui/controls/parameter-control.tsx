/** A control made from a parameter's declaration: slider with number, switch, choice, or list. */

import { minIndex } from 'd3-array';
import { memo, useId, useMemo, useState } from 'react';
import { displayUnit, type NumberParameter, type Parameter, type ParameterValue } from '../../params/schema.ts';
import { groupDigits } from '../../shared/number-text.ts';
import { required } from '../../shared/required.ts';
import { typedNumber } from '../../shared/typed-number.ts';
import { cardParts, WithCard } from '../help/card.tsx';
import { Select } from '../parts/fields.tsx';
import { ParameterName } from '../parts/texts.tsx';
import { joinClassNames } from '../shell/class-names.ts';
import { usePageContext } from '../shell/context.tsx';
import { lazyPart } from '../shell/part.tsx';
import type { SidebarEntry } from './sidebar-entries.ts';
import './parameter-control.css';

const ParameterCard = lazyPart('This card', cardParts, 'ParameterCard');

interface ParameterControlProps extends Pick<SidebarEntry, 'path' | 'parameter' | 'value' | 'usedValue' | 'unusedBy'> {
  /** Whether to say that a change starts the run again. */
  readonly restarts: boolean;
  /** In a table whose heads name the parameter: its owner, for screen readers. */
  readonly owner?: string;
}

const parameterClass = ({ kind }: Parameter) => (kind === 'choice' ? 'parameter-choice cluster ends' : 'parameter');

export const ParameterControl = memo(
  ({ restarts, owner, usedValue, unusedBy = [], ...props }: ParameterControlProps) => {
    const { path, parameter } = props;
    const id = useId();
    return (
      <WithCard
        className={parameterClass(parameter)}
        renderCard={() => <ParameterCard path={path} parameter={parameter} />}
      >
        {(cardId) => (
          <>
            {owner === undefined ? (
              <label htmlFor={id}>
                <ParameterName parameter={parameter} />
                {usedValue !== undefined && (
                  <small className="parameter-note fine">{formatUsed(parameter, usedValue)}</small>
                )}
                {unusedBy.length > 0 && (
                  <small className="parameter-note fine">not used by {unusedBy.join(', ')}</small>
                )}
                {restarts && <small className="parameter-note fine">starts the run again</small>}
              </label>
            ) : (
              <label className="visually-hidden" htmlFor={id}>{`${owner}: ${parameter.label}`}</label>
            )}
            <ParameterField {...props} id={id} cardId={cardId} />
          </>
        )}
      </WithCard>
    );
  },
);

function formatUsed(parameter: Parameter, usedValue: number): string {
  const { unit, factor } = readableUnit(parameter);
  return `used: ${fieldTexts(usedValue, factor)[1]} ${unit}`;
}

interface ParameterFieldProps extends Pick<ParameterControlProps, 'path' | 'parameter' | 'value'> {
  readonly id: string;
  readonly cardId: string;
}

function ParameterField({ id, cardId, path, parameter, value }: ParameterFieldProps) {
  const { page } = usePageContext();
  const onSet = (raw: unknown) => page.edit((editor) => editor.setValue(path, raw));
  const onDrag = (raw: number) => page.edit((editor) => editor.dragValue(path, raw));
  if (parameter.kind === 'boolean')
    return (
      <input
        id={id}
        type="checkbox"
        aria-describedby={cardId}
        checked={value === true}
        onChange={(event) => onSet(event.target.checked)}
      />
    );
  if (parameter.kind === 'choice')
    return (
      <Select
        id={id}
        aria-describedby={cardId}
        value={String(value)}
        options={parameter.options.map((option) => [option.value, option.label])}
        onChoose={onSet}
      />
    );
  if (parameter.kind === 'numberList' || parameter.kind === 'text')
    return <TypedValue id={id} cardId={cardId} parameter={parameter} value={value} onSet={onSet} />;
  return (
    <NumberControl id={id} cardId={cardId} parameter={parameter} onSet={onSet} onDrag={onDrag} value={Number(value)} />
  );
}

interface NumberProps {
  readonly id: string;
  readonly cardId: string;
  readonly parameter: NumberParameter;
  readonly value: number;
  /** Sets a value in one step. */
  readonly onSet: (value: unknown) => void;
  /** Called at each step of the slider; returns the accepted value, or undefined if it was refused. */
  readonly onDrag: (value: number) => ParameterValue | undefined;
}

function NumberControl({ id, cardId, parameter, value, onSet, onDrag }: NumberProps) {
  const [span, setSpan] = useState(() => sliderSpan(parameter, value));
  // The value of the slider, until the run has accepted it.
  const [draggedValue, setDraggedValue] = useState<number>();
  if (value < span[0] || value > span[1]) setSpan(sliderSpan(parameter, value));
  if (value === draggedValue) setDraggedValue(undefined);
  const stops = useMemo(() => sliderStops(parameter, span), [parameter, span]);
  const shownValue = draggedValue ?? value;
  const { unit, factor } = readableUnit(parameter);
  return (
    <>
      <TypedValue id={id} cardId={cardId} parameter={parameter} value={shownValue} onSet={onSet} />
      <input
        type="range"
        className="parameter-range"
        aria-label={`${parameter.label}, slider`}
        aria-valuetext={`${fieldTexts(shownValue, factor)[0]} ${unit}`}
        min={0}
        max={stops.length - 1}
        step={1}
        value={minIndex(stops, (stop) => Math.abs(stop - shownValue))}
        onChange={(event) => {
          const allowedValue = onDrag(required(stops[Number(event.target.value)]));
          setDraggedValue(typeof allowedValue === 'number' ? allowedValue : undefined);
        }}
        onBlur={() => setDraggedValue(undefined)}
      />
    </>
  );
}

/** Units in which people read large numbers. */
export function readableUnit(parameter: Parameter): ReturnType<typeof displayUnit> {
  return displayUnit('unit' in parameter ? parameter.unit : '');
}

/** \s also matches the narrow and the no-break space. */
const withoutGroups = (text: string) => text.replace(/(?<=\d)\s(?=\d)/gu, '').replace('−', '-');

/** The value that a user typed: a number in the unit of the parameter, or the text, which is then checked. */
export function typedValue(parameter: Parameter, text: string): number | string {
  const isNumber = parameter.kind === 'number' || parameter.kind === 'integer';
  const { unit, factor } = readableUnit(parameter);
  const amount = isNumber ? typedNumber(text, unit) : undefined;
  return amount === undefined ? text.trim() : amount * factor;
}

/** Characters of a list of numbers in one line of the controls. */
const MAX_LINE_CHARACTERS = 22;
/** The field cannot show all characters of a longer number. */
const MAX_FIELD_CHARACTERS = 12;

/** Numbers from this amount on have a space between groups of digits, while nobody edits them. */
const MIN_GROUPED_AMOUNT = 10_000;

/** The value as text: for editing, and with fewer digits for the eye. */
export function fieldTexts(value: ParameterValue, factor: number): readonly [exactText: string, shownText: string] {
  if (typeof value !== 'number') {
    const text = Array.isArray(value) ? value.join(', ') : String(value);
    return [text, text];
  }
  const amount = value / factor;
  const round = (digits: number) => String(Number(amount.toPrecision(digits)));
  const shownText = round(Math.abs(amount) < 1 ? 3 : 5);
  return [round(6), Math.abs(amount) < MIN_GROUPED_AMOUNT ? shownText : groupDigits(shownText)];
}

interface TypedValueProps {
  readonly id: string;
  readonly cardId: string;
  readonly parameter: Parameter;
  readonly value: ParameterValue;
  readonly onSet: NumberProps['onSet'];
}

function TypedValue({ id, cardId, parameter, value, onSet }: TypedValueProps) {
  const [text, setText] = useState<string>();
  const { unit, factor } = readableUnit(parameter);
  const [exactText, shownText] = fieldTexts(value, factor);
  const commit = () => {
    if (text === undefined) return;
    if (text !== exactText && text !== shownText) onSet(typedValue(parameter, text));
    setText(undefined);
  };
  const field = {
    id,
    'aria-describedby': cardId,
    value: text ?? shownText,
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => setText(event.target.value),
    // Only spaces in a number do not change, so that a text that the focus selects stays selected.
    onFocus: () => exactText !== withoutGroups(shownText) && setText(exactText),
    onBlur: commit,
    onKeyDown: (event: React.KeyboardEvent) => {
      if (event.key === 'Enter') {
        event.preventDefault();
        commit();
      }
      if (event.key === 'Escape') setText(undefined);
    },
  };
  const isList = parameter.kind === 'numberList';
  return (
    <span className={joinClassNames('parameter-typed row', isList && 'list')}>
      {isList ? (
        <textarea
          {...field}
          className="parameter-list"
          rows={Math.max(1, Math.ceil(field.value.length / MAX_LINE_CHARACTERS))}
        />
      ) : (
        <input
          {...field}
          type="text"
          className="parameter-value quiet"
          inputMode={parameter.kind === 'text' ? 'text' : 'decimal'}
          style={{ minWidth: `calc(${Math.min(MAX_FIELD_CHARACTERS, field.value.length)}ch + 12px)` }}
        />
      )}
      <span className="unit">{unit}</span>
    </span>
  );
}

/** Most steps of a slider. */
const SLIDER_STEPS = 200;

/**
 * The part of a parameter's range on the slider, around its first value, which it always contains. For other values the
 * user types a number.
 * @param origin the first value, in the unit of the parameter
 */
export function sliderSpan(parameter: NumberParameter, origin: number): readonly [low: number, high: number] {
  const { min, max, step, scale } = parameter;
  const [low, high] = scale === 'log' ? [origin / 20, 20 * origin] : [min, Math.max(4 * origin, 20 * step)];
  return [Math.min(origin, Math.max(min, low)), Math.max(origin, Math.min(max, high))];
}

/**
 * The allowed values on a slider: ascending, all different, at most 201. So a step changes a whole number by at least
 * 1, and another number by at least one unit of its third digit.
 */
export function sliderStops(
  parameter: NumberParameter,
  [low, high]: readonly [low: number, high: number],
): readonly number[] {
  const { kind, scale, min, max } = parameter;
  const stops = Array.from({ length: SLIDER_STEPS + 1 }, (_, step) => {
    const share = step / SLIDER_STEPS;
    const amount = scale === 'log' ? low * (high / low) ** share : low + (high - low) * share;
    const roundedAmount = kind === 'integer' ? Math.round(amount) : Number(amount.toPrecision(3));
    return Math.min(max, Math.max(min, roundedAmount));
  });
  return [...new Set(stops)];
}
