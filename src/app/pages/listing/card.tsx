import { Suspense } from 'react';
import { Link } from 'react-router';
import { AddToCart } from '#features/cart/widgets.tsx';
import { cardInWords, getCardDetail, searchCards } from '#features/catalogue/index.server.ts';
import {
  CardDrawing,
  CardEntry,
  CardFacts,
  cardAddress,
  cardJsonLd,
  cardSentence,
  distinguish,
  gameAddress,
  numberOf,
  type OfferRange,
  setAddress,
  trailJsonLd,
} from '#features/catalogue/widgets.tsx';
import { copiesOfCard, copyRows, hiddenSellers, readAsks } from '#features/listings/index.server.ts';
import { ConditionPrices, CopiesTable, copyLabels, tileFacts } from '#features/listings/widgets.tsx';
import { loadPricePanel } from '#features/prices/index.server.ts';
import { PricePanel } from '#features/prices/widgets.tsx';
import { formatNumber, plural } from '#kernel/format.ts';
import type { Money } from '#kernel/numbers/money.ts';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { ButtonLink } from '#ui/button.tsx';
import { TileGrid } from '#ui/card/card-tile.tsx';
import { ConditionBadge, GradeBadge } from '#ui/card/condition-badge.tsx';
import { Price, postWords } from '#ui/card/price.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Breadcrumbs } from '#ui/page/breadcrumbs.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import type { Route } from './+types/card.ts';
// The copies are a lazy part: what only that part imports would come after the page.
import '#features/listings/components/listings.css';

const mostCopies = 24;
const mostPrintings = 12;

/** A card, its copies for sale, and the same card in other printings. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { platform, actor } = pageScope(context);
  const card = cardInWords(await getCardDetail(platform.db, params.id).catch(pageRefusal));
  const hidden = await hiddenSellers(platform, actor?.id ?? null);
  const [listings, asks, printings, prices] = await Promise.all([
    copiesOfCard(platform, card.id, mostCopies, hidden),
    readAsks(platform, card.id, hidden),
    searchCards(platform, { q: `${card.name} `, game: card.game, limit: mostPrintings + 1 }),
    loadPricePanel(platform, actor, card.id, new URL(request.url).searchParams),
  ]);
  return {
    card,
    viewerId: actor?.id ?? null,
    origin: platform.config.appUrl,
    prices,
    asks,
    copies: await copyRows(platform.db, listings.map(tileFacts)),
    printings: distinguish(
      printings.cards
        .filter((other) => other.id !== card.id && other.name === card.name)
        .slice(0, mostPrintings)
        .map(cardInWords),
    ),
  };
}

export const meta: Route.MetaFunction = ({ matches, loaderData, params }) => {
  const card = loaderData?.card;
  return pageMeta(matches, {
    title: card ? [card.name, card.setName, numberOf(card)].filter(Boolean).join(' · ') : 'Card not found',
    description: card ? cardSentence(card) : 'This card is not in our card database.',
    path: cardAddress(params.id),
    image: loaderData?.copies[0]?.photo?.url ?? null,
    kind: 'product',
    jsonLd: loaderData && jsonLdOf(loaderData),
    noIndex: !card,
  });
};

function jsonLdOf({ card, copies, origin }: Route.ComponentProps['loaderData']): object {
  return {
    '@graph': [
      cardJsonLd(card, origin, cardAddress(card.id), rangeOf(copies.map(({ price }) => price))),
      trailJsonLd(origin, [
        ['Games & sets', '/games'],
        [card.gameName, gameAddress(card.game)],
        [card.setName, setAddress(card.game, card.setCode)],
        [card.name, cardAddress(card.id)],
      ]),
    ],
  };
}

/** From the cheapest copy up, in its currency. */
function rangeOf(prices: readonly Money[]): OfferRange | null {
  const [cheapest] = prices;
  if (!cheapest) return null;
  const alike = prices.filter(({ currency }) => currency === cheapest.currency).map(({ amount }) => amount);
  return { currency: cheapest.currency, lowest: Math.min(...alike), highest: Math.max(...alike), count: alike.length };
}

export default function CardPage({ loaderData }: Route.ComponentProps) {
  const { card, copies, asks, printings, prices, viewerId } = loaderData;
  const wantAddress = `/wanted/create?card=${card.id}`;
  const sellAddress = `/listings/create?card=${card.id}`;
  const [cheapest] = copies;
  const count =
    copies.length === mostCopies
      ? `At least ${formatNumber(mostCopies)} listings`
      : plural(copies.length, { one: '# listing', other: '# listings' });
  return (
    <div className="wrap">
      <Breadcrumbs
        trail={[
          { label: 'Games & sets', to: '/games' },
          { label: card.gameName, to: gameAddress(card.game) },
          { label: card.setName, to: setAddress(card.game, card.setCode) },
          { label: card.name },
        ]}
      />
      <div className="cd">
        <div className="stage drawn">
          <CardDrawing artUrl={card.artUrl} alt={`${card.name}, placeholder artwork`} priority="first" />
        </div>
        <div className="side">
          <div className="cd-top">
            <div className="buy">
              <p className="eyb">
                <Link to={setAddress(card.game, card.setCode)}>{card.setName}</Link>
                {[numberOf(card), card.rarity].filter(Boolean).map((fact) => ` · ${fact}`)}
              </p>
              <h1>{card.name}</h1>
              {cheapest && (
                <div className="pbox">
                  <p className="dim">{copies.length === 1 ? 'Only one for sale' : 'From'}</p>
                  <Price value={cheapest.price} size="big" />
                  <p className="dl">{postWords(cheapest.post, cheapest.postVaries)}</p>
                  <p className="facts" data-testid="cheapest-copy">
                    {cheapest.grading ? (
                      <GradeBadge {...cheapest.grading} />
                    ) : (
                      <ConditionBadge condition={cheapest.condition} />
                    )}
                    {copyLabels(cheapest, 'long').map((label) => (
                      <span key={label} className="tag">
                        {label}
                      </span>
                    ))}
                  </p>
                </div>
              )}
              <div className="my-5 flex flex-wrap gap-2.5">
                {cheapest && (
                  <ButtonLink kind="primary" size="xl" to={`/listings/${cheapest.id}`} className="hide-s">
                    {copies.length === 1 ? 'View listing' : 'View cheapest listing'}
                  </ButtonLink>
                )}
                <ButtonLink size="xl" to={sellAddress}>
                  Sell this card
                </ButtonLink>
                {!cheapest && (
                  <ButtonLink size="xl" to={wantAddress}>
                    Create wanted post
                  </ButtonLink>
                )}
              </div>
              <p className="mb-5 flex flex-wrap gap-x-5 gap-y-2">
                {cheapest && (
                  <Link className="link" to={wantAddress}>
                    Create wanted post
                  </Link>
                )}
                <Link className="link" to={`/want-lists/add?card=${card.id}`}>
                  Add to a want list
                </Link>
                <Link className="link" to={`/card-reports/${card.id}`}>
                  Report wrong card data
                </Link>
              </p>
            </div>
            {asks.length > 0 && <ConditionPrices asks={asks} />}
          </div>
          <PricePanel data={prices} at={cardAddress(card.id)} />
          {copies.length > 0 ? (
            <Suspense>
              <CopiesTable
                copies={copies}
                title={count}
                beside={({ id, seller }) =>
                  seller.id !== viewerId && <AddToCart listingId={id} seller={seller.username} />
                }
              />
            </Suspense>
          ) : (
            <EmptyState
              title="No listings for this card"
              action={
                <ButtonLink kind="primary" to={sellAddress}>
                  Sell this card
                </ButtonLink>
              }
            >
              List yours, or create a wanted post. We’ll notify you when a matching copy is for sale.
            </EmptyState>
          )}
        </div>
        <div className="under">
          <CardFacts card={card} />
        </div>
      </div>
      {cheapest && (
        <div className="buybar">
          <div>
            <Price value={cheapest.price} />
            <span className="dim">{postWords(cheapest.post, cheapest.postVaries)}</span>
          </div>
          <ButtonLink kind="primary" to={`/listings/${cheapest.id}`}>
            {copies.length === 1 ? 'View listing' : 'View cheapest listing'}
          </ButtonLink>
        </div>
      )}
      {printings.length > 0 && (
        <section className="my-10" aria-labelledby="printings">
          <h2 id="printings" className="mb-4">
            Other printings
          </h2>
          <TileGrid compact label="Other printings">
            {printings.map(({ lines, ...printing }) => (
              <li key={printing.id}>
                <CardEntry card={printing} note={lines[0]} more={lines[1]} />
              </li>
            ))}
          </TileGrid>
        </section>
      )}
    </div>
  );
}
