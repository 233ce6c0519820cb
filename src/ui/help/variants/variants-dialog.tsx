/** The rules of a policy's variants beside each other, and what they do to the figures. */

import { findPolicy } from '../../../policies/loaded-policies.ts';
import { keysOfRecord } from '../../../shared/record-keys.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { WideTable } from '../../parts/table.tsx';
import { formatVariantFigure, shownVariants, type VariantFigures, variantFiguresOf } from './variant-figures.ts';
import { formatMeasuredScenario, MEASURED_PRESET, VARIANT_CHOICE_TEXT, variantRules } from './variant-rules.ts';
import './variants-dialog.css';

const FIGURE_NAMES: Readonly<Record<keyof VariantFigures, string>> = {
  delayMs: 'mean delay, ms',
  dropPercent: 'dropped, %',
  markPercent: 'marked, %',
};
const variantFigureIds = keysOfRecord(FIGURE_NAMES);

/** @param policy has variants with rules */
export function VariantsDialog({ policy, onClose }: { readonly policy: string; readonly onClose: () => void }) {
  const definition = findPolicy(policy);
  const policyVariants = variantRules[policy] ?? { rules: [] };
  const variants = shownVariants(definition?.parameters.variant, policyVariants);
  const options = variants.filter(({ value }) => policyVariants.rules.some(({ by }) => by[value] !== undefined));
  const figures = variantFiguresOf(policy);
  const lanes = options.map(() => policy).join(',');
  const fields = options.map(({ value }, lane) => `lanes.${lane}.variant=${value}`).join('&');
  const changes = Object.entries(policyVariants.changes ?? {}).map(([path, value]) => `&${path}=${value}`);
  return (
    <Dialog title={`${definition?.name}: the variants`} className="variants prose" pauses={false} onClose={onClose}>
      <p>{VARIANT_CHOICE_TEXT}</p>
      <WideTable
        place="variants-table variants-rules"
        label="Rules of the variants"
        heads={['rule', ...options.map(({ label }) => label), 'why they differ']}
        rows={policyVariants.rules.map(({ rule, by, why }) => [rule, ...options.map(({ value }) => by[value]), why])}
      />
      {figures !== undefined && (
        <>
          <h3>What they do to the figures</h3>
          <p>
            {formatMeasuredScenario(policy)}{' '}
            <a
              href={`#p=${MEASURED_PRESET}${changes.join('')}&lanes=${lanes}&${fields}`}
              target="_blank"
              rel="noopener"
            >
              Open these lanes
            </a>
          </p>
          <WideTable
            place="variants-table"
            label="Figures of the variants"
            heads={[
              <span key="figure" className="visually-hidden">
                figure
              </span>,
              ...variants.map(({ label }) => label),
            ]}
            rows={variantFigureIds.map((id) => [
              FIGURE_NAMES[id],
              ...variants.map(({ value }) => figures[value] && formatVariantFigure(figures[value][id])),
            ])}
          />
        </>
      )}
    </Dialog>
  );
}
