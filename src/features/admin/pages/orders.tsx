import { Search } from 'lucide-react';
import { Form, Link, type LoaderFunctionArgs, type MetaArgs, redirect, useLoaderData } from 'react-router';
import { disputeWords, statusWords } from '#features/orders/widgets.tsx';
import { orderNumber } from '#features/orders/words.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { deletedName } from '#kernel/specified-texts.ts';
import { pageScope } from '#platform/http/page.ts';
import { useLive } from '#platform/realtime/client/react.tsx';
import { Button } from '#ui/button.tsx';
import { StatusDot } from '#ui/feedback/status-dot.tsx';
import { Icon } from '#ui/icon.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { RelativeTime } from '#ui/page/relative-time.tsx';
import { QueuePage } from '../components/queue-page.tsx';
import { QueueTable } from '../components/queue-table.tsx';
import { type OrderPageView, type OrderQuery, orderQuery } from '../contract.ts';
import { findFirstQueue, findOrdersTyped, listNamedOrders } from '../orders/find-order.server.ts';
import { queryFields } from '../shell/form-fields.ts';
import { loadQueue } from '../shell/load-queue.server.ts';
import { requirePageAdmin } from '../shell/page-admin.server.ts';

const queues = [
  { show: 'attention', label: 'On hold', none: 'No orders on hold.' },
  { show: 'disputed', label: 'Problems reported', none: 'No problems need a decision.' },
  { show: 'refund_failed', label: 'Failed refunds', none: 'No failed refunds.' },
  { show: 'chargeback', label: 'Payment disputes', none: 'No payment disputes need evidence.' },
  { show: 'self_buying', label: 'Possible self-purchases', none: 'No possible self-purchases.' },
] as const;

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requirePageAdmin(args, 'look at orders');
  const q = (queryFields(args.request, ['q']).q ?? '').slice(0, 64);
  const found = q === '' ? [] : await findOrdersTyped(pageScope(args.context).platform.db, q);
  if (found.length === 1) throw redirect(`/admin/orders/${found[0]}`);
  const queue = await loadQueue(args, admin, {
    query: orderQuery,
    // Without `show` the first queue with entries is shown.
    first: findFirstQueue,
    list: listNamedOrders,
  });
  return { ...queue, q, found };
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Orders',
    description: 'Orders that need attention.',
    path: '/admin/orders',
    noIndex: true,
  });

export default function OrdersPage() {
  const page = useLoaderData<typeof loader>();
  useLive('operator', {});
  return (
    <QueuePage
      title="Orders"
      lead="Orders that need attention, longest waiting first."
      aside={<FindOrder q={page.q} found={page.found} />}
      at="/admin/orders"
      shelves={queues}
      show={page.show}
      empty="Nothing to review"
      page={page}
    >
      <OrderTable orders={page.items} show={page.show} now={page.now} />
    </QueuePage>
  );
}

/** Leads to the order with a number; its page has all of it. */
function FindOrder({ q, found }: { q: string; found: readonly string[] }) {
  return (
    <div>
      <Form className="adm-find" role="search" aria-label="Orders" action="/admin/orders">
        <div className="fsearch">
          <Icon of={Search} size={16} />
          <label className="sr" htmlFor="find-order">
            Order number
          </label>
          <input
            key={q}
            id="find-order"
            type="search"
            name="q"
            defaultValue={q}
            placeholder="Order number"
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
            enterKeyHint="search"
          />
        </div>
        <Button type="submit">Find order</Button>
      </Form>
      {q !== '' && (
        <p role="status" className="dim mt-2">
          {found.length === 0 ? `No order has the number “${q}”.` : 'Several orders have this number:'}{' '}
          {found.map((id) => (
            <Link key={id} className="link" to={`/admin/orders/${id}`}>
              {id}
            </Link>
          ))}
        </p>
      )}
    </div>
  );
}

function OrderTable({ orders, show, now }: { orders: OrderPageView['items']; show: OrderQuery['show']; now: string }) {
  return (
    <QueueTable of="Orders" columns={['Since', 'Order', 'Reason', 'Status']}>
      {orders.map((one) => (
        <tr key={one.id}>
          <td className="dim tnum">
            <RelativeTime at={one.statusSince} now={now} ago />
          </td>
          <td>
            <Link className="adm-name" to={`/admin/orders/${one.id}`}>
              {one.title}
            </Link>
            <span className="adm-why">
              Order {orderNumber(one.id)}: {one.buyerName ?? deletedName} from {one.sellerName ?? deletedName},{' '}
              {formatMoney(one.total)}
            </span>
          </td>
          <td className="adm-what">
            {show === 'chargeback'
              ? 'Payment dispute'
              : show === 'self_buying'
                ? 'Buyer and seller may be the same person'
                : (one.attention ??
                  (one.dispute
                    ? `${disputeWords[one.dispute]}${one.decisionAskedAt ? ' · Decision requested' : ''}`
                    : 'Refund failed'))}
          </td>
          <td>
            <StatusDot tone={statusWords[one.status].tone}>{statusWords[one.status].word}</StatusDot>
          </td>
        </tr>
      ))}
    </QueueTable>
  );
}
