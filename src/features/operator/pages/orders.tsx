import { Form, Link, type LoaderFunctionArgs, type MetaArgs, redirect, useLoaderData } from 'react-router';
import type { OrderTrouble, TroubledOrder } from '#features/orders/contract.ts';
import { listTroubledOrders } from '#features/orders/index.server.ts';
import { statusWords } from '#features/orders/words.ts';
import { formatMoney } from '#kernel/money.ts';
import { pageScope } from '#platform/http/page.ts';
import { useLive } from '#platform/realtime/react.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { TextInput } from '#ui/field.tsx';
import { pageMeta } from '#ui/page-meta.ts';
import { RelativeTime } from '#ui/relative-time.tsx';
import { requirePageOperator } from '../page-operator.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  await requirePageOperator(args);
  const { platform } = pageScope(args.context);
  const id = new URL(args.request.url).searchParams.get('id')?.trim();
  if (id) throw redirect(`/admin/orders/${encodeURIComponent(id)}`);
  return { orders: await listTroubledOrders(platform.db), now: platform.clock.now().toISOString() };
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, { title: 'Orders', description: 'Orders that need an operator.', path: '/admin/orders', noIndex: true });

const troubleWords: Record<OrderTrouble, string> = { attention: 'Asks for an operator', refund_failed: 'Refund failed' };

export default function OrdersPage() {
  const { orders, now } = useLoaderData<typeof loader>();
  useLive('operator', {});
  return (
    <>
      <div className="page-h">
        <div>
          <h1>Orders</h1>
          <p>Those that no timer mends: something has to be decided by hand.</p>
        </div>
      </div>
      <Form className="adm-filter" action="/admin/orders" aria-label="Find an order">
        <TextInput label="Order" name="id" mark={false} placeholder="Id, as its two sides read it" maxLength={64} autoComplete="off" />
        <Button type="submit">Open</Button>
      </Form>
      <section className="panel flush" aria-label="Orders">
        {orders.length === 0 ? (
          <div className="px-6 py-10">
            <EmptyState title="Nothing to do">Failed refunds and payments that do not fit their order stand here.</EmptyState>
          </div>
        ) : (
          <OrderTable orders={orders} now={now} />
        )}
      </section>
    </>
  );
}

function OrderTable({ orders, now }: { orders: readonly TroubledOrder[]; now: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard
    <section className="tw" tabIndex={0} aria-label="Orders, scrollable table">
      <table className="tbl adm-a">
        <thead>
          <tr>
            <th>Changed</th>
            <th>Order</th>
            <th>What is wrong</th>
            <th>Total</th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.id}>
              <td className="dim">
                <RelativeTime at={order.updatedAt} now={now} ago />
              </td>
              <td>
                <Link className="adm-name" to={`/admin/orders/${order.id}`}>
                  {order.title}
                </Link>
              </td>
              <td className="adm-what">
                {order.troubles.map((trouble) => troubleWords[trouble]).join(', ')}
                <span className="adm-why">{statusWords[order.status].word}</span>
              </td>
              <td className="tnum">{formatMoney(order.total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
