/** The rules of a policy's variants beside each other, and what they do to the figures. */
import { findPolicy } from '../../../policies/loaded-policies.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { formatVariantFigure, shownVariants, type VariantFigures, variantFiguresOf } from './variant-figures.ts';
import { formatMeasuredScenario, MEASURED_PRESET, VARIANT_CHOICE_TEXT, variantRules } from './variant-rules.ts';
import './variants-dialog.css';

const FIGURE_NAMES: Readonly<Record<keyof VariantFigures, string>> = {
  delayMs: 'mean delay, ms',
  dropPercent: 'dropped, %',
  markPercent: 'marked, %',
};
const figureIds = Object.keys(FIGURE_NAMES) as (keyof VariantFigures)[];

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
      <div className="variants-table">
        <table>
          <thead>
            <tr>
              <th scope="col" className="variants-cell">
                rule
              </th>
              {options.map(({ value, label }) => (
                <th key={value} scope="col" className="variants-cell">
                  {label}
                </th>
              ))}
              <th scope="col" className="variants-why">
                why they differ
              </th>
            </tr>
          </thead>
          <tbody>
            {policyVariants.rules.map(({ rule, by, why }) => (
              <tr key={rule}>
                <th scope="row" className="variants-cell">
                  {rule}
                </th>
                {options.map(({ value }) => (
                  <td key={value} className="variants-cell">
                    {by[value]}
                  </td>
                ))}
                <td className="variants-why">{why}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
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
          <div className="variants-table">
            <table>
              <thead>
                <tr>
                  <td />
                  {variants.map(({ value, label }) => (
                    <th key={value} scope="col" className="variants-cell">
                      {label}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {figureIds.map((id) => (
                  <tr key={id}>
                    <th scope="row" className="variants-cell">
                      {FIGURE_NAMES[id]}
                    </th>
                    {variants.map(({ value }) => (
                      <td key={value} className="variants-cell">
                        {figures[value] && formatVariantFigure(figures[value][id])}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </Dialog>
  );
}
