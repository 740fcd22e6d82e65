import { Suspense } from 'react';
import { data, isRouteErrorResponse, Link } from 'react-router';
import { FollowButton } from '#features/alerts/widgets.tsx';
import { AddToCart, AddToCartButton } from '#features/cart/widgets.tsx';
import { copyTitle, traitNames } from '#features/catalogue/words.ts';
import { refusalSentence } from '#features/listings/index.server.ts';
import {
  browseAddress,
  Carousel,
  CopiesTable,
  CopyFacts,
  Gallery,
  gameName,
  languageName,
  listingJsonLd,
  listingSentence,
  OwnPanel,
  SalesBlockNote,
  SellerCard,
  StateBox,
  specialFinish,
  useChangesSinceOpened,
  useViewCount,
} from '#features/listings/widgets.tsx';
import { MessageButton } from '#features/messages/widgets.tsx';
import { AnswerTimeNote, OfferButton, RequestedOffer, WatchersPanel } from '#features/offers/widgets.tsx';
import { BuyBox, buyFormId, Deadlines } from '#features/orders/widgets.tsx';
import { orderDeadlines } from '#features/orders/words.ts';
import { PriceGauge } from '#features/prices/widgets.tsx';
import { SellerFacts } from '#features/reviews/widgets.tsx';
import { GuideOffer } from '#features/tutorials/widgets.tsx';
import { AwayNote } from '#features/vacations/widgets.tsx';
import { conditionName } from '#kernel/cards/conditions.ts';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { useLive } from '#platform/realtime/client/react.tsx';
import { ConditionBadge, GradeBadge } from '#ui/card/condition-badge.tsx';
import { Price } from '#ui/card/price.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { Breadcrumbs } from '#ui/page/breadcrumbs.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import type { Route } from './+types/listing.ts';
import { loadListingPage, whyNotBought } from './listing.server.ts';
import { ListingVerbs } from './listing-verbs.tsx';
import { PastPrices } from './past-prices.tsx';

/** Only the seller's browser needs it. */
const OwnTalk = lazyPart(() => import('../inbox.tsx'));

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const scope = pageScope(context);
  const searchParams = new URL(request.url).searchParams;
  const found = await loadListingPage(scope.platform, scope.actor, params.id, searchParams.get('country')).catch(
    pageRefusal,
  );
  const shown = [found.listing, ...found.copies, ...found.similar, ...found.fromSeller];
  scope.dependsOn([...shown.map(({ id }) => `listing:${id}`), `profile:${found.listing.seller.id}`]);
  const confirmDelete = searchParams.get('confirm') === 'delete';
  const isOwn = found.viewerId === found.listing.seller.id;
  const code = searchParams.get('refused');
  const said = isOwn
    ? { refused: refusalSentence(code), notBought: null }
    : { refused: null, notBought: await whyNotBought(scope.platform, found.listing, code, searchParams.get('seen')) };
  return data(
    { ...found, ...said, confirmDelete, origin: scope.platform.config.appUrl },
    { status: found.listing.status === 'removed' && !isOwn ? 410 : 200 },
  );
}

export const meta: Route.MetaFunction = ({ matches, loaderData, error }) => {
  if (!loaderData)
    return pageMeta(matches, {
      title: isRouteErrorResponse(error) && error.status === 404 ? 'Listing not found' : 'Listing',
      description: 'This listing isn’t available.',
      path: '/browse',
      noIndex: true,
    });
  const { listing, origin, seller } = loaderData;
  return pageMeta(matches, {
    title: copyTitle(listing),
    description: listingSentence(listing),
    path: `/listings/${listing.id}`,
    image: listing.photos[0]?.url ?? null,
    kind: 'product',
    jsonLd: listingJsonLd(listing, origin),
    noIndex: seller === null || ['removed', 'draft', 'paused'].includes(listing.status),
  });
};

export default function ListingPage({ loaderData }: Route.ComponentProps) {
  const {
    listing,
    written,
    checked,
    copies,
    moreCopies,
    similar,
    fromSeller,
    seller,
    soldBy,
    gauge,
    soldDaysAgo,
    seesPrices,
    answerTime,
    liked,
    askedForReturn,
    isSalesBlocked,
    following,
    priceTarget,
    viewerId,
    isOperator: isAdmin,
    history,
    now,
    confirmDelete,
    refused,
    notBought,
    wanting,
    toWatchers,
    talk,
  } = loaderData;
  const { id, name, setName, setCode, number, rarity, game, status, sellerAway, catalogueCardId: cardId } = listing;
  const isOwn = viewerId === listing.seller.id;
  // A closed profile shows nothing about the seller, and a listing no longer for sale has its own sentence.
  const away = seller && ['active', 'reserved'].includes(status) ? sellerAway : null;
  const finish = specialFinish(listing.finish);
  const condition = listing.grading ? 'Graded' : conditionName(listing.condition);
  const canBuy = !isOwn && status === 'active' && !sellerAway && !isSalesBlocked;
  const canOffer = canBuy && listing.acceptsOffers;
  const changes = useChangesSinceOpened(listing);
  useLive('listing', { id });
  useLive('me', isOwn ? {} : null);
  // Their vacation begins and ends on it.
  useLive('profile', { id: listing.seller.id });
  useViewCount(id, !isOwn);
  const market = <PriceGauge data={gauge} price={listing.price} like={condition} />;
  const setAddress = setCode ? browseAddress({ game, set: [setCode] }) : null;
  // The seller gets no button, only the explanation where the address opens the dialog.
  const message = (
    <MessageButton words="Message seller" recipient={listing.seller} listing={listing} viewerId={viewerId} />
  );
  return (
    <div className="wrap">
      <Breadcrumbs
        trail={[
          { label: 'Browse', to: '/browse' },
          { label: gameName(game), to: browseAddress({ game }) },
          ...(setName && setAddress ? [{ label: setName, to: setAddress }] : []),
          { label: name },
        ]}
      />
      {canBuy && <GuideOffer of="firstPurchase" />}
      <div className="ld">
        <div>
          <Gallery key={id} photos={listing.photos} card={name} cardId={cardId} isOwn={isOwn} />
        </div>
        <div className="side">
          <div className="buy">
            <p className="eyb">
              {setName && (setAddress ? <Link to={setAddress}>{setName}</Link> : setName)}
              {[number, rarity].filter(Boolean).map((fact) => ` · ${fact}`)}
              {!setName && gameName(game)}
            </p>
            <h1>{name}</h1>
            {listing.title !== name && !listing.title.startsWith(`${name} · `) && (
              <p className="dim mt-1">{listing.title}</p>
            )}
            <div className="facts" data-guide="condition">
              {listing.grading ? <GradeBadge {...listing.grading} /> : <ConditionBadge condition={listing.condition} />}
              {finish && <span className="tag">{finish}</span>}
              {traitNames(listing).map((trait) => (
                <span key={trait} className="tag">
                  {trait}
                </span>
              ))}
              <span className="tag">{languageName(listing.language)}</span>
              <Link className="link" to="/grading-guide">
                Grading guide
              </Link>
            </div>
            {isOwn ? (
              <Suspense>
                <OwnPanel
                  key={id}
                  listing={listing}
                  history={history}
                  hold={orderDeadlines.hold}
                  now={now}
                  confirmDelete={confirmDelete}
                  refused={refused}
                  wanting={wanting}
                />
                {market}
                {toWatchers && (toWatchers.last || (status === 'active' && listing.favoriteCount > 0)) && (
                  <WatchersPanel listing={listing} {...toWatchers} now={now} />
                )}
                {talk && viewerId !== null && <OwnTalk {...talk} viewerId={viewerId} now={now} />}
              </Suspense>
            ) : status === 'active' && !canBuy ? (
              <>
                <div className="pbox">
                  <Price value={listing.price} size="big" />
                </div>
                {market}
              </>
            ) : status === 'active' ? (
              <BuyBox
                key={id}
                listing={listing}
                shipping={loaderData.shipping}
                isMember={viewerId !== null}
                changes={changes}
                refused={notBought}
                beside={
                  <>
                    <AddToCartButton form={buyFormId} />
                    {canOffer && (
                      <div className="col-span-full">
                        <OfferButton />
                      </div>
                    )}
                  </>
                }
              >
                {market}
              </BuyBox>
            ) : (
              <Suspense>
                <StateBox
                  listing={listing}
                  hold={orderDeadlines.hold}
                  otherCopies={copies.length}
                  isMember={viewerId !== null}
                />
              </Suspense>
            )}
            <Suspense>
              {away && (
                <AwayNote
                  seller={listing.seller}
                  away={away}
                  viewerId={viewerId}
                  isWaiting={askedForReturn}
                  className="mt-5!"
                />
              )}
            </Suspense>
            <Suspense>
              {isSalesBlocked && status === 'active' && <SalesBlockNote isOwn={isOwn} className="mt-5!" />}
            </Suspense>
            <RequestedOffer key={`offer ${id}`} listing={listing} viewerId={viewerId} />
            {canOffer && <AnswerTimeNote seller={listing.seller.username} time={answerTime} />}
            <ListingVerbs
              listing={listing}
              isLiked={liked.includes(id)}
              priceTarget={priceTarget}
              viewerId={viewerId}
              isOperator={isAdmin}
            />
          </div>
          {isOwn ? (
            message
          ) : (
            <SellerCard
              seller={listing.seller}
              isClosed={seller === null}
              ratingCount={seller?.ratingCount ?? 0}
              location={seller?.location ?? null}
              since={seller?.joinDate ?? null}
              soldBy={soldBy}
              facts={
                seller && (
                  <Suspense>
                    <SellerFacts facts={seller.facts} />
                  </Suspense>
                )
              }
              actions={
                <>
                  {message}
                  <FollowButton seller={listing.seller} following={following} isMember={viewerId !== null} />
                </>
              }
            />
          )}
          <Suspense>{canBuy && <Deadlines />}</Suspense>
        </div>
        <div className="under">
          <CopyFacts listing={listing} written={written} checked={checked} />
        </div>
      </div>
      <PastPrices listing={listing} soldDaysAgo={soldDaysAgo} seesPrices={seesPrices} condition={condition} now={now} />
      <Suspense>
        {copies.length > 0 && (
          <CopiesTable
            copies={copies}
            all={moreCopies && cardId ? `/cards/${cardId}` : null}
            beside={({ id, seller }) => seller.id !== viewerId && <AddToCart listingId={id} seller={seller.username} />}
          />
        )}
      </Suspense>
      <Carousel
        title={`More from ${listing.seller.username}`}
        listings={fromSeller}
        ofOneSeller
        liked={liked}
        viewerId={viewerId}
        more={{ to: `/browse?seller=${listing.seller.id}`, label: 'All listings' }}
      />
      <Carousel
        title="Similar listings"
        listings={similar}
        liked={liked}
        viewerId={viewerId}
        more={{
          to: setAddress ?? browseAddress({ game }),
          label: setName ? `More from ${setName}` : `More from ${gameName(game)}`,
        }}
      />
    </div>
  );
}
