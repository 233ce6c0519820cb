/** Tables whose columns and rows have names. */
import type { ComponentProps, ReactNode } from 'react';

interface PlainTableProps extends ComponentProps<'table'> {
  readonly caption?: ReactNode;
  /** Heads of the columns. The one over the names may be empty. */
  readonly heads: readonly ReactNode[];
  /** The first cell of a row is its name. */
  readonly rows: readonly (readonly ReactNode[])[];
}

export function PlainTable({ caption, heads, rows, ...table }: PlainTableProps) {
  return (
    <table {...table}>
      {caption !== undefined && <caption>{caption}</caption>}
      <thead>
        <tr>
          {heads.map((head, column) => {
            const Head = head ? 'th' : 'td';
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its position
              <Head key={column} scope={head ? 'col' : undefined}>
                {head}
              </Head>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells], row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its position
          <tr key={row}>
            <th scope="row">{name}</th>
            {cells.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its position
              <td key={column}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface WideTableProps extends PlainTableProps {
  /** Class of the element that scrolls. */
  readonly place: string;
  readonly label: string;
}

/** Scrolls in its place. */
export function WideTable({ place, label, ...table }: WideTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls by keyboard
    <section className={place} aria-label={label} tabIndex={0}>
      <PlainTable {...table} />
    </section>
  );
}
