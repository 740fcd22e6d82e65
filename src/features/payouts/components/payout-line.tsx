import { Link } from 'react-router';
import { dayMonthYear } from '#kernel/time.ts';
import { StatusDot } from '#ui/feedback/status-dot.tsx';
import type { OrderPayout } from '../queries/balance.contract.ts';
import './payouts.css';
import { shownState } from './payout-words.ts';

/** Where a seller's earnings of an order are. */
export function PayoutLine({ payout }: { payout: OrderPayout }) {
  const { label, tone } = shownState(payout);
  const { pause, sentAt, state } = payout;
  return (
    <div className="pay-line">
      <StatusDot tone={tone}>{label}</StatusDot>
      <p className="dim">
        {pause?.sentence ?? (state === 'sent' && sentAt ? `Sent on ${dayMonthYear(new Date(sentAt))}.` : '')}{' '}
        <Link className="link" to="/dashboard/payouts">
          Payouts
        </Link>
      </p>
    </div>
  );
}
