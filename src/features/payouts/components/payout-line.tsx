import { Link } from 'react-router';
import { StatusDot } from '#ui/feedback/status-dot.tsx';
import type { OrderPayout } from '../queries/balance.contract.ts';
import './payouts.css';
import { bankSentence, shownState } from './payout-words.ts';

/** Where a seller's earnings of an order are. */
export function PayoutLine({ payout }: { payout: OrderPayout }) {
  const { label, tone } = shownState(payout);
  return (
    <div className="pay-line">
      <StatusDot tone={tone}>{label}</StatusDot>
      <p className="dim">
        {payout.pause?.sentence ?? bankSentence(payout)}{' '}
        <Link className="link" to="/dashboard/payouts">
          Payouts
        </Link>
      </p>
    </div>
  );
}
