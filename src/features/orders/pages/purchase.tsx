import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirect,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { plural } from '#kernel/format.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { dateAndTime } from '#kernel/time.ts';
import { pageRefusal, pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, text } from '#platform/http/page-form.server.ts';
import { useLive } from '#platform/realtime/client/react.tsx';
import { Button } from '#ui/button.tsx';
import { StatusDot, type StatusTone } from '#ui/feedback/status-dot.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { Breadcrumbs } from '#ui/page/breadcrumbs.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Note, Panel } from '#ui/page/panel.tsx';
import { RelativeTime } from '#ui/page/relative-time.tsx';
import { OrderRow } from '../components/order/order-row.tsx';
import { ReceiptLink } from '../components/order/order-tools.tsx';
import { TimeLeft } from '../components/time-left.tsx';
import { usePoll } from '../components/use-poll.ts';
import '../components/orders.css';
import type { Purchase } from '../contract.ts';
import { orderPolicy } from '../model/order.policy.ts';
import { actOnPurchase, loadPurchase } from '../purchase/purchase-page.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, orderPolicy, 'see a purchase');
  const { platform } = pageScope(args.context);
  const checkout = new URL(args.request.url).searchParams.get('checkout');
  const id = args.params.id ?? '';
  const purchase = await loadPurchase(platform, actor, id, checkout === 'done').catch(pageRefusal);
  return { purchase, checkout, now: platform.clock.now().toISOString() };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, orderPolicy, 'see a purchase');
  const id = args.params.id ?? '';
  return answerForm<FormAnswer>(form, [], async () => {
    await actOnPurchase(platform, actor, id, text(form, 'intent'));
    throw redirect(`/purchases/${id}`);
  });
}

const titleOf = ({ orders }: Purchase) => `Purchase of ${plural(orders.length, { one: '# order', other: '# orders' })}`;

export const meta = ({ matches, loaderData }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: loaderData ? titleOf(loaderData.purchase) : 'Purchase',
    description: 'Status and orders of a purchase.',
    path: `/purchases/${loaderData?.purchase.id ?? ''}`,
    noIndex: true,
  });

const statusWords: Record<Purchase['status'], { word: string; tone: StatusTone }> = {
  open: { word: 'Awaiting payment', tone: 'waiting' },
  paid: { word: 'Paid', tone: 'live' },
  canceled: { word: 'Cancelled', tone: 'paused' },
};

export default function PurchasePage() {
  const { purchase, checkout, now } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  const isConfirming = checkout === 'done' && purchase.status === 'open';
  useLive('me', {});
  usePoll(isConfirming);
  const { word, tone } = statusWords[purchase.status];
  const title = titleOf(purchase);
  return (
    <>
      <Breadcrumbs
        trail={[{ label: 'Orders', to: '/orders' }, { label: 'Buying', to: '/orders?side=buying' }, { label: title }]}
      />
      <div className="ord-head mt-5">
        <div>
          <div className="ord-name">
            <h1>{title}</h1>
            <span aria-live="polite">
              <StatusDot tone={tone}>{word}</StatusDot>
            </span>
          </div>
          <p className="dim">
            <RelativeTime at={purchase.createdAt} now={now} ago />
          </p>
        </div>
      </div>
      <div className="ord mt-5">
        <div className="ord-main">
          <PaymentNote purchase={purchase} checkout={checkout} />
          {answer?.problem && (
            <Note tone="danger" role="alert">
              {answer.problem.message}
            </Note>
          )}
          <Panel flush>
            <ul className="ord-list">
              {purchase.orders.map((order) => (
                <OrderRow key={order.id} order={order} side="buyer" now={now} canPrint={false} />
              ))}
            </ul>
          </Panel>
        </div>
        <div className="ord-side">
          <Panel title="Total">
            <Totals purchase={purchase} />
            {purchase.status === 'paid' && (
              <p className="mt-4">
                <ReceiptLink purchaseId={purchase.id} />
              </p>
            )}
            {purchase.status === 'open' && !isConfirming && <PayOrCancel purchase={purchase} now={now} />}
          </Panel>
        </div>
      </div>
    </>
  );
}

function PaymentNote({ purchase, checkout }: { purchase: Purchase; checkout: string | null }) {
  const { status } = purchase;
  if (checkout === 'done' && status === 'open')
    return (
      <Note role="status">
        <strong>Confirming payment.</strong> This page updates automatically, usually within seconds. You can leave this
        page. The orders stay in your list.
      </Note>
    );
  if (checkout === 'done' && status === 'paid')
    return (
      <Note tone="success" role="status">
        <strong>Orders confirmed.</strong> The payment is confirmed and each seller has your address.
      </Note>
    );
  if (checkout === 'canceled' && status === 'open')
    return (
      <Note tone="warning" role="status">
        You haven’t paid yet, and you weren’t charged. You can pay until your reservation ends.
      </Note>
    );
  return null;
}

function Totals({ purchase: { totals } }: { purchase: Purchase }) {
  const rows = [
    ['Cards', totals.items],
    ['Shipping', totals.shipping],
    ['Total', totals.total],
  ] as const;
  return (
    <dl className="ord-sums">
      {rows.map(([label, amount]) => (
        <div key={label} className={label === 'Total' ? 'sum' : undefined}>
          <dt>{label}</dt>
          <dd>{label === 'Shipping' && amount.amount === 0 ? 'Included' : formatMoney(amount)}</dd>
        </div>
      ))}
    </dl>
  );
}

function PayOrCancel({ purchase, now }: { purchase: Purchase; now: string }) {
  const { formData, state } = useNavigation();
  const busy = state === 'idle' ? undefined : formData?.get('intent');
  const canPay = now < purchase.holdExpiresAt;
  return (
    <>
      {canPay && (
        <>
          <p className="dim">
            Reserved for you until {dateAndTime(new Date(purchase.holdExpiresAt))} (
            <TimeLeft until={purchase.holdExpiresAt} now={now} />)
          </p>
          <Form method="post" className="mt-2">
            <input type="hidden" name="intent" value="pay" />
            <Button type="submit" kind="primary" size="xl" full busy={busy === 'pay'} busyLabel="Opening…">
              Pay {formatMoney(purchase.totals.total)}
            </Button>
          </Form>
        </>
      )}
      <Form method="post" className="mt-2">
        <input type="hidden" name="intent" value="cancel" />
        <Button type="submit" full busy={busy === 'cancel'} busyLabel="Cancelling…">
          Cancel purchase
        </Button>
      </Form>
    </>
  );
}
