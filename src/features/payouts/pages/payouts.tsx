import {
  type ActionFunctionArgs,
  Link,
  type LoaderFunctionArgs,
  type MetaArgs,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { hasOverdueDebt } from '#features/ledger/index.server.ts';
import { listAddress } from '#kernel/numbers/paging.ts';
import { notFound } from '#kernel/refusal.ts';
import { dayMonthYear } from '#kernel/time.ts';
import { pageRefusal, pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer } from '#platform/http/page-form.server.ts';
import { useLive } from '#platform/realtime/client/react.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SavedNote } from '#ui/feedback/saved-note.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { PageLinks } from '#ui/page/page-links.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Note, Panel } from '#ui/page/panel.tsx';
import { findBankPayout, listBankPayouts } from '../bank/list-bank-payouts.server.ts';
import { BalanceFigures } from '../components/balance-figures.tsx';
import { BankPayoutPanel } from '../components/bank-payout-panel.tsx';
import { PayoutRow } from '../components/payout-row.tsx';
import { moneyWords, ownPayoutSentence, sendingSentence } from '../components/payout-words.ts';
import { RequestPayout } from '../components/request-payout.tsx';
import { StateTabs } from '../components/state-tabs.tsx';
import '../components/payouts.css';
import { payoutsPolicy } from '../model/payouts.policy.ts';
import { ruleAt } from '../model/read-rule.server.ts';
import { moneyStates, type OrderPayout } from '../queries/balance.contract.ts';
import { listPayouts } from '../queries/list-payouts.server.ts';
import { readPayoutBalance } from '../queries/read-balance.server.ts';
import { requestPayout } from '../send/request-payout.server.ts';

const address = '/dashboard/payouts';
const step = 20;
const latestShown = 3;

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, payoutsPolicy, 'read payouts');
  const { db, clock, config } = pageScope(args.context).platform;
  const { searchParams } = new URL(args.request.url);
  const state = moneyStates.find((known) => known === searchParams.get('state'));
  const of = searchParams.get('bankPayout');
  const bankPayout = of === null ? null : await findBankPayout(db, actor.id, of);
  if (of !== null && !bankPayout) throw pageRefusal(notFound('We couldn’t find this payout.'));
  const cursor = searchParams.get('cursor') ?? undefined;
  const { currencies } = await readPayoutBalance(db, actor.id, clock.now());
  const { items, nextCursor } = await listPayouts(db, actor.id, {
    state,
    bankPayout: bankPayout?.id,
    cursor,
    limit: step,
  }).catch(pageRefusal);
  const { items: latest } = await listBankPayouts(db, actor.id, { limit: latestShown });
  const { minimum, smallAfterDays } = await ruleAt(db, clock.now());
  const isOverdue = await hasOverdueDebt(db, actor.id);
  const isFirst = cursor === undefined;
  const figures = { currencies, minimum, smallAfterDays, isOverdue, reportsTax: config.taxReportCountry !== null };
  return { ...figures, state, items, nextCursor, isFirst, latest, bankPayout };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, payoutsPolicy, 'request a payout');
  return answerForm<FormAnswer>(form, [], async () => {
    await requestPayout(platform, actor);
    return { saved: 'Payout requested. We send your ready earnings to Stripe now.' };
  });
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Payouts',
    description: 'Your earnings: held, ready, on the way and paid out.',
    path: address,
    noIndex: true,
  });

export default function PayoutsPage() {
  const { currencies, minimum, smallAfterDays, isOverdue, reportsTax } = useLoaderData<typeof loader>();
  const { state, items, nextCursor, isFirst, latest, bankPayout } = useLoaderData<typeof loader>();
  const busy = useNavigation().state === 'loading';
  const answer = useFormAnswer<FormAnswer>();
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
          {reportsTax && <ButtonLink to={`${address}/tax-details`}>Tax details</ButtonLink>}
          <ButtonLink to={`${address}/account`}>Payout account</ButtonLink>
        </div>
      </div>
      <SavedNote said={answer?.saved} />
      {isOverdue && (
        <Note tone="danger" className="mb-4">
          You can’t list more cards until your debt is paid. Your listings stay for sale, and your next sales pay it
          off. To pay it sooner, contact support.
        </Note>
      )}
      {currencies.map((balance) => (
        <BalanceFigures
          key={balance.currency}
          balance={balance}
          minimum={minimum}
          smallAfterDays={smallAfterDays}
          hasHeading={currencies.length > 1}
        />
      ))}
      {currencies.some(({ ready }) => ready.amount > 0 && ready.amount < minimum) && <RequestPayout answer={answer} />}
      {latest.length > 0 && <BankPayoutPanel payouts={latest} />}
      {bankPayout ? (
        <>
          <h2 className="pay-cur">
            Orders of the payout of {dayMonthYear(new Date(bankPayout.createdAt))}{' '}
            <Link className="link" to={address}>
              All orders
            </Link>
          </h2>
          {!bankPayout.isAutomatic && <p className="dim mb-4">{ownPayoutSentence}</p>}
        </>
      ) : (
        <StateTabs of={state} />
      )}
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
        newest={!isFirst && ['Newest orders', listAddress(address, { state, bankPayout: bankPayout?.id })]}
        older={
          nextCursor !== null && [
            'Older orders',
            listAddress(address, { state, bankPayout: bankPayout?.id, cursor: nextCursor }),
          ]
        }
      />
    </>
  );
}
