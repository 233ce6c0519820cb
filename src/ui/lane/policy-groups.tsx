/**
 * The four groups of buffer management (Goyal et al.), with the lanes in them. The counted quantity and the number of
 * thresholds define a group.
 */

import type { PolicyDefinition, Taxonomy } from '../../engine/contract/policy.ts';
import { scenarioOfRun } from '../../run-state/run-values.ts';
import { policyFits } from '../../scenarios/rules/policy-fit.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { Button } from '../parts/button.tsx';
import { usePage, usePageContext } from '../shell/context.tsx';
import './policy-groups.css';

const ACCOUNTING_TEXTS = { single: 'the whole buffer', multiple: 'each VC too' } as const;
const THRESHOLD_TEXTS = { single: 'one threshold', multiple: 'several thresholds' } as const;

export function PolicyGroups({ lane }: { readonly lane: number }) {
  const run = usePage((state) => state.run);
  const { page } = usePageContext();
  const scenario = scenarioOfRun(run);
  const policies = usePage((state) => state.policies);
  const groupedPolicies = policies.filter(({ taxonomy }) => taxonomy !== undefined);
  const column = (thresholds: Taxonomy['thresholds'], accounting: Taxonomy['accounting']) =>
    groupedPolicies.filter(({ taxonomy }) => taxonomy?.thresholds === thresholds && taxonomy.accounting === accounting);
  const entry = (definition: PolicyDefinition) => {
    const lanes = run.lanes.flatMap(({ policy }, otherLane) => (policy === definition.id ? [otherLane] : []));
    const isUsable = policyFits(scenario, definition);
    return (
      <li key={definition.id}>
        <Button
          className="choice row"
          disabled={!isUsable}
          aria-pressed={run.lanes[lane]?.policy === definition.id}
          title={
            isUsable
              ? formatTraits(definition)
              : `${formatTraits(definition)}; it manages packets, but this scenario sends cells`
          }
          onClick={() => page.edit((editor) => editor.lanes.setPolicy(lane, definition.id))}
        >
          {definition.name}
          {definition.taxonomy?.tagSensitive && <span className="policy-tags" title="sensitive to tags" />}
          {lanes.map((lane) => (
            <span key={lane} className="badge tiny">
              <span className="visually-hidden">lane </span>
              {laneLetter(lane)}
            </span>
          ))}
        </Button>
      </li>
    );
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className="policy-groups fine" aria-label="Groups of policies" tabIndex={0}>
      <table>
        <caption>Press a policy to use it in this lane. Hatched: treats tagged frames differently.</caption>
        <thead>
          <tr>
            <td />
            {(['single', 'multiple'] as const).map((thresholds) => (
              <th key={thresholds} scope="col">
                {THRESHOLD_TEXTS[thresholds]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(['single', 'multiple'] as const).map((accounting) => (
            <tr key={accounting}>
              <th scope="row">counts {ACCOUNTING_TEXTS[accounting]}</th>
              {(['single', 'multiple'] as const).map((thresholds) => (
                <td key={thresholds}>
                  <ul className="policy-entries cluster">{column(thresholds, accounting).map(entry)}</ul>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function formatTraits({ summary, taxonomy }: PolicyDefinition): string {
  if (taxonomy === undefined) return summary;
  const { threshold, drop, tagSensitive } = taxonomy;
  return `${summary} ${threshold === 'static' ? 'Static' : 'Dynamic'} threshold, ${drop} drops, ${tagSensitive ? 'sensitive to tags' : 'insensitive to tags'}.`;
}
