import { Link } from 'react-router';
import { plural } from '#kernel/format.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { dayMonthYear } from '#kernel/time.ts';
import { StatusDot } from '#ui/feedback/status-dot.tsx';
import type { BankPayout } from '../bank/bank-payouts.contract.ts';
import { arrivalSentence, bankPayoutWords, ownPayoutSentence } from './payout-words.ts';

/** A payout to the bank in the list of a seller. */
export function BankPayoutRow({ payout }: { payout: BankPayout }) {
  const { id, amount, status, createdAt, isAutomatic, orders, problem } = payout;
  const { label, tone } = bankPayoutWords[status];
  return (
    <li>
      <div>
        <p className="font-semibold">Payout of {dayMonthYear(new Date(createdAt))}</p>
        <p className="dim">
          {problem ?? arrivalSentence(payout)}
          {orders > 0 && (
            <>
              {' '}
              <Link className="link" to={`/dashboard/payouts?${new URLSearchParams({ bankPayout: id })}`}>
                {plural(orders, { one: '# order', other: '# orders' })}
                <span className="sr"> of this payout</span>
              </Link>
            </>
          )}
        </p>
        {!isAutomatic && <p className="dim">{ownPayoutSentence}</p>}
      </div>
      <StatusDot tone={tone}>{label}</StatusDot>
      <p className="n">{formatMoney(amount)}</p>
    </li>
  );
}
