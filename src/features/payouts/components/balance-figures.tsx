import { formatMoney, type Money } from '#kernel/numbers/money.ts';
import { dayMonthYear } from '#kernel/time.ts';
import { Note } from '#ui/page/panel.tsx';
import type { PayoutBalance } from '../queries/balance.contract.ts';

interface Props {
  balance: PayoutBalance['currencies'][number];
  /** From this sum on, what is ready is sent without waiting. */
  minimum: number;
  smallAfterDays: number;
  /** With several currencies, each has a heading. */
  hasHeading: boolean;
}

/** The four figures of a currency, by how far the money is on its way. */
export function BalanceFigures({ balance, minimum, smallAfterDays, hasHeading }: Props) {
  const { currency, held, ready, onTheWay, paidOut, debt, next } = balance;
  const isSmall = ready.amount > 0 && ready.amount < minimum;
  return (
    <section aria-label={`Earnings in ${currency}`}>
      {hasHeading && <h2 className="pay-cur">{currency}</h2>}
      <ul className="kpis pay-four">
        <Figure
          label="Held"
          value={held}
          note={next ? `${formatMoney(next.amount)} on ${dayMonthYear(new Date(next.at))}` : 'released after delivery'}
        />
        <Figure
          label="Ready"
          value={ready}
          note={
            isSmall
              ? `sent from ${formatMoney({ amount: minimum, currency })} or after ${smallAfterDays} days`
              : 'sent within an hour, unless it is paused'
          }
        />
        <Figure label="On the way" value={onTheWay} note="not at your bank yet" />
        <Figure label="Paid out" value={paidOut} note="at your bank" />
      </ul>
      {debt.amount > 0 && (
        <Note tone="warning" className="mb-4">
          You owe {formatMoney(debt)} after refunds of orders that were paid out. It is taken off your next payouts.
        </Note>
      )}
    </section>
  );
}

function Figure({ label, value, note }: { label: string; value: Money; note: string }) {
  return (
    <li className="kpi">
      <p className="k-l">{label}</p>
      <p className="k-v">{formatMoney(value)}</p>
      <p className="k-s">{note}</p>
    </li>
  );
}
