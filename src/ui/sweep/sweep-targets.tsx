/** Bounds for several figures, and the points of each lane that meet all bounds, in words. */

import { useState } from 'react';
import { formatAmount } from '../../shared/number-text.ts';
import { required } from '../../shared/required.ts';
import { type Sweep, type SweepVariable, sweepLaneName } from '../../studies/sweep.ts';
import type { SweepPoint, SweepQuantity } from '../../studies/sweep-results.ts';
import {
  formatTarget,
  type PointMeetingTargets,
  pointsMeetingTargets,
  type SweepTarget,
} from '../../studies/sweep-targets.ts';
import { Button, CloseButton } from '../parts/button.tsx';
import { Select, TextInput } from '../parts/fields.tsx';
import { fieldNumber } from './sweep-fields.tsx';

const MAX_TARGETS = 3;

interface SweepTargetsProps {
  readonly sweep: Sweep;
  readonly points: readonly SweepPoint[];
  readonly items: readonly SweepVariable[];
  readonly quantities: readonly SweepQuantity[];
  readonly targets: readonly SweepTarget[];
  readonly onChange: (targets: readonly SweepTarget[]) => void;
}

export function SweepTargets({ sweep, points, items, quantities, targets, onChange }: SweepTargetsProps) {
  const change = (targetIndex: number, news: Partial<SweepTarget>) =>
    onChange(targets.map((target, index) => (index === targetIndex ? { ...target, ...news } : target)));
  const add = () => {
    const quantity = ['delay', 'loss'].find((id) => !targets.some((target) => target.quantity === id)) ?? 'throughput';
    onChange([...targets, { quantity, side: 'below', value: quantity === 'delay' ? 20 : 2 }]);
  };
  return (
    <fieldset className="sweep-targets">
      <legend className="visually-hidden">Targets</legend>
      <div className="study-controls cluster">
        {targets.map((target, targetIndex) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a target is identified by its position
          <span key={targetIndex} className="row">
            <Select
              className="sweep-choice"
              aria-label={`Target ${targetIndex + 1}: quantity`}
              value={target.quantity}
              options={quantities.map(({ id, label }) => [id, label])}
              onChoose={(quantity) => change(targetIndex, { quantity })}
            />
            <Select
              className="sweep-choice"
              aria-label={`Target ${targetIndex + 1}: below or above`}
              value={target.side}
              options={['below', 'above'].map((side) => [side, side])}
              onChoose={(side) => change(targetIndex, { side: side === 'below' ? 'below' : 'above' })}
            />
            <TargetBound
              label={`Target ${targetIndex + 1}: bound`}
              value={target.value}
              onChange={(value) => change(targetIndex, { value })}
            />
            <span className="muted">{quantities.find(({ id }) => id === target.quantity)?.unit}</span>
            <CloseButton
              label={`Remove target ${targetIndex + 1}`}
              onClick={() => onChange(targets.filter((_, index) => index !== targetIndex))}
            />
          </span>
        ))}
        <Button disabled={targets.length >= MAX_TARGETS} onClick={add}>
          + target
        </Button>
      </div>
      {targets.length > 0 && (
        <output className="sweep-answer stack">
          {targets
            .map((target) => formatTarget(target, required(quantities.find(({ id }) => id === target.quantity))))
            .join(' and ')}
          :
          {sweep.lanes.map((lane, index) => (
            <span key={sweepLaneName(lane)}>
              <b>{sweepLaneName(lane)}</b> {formatPoints(pointsMeetingTargets(points, index, targets), items)}
            </span>
          ))}
        </output>
      )}
    </fieldset>
  );
}

interface TargetBoundProps {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** A typed text is used when it is a number. */
function TargetBound({ label, value, onChange }: TargetBoundProps) {
  const [text, setText] = useState(String(value));
  const typedNumber = fieldNumber(text);
  const shownText = typedNumber === value || Number.isNaN(typedNumber) ? text : String(value);
  return (
    <TextInput
      className="sweep-bound"
      inputMode="decimal"
      size={6}
      aria-label={label}
      aria-invalid={Number.isNaN(typedNumber)}
      value={shownText}
      onText={(newText) => {
        setText(newText);
        const next = fieldNumber(newText);
        if (Number.isFinite(next)) onChange(next);
      }}
    />
  );
}

/** "at load 0.1, 0.36, perhaps at 0.62 × now"; "nowhere" */
function formatPoints(points: readonly PointMeetingTargets[], items: readonly SweepVariable[]): string {
  if (points.length === 0) return 'nowhere';
  const formatSome = (listedPoints: readonly PointMeetingTargets[]) =>
    listedPoints.map(({ at }) => at.map((coordinate) => formatAmount(coordinate)).join(' / ')).join(', ');
  const surePoints = points.filter((point) => point.isSure);
  const unsurePoints = points.filter((point) => !point.isSure);
  const units = items.map(({ label, unit }) => `${label}${unit === '' ? '' : ` (${unit})`}`).join(' / ');
  return [
    `at ${units}`,
    ...(surePoints.length > 0 ? [formatSome(surePoints)] : []),
    ...(unsurePoints.length > 0
      ? [
          `${surePoints.length > 0 ? 'and ' : ''}perhaps at ${formatSome(unsurePoints)} (the bound lies inside the interval)`,
        ]
      : []),
  ].join(' ');
}
