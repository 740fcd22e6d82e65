import { Link } from 'react-router';
import { getCardDetail, searchCards } from '#features/catalogue/index.server.ts';
import {
  CardDrawing,
  CardEntry,
  CardFacts,
  cardAddress,
  cardJsonLd,
  cardSentence,
  gameAddress,
  numberOf,
  type OfferRange,
  setAddress,
  trailJsonLd,
} from '#features/catalogue/widgets.tsx';
import { favoriteIds, otherCopies } from '#features/listings/index.server.ts';
import { ListingGrid, tileFacts } from '#features/listings/widgets.tsx';
import type { Money } from '#kernel/money.ts';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { TileGrid } from '#ui/card-tile.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { pageMeta } from '#ui/page-meta.ts';
import type { Route } from './+types/card.ts';

const mostCopies = 24;
const mostPrintings = 12;

/** A card, its copies for sale, and the same card in other printings. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { platform, actor } = pageScope(context);
  const card = await getCardDetail(platform.db, params.id).catch(pageRefusal);
  const [listings, printings] = await Promise.all([
    otherCopies(platform, card.id, null, mostCopies),
    searchCards(platform, { q: `${card.name} `, game: card.game, limit: mostPrintings + 1 }),
  ]);
  const liked = actor
    ? await favoriteIds(
        platform,
        actor.id,
        listings.map(({ id }) => id),
      )
    : [];
  return {
    card,
    origin: platform.config.appUrl,
    copies: listings.map(tileFacts),
    printings: printings.cards
      .filter((other) => other.id !== card.id && other.name === card.name)
      .slice(0, mostPrintings)
      .map(({ id, name, number, rarity, artUrl, setName }) => ({ id, name, number, rarity, artUrl, setName })),
    liked: [...liked],
    viewerId: actor?.id ?? null,
  };
}

export const meta: Route.MetaFunction = ({ matches, loaderData, params }) => {
  const card = loaderData?.card;
  return pageMeta(matches, {
    title: card ? [card.name, card.setName, numberOf(card)].filter(Boolean).join(' · ') : 'Card not found',
    description: card ? cardSentence(card) : 'This card is not in the catalogue.',
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
        ['Games', '/games'],
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
  const { card, copies, printings, liked, viewerId } = loaderData;
  const sellAddress = `/listings/create?card=${card.id}`;
  return (
    <div className="wrap">
      <Breadcrumbs
        trail={[
          { label: 'Games', to: '/games' },
          { label: card.gameName, to: gameAddress(card.game) },
          { label: card.setName, to: setAddress(card.game, card.setCode) },
          { label: card.name },
        ]}
      />
      <div className="ld">
        <div className="stage">
          <CardDrawing artUrl={card.artUrl} alt={`${card.name}, drawn by us`} priority="first" />
        </div>
        <div className="ld-r">
          <div className="buy">
            <p className="eyb">
              <Link to={setAddress(card.game, card.setCode)}>{card.setName}</Link>
              {[numberOf(card), card.rarity].filter(Boolean).map((fact) => ` · ${fact}`)}
            </p>
            <h1>{card.name}</h1>
            <p className="dim mt-1 tnum">
              {copies.length === 0 ? 'No copy for sale right now' : `${copies.length === mostCopies ? 'More than ' : ''}${copies.length} for sale`}
            </p>
            <p className="my-4">
              <Link className="btn" to={sellAddress}>
                Sell yours
              </Link>
            </p>
          </div>
          <CardFacts card={card} />
        </div>
      </div>
      <section className="my-10" aria-labelledby="copies">
        <h2 id="copies" className="mb-4">
          Copies for sale
        </h2>
        {copies.length > 0 ? (
          <ListingGrid listings={copies} liked={liked} viewerId={viewerId} label={`Copies of ${card.name} for sale`} />
        ) : (
          <EmptyState
            title="No copy for sale right now"
            level={3}
            action={
              <Link className="btn primary" to={sellAddress}>
                List a copy
              </Link>
            }
          >
            When somebody lists {card.name} from {card.setName}, it appears here.
          </EmptyState>
        )}
      </section>
      {printings.length > 0 && (
        <section className="my-10" aria-labelledby="printings">
          <h2 id="printings" className="mb-4">
            Other printings
          </h2>
          <TileGrid compact label="Other printings">
            {printings.map((printing) => (
              <li key={printing.id}>
                <CardEntry card={printing} note={[printing.setName, printing.number].filter(Boolean).join(' · ')} />
              </li>
            ))}
          </TileGrid>
        </section>
      )}
    </div>
  );
}
