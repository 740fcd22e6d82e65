import { traitsOf } from '#features/catalogue/words.ts';
import { isWithin } from '#features/members/words.ts';
import type { FavoriteListing, Listing } from './contract.ts';
import { publicStatuses, sellerMovesFrom, stateOf } from './listing.process.ts';
import type { ReadRow } from './listing.queries.server.ts';

/**
 * What this viewer may see of a listing. Every field is named here, so that a new column is shown to nobody until it is added;
 * that does what an output schema would at a fraction of its cost, on the hottest read of the market.
 */
export function presentListing(row: ReadRow, viewerId: string | null, now: Date): Listing {
  const presented: Listing = {
    id: row.id,
    title: row.title,
    seller: {
      id: row.seller_id,
      username: row.seller_username ?? 'Deleted member',
      avatarUrl: row.seller_avatar_url,
      rating: row.seller_rating === null ? null : Number(row.seller_rating),
      totalSales: row.seller_total_sales ?? 0,
      tier: row.seller_tier ?? 'free',
    },
    catalogueCardId: row.card_id,
    card:
      row.card_id === null
        ? null
        : {
            id: row.card_id,
            game: row.game,
            setCode: row.set_code,
            setName: row.set_name,
            number: row.number,
            name: row.name,
            rarity: row.rarity,
            finishes: row.card_finishes,
          },
    game: row.game,
    setCode: row.set_code,
    setName: row.set_name,
    number: row.number,
    name: row.name,
    rarity: row.rarity,
    condition: row.condition,
    finish: row.finish,
    language: row.language,
    ...traitsOf(row),
    playset: false,
    grading: row.grading,
    checklist: row.checklist,
    quantity: row.quantity,
    quantityAvailable: row.quantity - row.quantity_held - row.quantity_sold,
    price: { amount: row.price_amount, currency: row.currency },
    description: row.description,
    acceptsOffers: row.accepts_offers,
    shipping: row.shipping,
    // What is not handed out is not named either.
    photos: viewerId === row.seller_id || publicStatuses.includes(row.status) ? row.photos : [],
    tier: row.tier,
    status: row.status,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    publishedAt: row.published_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
    favoriteCount: row.favorite_count,
    viewCount: row.views ?? 0,
    sellerAway: awayOf(row, now),
    sellerKind: row.seller_kind ?? 'private',
  };
  return viewerId === row.seller_id ? { ...presented, ...forSeller(row) } : presented;
}

function awayOf({ away_from: startsAt, away_to: endsAt, away_note: note }: ReadRow, now: Date): Listing['sellerAway'] {
  return startsAt && endsAt && isWithin({ startsAt, endsAt }, now) ? { from: startsAt.toISOString(), to: endsAt.toISOString(), note } : null;
}

export type SellersField =
  | 'offerFloor'
  | 'offerWindowHours'
  | 'autoAccept'
  | 'autoDecline'
  | 'sku'
  | 'place'
  | 'privateNote'
  | 'cost'
  | 'pausedBy'
  | 'moves';

function forSeller(row: ReadRow): Pick<Listing, SellersField> {
  const money = (amount: number | null) => (amount === null ? null : { amount, currency: row.currency });
  return {
    offerFloor: money(row.offer_floor_amount),
    offerWindowHours: row.offer_window_hours,
    autoAccept: money(row.auto_accept_amount),
    autoDecline: money(row.auto_decline_amount),
    sku: row.sku,
    place: row.place,
    privateNote: row.private_note,
    cost: row.cost_amount === null || row.cost_currency === null ? null : { amount: row.cost_amount, currency: row.cost_currency },
    pausedBy: row.paused_by,
    moves: sellerMovesFrom(stateOf({ status: row.status, pausedBy: row.paused_by })),
  };
}

export function presentFavorite(
  row: ReadRow & { saved_at: Date; saved_price_amount: number; saved_currency: Listing['price']['currency'] },
  viewerId: string,
  now: Date,
): FavoriteListing {
  return {
    ...presentListing(row, viewerId, now),
    savedAt: row.saved_at.toISOString(),
    savedPrice: { amount: row.saved_price_amount, currency: row.saved_currency },
  };
}
