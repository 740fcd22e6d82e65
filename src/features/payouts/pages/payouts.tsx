import { Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData, useNavigation } from 'react-router';
import { listAddress } from '#kernel/numbers/paging.ts';
import { pageRefusal, pageScope, requirePageActor } from '#platform/http/page.ts';
import { useLive } from '#platform/realtime/client/react.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageLinks } from '#ui/page/page-links.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { BalanceFigures } from '../components/balance-figures.tsx';
import { PayoutRow } from '../components/payout-row.tsx';
import { moneyWords, sendingSentence } from '../components/payout-words.ts';
import '../components/payouts.css';
import { payoutsPolicy } from '../model/payouts.policy.ts';
import { ruleAt } from '../model/read-rule.server.ts';
import { moneyStates, type OrderPayout } from '../queries/balance.contract.ts';
import { listPayouts } from '../queries/list-payouts.server.ts';
import { readPayoutBalance } from '../queries/read-balance.server.ts';

const address = '/dashboard/payouts';
const step = 20;

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, payoutsPolicy, 'read payouts');
  const { db, clock } = pageScope(args.context).platform;
  const { searchParams } = new URL(args.request.url);
  const state = moneyStates.find((known) => known === searchParams.get('state'));
  const cursor = searchParams.get('cursor') ?? undefined;
  const { currencies } = await readPayoutBalance(db, actor.id, clock.now());
  const { items, nextCursor } = await listPayouts(db, actor.id, { state, cursor, limit: step }).catch(pageRefusal);
  const { minimum, smallAfterDays } = await ruleAt(db, clock.now());
  return { currencies, minimum, smallAfterDays, state, items, nextCursor, isFirst: cursor === undefined };
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Payouts',
    description: 'Your earnings: held, ready, on the way and paid out.',
    path: address,
    noIndex: true,
  });

export default function PayoutsPage() {
  const { currencies, minimum, smallAfterDays, state, items, nextCursor, isFirst } = useLoaderData<typeof loader>();
  const busy = useNavigation().state === 'loading';
  useLive('me', {});
  const sendingOf = (payout: OrderPayout) => {
    const ready = currencies.find(({ currency }) => currency === payout.amount.currency)?.ready.amount ?? 0;
    return sendingSentence(payout, { minimum, smallAfterDays, ready });
  };
  return (
    <>
      <div className="dh">
        <div>
          <h1>Payouts</h1>
          <p className="dim">
            Earnings are held until some days after delivery.{' '}
            <Link className="link" to="/fees#payouts">
              View fees and payouts
            </Link>
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <ButtonLink to={`${address}/statements`}>Statements</ButtonLink>
          <ButtonLink to={`${address}/account`}>Payout account</ButtonLink>
        </div>
      </div>
      {currencies.map((balance) => (
        <BalanceFigures
          key={balance.currency}
          balance={balance}
          minimum={minimum}
          smallAfterDays={smallAfterDays}
          hasHeading={currencies.length > 1}
        />
      ))}
      <nav className="tabs pay-tabs" aria-label="Payout status">
        {[undefined, ...moneyStates].map((one) => (
          <Link
            key={one ?? ''}
            to={listAddress(address, { state: one })}
            aria-current={one === state ? 'page' : undefined}
            preventScrollReset
          >
            {one ? moneyWords[one].label : 'All'}
          </Link>
        ))}
      </nav>
      {items.length === 0 ? (
        <Panel>
          <EmptyState title={state ? 'No matching orders' : 'No earnings yet'}>
            {state ? moneyWords[state].empty : 'Your earnings appear here after a buyer pays for an order.'}
          </EmptyState>
        </Panel>
      ) : (
        <Panel flush>
          <ul className="pay-list" aria-label="Orders" aria-busy={busy || undefined}>
            {items.map((payout) => (
              <PayoutRow key={payout.orderId} payout={payout} next={sendingOf(payout)} />
            ))}
          </ul>
        </Panel>
      )}
      <PageLinks
        label="More orders"
        className="mb-16"
        newest={!isFirst && ['Newest orders', listAddress(address, { state })]}
        older={nextCursor !== null && ['Older orders', listAddress(address, { state, cursor: nextCursor })]}
      />
    </>
  );
}
