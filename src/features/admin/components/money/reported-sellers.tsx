import type { YearFigures } from '#features/payouts/index.server.ts';
import { formatNumber } from '#kernel/format.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { StatusDot } from '#ui/feedback/status-dot.tsx';
import { MemberLink } from '../members/member-link.tsx';
import { QueueTable } from '../queue-table.tsx';

interface Seller {
  sellerId: string;
  username: string | null;
  figures: YearFigures[];
  /** Null: the tax details are missing. */
  isInEu: boolean | null;
}

const total = (quarters: readonly number[]) => quarters.reduce((sum, one) => sum + one, 0);

/** Sellers of a year who are reported, a row for each currency. */
export function ReportedSellers({ sellers }: { sellers: readonly Seller[] }) {
  return (
    <QueueTable of="Reported sellers" columns={['Seller', 'Tax details', 'Sales', 'Earnings', 'Fees']} figures={3}>
      {sellers.flatMap(({ sellerId, username, figures, isInEu }) =>
        figures.map(({ currency, earnings, sales, fees }) => (
          <tr key={`${sellerId} ${currency}`}>
            <td>
              <MemberLink id={sellerId} name={username} />
            </td>
            <td>
              <StatusDot tone={isInEu === null ? 'bad' : 'live'}>{detailsWord(isInEu)}</StatusDot>
            </td>
            <td className="n">{formatNumber(total(sales))}</td>
            <td className="n">{formatMoney({ amount: total(earnings), currency })}</td>
            <td className="n">{formatMoney({ amount: total(fees), currency })}</td>
          </tr>
        )),
      )}
    </QueueTable>
  );
}

const detailsWord = (isInEu: boolean | null) =>
  isInEu === null ? 'Missing' : isInEu ? 'Complete' : 'Not reported, outside the EU';
