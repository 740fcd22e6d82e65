import {
  type ActionFunctionArgs,
  data,
  Form,
  Link,
  type LoaderFunctionArgs,
  type MetaArgs,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { isRefusal } from '#kernel/refusal.ts';
import { pageScope, requirePageActor } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, parseInput } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { SavedNote } from '#ui/feedback/saved-note.tsx';
import { Checkbox } from '#ui/form/field.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Note, Panel } from '#ui/page/panel.tsx';
import { caseDeadlines } from '../cases/case.process.ts';
import { withdraw } from '../cases/withdraw.server.ts';
import { readWithdrawLink, withdrawByLink } from '../cases/withdraw-by-link.server.ts';
import { withdrawSchema } from '../contract.ts';
import { orderNumber } from '../model/order.number.ts';
import { orderPolicy } from '../model/order.policy.ts';
import { toBeShipped } from '../model/order.process.ts';
import { presentOrder } from '../queries/order.present.server.ts';
import { getOrderFor } from '../queries/orders.queries.server.ts';

const given = (request: Request, name: string) => new URL(request.url).searchParams.get(name);

/** Mail programs open every link, so GET changes nothing. By the order for a member, by the token of an email for anyone. */
export async function loader(args: LoaderFunctionArgs) {
  const { platform } = pageScope(args.context);
  try {
    const { orderId, buyerId } = await whose(args);
    const order = presentOrder(await getOrderFor(platform.db, buyerId, orderId), buyerId, platform.clock.now());
    return {
      refused: null,
      order: {
        id: order.id,
        number: orderNumber(order.id),
        seller: order.soldBy?.trader?.legalName ?? order.seller.username,
        items: order.items.map(({ listingId, title, quantity }) => ({ listingId, title, quantity })),
        isToShip: toBeShipped.includes(order.status),
        mayWithdraw: order.actions.includes('withdraw'),
        isSignedIn: given(args.request, 'token') === null,
      },
    };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return data({ order: null, refused: error.message }, { status: error.status });
  }
}

async function whose(args: LoaderFunctionArgs): Promise<{ orderId: string; buyerId: string }> {
  const token = given(args.request, 'token');
  if (token !== null) return readWithdrawLink(pageScope(args.context).platform, token);
  const actor = requirePageActor(args, orderPolicy, 'withdraw');
  return { orderId: given(args.request, 'order') ?? '', buyerId: actor.id };
}

export async function action(args: ActionFunctionArgs) {
  const { platform, address } = pageScope(args.context);
  const form = await args.request.formData();
  return answerForm(form, [], async (): Promise<FormAnswer> => {
    const items = form.getAll('items').map(String);
    const input = parseInput(withdrawSchema, items.length > 0 ? { items } : {});
    const token = given(args.request, 'token');
    if (token !== null) await withdrawByLink(platform, token, input, address);
    else
      await withdraw(
        platform,
        requirePageActor(args, orderPolicy, 'withdraw'),
        given(args.request, 'order') ?? '',
        input,
      );
    return { saved: 'Withdrawal received. We’ve emailed you the confirmation.' };
  });
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Withdraw from contract',
    description: 'Withdraw from a purchase from a trader.',
    path: '/withdraw',
    isSecret: true,
  });

export default function WithdrawPage() {
  const { order, refused } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  const busy = useNavigation().formMethod === 'POST';
  if (!order)
    return (
      <div className="wrap py-12">
        <h1>Withdraw from contract</h1>
        <p className="dim mt-2">{refused}</p>
      </div>
    );
  return (
    <div className="wrap py-8">
      <h1 className="mb-4">Withdraw from contract</h1>
      <SavedNote said={answer?.saved} />
      {answer?.problem && (
        <Note tone="danger" role="alert">
          {answer.problem.message}
        </Note>
      )}
      <Panel title={`Order ${order.number} from ${order.seller}`}>
        {order.mayWithdraw ? (
          <Form method="post" noValidate>
            <p>
              {order.isToShip
                ? 'The order isn’t shipped yet. If you withdraw, it is cancelled and you get a full refund.'
                : `If you withdraw, ship the cards back within ${caseDeadlines.return}. You get a refund when they are delivered.`}{' '}
              You don’t need to give a reason.
            </p>
            <ul className="mt-4 grid gap-2">
              {order.items.map(({ listingId, title, quantity }) => (
                <li key={listingId}>
                  {order.items.length > 1 && !order.isToShip ? (
                    <Checkbox name="items" value={listingId} defaultChecked label={`${quantity} × ${title}`} />
                  ) : (
                    `${quantity} × ${title}`
                  )}
                </li>
              ))}
            </ul>
            <Button type="submit" kind="danger" busy={busy} busyLabel="Sending…" className="mt-4">
              Confirm withdrawal
            </Button>
          </Form>
        ) : (
          <p className="dim">
            {answer?.saved ? 'The order shows what happens next.' : 'You can no longer withdraw from this order.'}
          </p>
        )}
        {order.isSignedIn && (
          <p className="mt-4">
            <Link className="link" to={`/orders/${order.id}`}>
              View order
            </Link>
          </p>
        )}
      </Panel>
    </div>
  );
}
