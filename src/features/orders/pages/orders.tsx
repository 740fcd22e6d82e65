import { type LoaderFunctionArgs, type MetaArgs, redirect, useLoaderData, useNavigation } from 'react-router';
import { definitionOf } from '#features/tiers/index.server.ts';
import { listAddress } from '#kernel/numbers/paging.ts';
import { pageRefusal, pageScope, requirePageActor } from '#platform/http/page.ts';
import { useLive } from '#platform/realtime/client/react.tsx';
import { Segmented } from '#ui/form/segmented.tsx';
import { PageLinks } from '#ui/page/page-links.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { ListSearch } from '../components/list/list-search.tsx';
import { ListTabs } from '../components/list/list-tabs.tsx';
import { ListTools } from '../components/list/list-tools.tsx';
import { NoOrders } from '../components/list/no-orders.tsx';
import { OrderRow } from '../components/order/order-row.tsx';
import type { Side } from '../components/order/order-words.ts';
import { readOrderQuery, viewIn } from '../components/order-filters.ts';
import '../components/orders.css';
import { countToSend } from '../documents/print-documents.server.ts';
import { orderPolicy } from '../model/order.policy.ts';
import { presentOrder } from '../queries/order.present.server.ts';
import { countOpen, countWaiting, openingSide } from '../queries/order-counts.server.ts';
import { countToDo, listOrdersToDo } from '../queries/order-needs.server.ts';
import { listOrdersFor, listWaitingOrders } from '../queries/orders.queries.server.ts';

const step = 20;

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, orderPolicy, 'list');
  const { platform } = pageScope(args.context);
  const { db, clock } = platform;
  const { searchParams } = new URL(args.request.url);
  const waiting = await countWaiting(db, actor.id);
  const asked = viewIn(searchParams);
  // Named in the address, so that the list stays the same when nothing waits in it any more.
  if (asked === null) throw redirect(`/orders?side=${viewOf[await openingSide(db, actor.id, waiting)]}`);
  const { view, filter, search } = readOrderQuery(searchParams, asked);
  const page = { cursor: searchParams.get('cursor') ?? undefined, limit: step };
  const role = view === 'selling' ? 'seller' : 'buyer';
  const status = [...(filter?.statuses ?? [])];
  const isOfBoth = view === 'todo' || view === 'waiting';
  const [{ items, nextCursor }, open, tier, toDo] = await Promise.all([
    view === 'todo'
      ? listOrdersToDo(platform, actor.id, page)
      : view === 'waiting'
        ? listWaitingOrders(db, actor.id, page)
        : listOrdersFor(db, actor.id, { role, status, ...page }, search),
    isOfBoth ? {} : countOpen(db, actor.id, role),
    view === 'selling' ? definitionOf(db, actor.id) : null,
    countToDo(platform, actor.id),
  ]).catch(pageRefusal);
  const now = clock.now();
  return {
    view,
    state: filter?.name ?? '',
    search,
    waiting,
    toDo,
    open,
    /** Null where nothing is sold. */
    selling: tier && {
      hasTools: tier.hasBulkListingTools,
      toSend: tier.hasBulkListingTools ? await countToSend(db, actor.id) : 0,
    },
    exportAt: listAddress('/api/orders/export.csv', { role, status: status.join(','), q: search }),
    orders: items.map((full) => ({
      order: presentOrder(full, actor.id, now),
      side: sideOf(full.order.buyerId, actor.id),
    })),
    nextCursor,
    isFirst: page.cursor === undefined,
    now: now.toISOString(),
  };
}

const viewOf = { buyer: 'buying', seller: 'selling' } as const;
const sideOf = (buyerId: string, memberId: string): Side => (buyerId === memberId ? 'buyer' : 'seller');

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, { title: 'Orders', description: 'Your purchases and sales.', path: '/orders', noIndex: true });

export default function OrdersPage() {
  const { view, state, search, waiting, toDo, open, selling, exportAt, orders, nextCursor, isFirst, now } =
    useLoaderData<typeof loader>();
  const busy = useNavigation().state === 'loading';
  const shown = { side: view, state, q: search };
  const isNarrowed = state !== '' || search !== '';
  const means = 'with updates';
  useLive('me', {});
  return (
    <>
      <div className="dh">
        <h1>Orders</h1>
        <Segmented
          label="Orders to show"
          value={view}
          options={[
            { value: 'buying', label: 'Buying', count: waiting.buyer, countMeans: means, to: '/orders?side=buying' },
            {
              value: 'selling',
              label: 'Selling',
              count: waiting.seller,
              countMeans: means,
              to: '/orders?side=selling',
            },
            { value: 'todo', label: 'To do', count: toDo, to: '/orders?side=todo' },
            {
              value: 'waiting',
              label: 'Updates',
              count: waiting.buyer + waiting.seller,
              to: '/orders?side=waiting',
            },
          ]}
        />
      </div>
      {view !== 'todo' && view !== 'waiting' && (
        <>
          <ListTabs side={view} state={state} search={search} open={open} />
          <div className="ord-bar">
            <ListSearch key={`${view} ${search}`} side={view} state={state} search={search} />
            {(orders.length > 0 || selling !== null) && <ListTools exportAt={exportAt} selling={selling} />}
          </div>
        </>
      )}
      {orders.length === 0 ? (
        <Panel>
          <NoOrders view={view} isNarrowed={isNarrowed} />
        </Panel>
      ) : (
        <Panel flush>
          <ul className="ord-list" aria-busy={busy || undefined}>
            {orders.map(({ order, side }) => (
              <OrderRow key={order.id} order={order} side={side} now={now} canPrint={selling?.hasTools === true} />
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
