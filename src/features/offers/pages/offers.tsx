import { useState } from 'react';
import {
  type ActionFunctionArgs,
  Link,
  type LoaderFunctionArgs,
  type MetaArgs,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { feeInForce } from '#features/fees/index.server.ts';
import { findListingsByIds, lowestForSale } from '#features/listings/index.server.ts';
import { besideMarket, seesPriceHistory } from '#features/prices/index.server.ts';
import { formatNumber } from '#kernel/format.ts';
import { money } from '#kernel/numbers/money.ts';
import { listAddress } from '#kernel/numbers/paging.ts';
import { typedMoney } from '#kernel/numbers/typed-money.ts';
import { notFound } from '#kernel/refusal.ts';
import { pageRefusal, pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, pageClient, parseInput, text } from '#platform/http/page-form.server.ts';
import { useLive } from '#platform/realtime/client/react.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Segmented } from '#ui/form/segmented.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { PageLinks } from '#ui/page/page-links.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Note, Panel } from '#ui/page/panel.tsx';
import { acceptOffer } from '../answer/accept-offer.server.ts';
import { answerMany } from '../answer/answer-many.server.ts';
import { clearOffer, counterOffer, declineOffer, withdrawOffer } from '../answer/answer-offer.server.ts';
import {
  hasSeveral,
  isOfMany,
  type ManyAnswer,
  ManyAnswered,
  ManyForm,
  selectedOffers,
} from '../components/basket/many-form.tsx';
import { offerFilters, readOfferQuery, sideNames } from '../components/offer-filters.ts';
import { OfferRow } from '../components/offer-row.tsx';
import type { OfferMarket } from '../components/offer-words.ts';
import { groupOffers } from '../queries/group-offers.ts';
import '../components/offers.css';
import { countWaiting, earlierSteps, isLastStep } from '../answer/negotiation.server.ts';
import { acceptSchema, counterSchema, type DeclineInput, declineSchema } from '../contract.ts';
import { offerPolicy } from '../model/offer.policy.ts';
import { getOfferFor } from '../queries/find-offer.server.ts';
import { listOffersFor } from '../queries/offers.queries.server.ts';
import { readOffers } from '../queries/read-offers.server.ts';

const step = 20;

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, offerPolicy, 'list');
  const { platform } = pageScope(args.context);
  const { searchParams } = new URL(args.request.url);
  const waiting = await countWaiting(platform, actor.id);
  const { role, filter } = readOfferQuery(searchParams, waiting);
  const cursor = searchParams.get('cursor') ?? undefined;
  const status = [...(filter?.statuses ?? [])];
  const query = { role, status, cleared: 'false', cursor, limit: step } as const;
  const { items, nextCursor } = await listOffersFor(platform, actor.id, query, isLastStep).catch(pageRefusal);
  await readOffers(
    platform,
    actor,
    items.map(({ id }) => id),
  );
  const listingIds = items.map((offer) => offer.listingId);
  const [listings, fee, steps] = await Promise.all([
    findListingsByIds(platform, listingIds, actor.id),
    feeInForce(platform.db),
    earlierSteps(
      platform,
      actor.id,
      items.map(({ id }) => id),
    ),
  ]);
  const copies = listings.map(({ catalogueCardId, price, ...copy }) => ({
    ...copy,
    cardId: catalogueCardId,
    currency: price.currency,
  }));
  const lowest =
    role === 'seller' ? await lowestForSale(platform.pool, actor.id, copies, platform.clock.now()) : undefined;
  const market = (await seesPriceHistory(platform.db, actor.id))
    ? await besideMarket(platform.pool, listings, platform.clock.now())
    : {};
  const marketOf = ({ listingId, asked, lines }: (typeof items)[number]): OfferMarket | null => {
    if (lines !== null) return null;
    const median = market[listingId]?.median;
    if (median) return { is: 'median', price: median };
    const amount = lowest?.get(listingId);
    return amount === undefined ? null : { is: 'lowest', price: money(amount, asked.currency) };
  };
  const photos = new Map(listings.map((listing) => [listing.id, listing.photos[0] ?? null]));
  return {
    role,
    state: filter?.name ?? '',
    waiting,
    offers: items.map((offer) => ({
      offer,
      steps: steps.get(offer.id) ?? [],
      photo: photos.get(offer.listingId) ?? null,
      market: marketOf(offer),
    })),
    fee,
    nextCursor,
    isFirst: cursor === undefined,
    // For a purchase without script.
    wasRefused: searchParams.has('refused'),
    viewerId: actor.id,
    now: platform.clock.now().toISOString(),
  };
}

/** One of the buttons of a row; what is refused is said in that row. */
export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, offerPolicy, 'list');
  const id = text(form, 'id');
  const given = (name: string) => text(form, name).trim() || undefined;
  // For several listings, the checked ones: none where all are unchecked.
  const lines = () => (form.has('picks') ? form.getAll('lines').map(String) : undefined);
  const answeredMany = async (verb: 'decline' | 'withdraw', input: DeclineInput) => ({
    many: {
      ...(await answerMany(platform, actor, verb, form.getAll('ids').map(String), input)),
      verb: verb === 'decline' ? 'declined' : 'withdrawn',
    },
  });
  return answerForm(form, ['id', 'intent', 'amount', 'message', 'reason'], async () => {
    switch (text(form, 'intent')) {
      case 'accept':
        await acceptOffer(platform, actor, id, parseInput(acceptSchema, { lines: lines() }));
        return { saved: 'Offer accepted. It’s reserved at that price.' };
      case 'decline': {
        const isNotified = await declineOffer(
          platform,
          actor,
          id,
          parseInput(declineSchema, { reason: given('reason') }),
        );
        return { saved: isNotified ? 'Offer declined. We sent a notification.' : 'Offer declined.' };
      }
      case 'counter': {
        const { amount: answered } = await getOfferFor(platform, actor.id, id);
        const amount = typedMoney('amount', text(form, 'amount'), answered.currency);
        const { address } = pageClient(args);
        await counterOffer(
          platform,
          actor,
          id,
          parseInput(counterSchema, { amount, lines: lines(), message: given('message') }),
          address,
        );
        return { saved: 'Counteroffer sent.' };
      }
      case 'withdraw':
        await withdrawOffer(platform, actor, id);
        return { saved: 'Offer withdrawn.' };
      case 'decline-many':
        return answeredMany('decline', parseInput(declineSchema, { reason: given('reason') }));
      case 'withdraw-many':
        return answeredMany('withdraw', {});
      case 'clear':
        await clearOffer(platform, actor, id);
        return { saved: 'Removed from list.' };
      default:
        throw notFound('This page is out of date. Reload it.');
    }
  });
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Offers',
    description: 'Offers that you received and sent.',
    path: '/offers',
    noIndex: true,
  });

export default function OffersPage() {
  const { role, state, waiting, offers, fee, nextCursor, isFirst, wasRefused, viewerId, now } =
    useLoaderData<typeof loader>();
  const answer = useFormAnswer<ManyAnswer>();
  const busy = useNavigation().state === 'loading';
  const side = sideNames[role];
  const about = answer?.values?.id;
  const [selected, setSelected] = useState<string[]>([]);
  useLive('me', {});
  return (
    <>
      <div className="dh">
        <h1>Offers</h1>
        <Segmented
          label="Received or sent"
          value={role}
          options={[
            {
              value: 'seller',
              label: 'Received',
              count: waiting.seller,
              countMeans: 'waiting for your reply',
              to: '/offers?side=received',
            },
            {
              value: 'buyer',
              label: 'Sent',
              count: waiting.buyer,
              countMeans: 'waiting for your reply',
              to: '/offers?side=sent',
            },
          ]}
        />
      </div>
      <nav className="tabs mb-4" aria-label="Offer status">
        {[{ name: '', label: 'All' }, ...offerFilters].map(({ name, label }) => (
          <Link
            key={name}
            to={listAddress('/offers', { side, state: name })}
            aria-current={name === state ? 'page' : undefined}
            preventScrollReset
          >
            {label}
            {name === 'accepted' && role === 'buyer' && waiting.toPay > 0 && <em>{formatNumber(waiting.toPay)}</em>}
          </Link>
        ))}
      </nav>
      <div role="status">
        {answer?.many && <ManyAnswered {...answer.many} />}
        {answer?.saved && (
          <Note tone="success" className="mb-4">
            {answer.saved}
          </Note>
        )}
      </div>
      {(wasRefused || (answer?.problem && !isOfMany(answer) && !offers.some(({ offer }) => offer.id === about))) && (
        <Note tone="danger" role="alert" className="mb-4">
          {answer?.problem?.message ?? 'You can no longer pay for this offer. Its status is below.'}
        </Note>
      )}
      {offers.length === 0 ? (
        <Panel>
          <NoOffers role={role} isNarrowed={state !== ''} />
        </Panel>
      ) : (
        <Panel flush>
          <ManyForm role={role} offers={offers.map(({ offer }) => offer)} selected={selected} answer={answer} />
          <ul className="ofr-list" aria-busy={busy || undefined} onChange={() => setSelected(selectedOffers())}>
            {groupOffers(offers).map(({ offer, steps, photo, market, place }) => (
              <OfferRow
                key={offer.id}
                offer={offer}
                steps={steps}
                photo={photo}
                market={market}
                place={place}
                fee={fee}
                viewerId={viewerId}
                now={now}
                withBox={hasSeveral(offers.map((each) => each.offer))}
                answer={about === offer.id ? answer : undefined}
              />
            ))}
          </ul>
        </Panel>
      )}
      <PageLinks
        label="More offers"
        className="mb-16"
        newest={!isFirst && ['Newest offers', listAddress('/offers', { side, state })]}
        older={nextCursor !== null && ['Older offers', listAddress('/offers', { side, state, cursor: nextCursor })]}
      />
    </>
  );
}

function NoOffers({ role, isNarrowed }: { role: 'buyer' | 'seller'; isNarrowed: boolean }) {
  if (isNarrowed)
    return (
      <EmptyState
        title="No matching offers"
        action={<ButtonLink to={`/offers?side=${sideNames[role]}`}>Clear filters</ButtonLink>}
      >
        Clear the filters to see your other offers.
      </EmptyState>
    );
  return role === 'seller' ? (
    <EmptyState title="No offers received yet" action={<ButtonLink to="/dashboard/listings">Listings</ButtonLink>}>
      Offers from buyers on your listings appear here. You can accept, counter or decline them.
    </EmptyState>
  ) : (
    <EmptyState
      title="No offers sent yet"
      action={
        <ButtonLink kind="primary" to="/browse?acceptsOffers=true">
          Browse cards
        </ButtonLink>
      }
    >
      Offers that you make and the replies to them appear here.
    </EmptyState>
  );
}
