/** Writes docs/VARIANTS.md and the figures that the page shows: the rules of the variants, and their effects. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wrapMarkdown } from '../../src/papers/wrap-markdown.ts';
import { findPolicy } from '../../src/policies/registry.ts';
import { findPreset } from '../../src/scenarios/index.ts';
import { required } from '../../src/shared/required.ts';
import { formatVariantFigure, type VariantFigures } from '../../src/ui/help/variants/variant-figures.ts';
import {
  formatMeasuredScenario,
  MEASURED_PRESET,
  VARIANT_CHOICE_TEXT,
  variantRules,
} from '../../src/ui/help/variants/variant-rules.ts';
import { variantsOf } from '../ui/help/measured-variants.ts';

const root = join(import.meta.dirname, '../..');

export type MeasuredVariants = Record<string, Record<string, VariantFigures>>;

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

function section(policy: string, figures: Readonly<Record<string, VariantFigures>>): string {
  const { rules } = required(variantRules[policy]);
  const variants = variantsOf(policy);
  const options = variants.filter(({ value }) => rules.some(({ by }) => by[value] !== undefined));
  const row = (name: string, id: keyof VariantFigures) =>
    line([name, ...variants.map(({ value }) => formatVariantFigure(required(figures[value])[id]))]);
  const head = (names: readonly string[]) => [line(names), line(names.map(() => '---'))];
  return [
    `## ${findPolicy(policy)?.name}`,
    '',
    ...head(['rule', ...options.map(({ label }) => label), 'why they differ']),
    ...rules.map(({ rule, by, why }) => line([rule, ...options.map(({ value }) => by[value] ?? ''), why])),
    '',
    formatMeasuredScenario(policy),
    '',
    ...head(['measured', ...variants.map(({ label }) => label)]),
    row('mean delay, ms', 'delayMs'),
    row('dropped, %', 'dropPercent'),
    row('marked, %', 'markPercent'),
    '',
  ].join('\n');
}

export function writeVariantsReport(measured: MeasuredVariants): void {
  const policies = Object.keys(variantRules);
  const text = `# The rules of the variants

Written by \`npm run validate\` from \`src/ui/help/variants\`. Do not edit. [MODEL.md](../src/engine/MODEL.md#policies) describes each rule.

Several policies have a parameter \`variant\`: the rule of the RFC or of the paper, that of Linux, and that of ns-3. ${VARIANT_CHOICE_TEXT} The page shows these tables with *Compare the variants*, below the control of the variant.

The figures are measured in the scenario *${findPreset(MEASURED_PRESET)?.title}* (\`${MEASURED_PRESET}\`): means over seeds, with 95 % intervals. All parameters but the variant have the same values.

${policies.map((policy) => section(policy, required(measured[policy]))).join('\n')}`;
  writeFileSync(join(root, 'docs/VARIANTS.md'), wrapMarkdown(text.trimEnd()).concat('\n'));
  const lines = policies.map((policy) => `  ${JSON.stringify(policy)}: ${JSON.stringify(measured[policy])}`);
  writeFileSync(join(root, 'src/ui/help/variants/variant-figures.json'), `{\n${lines.join(',\n')}\n}\n`);
}
