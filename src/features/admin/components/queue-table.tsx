import type { ReactNode } from 'react';

/** The rows of a `QueuePage` beneath the names of their columns. */
export function QueueTable({ of, columns, children }: { of: string; columns: readonly string[]; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard
    <section className="tw" tabIndex={0} aria-label={`${of}, scrollable table`}>
      <table className="tbl adm-a adm-o">
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name}>{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
