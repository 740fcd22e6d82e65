import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaArgs, redirect, useLoaderData } from 'react-router';
import { confirmFirst, stepUpCode } from '#features/auth/index.server.ts';
import {
  actOnOrder,
  loadOrder,
  loadOrderTools,
  loadProblem,
  orderPolicy,
  problemRefusal,
  receiveReport,
} from '#features/orders/index.server.ts';
import { type ActionAnswer, OrderView, type Side, statusBadge } from '#features/orders/widgets.tsx';
import { orderNumber, titleOf } from '#features/orders/words.ts';
import { findOrderPayout } from '#features/payouts/index.server.ts';
import { PayoutLine } from '#features/payouts/widgets.tsx';
import { actOnReview, readReviewUpdates, reviewsOfOrder, writable } from '#features/reviews/index.server.ts';
import { OrderReviews } from '#features/reviews/widgets.tsx';
import { isRefusal } from '#kernel/refusal.ts';
import { pageRefusal, pageScope, requirePageActor } from '#platform/http/page.ts';
import { answerForm, text } from '#platform/http/page-form.server.ts';
import { isMultipart } from '#platform/http/requests/multipart.ts';
import { useLive } from '#platform/realtime/client/react.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';

/** An order, for its two sides, and what each says of the other when the cards have arrived. */
export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, orderPolicy, 'see');
  const { platform } = pageScope(args.context);
  const searchParams = new URL(args.request.url).searchParams;
  const checkout = searchParams.get('checkout');
  const order = await loadOrder(platform, actor, args.params.id ?? '', checkout === 'done').catch(pageRefusal);
  const side: Side = order.buyerId === actor.id ? 'buyer' : 'seller';
  if (order.history.some(({ status }) => status === 'delivered')) await readReviewUpdates(platform, actor, order.id);
  const reviews = await reviewsOfOrder(platform.db, actor.id, order.id);
  const now = platform.clock.now();
  const mayReview = writable(order.history, reviews.find(({ author }) => author.id === actor.id) ?? null, now);
  const found = await loadProblem(platform, actor, order);
  const problem = found && { ...found, refused: found.mayAdd ? problemRefusal(searchParams.get('refused')) : null };
  return {
    ...(await loadOrderTools(platform, actor, order)),
    order,
    side,
    problem,
    checkout: side === 'buyer' ? checkout : null,
    payout: side === 'seller' ? await findOrderPayout(platform.db, order.id) : null,
    reviews,
    mayReview,
    viewerId: actor.id,
    now: now.toISOString(),
  };
}

export async function action(args: ActionFunctionArgs) {
  const actor = requirePageActor(args, orderPolicy, 'see');
  const { platform } = pageScope(args.context);
  const id = args.params.id ?? '';
  // The only form of the page with files.
  if (isMultipart(args.request.headers.get('content-type') ?? undefined))
    return receiveReport(platform, actor, id, args.request);
  const form = await args.request.formData();
  const fields = [...form.keys()];
  return answerForm(form, fields, async () => {
    const intent = text(form, 'intent');
    const typed = Object.fromEntries(fields.map((name) => [name, text(form, name)]));
    const isReview = intent === 'review' || intent === 'reply';
    if (isReview) await actOnReview(platform, actor, id, intent, typed);
    else
      await actOnOrder(platform, actor, id, intent, typed, form.getAll('items').map(String)).catch(async (error) => {
        // Many refunds a day need a step-up, which returns to this page.
        if (isRefusal(error) && error.code === stepUpCode)
          await confirmFirst({ request: new Request(args.request.url) }, platform, actor);
        throw error;
      });
    // The result is below the fold. React Router does not revalidate when only the hash changes, unless this header
    // requests it.
    throw redirect(`/orders/${id}${isReview ? '#reviews' : ''}`, { headers: { 'x-remix-revalidate': 'true' } });
  });
}

export const meta = ({ matches, loaderData }: MetaArgs<typeof loader>) => {
  const { order, side } = loaderData ?? {};
  const title =
    order && side
      ? `${titleOf(order.items)}: ${statusBadge(order.status, side).word} · Order ${orderNumber(order.id)}`
      : 'Order';
  return pageMeta(matches, {
    title,
    description: 'Status and details of an order.',
    path: `/orders/${order?.id ?? ''}`,
    noIndex: true,
  });
};

export default function OrderPage() {
  const {
    order,
    side,
    problem,
    checkout,
    payout,
    reviews,
    mayReview,
    viewerId,
    threadId,
    canPrint,
    lastCarrier,
    sameTracking,
    now,
  } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<ActionAnswer>();
  useLive('me', {});
  const other = side === 'buyer' ? order.seller : order.buyer;
  const isReview = ['review', 'reply'].includes(answer?.values?.intent ?? '');
  return (
    <OrderView
      order={order}
      side={side}
      problem={problem}
      checkout={checkout}
      now={now}
      answer={isReview ? undefined : answer}
      threadId={threadId}
      canPrint={canPrint}
      lastCarrier={lastCarrier}
      sameTracking={sameTracking}
      earnings={payout && <PayoutLine payout={payout} />}
    >
      <OrderReviews
        reviews={reviews}
        may={mayReview}
        viewerId={viewerId}
        name={other.username}
        now={now}
        answer={isReview ? answer : undefined}
      />
    </OrderView>
  );
}
