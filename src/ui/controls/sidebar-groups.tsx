/** Groups of controls: of one class of sources, of the link or of a lane; and sources of one kind in a table. */
import { Fragment } from 'react';
import { required } from '../../shared/required.ts';
import { usePage } from '../shell/context.tsx';
import { ParameterCell, ParameterControl, readableUnit } from './parameter-control.tsx';
import { ParameterSymbol } from './parameter-symbol.tsx';
import { canChange, type EntryOwner, isPrimaryEntry, type SidebarEntry } from './sidebar-entries.ts';
import { isVariantPath, VariantHelp } from './variant-help.tsx';

/** The properties of the control of an entry. */
function useControlProps() {
  const applies = usePage((state) => state.appliesFrom);
  return ({ path, parameter, value }: SidebarEntry) => ({
    path,
    parameter,
    value,
    restarts: applies === 'now' && parameter.live === false,
  });
}

/** Sources of one kind, with a row for each and a column for each main parameter. */
export function SourceTable({
  owners,
  entries,
}: {
  readonly owners: readonly EntryOwner[];
  readonly entries: readonly SidebarEntry[];
}) {
  const controlProps = useControlProps();
  const entriesOfOwner = (id: string) => entries.filter((entry) => entry.source === id && canChange(entry));
  const [first, last] = [required(owners[0]), required(owners.at(-1))];
  const heads = entriesOfOwner(first.id).filter(isPrimaryEntry);
  const title = `${first.label} to ${last.label}`;
  return (
    <section className="sidebar-group" aria-label={title}>
      <h2>{title}</h2>
      <table className="sidebar-sources">
        <thead>
          <tr>
            <td />
            {heads.map(({ path, parameter }) => (
              <th key={path} scope="col">
                {parameter.label}
                {parameter.symbol !== undefined && <ParameterSymbol text={parameter.symbol} />}{' '}
                <span className="unit">{readableUnit(parameter).unit}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {owners.map(({ id, label }) => (
            <tr key={id}>
              <th scope="row">{label}</th>
              {entriesOfOwner(id)
                .filter(isPrimaryEntry)
                .map((entry) => (
                  <td key={entry.path}>
                    <ParameterCell owner={label} {...controlProps(entry)} />
                  </td>
                ))}
            </tr>
          ))}
        </tbody>
      </table>
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

export function SidebarGroup({
  title,
  entries,
  caution,
  emptyText,
}: {
  readonly title: string;
  readonly entries: readonly SidebarEntry[];
  readonly caution?: string | undefined;
  readonly emptyText?: string;
}) {
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
