/** The figures of one scenario under each variant of a policy. `npm run validate` measures them. */
import type { Parameter } from '../../../params/schema.ts';
import { formatSpread } from '../../../shared/format-spread.ts';
import measured from './variant-figures.json';
import { type PolicyVariants, variantRules } from './variant-rules.ts';

/** A mean over the seeds with its 95 % interval. */
export interface VariantFigure {
  readonly mean: number;
  readonly ci95: number;
}

/** Of one variant: mean waiting time, and shares of the packets. */
export interface VariantFigures {
  readonly delayMs: VariantFigure;
  readonly dropPercent: VariantFigure;
  readonly markPercent: VariantFigure;
}

/** A variant of a policy as the table shows it. */
export interface ShownVariant {
  readonly value: string;
  readonly label: string;
}

/** The variants of a policy, and after them Linux with those defaults of the kernel that differ from ours. */
export function shownVariants(variant: Parameter | undefined, { kernelDefaults }: PolicyVariants): ShownVariant[] {
  const options = variant?.kind === 'choice' ? variant.options : [];
  const defaults = Object.entries(kernelDefaults ?? {}).map(
    ([id, value]) => `${id} ${value === false ? 'off' : value}`,
  );
  return [
    ...options,
    ...(kernelDefaults === undefined ? [] : [{ value: KERNEL_VALUE, label: `Linux, ${defaults.join(', ')}` }]),
  ];
}

/** Stands for Linux with the kernel's defaults. */
export const KERNEL_VALUE = 'kernel';

/** The figures by variant; undefined for a policy without variants. */
export function variantFiguresOf(policy: string): Readonly<Record<string, VariantFigures>> | undefined {
  const figures: Readonly<Record<string, Readonly<Record<string, VariantFigures>>>> = measured;
  return Object.hasOwn(variantRules, policy) ? figures[policy] : undefined;
}

/** "12.3 ±0.4", with three digits. */
export function formatVariantFigure({ mean, ci95 }: VariantFigure): string {
  const digits = Math.max(0, mean === 0 ? 1 : 2 - Math.floor(Math.log10(Math.max(mean, 0.1))));
  return `${mean.toFixed(digits)}${formatSpread(ci95, (spread) => spread.toFixed(digits))}`;
}
