import { Link } from 'react-router';
import { Panel } from '#ui/page/panel.tsx';
import type { BankPayout } from '../bank/bank-payouts.contract.ts';
import { BankPayoutRow } from './bank-payout-row.tsx';

/** The latest payouts to the bank, with a link to all. */
export function BankPayoutPanel({ payouts }: { payouts: BankPayout[] }) {
  const all = (
    <Link className="link" to="/dashboard/payouts/bank">
      All bank payouts
    </Link>
  );
  return (
    <Panel flush id="bank" title="Payouts to your bank" actions={all} className="mb-6">
      <ul className="pay-list" aria-label="Payouts to your bank">
        {payouts.map((payout) => (
          <BankPayoutRow key={payout.id} payout={payout} />
        ))}
      </ul>
    </Panel>
  );
}
