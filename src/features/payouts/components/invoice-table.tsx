import { formatMoney } from '#kernel/numbers/money.ts';
import { calendarDay } from '#kernel/time.ts';
import type { listInvoices } from '../invoices/invoices.queries.server.ts';
import { monthName } from '../statements/month.ts';

type Row = Awaited<ReturnType<typeof listInvoices>>[number];

/** A seller's invoices and credit notes, each as a PDF file. */
export function InvoiceTable({ invoices }: { invoices: Row[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard
    <section className="tw" tabIndex={0} aria-label="Invoices, scrollable table">
      <table className="stmt-t">
        <caption className="sr">Invoices and credit notes</caption>
        <thead>
          <tr>
            <th scope="col">Number</th>
            <th scope="col">Type</th>
            <th scope="col">Month</th>
            <th scope="col">Issued</th>
            <th scope="col" className="n">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {invoices.map(({ id, number, kind, month, issuedAt, total }) => (
            <tr key={id}>
              <th scope="row">
                <a className="link" href={`/api/payouts/invoices/${id}/invoice.pdf`}>
                  {number}
                  <span className="sr"> as PDF</span>
                </a>
              </th>
              <td>{kind === 'invoice' ? 'Invoice' : 'Credit note'}</td>
              <td>{monthName(month)}</td>
              <td>{calendarDay(new Date(issuedAt))}</td>
              <td className="n">{formatMoney(total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
