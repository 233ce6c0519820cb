/** The controls: traffic, link and buffer, each lane's policy, and the changes made in this run. */

import { resolveScenario, type Scenario, withValue } from '../../engine/scenario/scenario.ts';
import { resolvedValue, scenarioPaths } from '../../engine/scenario/scenario-paths.ts';
import { laneLetter } from '../../params/lane-letters.ts';
import { existing } from '../../params/lists.ts';
import { lanePath } from '../../params/path.ts';
import type { Parameter, ParameterValue } from '../../params/schema.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { parameterValueAt, policyOf, policyValuesAt, scenarioOf } from '../../run-state/selectors.ts';
import { cautionOf } from '../../scenarios/rules/constraints.ts';
import { usePage, useTools } from '../shell/context.tsx';
import { ChangeChoice } from './change-choice.tsx';
import { ParameterCell, ParameterControl, readable } from './parameter-control.tsx';
import { ParameterSymbol } from './parameter-symbol.tsx';
import { Changes, Digests } from './run-changes.tsx';
import { ScenarioFile } from './scenario-file.tsx';
import './sidebar.css';

interface Entry {
  readonly path: string;
  /** Id of the class of sources, if it is a value of a class. */
  readonly source?: string | undefined;
  readonly parameter: Parameter;
  readonly value: ParameterValue;
}

/** Every path of the scenario with its present value. */
function entriesOf(run: RunState, timeNs: number): Entry[] {
  const scenario = scenarioOf(run);
  const resolved = resolveScenario(scenario);
  return scenarioPaths(scenario).map(({ path, at, parameter }) => {
    const start = existing(resolvedValue(resolved, at));
    return {
      path,
      source: at.group === 'sources' ? at.owner : undefined,
      parameter,
      value: parameterValueAt(run, path, timeNs, start),
    };
  });
}

/**
 * Time of the last change up to the present, ns. All values since then are the same, so this part is not rendered again
 * until the next change.
 */
function useLastChangeNs(): number {
  const { session } = useTools().page;
  return usePage(({ run, timeNs }) => {
    const nowNs = Math.max(timeNs, session.commandedNs);
    return run.edits.reduce((last, edit) => (edit.timeNs <= nowNs ? Math.max(last, edit.timeNs) : last), 0);
  });
}

export function Sidebar() {
  const run = usePage((state) => state.run);
  const only = usePage((state) => state.only);
  const locked = usePage((state) => state.embedding === 'locked');
  const nowNs = useLastChangeNs();
  const entries = entriesOf(run, nowNs);
  const scenario = scenarioOf(run);
  const rate = entries.find(({ path }) => path === 'link.rateBps') as Entry;
  const withCurrentRate = withValue(scenario, rate.path, rate.value);
  const link = entries.filter(({ source }) => source === undefined);
  if (only !== undefined) return <Allowed run={run} only={only} entries={entries} nowNs={nowNs} />;
  return (
    <aside className="sidebar" aria-label="Controls">
      <fieldset disabled={locked}>
        <ChangeChoice />
        {sourcesByKind(scenario).map((owners) =>
          owners.length >= LIKE_IN_A_TABLE ? (
            <LikeGroup key={`${scenario.id}/${owners[0]?.id}`} owners={owners} entries={entries} />
          ) : (
            owners.map(({ id, label }) => (
              <Group
                key={`${scenario.id}/${id}`}
                title={label}
                entries={entries.filter(({ source }) => source === id)}
              />
            ))
          ),
        )}
        <Group key={`${scenario.id}/link`} title="Link and buffer" entries={link} />
        {run.lanes.map((lane, index) => (
          <Group
            // biome-ignore lint/suspicious/noArrayIndexKey: a lane is identified by its position
            key={`${scenario.id}/${index}/${lane.policy}`}
            title={laneTitle(run, index)}
            entries={laneEntries(run, index, nowNs)}
            caution={cautionOf(withCurrentRate, policyOf(lane), policyValuesAt(run, index, nowNs))}
            empty="No parameters. It drops packets that do not fit."
          />
        ))}
        <Changes run={run} />
        <Digests run={run} />
        <ScenarioFile />
      </fieldset>
    </aside>
  );
}

/** Every parameter of a lane's policy with its present value. */
function laneEntries(run: RunState, index: number, nowNs: number): Entry[] {
  const values = policyValuesAt(run, index, nowNs);
  return Object.entries(policyOf(existing(run.lanes[index])).parameters).map(([id, parameter]) => ({
    path: lanePath(index, id),
    parameter,
    value: existing(values[id]),
  }));
}

const laneTitle = (run: RunState, index: number) =>
  `${laneLetter(index)} · ${policyOf(existing(run.lanes[index])).name}`;

/** The controls that a step of a lesson or a link allows, without groups that open and close. */
function Allowed({
  run,
  only,
  entries,
  nowNs,
}: {
  readonly run: RunState;
  readonly only: readonly string[];
  readonly entries: readonly Entry[];
  readonly nowNs: number;
}) {
  const allowed = (some: readonly Entry[]) => some.filter(({ path }) => only.includes(path)).map(inTheOpen);
  const scenario = allowed(entries);
  return (
    <aside className="sidebar" aria-label="Controls">
      {scenario.length > 0 && <Group title="Traffic, link and buffer" entries={scenario} />}
      {run.lanes.map((lane, index) => {
        const ofLane = allowed(laneEntries(run, index, nowNs));
        if (ofLane.length === 0) return null;
        // biome-ignore lint/suspicious/noArrayIndexKey: a lane is identified by its position
        return <Group key={`${index}/${lane.policy}`} title={laneTitle(run, index)} entries={ofLane} />;
      })}
    </aside>
  );
}

const inTheOpen = (entry: Entry): Entry => ({ ...entry, parameter: { ...entry.parameter, primary: true } });

/** Smallest number of neighbouring sources of one kind that are shown as a table. */
const LIKE_IN_A_TABLE = 3;

interface Owner {
  readonly id: string;
  readonly label: string;
}

/** The sources, with neighbouring sources of one kind in one group. */
function sourcesByKind({ sources }: Scenario): Owner[][] {
  const runs: (Owner & { readonly kind: string })[][] = [];
  for (const [id, { kind, label }] of Object.entries(sources)) {
    const last = runs.at(-1);
    if (last?.[0]?.kind === kind) last.push({ id, kind, label });
    else runs.push([{ id, kind, label }]);
  }
  return runs;
}

/** With a single option there is nothing to choose. */
const canChange = ({ parameter }: Entry) => parameter.kind !== 'choice' || parameter.options.length > 1;
const isPrimary = ({ parameter }: Entry) => parameter.primary === true;

/** The functions that change an entry on the page. */
function useChange() {
  const { page } = useTools();
  const applies = usePage((state) => state.applies);
  return ({ path, parameter, value }: Entry) => ({
    ...{ path, parameter, value },
    restarts: applies === 'now' && parameter.live === false,
    onSet: (raw: unknown) => page.editor?.set(path, raw),
    onDrag: (raw: number) => page.editor?.drag(path, raw),
  });
}

/** Sources of one kind, with a row for each and a column for each main parameter. */
function LikeGroup({ owners, entries }: { readonly owners: readonly Owner[]; readonly entries: readonly Entry[] }) {
  const change = useChange();
  const ofOwner = (id: string) => entries.filter((entry) => entry.source === id && canChange(entry));
  const [first, last] = [existing(owners[0]), existing(owners.at(-1))];
  const heads = ofOwner(first.id).filter(isPrimary);
  const title = `${first.label} to ${last.label}`;
  return (
    <section className="sidebar-group" aria-label={title}>
      <h2>{title}</h2>
      <table className="source-table">
        <thead>
          <tr>
            <td />
            {heads.map(({ path, parameter }) => (
              <th key={path} scope="col">
                {parameter.label}
                {parameter.symbol !== undefined && <ParameterSymbol text={parameter.symbol} />}{' '}
                <span className="unit">{readable(parameter).unit}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {owners.map(({ id, label }) => (
            <tr key={id}>
              <th scope="row">{label}</th>
              {ofOwner(id)
                .filter(isPrimary)
                .map((entry) => (
                  <td key={entry.path}>
                    <ParameterCell owner={label} {...change(entry)} />
                  </td>
                ))}
            </tr>
          ))}
        </tbody>
      </table>
      <details>
        <summary>More</summary>
        {owners.map(({ id, label }) => (
          <details key={id}>
            <summary>{label}</summary>
            {ofOwner(id)
              .filter((entry) => !isPrimary(entry))
              .map((entry) => (
                <ParameterControl key={entry.path} {...change(entry)} />
              ))}
          </details>
        ))}
      </details>
    </section>
  );
}

function Group({
  title,
  entries,
  caution,
  empty,
}: {
  readonly title: string;
  readonly entries: readonly Entry[];
  readonly caution?: string | undefined;
  readonly empty?: string;
}) {
  const change = useChange();
  const control = (entry: Entry) => <ParameterControl key={entry.path} {...change(entry)} />;
  const open = entries.filter(canChange);
  const first = open.filter(isPrimary);
  const more = open.filter((entry) => !isPrimary(entry));
  return (
    <section className="sidebar-group" aria-label={title}>
      <h2>{title}</h2>
      {first.map(control)}
      {caution !== undefined && (
        <p className="sidebar-caution" role="status">
          {caution}
        </p>
      )}
      {entries.length === 0 && <p className="muted">{empty}</p>}
      {more.length > 0 && (
        <details>
          <summary>More</summary>
          {more.map(control)}
        </details>
      )}
    </section>
  );
}
