/** Groups of controls: of one class of sources, of the link or of a lane; and sources of one kind in a table. */

import { Fragment, useState } from 'react';
import { PROGRAM_POLICY } from '../../params/id.ts';
import { lastKey, parsePath } from '../../params/path.ts';
import { required } from '../../shared/required.ts';
import { Button } from '../parts/button.tsx';
import { PlainTable } from '../parts/table.tsx';
import { ParameterName } from '../parts/texts.tsx';
import { usePage } from '../shell/context.tsx';
import { lazyPart } from '../shell/part.tsx';
import { ParameterControl, readableUnit } from './parameter-control.tsx';
import { canChange, type EntryOwner, isPrimaryEntry, type SidebarEntry } from './sidebar-entries.ts';

/** The properties of the control of an entry. */
function useControlProps() {
  const applies = usePage((state) => state.appliesFrom);
  return ({ path, parameter, value, usedValue, unusedBy }: SidebarEntry) => ({
    path,
    parameter,
    value,
    usedValue,
    unusedBy,
    restarts: applies === 'now' && parameter.live === false,
  });
}

interface SourceTableProps {
  readonly owners: readonly EntryOwner[];
  readonly entries: readonly SidebarEntry[];
}

/** Sources of one kind, with a row for each and a column for each main parameter. */
export function SourceTable({ owners, entries }: SourceTableProps) {
  const controlProps = useControlProps();
  const entriesOfOwner = (id: string) => entries.filter((entry) => entry.source === id && canChange(entry));
  const [first, last] = [required(owners[0]), required(owners.at(-1))];
  const heads = entriesOfOwner(first.id).filter(isPrimaryEntry);
  const title = `${first.label} to ${last.label}`;
  return (
    <section className="sidebar-group" aria-label={title}>
      <h2>{title}</h2>
      <PlainTable
        className="sidebar-sources"
        heads={[
          '',
          ...heads.map(({ path, parameter }) => (
            <Fragment key={path}>
              <ParameterName parameter={parameter} /> <span className="unit">{readableUnit(parameter).unit}</span>
            </Fragment>
          )),
        ]}
        rows={owners.map(({ id, label }) => [
          label,
          ...entriesOfOwner(id)
            .filter(isPrimaryEntry)
            .map((entry) => <ParameterControl key={entry.path} owner={label} {...controlProps(entry)} />),
        ])}
      />
      <details>
        <summary>More</summary>
        {owners.map(({ id, label }) => (
          <details key={id} className="sidebar-source">
            <summary>{label}</summary>
            {entriesOfOwner(id)
              .filter((entry) => !isPrimaryEntry(entry))
              .map((entry) => (
                <ParameterControl key={entry.path} {...controlProps(entry)} />
              ))}
          </details>
        ))}
      </details>
    </section>
  );
}

interface SidebarGroupProps {
  readonly title: string;
  readonly entries: readonly SidebarEntry[];
  readonly caution?: string | undefined;
  readonly emptyText?: string;
}

export function SidebarGroup({ title, entries, caution, emptyText }: SidebarGroupProps) {
  const controlProps = useControlProps();
  const control = (entry: SidebarEntry) => (
    <Fragment key={entry.path}>
      <ParameterControl {...controlProps(entry)} />
      {isVariantPath(entry.path) && <VariantHelp path={entry.path} />}
    </Fragment>
  );
  const changeableEntries = entries.filter(canChange);
  const first = changeableEntries.filter(isPrimaryEntry);
  const foldedEntries = changeableEntries.filter((entry) => !isPrimaryEntry(entry));
  return (
    <section className="sidebar-group" aria-label={title}>
      <h2>{title}</h2>
      {first.map(control)}
      {caution !== undefined && (
        <p className="sidebar-caution fine rail" role="status">
          {caution}
        </p>
      )}
      {entries.length === 0 && <p className="muted">{emptyText}</p>}
      {foldedEntries.length > 0 && (
        <details>
          <summary>More</summary>
          {foldedEntries.map(control)}
        </details>
      )}
    </section>
  );
}

/** Beside the control of a policy's variant: opens the table of its rules. */
const VariantsDialog = lazyPart(
  'The rules of the variants',
  () => import('../help/variants/variants-dialog.tsx'),
  'VariantsDialog',
);

/** Whether a control chooses the variant of a lane's policy. */
const isVariantPath = (path: string) => lastKey(path) === 'variant' && parsePath(path)?.group === 'policy';

/** @param path of the variant of a lane's policy */
function VariantHelp({ path }: { readonly path: string }) {
  const policy = usePage((state) => state.run.lanes[parsePath(path)?.lane ?? 0]?.policy);
  const [isOpen, setIsOpen] = useState(false);
  if (policy === undefined || policy === PROGRAM_POLICY) return null;
  return (
    <div className="ends">
      <span />
      <Button className="quiet" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Compare the variants
      </Button>
      {isOpen && <VariantsDialog policy={policy} onClose={() => setIsOpen(false)} />}
    </div>
  );
}
