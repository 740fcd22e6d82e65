import { useEffect } from 'react';
import { type ActionFunctionArgs, Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { clearAttention, lookAtOrder, retryRefund } from '#features/orders/index.server.ts';
import { statusWords } from '#features/orders/words.ts';
import { formatMoney } from '#kernel/money.ts';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, parseInput, text } from '#platform/http/page-form.server.ts';
import { useLive } from '#platform/realtime/react.tsx';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { pageMeta } from '#ui/page-meta.ts';
import { Definitions, Note, Panel } from '#ui/panel.tsx';
import { StatusDot } from '#ui/status-dot.tsx';
import { useToast } from '#ui/toast.tsx';
import { useFormAnswer } from '#ui/use-form-answer.ts';
import { AttentionPanel, HistoryPanel, RefundsPanel } from '../components/order-panels.tsx';
import { reasonInput } from '../contract.ts';
import { requirePageOperator } from '../page-operator.server.ts';

interface Answer extends FormAnswer {
  done?: string;
}

export async function loader(args: LoaderFunctionArgs) {
  await requirePageOperator(args);
  const { platform } = pageScope(args.context);
  const now = platform.clock.now();
  return { order: await lookAtOrder(platform.db, args.params.id ?? '', now).catch(pageRefusal), now: now.toISOString() };
}

export async function action(args: ActionFunctionArgs) {
  const operator = await requirePageOperator(args);
  const { platform } = pageScope(args.context);
  const form = await args.request.formData();
  const which = { orderId: args.params.id ?? '', by: operator.id };
  return answerForm<Answer>(form, ['act', 'reason'], async () => {
    switch (text(form, 'act')) {
      case 'retry':
        await retryRefund(platform, { ...which, refundId: text(form, 'refund') });
        return { done: 'The refund is on its way again.' };
      case 'clear':
        await clearAttention(platform, { ...which, ...parseInput(reasonInput, { reason: text(form, 'reason') }) });
        return { done: 'The order goes on by itself.' };
      default:
        throw new Response('That form is not known.', { status: 400 });
    }
  });
}

export const meta = ({ matches, loaderData }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: loaderData ? `${loaderData.order.title}, order` : 'Order',
    description: 'An order and its money.',
    path: '/admin/orders',
    noIndex: true,
  });

export default function OperatorOrderPage() {
  const { order, now } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<Answer>();
  const toast = useToast();
  useLive('operator', { id: order.buyer.id });
  useEffect(() => {
    if (answer?.done) toast({ tone: 'good', title: answer.done });
  }, [answer, toast]);
  const { word, tone } = statusWords[order.status];
  const problem = answer?.problem;
  return (
    <>
      <Breadcrumbs trail={[{ label: 'Orders', to: '/admin/orders' }, { label: order.title }]} />
      <div className="page-h adm-h">
        <div className="min-w-0">
          <h1>{order.title}</h1>
          <p>
            <Member of={order.buyer} /> buys from <Member of={order.seller} />
          </p>
        </div>
        <StatusDot tone={tone}>{word}</StatusDot>
      </div>
      {answer?.done && (
        <noscript>
          <Note tone="success" role="status" className="mb-4">
            {answer.done}
          </Note>
        </noscript>
      )}
      {problem && !problem.errors && (
        <Note tone="danger" role="alert" className="mb-4">
          {problem.message}
        </Note>
      )}
      <div className="adm-two">
        <div className="adm-col">
          <Panel title="Money" id="money">
            <Definitions
              rows={[
                ['Total', formatMoney(order.total)],
                ['Paid', formatMoney(order.captured)],
                ['Given back', formatMoney(order.refunded)],
                ['Could not be given back', order.refundFailed && formatMoney(order.refundFailed)],
                ['Order', <code key="id">{order.id}</code>],
              ]}
            />
          </Panel>
          <HistoryPanel history={order.history} now={now} />
        </div>
        <div className="adm-col">
          {order.attention && <AttentionPanel attention={order.attention} answer={answer} />}
          <RefundsPanel refunds={order.refunds} now={now} />
        </div>
      </div>
    </>
  );
}

function Member({ of }: { of: { id: string; username: string } }) {
  return (
    <Link className="adm-name" to={`/admin/members/${of.id}`}>
      {of.username}
    </Link>
  );
}
