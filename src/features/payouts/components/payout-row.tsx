import { Link } from 'react-router';
import { orderNumber } from '#features/orders/words.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { dayMonthYear } from '#kernel/time.ts';
import { StatusDot } from '#ui/feedback/status-dot.tsx';
import type { OrderPayout } from '../queries/balance.contract.ts';
import { bankSentence, shownState } from './payout-words.ts';

/** The money of an order in the list of a seller. */
export function PayoutRow({ payout, next }: { payout: OrderPayout; next: string | null }) {
  const { orderId, title, amount, paidAt, pause } = payout;
  const sentence = pause?.sentence ?? next ?? bankSentence(payout);
  const { label, tone } = shownState(payout);
  return (
    <li>
      <div>
        <h2>
          <Link className="link" to={`/orders/${orderId}`}>
            {title}
          </Link>
        </h2>
        <p className="dim">
          Order {orderNumber(orderId)} · Paid {dayMonthYear(new Date(paidAt))}
        </p>
        {sentence && <p className="dim">{sentence}</p>}
      </div>
      <StatusDot tone={tone}>{label}</StatusDot>
      <p className="n">{formatMoney(amount)}</p>
    </li>
  );
}
