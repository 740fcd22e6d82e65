import { Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData, useNavigation } from 'react-router';
import { listAddress } from '#kernel/paging.ts';
import { pageRefusal, pageScope, requirePageActor } from '#platform/http/page.ts';
import { useLive } from '#platform/realtime/react.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageLinks } from '#ui/page-links.tsx';
import { pageMeta } from '#ui/page-meta.ts';
import { Panel } from '#ui/panel.tsx';
import { Price } from '#ui/price.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { StatusDot } from '#ui/status-dot.tsx';
import { OrderArt } from '../components/order-art.tsx';
import { type Side, statusWords } from '../components/order-words.ts';
import '../components/orders.css';
import type { Order } from '../contract.ts';
import { orderPolicy } from '../order.policy.ts';
import { presentOrder } from '../order.present.server.ts';
import { listOrdersFor } from '../orders.queries.server.ts';

const step = 20;

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, orderPolicy, 'list');
  const { platform } = pageScope(args.context);
  const { searchParams } = new URL(args.request.url);
  const side: Side = searchParams.get('side') === 'selling' ? 'seller' : 'buyer';
  const cursor = searchParams.get('cursor') ?? undefined;
  const { items, nextCursor } = await listOrdersFor(platform.db, actor.id, { role: side, cursor, limit: step }).catch(pageRefusal);
  const now = platform.clock.now();
  return { side, orders: items.map((full) => presentOrder(full, actor.id, now)), nextCursor, isFirst: cursor === undefined, now: now.toISOString() };
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, { title: 'Orders', description: 'What you have bought and sold.', path: '/orders', noIndex: true });

export default function OrdersPage() {
  const { side, orders, nextCursor, isFirst, now } = useLoaderData<typeof loader>();
  const busy = useNavigation().state === 'loading';
  const shown = { side: side === 'seller' ? 'selling' : '' };
  useLive('me', {});
  return (
    <>
      <div className="dh">
        <h1>Orders</h1>
        <Segmented
          label="Which orders"
          value={side}
          options={[
            { value: 'buyer', label: 'Buying', to: '/orders' },
            { value: 'seller', label: 'Selling', to: '/orders?side=selling' },
          ]}
        />
      </div>
      {orders.length === 0 ? (
        <Panel>
          {side === 'buyer' ? (
            <EmptyState
              title="Nothing bought yet"
              action={
                <ButtonLink kind="primary" to="/browse">
                  Browse cards
                </ButtonLink>
              }
            >
              Press Buy on a listing: the order appears here, from payment to the letterbox.
            </EmptyState>
          ) : (
            <EmptyState
              title="Nothing sold yet"
              action={
                <ButtonLink kind="primary" to="/listings/create">
                  List a card
                </ButtonLink>
              }
            >
              When somebody buys one of your cards, the order and the address appear here.
            </EmptyState>
          )}
        </Panel>
      ) : (
        <Panel flush>
          <ul className="ord-list" aria-busy={busy || undefined}>
            {orders.map((order) => (
              <OrderRow key={order.id} order={order} side={side} now={now} />
            ))}
          </ul>
        </Panel>
      )}
      <PageLinks
        label="More orders"
        className="mb-16"
        newest={!isFirst && ['Newest orders', listAddress('/orders', shown)]}
        older={nextCursor !== null && ['Older orders', listAddress('/orders', { ...shown, cursor: nextCursor })]}
      />
    </>
  );
}

function OrderRow({ order, side, now }: { order: Order; side: Side; now: string }) {
  const [item] = order.items;
  const { word, tone } = statusWords[order.status];
  const isNew = side === 'buyer' ? !order.buyerRead : !order.sellerRead;
  const other = side === 'buyer' ? order.seller : order.buyer;
  return (
    <li>
      <article className="ord-row">
        <OrderArt item={item} sizes="44px" />
        <div>
          <h2>
            <Link to={`/orders/${order.id}`}>{item?.title ?? 'Order'}</Link>
            {isNew && (
              <span className="ord-new">
                <span className="sr">New</span>
              </span>
            )}
          </h2>
          <p className="dim">
            {item && item.quantity > 1 && `${item.quantity} copies · `}
            {side === 'buyer' ? 'from' : 'to'} {other.username} · <RelativeTime at={order.createdAt} now={now} ago />
          </p>
        </div>
        <StatusDot tone={tone}>{word}</StatusDot>
        <p className="n">
          <Price value={order.totals.total} />
        </p>
      </article>
    </li>
  );
}
