import { traitsOf } from '#features/catalogue/words.ts';
import { isWithin } from '#features/members/words.ts';
import { type Currency, money } from '#kernel/numbers/money.ts';
import { deletedName } from '#kernel/specified-texts.ts';
import type { FavoriteListing, Listing } from '../contract.ts';
import { publicStatuses, sellerMovesFrom, stateOf } from '../model/listing.process.ts';
import { availableQuantity } from '../model/listing.rules.ts';
import { shippingOf } from '../shipping/listed-shipping.ts';
import type { ReadRow } from './listing.queries.server.ts';

/**
 * What this viewer may see of a listing. Every field is named here, so that a new column stays private until it is
 * added; it has the effect of an output schema at a fraction of its cost, on the most frequent read. Shipping is that to
 * `shipsTo`, where the reader has chosen it.
 */
export function presentListing(
  row: ReadRow,
  viewerId: string | null,
  now: Date,
  shipsTo: string | null = null,
): Listing {
  const price = money(row.priceAmount, row.currency);
  const presented: Listing = {
    id: row.id,
    title: row.title,
    seller: {
      id: row.sellerId,
      username: row.sellerUsername ?? deletedName,
      avatarUrl: row.sellerAvatarUrl,
      rating: row.sellerRating === null ? null : Number(row.sellerRating),
      totalSales: row.sellerTotalSales ?? 0,
      tier: row.sellerTier ?? 'free',
    },
    catalogueCardId: row.cardId,
    card:
      row.cardId === null
        ? null
        : {
            id: row.cardId,
            game: row.game,
            setCode: row.setCode,
            setName: row.setName,
            number: row.number,
            name: row.name,
            rarity: row.rarity,
            finishes: row.cardFinishes,
          },
    game: row.game,
    setCode: row.setCode,
    setName: row.setName,
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
    quantityAvailable: availableQuantity(row),
    price,
    description: row.description,
    acceptsOffers: row.acceptsOffers,
    ...shippingOf({ shipping: row.shipping, price, isSlab: row.grading !== null }, row.sellerShipping, shipsTo),
    // What is not handed out is not named either.
    photos: viewerId === row.sellerId || publicStatuses.includes(row.status) ? row.photos : [],
    tier: row.tier,
    status: row.status,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    publishedAt: row.publishedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    favoriteCount: row.favoriteCount,
    viewCount: row.views ?? 0,
    sellerAway: awayOf(row, now),
    sellerKind: row.sellerKind ?? 'private',
  };
  return viewerId === row.sellerId ? { ...presented, ...forSeller(row) } : presented;
}

function awayOf({ awayFrom: startsAt, awayTo: endsAt, awayNote: note }: ReadRow, now: Date): Listing['sellerAway'] {
  return startsAt && endsAt && isWithin({ startsAt, endsAt }, now)
    ? { from: startsAt.toISOString(), to: endsAt.toISOString(), note }
    : null;
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
    offerFloor: money(row.offerFloorAmount),
    offerWindowHours: row.offerWindowHours,
    autoAccept: money(row.autoAcceptAmount),
    autoDecline: money(row.autoDeclineAmount),
    sku: row.sku,
    place: row.place,
    privateNote: row.privateNote,
    cost:
      row.costAmount === null || row.costCurrency === null
        ? null
        : { amount: row.costAmount, currency: row.costCurrency },
    pausedBy: row.pausedBy,
    moves: sellerMovesFrom(stateOf(row)),
  };
}

export function presentFavorite(
  row: ReadRow & { savedAt: Date; savedPriceAmount: number; savedCurrency: Currency },
  viewerId: string,
  now: Date,
): FavoriteListing {
  return {
    ...presentListing(row, viewerId, now),
    savedAt: row.savedAt.toISOString(),
    savedPrice: { amount: row.savedPriceAmount, currency: row.savedCurrency },
  };
}
