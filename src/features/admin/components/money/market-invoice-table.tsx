import type { MarketInvoice } from '#features/payouts/contract.ts';
import { monthName } from '#features/payouts/words.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { calendarDay } from '#kernel/time.ts';
import { MemberLink } from '../members/member-link.tsx';
import { QueueTable } from '../queue-table.tsx';

const columns = ['Number', 'Issued', 'Month', 'Seller', 'Net', 'Tax', 'Total'];

/** Invoices and credit notes of all sellers, each with its PDF file. */
export function MarketInvoiceTable({ invoices }: { invoices: readonly MarketInvoice[] }) {
  return (
    <QueueTable of="Invoices" columns={columns} figures={3}>
      {invoices.map(({ id, number, kind, corrects, issuedAt, month, sellerId, recipient, net, tax, total }) => (
        <tr key={id}>
          <td>
            <a className="link" href={`/api/admin/invoices/${id}/invoice.pdf`}>
              {number}
              <span className="sr"> as PDF</span>
            </a>
            {kind === 'credit_note' && <span className="adm-why">Credit note for {corrects ?? 'earlier fees'}</span>}
          </td>
          <td className="dim tnum">{calendarDay(new Date(issuedAt))}</td>
          <td className="dim">{monthName(month)}</td>
          <td>
            <MemberLink id={sellerId} name={recipient} />
          </td>
          {[net, tax, total].map((amount, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
            <td key={at} className="n">
              {formatMoney(amount)}
            </td>
          ))}
        </tr>
      ))}
    </QueueTable>
  );
}
