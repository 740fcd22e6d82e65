import type { sumInvoices } from '#features/payouts/index.server.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { Panel } from '#ui/page/panel.tsx';

type Sums = Awaited<ReturnType<typeof sumInvoices>>;

/** What was invoiced less what was credited, a row for each currency. */
export function InvoiceSums({ sums, title }: { sums: Sums; title: string }) {
  return (
    <Panel title={title} id="total" note="Invoices less credit notes.">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard */}
      <section className="tw" tabIndex={0} aria-label="Total, scrollable table">
        <table className="adm-figures">
          <thead>
            <tr>
              {['Currency', 'Documents', 'Net', 'Tax', 'Total'].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sums.map(({ count, net, tax, total }) => (
              <tr key={total.currency}>
                <th scope="row">{total.currency}</th>
                <td>{count}</td>
                {[net, tax, total].map((amount, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
                  <td key={at}>{formatMoney(amount)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  );
}
