import { and, eq } from 'drizzle-orm';
import { requireUnlimited, requireVerifiedEmail } from '#features/auth/index.server.ts';
import { findCard } from '#features/catalogue/index.server.ts';
import { traitsOf } from '#features/catalogue/words.ts';
import { tierOf } from '#features/tiers/index.server.ts';
import { requireTraderData } from '#features/traders/index.server.ts';
import { newId } from '#kernel/ids.ts';
import { countAct } from '#platform/http/count-act.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { overQuota } from '#platform/limits/quotas.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { saidOf } from '../checklist.ts';
import { type CreateListingInput, createListingSchema, type Listing } from '../contract.ts';
import { checkDescription, checkPhotoRule, parseInput } from '../model/listing.checks.ts';
import { listingPolicy } from '../model/listing.policy.ts';
import { listingQuotas } from '../model/listing.quotas.ts';
import { defaultTitle, priceRank, usualWindowHours } from '../model/listing.rules.ts';
import { type ListingRow, listing, listingPhoto } from '../model/listing.tables.ts';
import { listingsLimits } from '../model/listings.limits.ts';
import { type ArtView, artWidths, sceneSize } from '../photos/art-scene.ts';
import { presentPhoto } from '../photos/photos.server.ts';
import { type CardFacts, factsOfFound, factsOfFreeCard, searchTextOf } from '../read/card-facts.server.ts';
import { getListing } from '../read/listing.queries.server.ts';
import { lockMemberAndListings } from '../read/listing.write.server.ts';
import { requirePayable, requireShippable } from '../stock/may-list.server.ts';
import { inCopies } from '../stock/playset.ts';
import { beginListing } from './listing.move.server.ts';
import { expiryOf, requireSlot } from './listing-slots.server.ts';
import { requireNewSellerLimit } from './new-seller-limit.server.ts';

/**
 * Makes a listing of a card of the catalogue or of one in free text, as a draft or live at once. Title and finish
 * default from the card. Refuses: a field that breaks its limit, an unknown card, a live one that needs a photo first
 * (422); no free place in the tier (403 `tier_limit`), too many drafts at a time (409 `too_many_drafts`) or in an hour
 * (429), and one that would be live of a member who has to confirm their e-mail address first (403 `email_unverified`).
 */
export async function createListing(
  platform: Platform,
  actor: Actor,
  input: CreateListingInput,
  { artViews = [], address }: CreateListingExtras = {},
): Promise<Listing> {
  const parsed = readNewListing(input);
  const now = platform.clock.now();
  const freeFacts = parsed.catalogueCardId ? null : factsOfFreeCard(parsed);
  const isLive = parsed.status === 'active';
  if (isLive) checkPhotoRule(parsed.price, artViews.length);
  const id = newId();
  const releasePoints =
    isLive || address === undefined ? null : await countAct(platform.limits, draftLimits, actor.id, address);
  const made = write(platform, async (tx) => {
    await lockMemberAndListings(tx, actor.id);
    const facts = freeFacts ?? factsOfFound(await findCard(tx.db, parsed.catalogueCardId ?? ''));
    await requireUnlimited(platform, tx, actor.id, 'list');
    if (isLive) {
      await requireVerifiedEmail(platform, tx, listingPolicy, 'publish', actor.id);
      await requireTraderData(tx, actor.id);
      await requirePayable(platform, tx, actor.id);
      await requireShippable(tx, actor.id, parsed.price.currency);
    } else await refuseTooManyDrafts(tx, actor.id);
    const tier = await tierOf(tx.db, actor.id);
    checkDescription(parsed.description, tier);
    const columns = rowOf(parsed, facts);
    if (isLive) await requireNewSellerLimit(platform, tx, actor.id, columns.priceRank * columns.quantity);
    const place = isLive ? await requireSlot(tx, actor.id) : null;
    const photos = artViews.map((view) => artPhoto(id, view, facts.name, now));
    const row = {
      ...columns,
      photos: photos.map(presentPhoto),
      id,
      sellerId: actor.id,
      tier: place?.tier ?? tier,
      createdAt: now,
      updatedAt: now,
      publishedAt: isLive ? now : null,
      expiresAt: place && expiryOf(place, now),
    };
    await beginListing(tx, row, parsed.status, now);
    if (photos.length > 0)
      await tx.db.insert(listingPhoto).values(photos.map((photo, position) => ({ ...photo, position })));
    tx.made(id);
  });
  // What was refused is no draft.
  await made.catch(async (error: unknown) => {
    await releasePoints?.();
    throw error;
  });
  return getListing(platform, id, actor.id);
}

export const draftLimits = { member: listingsLimits.drafts, network: listingsLimits.draftsOfNetwork };

/** Under the seller's lock, so that concurrent requests are counted. */
export async function refuseTooManyDrafts(tx: Tx, sellerId: string): Promise<void> {
  const drafts = await tx.db.$count(listing, and(eq(listing.sellerId, sellerId), eq(listing.status, 'draft')));
  if (drafts >= listingQuotas.draftsAtOnce.most) throw overQuota(listingQuotas.draftsAtOnce);
}

export interface CreateListingExtras {
  /** The request's IP address (empty: unknown), by which new drafts are counted. Absent for internal calls. */
  address?: string;
  /** For a demo: photos that this project generates, each on its first request. */
  artViews?: readonly ArtView[];
}

function artPhoto(listingId: string, view: ArtView, cardName: string, createdAt: Date) {
  const { width, height } = sceneSize;
  return {
    id: newId(),
    listingId,
    kind: 'art' as const,
    view,
    width,
    height,
    widths: [...artWidths],
    placeholder: null,
    sha256: null,
    bytes: null,
    alt: `${cardName}, ${view}`,
    createdAt,
  };
}

/** What was sent for a new listing, counted in copies; refuses (422) a field that breaks its rule. */
export function readNewListing(input: CreateListingInput) {
  const parsed = parseInput(createListingSchema, input);
  return inCopies({ ...parsed, quantity: parsed.quantity ?? 1 });
}
export type NewListing = ReturnType<typeof readNewListing>;

/** What an input says of a listing, as its columns hold it. */
export function rowOf(input: NewListing, facts: CardFacts) {
  const traits = traitsOf(input);
  const title = input.title ?? defaultTitle({ ...facts, ...traits });
  const onlyFinish = facts.cardFinishes.length === 1 ? (facts.cardFinishes[0] ?? null) : null;
  return {
    ...facts,
    title,
    condition: input.condition,
    finish: input.finish === undefined ? onlyFinish : input.finish,
    language: input.language ?? 'en',
    ...traits,
    grading: input.grading ?? null,
    checklist: saidOf(input.checklist),
    quantity: input.quantity,
    priceAmount: input.price.amount,
    currency: input.price.currency,
    priceRank: priceRank(input.price),
    offerFloorAmount: input.offerFloor?.amount ?? null,
    offerWindowHours: input.offerWindowHours ?? usualWindowHours,
    autoAcceptAmount: input.autoAccept?.amount ?? null,
    autoDeclineAmount: input.autoDecline?.amount ?? null,
    acceptsOffers: input.acceptsOffers ?? true,
    shipping: input.shipping ?? [],
    description: input.description ?? null,
    sku: input.sku ?? null,
    place: input.place ?? null,
    privateNote: input.privateNote ?? null,
    costAmount: input.cost?.amount ?? null,
    costCurrency: input.cost?.currency ?? null,
    ...searchTextOf(facts, title),
  } satisfies Partial<ListingRow>;
}
