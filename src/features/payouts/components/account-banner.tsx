import { Link } from 'react-router';
import { formatMoney } from '#kernel/numbers/money.ts';
import { dayMonthYear } from '#kernel/time.ts';
import { Note } from '#ui/page/panel.tsx';
import type { Banner } from '../accounts/banner.rules.ts';
import { accountPage } from '../accounts/words/account-words.ts';
import { taxDetailsPage } from '../tax-report/tax-report.rules.ts';

/** Above a seller's pages: what keeps them from being paid, and where to go. */
export function AccountBanner({ banner, className }: { banner: Banner | null; className?: string }) {
  if (!banner) return null;
  return (
    <Note tone={banner.kind === 'unfinished' ? 'info' : 'warning'} className={className}>
      <Words banner={banner} />
    </Note>
  );
}

function Words({ banner }: { banner: Banner }) {
  switch (banner.kind) {
    case 'blocked':
      return (
        <>
          <strong>Buyers can’t buy your listings now.</strong> You need an active payout account.{' '}
          <Link to={accountPage}>Set up payouts</Link>
        </>
      );
    case 'unfinished':
      return (
        <>
          <strong>Payouts aren’t set up.</strong> Stripe still needs details from you.{' '}
          <Link to={accountPage}>Finish setup</Link>
        </>
      );
    case 'restricted':
      return (
        <>
          <strong>Payouts are paused.</strong> Stripe restricted your account.{' '}
          <Link to={accountPage}>View payout account</Link>
        </>
      );
    case 'tax_held':
      return (
        <>
          <strong>Payouts are paused.</strong> We need your tax details.{' '}
          <Link to={taxDetailsPage}>Add tax details</Link>
        </>
      );
    case 'tax_details':
      return (
        <>
          <strong>Add your tax details by {dayMonthYear(new Date(banner.until))}.</strong> After that, payouts are
          paused. <Link to={taxDetailsPage}>Add tax details</Link>
        </>
      );
    case 'bank_failed':
      return (
        <>
          <strong>{formatMoney(banner.amount)} didn’t reach your bank.</strong> {banner.problem}{' '}
          <Link to={accountPage}>View payout account</Link>
        </>
      );
    case 'deadline':
      return (
        <>
          <strong>Stripe needs details by {dayMonthYear(new Date(banner.until))}.</strong> After that, payouts are
          paused. <Link to={accountPage}>Add details</Link>
        </>
      );
  }
}
