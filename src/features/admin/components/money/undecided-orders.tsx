import { Link } from 'react-router';
import { orderNumber } from '#features/orders/words.ts';
import type { Undecided } from '#features/payouts/index.server.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { dayMonthYear } from '#kernel/time.ts';
import { Panel } from '#ui/page/panel.tsx';
import type { MoneyAnswer } from '../../money/act-on-money.server.ts';
import { MemberLink } from '../members/member-link.tsx';
import { MoneyForm } from './money-form.tsx';

/** Orders whose money is on hold for so long that an admin decides whose it is. */
export function UndecidedOrders({ orders, answer }: { orders: readonly Undecided[]; answer: MoneyAnswer | undefined }) {
  if (orders.length === 0) return null;
  return (
    <Panel
      title="Orders to decide"
      id="decide"
      note="On hold for a long time. Release the payment to the seller, or refund the buyer."
    >
      <ul className="adm-log">
        {orders.map(({ orderId, sellerId, seller, held, paidAt }) => (
          <li key={orderId}>
            <p>
              <Link className="link" to={`/admin/orders/${orderId}`}>
                Order {orderNumber(orderId)}
              </Link>{' '}
              · <span className="tnum">{formatMoney(held)}</span>
            </p>
            <p className="dim">
              Paid {dayMonthYear(new Date(paidAt))} · Seller <MemberLink id={sellerId} name={seller} />
            </p>
            {(['release_order', 'refund_order'] as const).map((act) => {
              const about = `${act} ${orderId}`;
              const own = answer?.values?.about === about ? answer : undefined;
              return <FoldedForm key={act} act={act} about={about} orderId={orderId} answer={own} />;
            })}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface Folded {
  act: 'release_order' | 'refund_order';
  about: string;
  orderId: string;
  answer: MoneyAnswer | undefined;
}

function FoldedForm({ act, about, orderId, answer }: Folded) {
  return (
    <details open={answer !== undefined}>
      <summary>{act === 'release_order' ? 'Release to seller…' : 'Refund buyer…'}</summary>
      <MoneyForm act={act} about={about} hidden={{ orderId }} answer={answer} />
    </details>
  );
}
