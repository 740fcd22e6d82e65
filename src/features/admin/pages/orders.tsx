import { Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { disputeWords, statusWords } from '#features/orders/widgets.tsx';
import { formatMoney } from '#kernel/numbers/money.ts';
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
  { show: 'attention', label: 'Stand still', none: 'What Stripe says fits every order.' },
  { show: 'disputed', label: 'Problems reported', none: 'No buyer waits for a decision.' },
  { show: 'refund_failed', label: 'Refunds that failed', none: 'Every refund has gone its way.' },
  { show: 'chargeback', label: 'Banks that ask', none: 'No bank waits for evidence.' },
  { show: 'self_buying', label: 'Bought from themselves?', none: 'No buyer looks like the seller.' },
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
    description: 'Orders that wait for an operator.',
    path: '/admin/orders',
    noIndex: true,
  });

export default function OrdersPage() {
  const page = useLoaderData<typeof loader>();
  useLive('operator', {});
  return (
    <QueuePage
      title="Orders"
      lead="Those that wait for an operator, the longest first."
      at="/admin/orders"
      shelves={queues}
      show={page.show}
      empty="Nothing waits"
      page={page}
    >
      <OrderTable orders={page.items} show={page.show} now={page.now} />
    </QueuePage>
  );
}

function OrderTable({ orders, show, now }: { orders: OrderPageView['items']; show: OrderQuery['show']; now: string }) {
  return (
    <QueueTable of="Orders" columns={['Since', 'Order', 'Why', 'State']}>
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
              {one.buyerName ?? 'a member who has left'} from {one.sellerName ?? 'a member who has left'},{' '}
              {formatMoney(one.total)}
            </span>
          </td>
          <td className="adm-what">
            {show === 'chargeback'
              ? 'A bank asks for the payment back'
              : show === 'self_buying'
                ? 'Looks like one person'
                : (one.attention ??
                  (one.dispute
                    ? `${disputeWords[one.dispute]}${one.decisionAskedAt ? '. Decision requested' : ''}`
                    : 'A refund failed'))}
          </td>
          <td>
            <StatusDot tone={statusWords[one.status].tone}>{statusWords[one.status].word}</StatusDot>
          </td>
        </tr>
      ))}
    </QueueTable>
  );
}
