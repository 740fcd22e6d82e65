import { ArrowUpRight } from 'lucide-react';
import {
  type ActionFunctionArgs,
  Link,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirect,
  useLoaderData,
} from 'react-router';
import { formatMoney } from '#kernel/numbers/money.ts';
import { listAddress } from '#kernel/numbers/paging.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { dayMonthYear } from '#kernel/time.ts';
import { pageScope, requirePageActor } from '#platform/http/page.ts';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { Icon } from '#ui/icon.tsx';
import { PageLinks } from '#ui/page/page-links.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Note, Panel } from '#ui/page/panel.tsx';
import { listBills } from '../billing/billing.server.ts';
import { planClientAction } from '../browser/plan-client-action.ts';
import { PlanPanel } from '../components/plan-panel.tsx';
import { billWord } from '../components/plan-words.ts';
import type { Bill } from '../contract.ts';
import type { PlanKind } from '../model/plan.ts';
import { tierPolicy } from '../model/tier.policy.ts';
import { actOnPlan, loadPlan, type PlanAnswer } from './plan.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, tierPolicy, 'read one’s own');
  const { platform } = pageScope(args.context);
  const after = new URL(args.request.url).searchParams.get('bills') ?? undefined;
  const bills = listBills(platform, actor, after).catch((error: unknown) => {
    if (!isRefusal(error)) throw error;
    // An address that was typed or is old shows the first page, not an error.
    if (error.status === 422) throw redirect('/settings/subscription');
    return null;
  });
  const [facts, shown] = await Promise.all([loadPlan(platform, actor, args.request), bills]);
  return { facts, bills: shown?.items ?? null, older: shown?.nextCursor ?? null, isFirst: after === undefined };
}

export async function action(args: ActionFunctionArgs) {
  const actor = requirePageActor(args, tierPolicy, 'read one’s own');
  return actOnPlan(pageScope(args.context).platform, actor, args.request);
}

/** The calls that the page makes where scripts run (AP-02, AP-03). */
export const clientAction = planClientAction;

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Subscription',
    description: 'Your plan, its renewal and your invoices.',
    path: '/settings/subscription',
    noIndex: true,
  });

export default function SubscriptionPage() {
  const { facts, bills, older, isFirst } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<PlanAnswer>();
  return (
    <>
      <PlanPanel facts={facts} answer={answer} at="/settings/subscription" />
      <Panel
        title="Invoices"
        id="invoices"
        note={bills && bills.length > 0 ? 'Your Premium invoices, newest first.' : undefined}
      >
        {bills === null ? (
          <Note tone="warning">
            We couldn’t reach our payment provider to load your invoices. Your plan isn’t affected. Try again in a
            minute.
          </Note>
        ) : bills.length === 0 && isFirst ? (
          <p className="dim">
            No invoices yet.{' '}
            <Link className="link" to="/premium">
              Compare plans
            </Link>
          </p>
        ) : (
          <BillTable bills={bills} plan={facts.plan.kind} />
        )}
        <PageLinks
          label="Invoice pages"
          className="mt-3.5"
          size="sm"
          preventScrollReset
          newest={!isFirst && ['Newest invoices', '/settings/subscription#invoices']}
          older={
            older !== null && ['Older invoices', `${listAddress('/settings/subscription', { bills: older })}#invoices`]
          }
        />
      </Panel>
    </>
  );
}

function BillTable({ bills, plan }: { bills: Bill[]; plan: PlanKind }) {
  return (
    <table className="bill-t">
      <caption className="sr">Invoices</caption>
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">Invoice</th>
          <th scope="col">Status</th>
          <th scope="col" className="n">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {bills.map((bill) => (
          <tr key={bill.id}>
            <td>
              <time dateTime={bill.createdAt}>{dayMonthYear(new Date(bill.createdAt))}</time>
            </td>
            <td>
              {bill.url ? (
                <a href={bill.url} target="_blank" rel="noreferrer">
                  {bill.number ?? 'Invoice'}
                  <Icon of={ArrowUpRight} size={14} />
                  <span className="sr"> (opens a new window)</span>
                </a>
              ) : (
                (bill.number ?? 'Invoice')
              )}
            </td>
            <td>
              {billWord(bill.status, plan) === 'Due' && bill.url ? (
                <a href={bill.url} target="_blank" rel="noreferrer">
                  Due, pay now<span className="sr"> (opens a new window)</span>
                </a>
              ) : (
                billWord(bill.status, plan)
              )}
            </td>
            <td className="n">{formatMoney(bill.amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
