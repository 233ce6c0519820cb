/** The choice of a lane's policy, among those that fit the traffic. */
import { memo, useMemo } from 'react';
import { PROGRAM_POLICY } from '../../params/id.ts';
import { policyOfLane, scenarioOfRun } from '../../run-state/run-values.ts';
import { policyFits } from '../../scenarios/rules/policy-fit.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { required } from '../../shared/required.ts';
import { joinClassNames } from '../shell/class-names.ts';
import { useLaneName, usePage, usePageContext } from '../shell/context.tsx';
import './policy-choice.css';

/** Number of letters of a policy's name that fit beside five figures. */
const MAX_NAME_LETTERS = 8;

export const PolicyChoice = memo(({ lane }: { readonly lane: number }) => {
  const { page } = usePageContext();
  const run = usePage((state) => state.run);
  const policies = usePage((state) => state.policies);
  const isBare = usePage((state) => state.embedding !== 'whole');
  const laneState = required(run.lanes[lane]);
  const { id, name: policyName, summary } = policyOfLane(laneState);
  // Beside another lane of this policy, the present one says what differs.
  const name = useLaneName(lane) || policyName;
  const { sources } = scenarioOfRun(run);
  const options = useMemo(
    () =>
      policies
        .filter((policy) => policyFits({ sources }, policy) && (policy.isSuperseded !== true || policy.id === id))
        .map((policy) => (
          <option key={policy.id} value={policy.id}>
            {policy.id === id ? name : policy.name}
          </option>
        )),
    [policies, sources, id, name],
  );
  return (
    <select
      className={joinClassNames(
        'policy-choice quiet',
        name.length > MAX_NAME_LETTERS && 'long-name',
        name !== policyName && 'difference-name',
      )}
      style={{ width: `calc(${name.length}ch + 1.5em)` }}
      aria-label={`Policy of lane ${laneLetter(lane)}`}
      value={id}
      disabled={isBare}
      title={summary}
      // Read now: while the editor loads, React gives the element its old value again.
      onChange={({ target: { value } }) => page.edit((editor) => editor.lanes.setPolicy(lane, value))}
    >
      {options}
      {id === PROGRAM_POLICY && <option value={PROGRAM_POLICY}>{name}</option>}
    </select>
  );
});
