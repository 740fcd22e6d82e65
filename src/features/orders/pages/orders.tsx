import { Form, Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData, useNavigation } from 'react-router';
import { definitionOf } from '#features/tiers/index.server.ts';
import { listAddress } from '#kernel/numbers/paging.ts';
import { readCounters } from '#platform/frame.ts';
import { pageRefusal, pageScope, requirePageActor } from '#platform/http/page.ts';
import { useLive } from '#platform/realtime/client/react.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { TextInput } from '#ui/form/field.tsx';
import { Segmented } from '#ui/form/segmented.tsx';
import { PageLinks } from '#ui/page/page-links.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { DocumentForm } from '../components/document-form.tsx';
import { OrderRow } from '../components/order/order-row.tsx';
import type { Side } from '../components/order/order-words.ts';
import { type OrderView, orderFilters, readOrderQuery } from '../components/order-filters.ts';
import '../components/orders.css';
import { countToSend } from '../documents/print-documents.server.ts';
import { orderPolicy } from '../model/order.policy.ts';
import { presentOrder } from '../queries/order.present.server.ts';
import { listOrdersFor, listWaitingOrders } from '../queries/orders.queries.server.ts';

const step = 20;

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, orderPolicy, 'list');
  const { platform } = pageScope(args.context);
  const { db, clock } = platform;
  const { searchParams } = new URL(args.request.url);
  const { view, filter, search } = readOrderQuery(searchParams);
  const page = { cursor: searchParams.get('cursor') ?? undefined, limit: step };
  const find = () =>
    view === 'waiting'
      ? listWaitingOrders(db, actor.id, page)
      : listOrdersFor(
          db,
          actor.id,
          { role: view === 'selling' ? 'seller' : 'buyer', status: [...(filter?.statuses ?? [])], ...page },
          search,
        );
  const [{ items, nextCursor }, { orders: waiting }, tier] = await Promise.all([
    find(),
    readCounters(platform, ['orders'], actor.id),
    view === 'selling' ? definitionOf(db, actor.id) : null,
  ]).catch(pageRefusal);
  const now = clock.now();
  return {
    view,
    state: filter?.name ?? '',
    search,
    waiting,
    /** Null where nothing is sold. */
    hasTools: tier ? tier.hasBulkListingTools : null,
    toSend: tier?.hasBulkListingTools ? await countToSend(db, actor.id) : 0,
    orders: items.map((full) => ({
      order: presentOrder(full, actor.id, now),
      side: sideOf(full.order.buyerId, actor.id),
    })),
    nextCursor,
    isFirst: page.cursor === undefined,
    now: now.toISOString(),
  };
}

const sideOf = (buyerId: string, memberId: string): Side => (buyerId === memberId ? 'buyer' : 'seller');

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, { title: 'Orders', description: 'Your purchases and sales.', path: '/orders', noIndex: true });

export default function OrdersPage() {
  const { view, state, search, waiting, hasTools, toSend, orders, nextCursor, isFirst, now } =
    useLoaderData<typeof loader>();
  const busy = useNavigation().state === 'loading';
  const shown = { side: view === 'buying' ? '' : view, state, q: search };
  const isNarrowed = state !== '' || search !== '';
  useLive('me', {});
  return (
    <>
      <div className="dh">
        <h1>Orders</h1>
        <Segmented
          label="Orders to show"
          value={view}
          options={[
            { value: 'buying', label: 'Buying', to: '/orders' },
            { value: 'selling', label: 'Selling', to: '/orders?side=selling' },
            {
              value: 'waiting',
              label: waiting > 0 ? `Waiting for you (${waiting})` : 'Waiting for you',
              to: '/orders?side=waiting',
            },
          ]}
        />
      </div>
      {view !== 'waiting' && <OrderFilters key={`${view} ${search}`} view={view} state={state} search={search} />}
      {hasTools !== null && orders.length > 0 && <DocumentForm hasTools={hasTools} toSend={toSend} />}
      {orders.length === 0 ? (
        <Panel>
          <NoOrders view={view} isNarrowed={isNarrowed} />
        </Panel>
      ) : (
        <Panel flush>
          <ul className="ord-list" aria-busy={busy || undefined}>
            {orders.map(({ order, side }) => (
              <OrderRow key={order.id} order={order} side={side} now={now} canPrint={hasTools === true} />
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

/** Search and states, each a link or a plain form: the URL holds what is shown. */
function OrderFilters({ view, state, search }: { view: 'buying' | 'selling'; state: string; search: string }) {
  const side = view === 'selling' ? 'selling' : '';
  return (
    <>
      <Form className="ord-filter" role="search" action="/orders" aria-label="Orders">
        {side && <input type="hidden" name="side" value={side} />}
        {state && <input type="hidden" name="state" value={state} />}
        <TextInput
          fieldClass="ord-q"
          label="Search by card or username"
          mark={false}
          quiet
          type="search"
          name="q"
          maxLength={100}
          defaultValue={search}
          placeholder="Search by card or username"
          enterKeyHint="search"
        />
        <Button type="submit">Search</Button>
        {search && <Link to={listAddress('/orders', { side, state })}>Clear</Link>}
      </Form>
      <nav className="tabs ord-tabs" aria-label="Order status">
        {[{ name: '', label: 'All' }, ...orderFilters[view === 'selling' ? 'seller' : 'buyer']].map(
          ({ name, label }) => (
            <Link
              key={name}
              to={listAddress('/orders', { side, state: name, q: search })}
              aria-current={name === state ? 'page' : undefined}
              preventScrollReset
            >
              {label}
            </Link>
          ),
        )}
      </nav>
    </>
  );
}

function NoOrders({ view, isNarrowed }: { view: OrderView; isNarrowed: boolean }) {
  if (view === 'waiting')
    return (
      <EmptyState title="Nothing is waiting for you" action={<ButtonLink to="/orders">All orders</ButtonLink>}>
        New activity on your orders is shown here until you view it.
      </EmptyState>
    );
  if (isNarrowed)
    return (
      <EmptyState
        title="No matching orders"
        action={<ButtonLink to={view === 'selling' ? '/orders?side=selling' : '/orders'}>Clear filters</ButtonLink>}
      >
        Search by card name, or by the full username of the buyer or seller.
      </EmptyState>
    );
  return view === 'buying' ? (
    <EmptyState
      title="No purchases yet"
      action={
        <ButtonLink kind="primary" to="/browse">
          Browse cards
        </ButtonLink>
      }
    >
      Your orders and their status are shown here after you buy a card.
    </EmptyState>
  ) : (
    <EmptyState
      title="No sales yet"
      action={
        <ButtonLink kind="primary" to="/listings/create">
          List a card
        </ButtonLink>
      }
    >
      Orders and shipping addresses are shown here when a buyer pays for your card.
    </EmptyState>
  );
}
