import { Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { disputeWords, statusWords } from '#features/orders/widgets.tsx';
import { formatMoney } from '#kernel/numbers/money.ts';
import { deletedName } from '#kernel/specified-texts.ts';
import { useLive } from '#platform/realtime/client/react.tsx';
import { StatusDot } from '#ui/feedback/status-dot.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { RelativeTime } from '#ui/page/relative-time.tsx';
import { QueuePage } from '../components/queue-page.tsx';
import { QueueTable } from '../components/queue-table.tsx';
import { type OrderPageView, type OrderQuery, orderQuery } from '../contract.ts';
import { findFirstQueue, listNamedOrders } from '../orders/find-order.server.ts';
import { loadQueue } from '../shell/load-queue.server.ts';
import { requirePageAdmin } from '../shell/page-admin.server.ts';

const queues = [
  { show: 'attention', label: 'On hold', none: 'No orders on hold.' },
  { show: 'disputed', label: 'Problems reported', none: 'No problems need a decision.' },
  { show: 'refund_failed', label: 'Failed refunds', none: 'No failed refunds.' },
  { show: 'chargeback', label: 'Payment disputes', none: 'No payment disputes need evidence.' },
  { show: 'self_buying', label: 'Possible self-purchases', none: 'No possible self-purchases.' },
] as const;

export const loader = async (args: LoaderFunctionArgs) =>
  loadQueue(args, await requirePageAdmin(args, 'look at orders'), {
    query: orderQuery,
    // Without `show` the first queue with entries is shown.
    first: findFirstQueue,
    list: listNamedOrders,
  });

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
              {one.buyerName ?? deletedName} from {one.sellerName ?? deletedName}, {formatMoney(one.total)}
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
