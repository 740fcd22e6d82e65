import { Link } from 'react-router';
import { Note } from '#ui/page/panel.tsx';
import { salesBlockSentence } from '../../model/state-sentences.ts';

/** On a listing of a seller who has not set up payouts: to them, and to buyers. */
export default function SalesBlockNote({ isOwn, className }: { isOwn: boolean; className?: string }) {
  return (
    <Note tone="warning" role="status" className={className}>
      {isOwn ? (
        <>
          <strong>Buyers can’t buy your listings now.</strong> You need an active payout account.{' '}
          <Link to="/dashboard/payouts/account">Set up payouts</Link>
        </>
      ) : (
        salesBlockSentence
      )}
    </Note>
  );
}
