import { MapPin } from 'lucide-react';
import { useEffect } from 'react';
import { type ActionFunctionArgs, Link, type LoaderFunctionArgs, type MetaArgs, redirect, useLoaderData, useRevalidator } from 'react-router';
import { sentBy, specialFinish } from '#features/listings/widgets.tsx';
import { formatMoney } from '#kernel/money.ts';
import { pageRefusal, pageScope, requirePageActor } from '#platform/http/page.ts';
import { answerForm, text } from '#platform/http/page-form.server.ts';
import { useLive } from '#platform/realtime/react.tsx';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { ConditionBadge, GradeBadge } from '#ui/condition-badge.tsx';
import { Icon } from '#ui/icon.tsx';
import { pageMeta } from '#ui/page-meta.ts';
import { Definitions, Note, Panel } from '#ui/panel.tsx';
import { StatusDot } from '#ui/status-dot.tsx';
import { useFormAnswer } from '#ui/use-form-answer.ts';
import { type ActionAnswer, OrderActions } from '../components/order-actions.tsx';
import { OrderArt } from '../components/order-art.tsx';
import { OrderWay } from '../components/order-way.tsx';
import { disputeWords, nextSentence, type Side, statusWords, stuckSentence } from '../components/order-words.ts';
import '../components/orders.css';
import type { Order } from '../contract.ts';
import { orderPolicy } from '../order.policy.ts';
import { actOnOrder, loadOrder } from './order.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, orderPolicy, 'see');
  const { platform } = pageScope(args.context);
  const checkout = new URL(args.request.url).searchParams.get('checkout');
  const order = await loadOrder(platform, actor, args.params.id ?? '', checkout === 'done').catch(pageRefusal);
  const side: Side = order.buyerId === actor.id ? 'buyer' : 'seller';
  return { order, side, checkout: side === 'buyer' ? checkout : null, now: platform.clock.now().toISOString() };
}

export async function action(args: ActionFunctionArgs) {
  const actor = requirePageActor(args, orderPolicy, 'see');
  const { platform } = pageScope(args.context);
  const id = args.params.id ?? '';
  const form = await args.request.formData();
  const fields = [...form.keys()];
  return answerForm(form, fields, async () => {
    await actOnOrder(platform, actor, id, text(form, 'intent'), Object.fromEntries(fields.map((name) => [name, text(form, name)])));
    throw redirect(`/orders/${id}`);
  });
}

export const meta = ({ matches, loaderData }: MetaArgs<typeof loader>) => {
  const order = loaderData?.order;
  const title = order ? `${order.items[0]?.title ?? 'Order'}: ${statusWords[order.status].word.toLowerCase()}` : 'Order';
  return pageMeta(matches, { title, description: 'An order, for its two sides.', path: `/orders/${order?.id ?? ''}`, noIndex: true });
};

export default function OrderPage() {
  const { order, side, checkout, now } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<ActionAnswer>();
  const { word, tone } = statusWords[order.status];
  const isConfirming = checkout === 'done' && order.status === 'pending_payment';
  useLive('me', {});
  useAskAgain(isConfirming);
  const other = side === 'buyer' ? order.seller : order.buyer;
  return (
    <>
      <Breadcrumbs
        trail={[
          { label: 'Orders', to: '/orders' },
          side === 'buyer' ? { label: 'Buying', to: '/orders' } : { label: 'Selling', to: '/orders?side=selling' },
          { label: order.items[0]?.title ?? 'Order' },
        ]}
      />
      <div className="ord-head mt-5">
        <h1>{order.items[0]?.title ?? 'Order'}</h1>
        <span aria-live="polite">
          <StatusDot tone={tone}>{word}</StatusDot>
        </span>
      </div>
      <p className="ord-next">{isConfirming ? 'Your bank has the payment; we are waiting for its word.' : nextSentence(order, side)}</p>
      <div className="ord">
        <div className="ord-main">
          {isConfirming && (
            <Note role="status">
              <strong>Confirming payment.</strong> This page turns by itself as soon as it is confirmed, usually within seconds. You can leave it: the
              order stays in your list.
            </Note>
          )}
          {checkout === 'done' && order.status === 'paid' && (
            <Note tone="success" role="status">
              <strong>Thank you, it is yours.</strong> The payment is confirmed and {order.seller.username} has your address.
            </Note>
          )}
          {checkout === 'canceled' && order.status === 'pending_payment' && (
            <Note tone="warning" role="status">
              You left the payment page and nothing was charged. The copy stays yours until the time is over.
            </Note>
          )}
          {order.dispute && (
            <Note tone="danger">
              <strong>{disputeWords[order.dispute.reason]}.</strong> {order.dispute.text}
            </Note>
          )}
          {order.refundFailed && !['canceled', 'refunded'].includes(order.status) && (
            <Note tone="warning">{stuckSentence(order.refundFailed, side === 'buyer')}</Note>
          )}
          <OrderItems order={order} />
          <Panel title="What has happened">
            <OrderWay order={order} side={side} now={now} />
          </Panel>
        </div>
        <div className="ord-side">
          <OrderActions key={order.version} order={order} side={side} now={now} answer={answer} isConfirming={isConfirming} />
          {order.address && (
            <Panel title={side === 'seller' ? 'Send it to' : 'Goes to'}>
              <OrderAddress address={order.address} />
            </Panel>
          )}
        </div>
        <div className="ord-facts">
          <Panel title="Details">
            <Definitions
              rows={[
                [
                  side === 'buyer' ? 'Seller' : 'Buyer',
                  <Link key="other" className="link" to={`/profile/${other.id}`}>
                    {other.username}
                  </Link>,
                ],
                ['Sent with', order.tracking?.carrier],
                ['Tracking', order.tracking?.trackingNumber],
                ['Why cancelled', order.cancelReason],
                ['As shown in', shownIn(order)],
                ['Order', <code key="id">{order.id}</code>],
              ]}
            />
          </Panel>
        </div>
      </div>
    </>
  );
}

/** Which version of the listing the buyer agreed to: the one that they saw, or the one that was sold to whoever did not say. */
function shownIn({ items: [item] }: Order): string | null {
  const version = item?.snapshot.seenVersion ?? item?.snapshot.version;
  return typeof version === 'number' ? `Version ${version} of the listing` : null;
}

function OrderItems({ order }: { order: Order }) {
  const { shipping, totals, refunded } = order;
  return (
    <Panel title="What was ordered" note="As the listing was at that moment">
      {order.items.map((item) => (
        <div className="ord-item" key={item.listingId}>
          <OrderArt item={item} sizes="72px" />
          <div>
            <h3>
              <Link to={`/listings/${item.listingId}`}>{item.title}</Link>
            </h3>
            <p className="mt-1 flex flex-wrap items-center gap-2">
              <ItemFacts snapshot={item.snapshot} />
            </p>
          </div>
          <p className="tnum">
            {item.quantity > 1 && `${item.quantity} × `}
            {formatMoney(item.price)}
          </p>
        </div>
      ))}
      <dl className="ord-sums">
        <div>
          <dt>{shipping.name ? sentBy({ name: shipping.name, tracked: shipping.tracked }) : 'Post'}</dt>
          <dd>{shipping.price.amount === 0 ? 'Included' : formatMoney(shipping.price)}</dd>
        </div>
        <div className="sum">
          <dt>Total</dt>
          <dd>{formatMoney(totals.total)}</dd>
        </div>
        {refunded && (
          <div>
            <dt>Given back</dt>
            <dd>− {formatMoney(refunded)}</dd>
          </div>
        )}
      </dl>
    </Panel>
  );
}

/** What the buyer was promised. */
function ItemFacts({ snapshot }: { snapshot: Record<string, unknown> }) {
  const { grading, condition } = snapshot as { grading?: { company: string; grade: string | number } | null; condition?: string };
  const { rarity, finish } = snapshot as { rarity?: string | null; finish?: string | null };
  const facts = [rarity, finish && specialFinish(finish)].filter(Boolean);
  return (
    <>
      {grading ? <GradeBadge {...grading} /> : condition && <ConditionBadge condition={condition} />}
      {facts.length > 0 && <span className="dim">{facts.join(' · ')}</span>}
    </>
  );
}

/** As the country's post wants it: the state beside the town in North America and Australia, elsewhere the code before the town. */
function townLines({ city, state, postalCode, country }: NonNullable<Order['address']>): (string | null)[] {
  if (['US', 'CA', 'AU'].includes(country)) return [[city, [state, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')];
  return [[postalCode, city].filter(Boolean).join(' '), state];
}

function OrderAddress({ address }: { address: NonNullable<Order['address']> }) {
  const lines = [address.name, address.line1, address.line2, ...townLines(address), countryName(address.country)];
  return (
    <div className="flex gap-3">
      <Icon of={MapPin} />
      <address className="addr">
        {lines.filter(Boolean).map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </address>
    </div>
  );
}

function countryName(code: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** The live channel turns the page; where it cannot be reached the page asks again, less and less often. */
function useAskAgain(isWaiting: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isWaiting) return;
    let pause = 1_500;
    let timer: ReturnType<typeof setTimeout>;
    const ask = () => {
      void revalidate();
      pause = Math.min(pause * 1.6, 30_000);
      timer = setTimeout(ask, pause);
    };
    timer = setTimeout(ask, pause);
    return () => clearTimeout(timer);
  }, [isWaiting, revalidate]);
}
