/** The values on the slider of a number: each key press goes to the next one. */
import type { NumberParameter } from '../../params/schema.ts';

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
 * The allowed values on a slider: ascending, all different, at most 201. So a step changes a whole number by at least 1,
 * and another number by at least one unit of its third digit.
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
