/** The controls of the direction up of the link: its presence, its rate, its buffer, its policy. */
import { bufferUnit, usesCells } from '../../engine/scenario/scenario.ts';
import { SAME_POLICY } from '../../params/id.ts';
import { UP_PATH, upPath } from '../../params/path.ts';
import type { Parameter } from '../../params/schema.ts';
import { loadedPolicies } from '../../policies/loaded-policies.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { scenarioOfRun } from '../../run-state/run-values.ts';
import { upPoliciesAt } from '../../run-state/up-values.ts';
import { required } from '../../shared/required.ts';
import { Tick } from '../parts/fields.tsx';
import { usePageContext } from '../shell/context.tsx';
import type { SidebarEntry } from './sidebar-entries.ts';
import { SidebarGroup } from './sidebar-groups.tsx';

/** The values of the policies of the queues up. */
export function upPolicyEntries(run: RunState, nowNs: number): readonly UpPolicyEntries[] {
  if (scenarioOfRun(run).up === undefined) return [];
  return upPoliciesAt(run, nowNs).map(({ definition, values }) => ({
    title: `Up · ${definition.name}`,
    entries: Object.entries(definition.parameters).map(([id, parameter]) => ({
      path: upPath(definition.id, id),
      parameter,
      value: required(values[id]),
    })),
  }));
}

interface UpPolicyEntries {
  readonly title: string;
  readonly entries: readonly SidebarEntry[];
}

/** The policy up is a choice among those that manage packets, and the buffer up is not the one down. */
export function upEntry(entry: SidebarEntry): SidebarEntry {
  const parameter: Parameter = entry.parameter;
  if (entry.path === `${UP_PATH}.policy`)
    return {
      ...entry,
      parameter: {
        kind: 'choice',
        label: parameter.label,
        help: parameter.help,
        live: false,
        primary: true,
        default: SAME_POLICY,
        options: [
          { value: SAME_POLICY, label: 'as down' },
          ...loadedPolicies().flatMap(({ id, name, manages, isSuperseded }) =>
            manages === 'packets' && (isSuperseded !== true || id === entry.value) ? { value: id, label: name } : [],
          ),
        ],
      },
    };
  return parameter.label.endsWith(' up')
    ? entry
    : { ...entry, parameter: { ...parameter, label: `${parameter.label} up` } };
}

interface UpLinkControlsProps {
  readonly run: RunState;
  readonly entries: readonly SidebarEntry[];
  readonly nowNs: number;
}

/** @param entries of the direction up, without those of its policies */
export function UpLinkControls({ run, entries, nowNs }: UpLinkControlsProps) {
  const { page } = usePageContext();
  const scenario = scenarioOfRun(run);
  const isOn = scenario.up !== undefined;
  // VCs, and a buffer for each flow, have one direction.
  if (!isOn && (usesCells(scenario) || bufferUnit(scenario) === 'bytesPerFlow')) return null;
  return (
    <>
      <section className="sidebar-group" aria-label="Direction up">
        <h2>Direction up</h2>
        <Tick checked={isOn} onTick={(isTwoWay) => page.edit((editor) => editor.run.setTwoWay(isTwoWay))}>
          a queue up too
        </Tick>
        {!isOn && (
          <p className="muted fine">
            Now ACKs return without a loss. With a queue up, they wait and are dropped there.
          </p>
        )}
      </section>
      {isOn && <SidebarGroup title="Link and buffer up" entries={entries.map(upEntry)} />}
      {upPolicyEntries(run, nowNs).map(({ title, entries: policyEntries }) => (
        <SidebarGroup key={title} title={title} entries={policyEntries} emptyText="No parameters." />
      ))}
    </>
  );
}
