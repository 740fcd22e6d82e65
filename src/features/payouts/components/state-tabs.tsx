import { Link } from 'react-router';
import { listAddress } from '#kernel/numbers/paging.ts';
import { type MoneyState, moneyStates } from '../queries/balance.contract.ts';
import { moneyWords } from './payout-words.ts';

/** Links to the orders in each state. */
export function StateTabs({ of: state }: { of: MoneyState | undefined }) {
  return (
    <nav className="tabs pay-tabs" aria-label="Payout status">
      {[undefined, ...moneyStates].map((one) => (
        <Link
          key={one ?? ''}
          to={listAddress('/dashboard/payouts', { state: one })}
          aria-current={one === state ? 'page' : undefined}
          preventScrollReset
        >
          {one ? moneyWords[one].label : 'All'}
        </Link>
      ))}
    </nav>
  );
}
