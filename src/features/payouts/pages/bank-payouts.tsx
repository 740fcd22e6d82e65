import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { listAddress } from '#kernel/numbers/paging.ts';
import { pageRefusal, pageScope, requirePageActor } from '#platform/http/page.ts';
import { useLive } from '#platform/realtime/client/react.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Breadcrumbs } from '#ui/page/breadcrumbs.tsx';
import { PageLinks } from '#ui/page/page-links.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { listBankPayouts } from '../bank/list-bank-payouts.server.ts';
import { BankPayoutRow } from '../components/bank-payout-row.tsx';
import '../components/payouts.css';
import { payoutsPolicy } from '../model/payouts.policy.ts';

const address = '/dashboard/payouts/bank';
const title = 'Payouts to your bank';

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, payoutsPolicy, 'read payouts');
  const { db } = pageScope(args.context).platform;
  const cursor = new URL(args.request.url).searchParams.get('cursor') ?? undefined;
  const list = await listBankPayouts(db, actor.id, { cursor, limit: 20 }).catch(pageRefusal);
  return { ...list, isFirst: cursor === undefined };
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title,
    description: 'What Stripe sends to your bank account, and when.',
    path: address,
    noIndex: true,
  });

export default function BankPayoutsPage() {
  const { items, nextCursor, isFirst } = useLoaderData<typeof loader>();
  useLive('me', {});
  return (
    <>
      <Breadcrumbs trail={[{ label: 'Payouts', to: '/dashboard/payouts' }, { label: title }]} />
      <div className="page-h mt-5">
        <div>
          <h1>{title}</h1>
          <p>We send your earnings to Stripe, and Stripe sends them to your bank.</p>
        </div>
      </div>
      {items.length === 0 ? (
        <Panel>
          <EmptyState title="No payouts yet">
            Payouts appear here when Stripe sends your earnings to your bank.
          </EmptyState>
        </Panel>
      ) : (
        <Panel flush>
          <ul className="pay-list" aria-label={title}>
            {items.map((payout) => (
              <BankPayoutRow key={payout.id} payout={payout} />
            ))}
          </ul>
        </Panel>
      )}
      <PageLinks
        label="More payouts"
        className="mb-16"
        newest={!isFirst && ['Newest payouts', address]}
        older={nextCursor !== null && ['Older payouts', listAddress(address, { cursor: nextCursor })]}
      />
    </>
  );
}
