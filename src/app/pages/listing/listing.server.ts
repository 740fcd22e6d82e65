import { findPriceTarget, isFollowing } from '#features/alerts/index.server.ts';
import { rarityName } from '#features/catalogue/index.server.ts';
import { feeInForce } from '#features/fees/index.server.ts';
import type { Fee } from '#features/fees/words.ts';
import type { Listing, ListingMoment } from '#features/listings/contract.ts';
import {
  changesSince,
  checklistRows,
  copyRows,
  favoriteIds,
  findCarousels,
  findReadersShipping,
  findSalesBlocks,
  hiddenSellers,
  listHistory,
  seeListing,
  writtenBy,
} from '#features/listings/index.server.ts';
import { type CopyRow, type ListingChanges, postOf, type TileFacts } from '#features/listings/widgets.tsx';
import { findSellerBeside, type SellerBeside } from '#features/members/index.server.ts';
import type { Thread } from '#features/messages/contract.ts';
import { threadsAbout } from '#features/messages/index.server.ts';
import type { Offer, WatchersOffer } from '#features/offers/contract.ts';
import { type AnswerTime, findAnswerTime, lastToWatchers, offersOn } from '#features/offers/index.server.ts';
import { buyRefusalSentence } from '#features/orders/index.server.ts';
import type { BuyersShipping } from '#features/orders/widgets.tsx';
import {
  daysSinceLastSale,
  findPriceGauge,
  type PriceGaugeData,
  seesPriceHistory,
} from '#features/prices/index.server.ts';
import { listedMethods, readCountry } from '#features/shipping/words.ts';
import { soldByMeans, soldByWords } from '#features/traders/words.ts';
import { hasReturnNotice } from '#features/vacations/index.server.ts';
import { countWanting } from '#features/wanted/index.server.ts';
import { firstOf } from '#kernel/first-of.ts';
import { type Money, money } from '#kernel/numbers/money.ts';
import { listCountries } from '#kernel/text/country-name.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { plainText, type RichBlock } from '#ui/rich-text/rich-text.ts';

export interface ListingPageData {
  listing: Listing;
  /** Of a seller with a shipping table, while it is for sale; null: its own methods ship it everywhere. */
  shipping: BuyersShipping | null;
  /** The description where it is formatted; `listing.description` has its first words then, without marks. */
  written: RichBlock[] | null;
  /** The checklist items that the seller filled in, as texts. */
  checked: [string, string][];
  /** Other copies of the card, by what they cost with post. */
  copies: CopyRow[];
  /** Whether there may be more of them than are shown. */
  moreCopies: boolean;
  similar: TileFacts[];
  fromSeller: TileFacts[];
  /** Null while the seller's profile is closed (suspended, gone): nothing leads there. */
  seller: SellerBeside | null;
  /** Private person or trader, and what that means for a buyer. */
  soldBy: { words: string; means: string };
  /** What copies like it were sold for; null while it is not for sale and where too few were. */
  gauge: PriceGaugeData | null;
  /** Whether the viewer's tier has price history; without it `gauge` and `soldDaysAgo` are null. */
  seesPrices: boolean;
  /** Days since a copy like it was sold, be it for sale or not; null where none was in a year. */
  soldDaysAgo: number | null;
  /** How soon its seller answers offers; null where nothing can be said. */
  answerTime: AnswerTime | null;
  /** Whether this viewer is notified when the seller is back from vacation. */
  askedForReturn: boolean;
  /** Whether nothing of the seller can be bought, because they have not set up payouts. */
  isSalesBlocked: boolean;
  liked: string[];
  /** Whether the viewer follows the seller. */
  following: boolean;
  /** The target of the viewer's price alert. Null where none is set. */
  priceTarget: Money | null;
  viewerId: string | null;
  /** The seller's own: how it came to be what it is, newest first. */
  history: ListingMoment[];
  /** For the seller only: how many members want such a copy. */
  wanting: number;
  /** For the seller only: their last offer to members who saved the listing, and the fee of a sale. */
  toWatchers: { last: WatchersOffer | null; fee: Fee } | null;
  /** For the seller only: offers and threads about the listing. Null where there are none. */
  talk: { offers: Offer[]; threads: Thread[] } | null;
  isOperator: boolean;
  now: string;
}

/** Longest description given to search engines, in characters. */
const maxMetaDescription = 500;

/** Offers and conversations under an own listing. */
const onOwnPage = 10;

/** One row of tiles at the widest, and a table's rows. */
const onCarousels = { row: 6, copies: 12 };

/**
 * All that a listing's page shows. Refuses an unknown id, other people's drafts and what a block hides (404); one that
 * was taken down is given with its state.
 */
export async function loadListingPage(
  platform: Platform,
  actor: Actor | null,
  id: string,
  country: string | null = null,
): Promise<ListingPageData> {
  const viewerId = actor?.id ?? null;
  const listing = await seeListing(platform, id, viewerId);
  const hidden = await hiddenSellers(platform, viewerId);
  const { db } = platform;
  const now = platform.clock.now();
  const sellerId = listing.seller.id;
  const [carousels, seller, following, priceTarget, isWaiting, answerTime, seesPrices, shipping, blocks] =
    await Promise.all([
      findCarousels(platform, listing, onCarousels, hidden),
      findSellerBeside(db, sellerId),
      isFollowing(db, viewerId, sellerId),
      findPriceTarget(db, viewerId, id),
      hasReturnNotice(db, viewerId, sellerId),
      findAnswerTime(db, sellerId, now),
      seesPriceHistory(db, viewerId),
      findBuyersShipping(platform, listing, viewerId, country),
      findSalesBlocks(db, [sellerId]),
    ]);
  const [gauge, soldDaysAgo] = seesPrices
    ? await Promise.all([findPriceGauge(db, listing, now), daysSinceLastSale(db, listing, now)])
    : [null, null];
  const { copies, similar, fromSeller } = carousels;
  const ids = [listing, ...similar, ...fromSeller].map((each) => each.id);
  const liked = viewerId ? await favoriteIds(platform, viewerId, ids) : [];
  const shown = seller || viewerId === listing.seller.id ? listing : withoutSeller(listing);
  const written = writtenBy(shown);
  return {
    listing: inWords({
      ...toReader(shown, shipping),
      ...(written && { description: firstOf(plainText(written), maxMetaDescription) }),
    }),
    shipping,
    written,
    checked: checklistRows(shown.checklist),
    copies: await copyRows(platform.db, copies),
    moreCopies: copies.length === onCarousels.copies,
    similar,
    fromSeller,
    seller,
    soldBy: { words: soldByWords[listing.sellerKind], means: soldByMeans[listing.sellerKind] },
    gauge: listing.status === 'active' ? gauge : null,
    soldDaysAgo,
    seesPrices,
    // A closed profile shows nothing about the seller.
    answerTime: seller && answerTime,
    askedForReturn: listing.sellerAway !== null && isWaiting,
    isSalesBlocked: blocks.has(sellerId),
    liked: [...liked],
    following,
    priceTarget,
    viewerId,
    history: actor && viewerId === listing.seller.id ? (await listHistory(platform.db, actor, id)).items : [],
    wanting: viewerId === listing.seller.id ? await countMembersWanting(platform, listing) : 0,
    toWatchers:
      viewerId === listing.seller.id
        ? { last: await lastToWatchers(platform.db, id), fee: await feeInForce(platform.db) }
        : null,
    talk: viewerId === listing.seller.id ? await loadTalk(platform, viewerId, id) : null,
    isOperator: actor?.role === 'admin',
    now: now.toISOString(),
  };
}

/** One statement, of a seller with a table. */
async function findBuyersShipping(
  platform: Platform,
  { id, status, shipsTo }: Listing,
  viewerId: string | null,
  chosen: string | null,
): Promise<BuyersShipping | null> {
  const found = status === 'active' && shipsTo !== null ? await findReadersShipping(platform, id, viewerId) : null;
  if (!found) return null;
  return { table: found.table, country: (chosen && readCountry(chosen)) ?? found.country, countries: listCountries() };
}

/** Its shipping is that to the country of the reader, where that is known. */
function toReader(listing: Listing, shipping: BuyersShipping | null): Listing {
  if (!shipping?.country) return listing;
  const { price, grading } = listing;
  const copy = { isSlab: grading !== null, price };
  return { ...listing, shipping: listedMethods(shipping.table, copy, shipping.country), shippingVaries: false };
}

async function loadTalk(platform: Platform, sellerId: string, listingId: string): Promise<ListingPageData['talk']> {
  const [offers, threads] = await Promise.all([
    offersOn(platform, sellerId, listingId, onOwnPage),
    threadsAbout(platform.db, sellerId, listingId, onOwnPage),
  ]);
  return offers.length + threads.length > 0 ? { offers, threads } : null;
}

/** Said here, so that the page's script carries no table of words. */
function inWords(listing: Listing): Listing {
  return { ...listing, rarity: listing.rarity && rarityName(listing.rarity) };
}

function countMembersWanting(platform: Platform, listing: Listing): Promise<number> {
  const {
    seller,
    catalogueCardId: cardId,
    game,
    name,
    setName,
    setCode,
    number,
    condition,
    finish,
    language,
    price,
  } = listing;
  const copy = {
    sellerId: seller.id,
    cardId,
    game,
    name,
    setName,
    setCode,
    number,
    condition,
    finish,
    language,
    price,
    postage: postOf(listing) ?? money(0, price.currency),
  };
  return countWanting(platform.db, copy, platform.clock.now());
}

/**
 * The listing of a member whose profile is closed: the facts of the card and a name, without the seller's own text and
 * without facts about the seller.
 */
function withoutSeller(listing: Listing): Listing {
  return {
    ...listing,
    title: listing.name,
    description: null,
    photos: [],
    seller: { ...listing.seller, avatarUrl: null, rating: null, totalSales: 0, tier: 'free' },
  };
}

/**
 * What a press of Buy without script was refused for: `code` and the version that was `seen` stand in the address. Null
 * where nothing was.
 */
export async function whyNotBought(
  platform: Platform,
  listing: Listing,
  code: string | null,
  seen: string | null,
): Promise<ListingChanges | null> {
  const sentence = buyRefusalSentence(code);
  if (sentence === null) return null;
  const version = seen !== null && /^\d{1,15}$/.test(seen) ? Number(seen) : listing.version;
  const details = await changesSince(platform.db, listing, version);
  return { sentence, details: details.map((change) => change.sentence) };
}
