import type { ReactNode } from 'react';

interface QueueTableProps {
  of: string;
  columns: readonly string[];
  /** How many of the last columns are figures. Their table scrolls on a phone, others become a list there. */
  figures?: number;
  children: ReactNode;
}

/** The rows of a `QueuePage` beneath the names of their columns. */
export function QueueTable({ of, columns, figures = 0, children }: QueueTableProps) {
  const firstFigure = columns.length - figures;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard
    <section className="tw" tabIndex={0} aria-label={`${of}, scrollable table`}>
      <table className={figures > 0 ? 'tbl adm-f' : 'tbl adm-a adm-o'}>
        <thead>
          <tr>
            {columns.map((name, at) => (
              <th key={name} className={at < firstFigure ? undefined : 'n'}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
