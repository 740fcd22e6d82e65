import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { ProblemPhotos } from '#features/orders/widgets.tsx';
import { orderNumber, titleOf } from '#features/orders/words.ts';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { answerForm } from '#platform/http/page-form.server.ts';
import { useLive } from '#platform/realtime/client/react.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { Breadcrumbs } from '#ui/page/breadcrumbs.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Note } from '#ui/page/panel.tsx';
import { ActsPanel } from '../components/act-list.tsx';
import { DoneNotice } from '../components/done-notice.tsx';
import { MemberLink } from '../components/members/member-link.tsx';
import { ChargebackFacts } from '../components/orders/chargeback-facts.tsx';
import { OrderActs } from '../components/orders/order-acts.tsx';
import { MoneyFacts, OrderFacts, OrderHistory, Report } from '../components/orders/order-facts.tsx';
import { SelfBuying } from '../components/orders/self-buying.tsx';
import { actOnOrder, type OrderAnswer } from '../orders/act-on-order.server.ts';
import { inspectNamedOrder } from '../orders/find-order.server.ts';
import { listNamedActs } from '../shell/actions.queries.server.ts';
import { requirePageAdmin } from '../shell/page-admin.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requirePageAdmin(args, 'look at orders');
  const { platform } = pageScope(args.context);
  try {
    const order = await inspectNamedOrder(platform, args.params.id ?? '', admin.id);
    const acts = await listNamedActs(platform, { subject: order.id, limit: 20 }, admin.id);
    return { order, acts: acts.items, readerId: admin.id, now: platform.clock.now().toISOString() };
  } catch (error) {
    return pageRefusal(error);
  }
}

export async function action(args: ActionFunctionArgs) {
  const admin = await requirePageAdmin(args, 'look at orders');
  const { platform } = pageScope(args.context);
  const form = await args.request.formData();
  const orderId = args.params.id ?? '';
  return answerForm<OrderAnswer>(form, ['act', 'reason', 'statement', 'chargeback'], () =>
    actOnOrder({ platform, orderId, by: admin.id, form }),
  );
}

export const meta = ({ matches, loaderData }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: loaderData ? `Order ${orderNumber(loaderData.order.id)}: ${titleOf(loaderData.order.items)}` : 'Order',
    description: 'Order details, payments and history.',
    path: '/admin',
    noIndex: true,
  });

export default function AdminOrderPage() {
  const { order, acts, readerId, now } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<OrderAnswer>();
  const title = titleOf(order.items);
  useLive('operator', { order: order.id });
  return (
    <>
      <Breadcrumbs trail={[{ label: 'Orders', to: '/admin/orders' }, { label: title }]} />
      <div className="page-h adm-h">
        <div className="min-w-0">
          <h1>{title}</h1>
          <p>
            Bought by <MemberLink id={order.buyerId} name={order.buyerName} /> from{' '}
            <MemberLink id={order.sellerId} name={order.sellerName} />
          </p>
        </div>
      </div>
      <DoneNotice answer={answer} />
      {order.attention && (
        <Note tone="warning" className="mb-4">
          This order is on hold. {order.attention}
        </Note>
      )}
      <SelfBuying order={order} />
      <div className="adm-two">
        <div className="adm-col">
          <Report order={order} />
          {order.problem && <ProblemPhotos {...order.problem} />}
          <OrderFacts order={order} />
          {order.chargebacks.map((one) => (
            <ChargebackFacts key={one.id} chargeback={one} order={order} answer={answer} />
          ))}
          <MoneyFacts order={order} answer={answer} />
          <OrderHistory order={order} readerId={readerId} now={now} />
        </div>
        <div className="adm-col">
          <OrderActs order={order} isOwn={readerId === order.buyerId || readerId === order.sellerId} answer={answer} />
          <ActsPanel acts={acts} readerId={readerId} now={now} />
        </div>
      </div>
    </>
  );
}
