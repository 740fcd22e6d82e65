import type * as z from 'zod';
import { keepMember, storedTierOf } from '#features/members/index.server.ts';
import { newId } from '#kernel/ids.ts';
import { signInFirst } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/actor.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { type ArtView, artWidths, sceneSize } from './art-scene.ts';
import { type CardFacts, factsOfCard, factsOfFreeCard, searchTextOf } from './card-facts.server.ts';
import { type CreateListingInput, createListingSchema, type Listing } from './contract.ts';
import { checkDescription, checkPhotoRule, parseInput } from './listing.checks.ts';
import { beginListing } from './listing.move.server.ts';
import { getListing } from './listing.queries.server.ts';
import { defaultTitle, priceRank } from './listing.rules.ts';
import { type ListingRow, listingPhoto } from './listing.tables.ts';
import { expiryOf, takePlace } from './live-places.server.ts';
import { presentPhoto } from './photos.server.ts';

/**
 * Makes a listing of a card of the catalogue or of one in free text, as a draft or live at once. Title and finish default from the card.
 * Refuses: a field that breaks its limit, an unknown card, a live one that needs a photo first (422); no free place in the tier (403 `tier_limit`).
 */
export async function createListing(
  platform: Platform,
  actor: Actor,
  input: CreateListingInput,
  { artViews = [] }: CreateListingExtras = {},
): Promise<Listing> {
  const parsed = parseInput(createListingSchema, input);
  const now = platform.clock.now();
  const facts = parsed.catalogueCardId ? await factsOfCard(platform.db, parsed.catalogueCardId) : factsOfFreeCard(parsed);
  const isLive = parsed.status === 'active';
  if (isLive) checkPhotoRule(parsed.price, artViews.length);
  const id = newId();
  await write(platform, async (tx) => {
    if (!(await keepMember(tx, actor.id))) throw signInFirst();
    const place = isLive ? await takePlace(tx, actor.id, null) : null;
    const tier = place?.tier ?? (await storedTierOf(tx.db, actor.id));
    checkDescription(parsed.description, tier);
    const expiresAt = place ? expiryOf(place, now) : null;
    const photos = artViews.map((view) => artPhoto(id, view, facts.name, now));
    const row = {
      ...rowOf(parsed, facts),
      photos: photos.map(presentPhoto),
      id,
      sellerId: actor.id,
      tier,
      createdAt: now,
      updatedAt: now,
      publishedAt: isLive ? now : null,
      expiresAt,
    };
    await beginListing(tx, row, parsed.status, now);
    if (photos.length > 0) await tx.db.insert(listingPhoto).values(photos.map((photo, position) => ({ ...photo, position })));
    tx.made(id);
  });
  return getListing(platform, id, actor.id);
}

export interface CreateListingExtras {
  /** For a demo market: photos that this project draws itself, each when it is first asked for. */
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
    alt: `${cardName}, ${view}`,
    createdAt,
  };
}

type Parsed = z.output<typeof createListingSchema>;

function rowOf(input: Parsed, facts: CardFacts) {
  const title = input.title ?? defaultTitle(facts);
  const onlyFinish = facts.cardFinishes.length === 1 ? (facts.cardFinishes[0] ?? null) : null;
  return {
    ...facts,
    title,
    condition: input.condition,
    finish: input.finish === undefined ? onlyFinish : input.finish,
    language: input.language ?? 'en',
    grading: input.grading ?? null,
    quantity: input.quantity ?? 1,
    priceAmount: input.price.amount,
    currency: input.price.currency,
    priceRank: priceRank(input.price),
    offerFloorAmount: input.offerFloor?.amount ?? null,
    acceptsOffers: input.acceptsOffers ?? true,
    shipping: input.shipping ?? [],
    description: input.description ?? null,
    ...searchTextOf(facts, title),
  } satisfies Partial<ListingRow>;
}
