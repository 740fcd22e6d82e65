import { type ActionFunctionArgs, Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { feeInForce } from '#features/fees/index.server.ts';
import { getListing, unknownListing } from '#features/listings/index.server.ts';
import { typedMoney } from '#kernel/numbers/typed-money.ts';
import { notFound } from '#kernel/refusal.ts';
import { pageRefusal, pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, pageClient, parseInput, text } from '#platform/http/page-form.server.ts';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { WatchersForm } from '../components/watchers-form.tsx';
import { watchersSentence } from '../components/watchers-words.ts';
import { offerWatchersSchema } from '../contract.ts';
import { offerWatchers } from '../make/offer-watchers.server.ts';
import { lastToWatchers } from '../make/watchers.queries.server.ts';
import { offerPolicy } from '../model/offer.policy.ts';

/** The form of a seller's listing, where it is answered without script. */
export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, offerPolicy, 'offer to who saved it');
  const { platform } = pageScope(args.context);
  const listing = await getListing(platform, args.params.id ?? '', actor.id).catch(pageRefusal);
  // Whose listing this is not has nothing to send here.
  if (offerPolicy.may(actor, 'offer to who saved it', { sellerId: listing.seller.id }) !== true)
    pageRefusal(notFound(unknownListing));
  const { id, title, price, favoriteCount, status } = listing;
  return {
    listing: { id, title, price, favoriteCount, status },
    last: await lastToWatchers(platform.db, id),
    fee: await feeInForce(platform.db),
    now: platform.clock.now().toISOString(),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, offerPolicy, 'offer to who saved it');
  const id = args.params.id ?? '';
  return answerForm(form, ['amount', 'message'], async (): Promise<FormAnswer> => {
    const { price } = await getListing(platform, id, actor.id);
    const amount = typedMoney('amount', text(form, 'amount'), price.currency);
    const input = parseInput(offerWatchersSchema, { amount, message: text(form, 'message').trim() || undefined });
    await offerWatchers(platform, actor, id, input, pageClient(args).address);
    const last = await lastToWatchers(platform.db, id);
    return { saved: last ? watchersSentence(last) : '' };
  });
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Send offer to interested buyers',
    description: 'Offer a listing at a lower price to members who favorited it.',
    path: '/offers',
    noIndex: true,
  });

export default function WatchersPage() {
  const { listing, last, fee, now } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  return (
    <div className="wrap form pb-16">
      <div className="page-h">
        <h1>Send offer to interested buyers</h1>
      </div>
      <Panel>
        <p className="mb-4">
          <Link className="link" to={`/listings/${listing.id}`}>
            {listing.title}
          </Link>
        </p>
        <WatchersForm listing={listing} last={last} fee={fee} now={now} answer={answer} />
      </Panel>
    </div>
  );
}
