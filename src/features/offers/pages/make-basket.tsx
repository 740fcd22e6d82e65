import { Suspense } from 'react';
import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirect,
  useLoaderData,
} from 'react-router';
import { findListingsByIds, loadSellerShop } from '#features/listings/index.server.ts';
import { AdvancedNote } from '#features/listings/widgets.tsx';
import { findSellers } from '#features/members/index.server.ts';
import { findBlockBetween } from '#features/messages/index.server.ts';
import { isId } from '#kernel/ids.ts';
import { typedMoney } from '#kernel/numbers/typed-money.ts';
import { invalid, notFound } from '#kernel/refusal.ts';
import { pageRefusal, pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, pageClient, parseInput, text } from '#platform/http/page-form.server.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { BasketForm, copiesField } from '../components/basket/basket-form.tsx';
import { noOfferSentence } from '../components/offer-words.ts';
import '../components/basket/basket-form.css';
import { makeBasketSchema } from '../contract.ts';
import { makeBasket } from '../make/make-basket.server.ts';
import { offerPolicy } from '../model/offer.policy.ts';
import { offerLimits } from '../model/offer.rules.ts';

/**
 * The listings of one seller that offers can be made for, those that are chosen already first:
 * `?seller=…&listing=…&q=…`.
 */
export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, offerPolicy, 'make');
  const scope = pageScope(args.context);
  const { platform } = scope;
  const { searchParams } = new URL(args.request.url);
  const sellerId = searchParams.get('seller') ?? '';
  const seller =
    isId(sellerId) && sellerId !== actor.id ? (await findSellers(platform.db, [sellerId])).get(sellerId) : undefined;
  // Members with a block between them do not see each other's listings.
  if (!seller || (await findBlockBetween(platform.db, actor.id, sellerId)))
    return pageRefusal(notFound('This seller isn’t available.'));
  const q = searchParams.get('q') ?? '';
  const chosen = searchParams.getAll('listing').slice(0, offerLimits.basketLines);
  const { tiles, advanced } = await loadSellerShop(
    platform,
    scope,
    sellerId,
    new URLSearchParams({ q, acceptsOffers: 'true' }),
  );
  const ids = [...new Set([...chosen, ...tiles.map(({ id }) => id)])];
  const listings = (await findListingsByIds(platform, ids, actor.id)).filter(
    (listing) => listing.seller.id === sellerId && noOfferSentence(listing, actor.id) === null,
  );
  return {
    seller: { id: seller.id, username: seller.username },
    q,
    advanced,
    listings: listings.map(({ id, title, condition, price, quantityAvailable, version }) => ({
      id,
      title,
      condition,
      price,
      available: quantityAvailable,
      version,
      isChosen: chosen.includes(id),
      copies: searchParams.get(copiesField(id)) ?? '1',
    })),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, offerPolicy, 'make');
  const chosen = form.getAll('listing').map(String);
  return answerForm(form, ['amount', 'message', ...chosen.map(copiesField)], async () => {
    if (chosen.length === 0) throw invalid({ lines: 'Select at least 2 listings.' });
    // One currency only: an offer for listings in several is refused.
    const [listing] = await findListingsByIds(platform, chosen.slice(0, 1), actor.id);
    const amount = typedMoney('amount', text(form, 'amount'), listing?.price.currency ?? 'USD');
    const input = parseInput(makeBasketSchema, {
      sellerId: text(form, 'seller'),
      lines: chosen.map((listingId) => ({
        listingId,
        quantity: Number(text(form, copiesField(listingId)) || '1'),
        ...(text(form, `version-${listingId}`) === ''
          ? {}
          : { listingVersion: Number(text(form, `version-${listingId}`)) }),
      })),
      amount,
      message: text(form, 'message').trim() || undefined,
    });
    const offerId = await makeBasket(platform, actor, input, pageClient(args).address);
    throw redirect(`/offers?side=sent#${offerId}`);
  });
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Make a bundle offer',
    description: 'Offer one amount for several listings by the same seller.',
    path: '/offers',
    noIndex: true,
  });

export default function MakeBasketPage() {
  const { seller, listings, q, advanced } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  return (
    <div className="wrap">
      <div className="page-h">
        <h1>Make a bundle offer to {seller.username}</h1>
      </div>
      <Panel>
        <Form method="post" action={`?seller=${seller.id}`} noValidate>
          <BasketForm seller={seller} listings={listings} q={q} answer={answer} />
        </Form>
        {advanced && (
          <Suspense>
            <AdvancedNote {...advanced} free="Keywords are free here." />
          </Suspense>
        )}
        {listings.length === 0 && !advanced && (
          <EmptyState title={q ? 'No matching listings' : 'No listings that accept offers'}>
            {q
              ? 'No listings that accept offers match your search.'
              : 'You can still buy this seller’s listings at their prices.'}
          </EmptyState>
        )}
      </Panel>
    </div>
  );
}
