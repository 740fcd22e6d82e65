import type * as z from 'zod';
import { requireUnlimited } from '#features/auth/index.server.ts';
import { eachFlag, traitsOf } from '#features/catalogue/words.ts';
import { storedTierOf } from '#features/members/index.server.ts';
import { requireTraderData } from '#features/traders/index.server.ts';
import { isId } from '#kernel/ids.ts';
import { type Money, money } from '#kernel/numbers/money.ts';
import { conflict, invalid, notFound } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { saidOf } from '../checklist.ts';
import { type EditListingInput, editListingSchema, type Listing, listingRefusals } from '../contract.ts';
import { checkDescription, checkPhotoRule, checkQuantity, parseInput } from '../model/listing.checks.ts';
import { checkMoney } from '../model/listing.input.ts';
import { unknownListing } from '../model/listing.policy.ts';
import { frozenStatuses, liveStatuses } from '../model/listing.process.ts';
import { defaultTitle, priceRank } from '../model/listing.rules.ts';
import type { ListingRow } from '../model/listing.tables.ts';
import { frozenSentence, lowestOfferSentence, priceMovedSentence } from '../model/state-sentences.ts';
import { renamePhotos } from '../photos/photos.server.ts';
import { type CardFacts, factsOfCard, factsOfFreeCard, searchTextOf } from '../read/card-facts.server.ts';
import { getListing } from '../read/listing.queries.server.ts';
import {
  appendChange,
  type ListingFacts,
  lockListingFor,
  lockSellerListings,
  updateListing,
} from '../read/listing.write.server.ts';
import { requirePayable, requireShippable } from '../stock/may-list.server.ts';
import { inCopies } from '../stock/playset.ts';
import { requireNewSellerLimit } from './new-seller-limit.server.ts';

export interface EditListingExtras {
  /** What the price has to be still; 409 `price_changed` where it is another by now. */
  priceWas?: Money;
  /** What has to be written with the change or not at all, in its transaction. */
  alongside?(tx: Tx): Promise<void>;
}

/**
 * Changes what is sent and nothing else. Refuses: not the seller (403), unknown (404), reserved or sold (409 `frozen`),
 * another version than the editor saw (409 `version_changed`), a field that breaks its limit, alone or with what stays
 * (422).
 */
export async function editListing(
  platform: Platform,
  actor: Actor,
  id: string,
  input: EditListingInput,
  extras: EditListingExtras = {},
): Promise<Listing> {
  if (!isId(id)) throw notFound(unknownListing);
  const parsed = inCopies(parseInput(editListingSchema, input));
  const cardFacts = parsed.catalogueCardId ? await factsOfCard(platform.db, parsed.catalogueCardId) : null;
  await write(platform, async (tx) => {
    // A dearer copy counts against a new seller's limit. Lock order: the seller's row, then the listing.
    if (platform.config.newSellerLimits) await lockSellerListings(tx, actor.id);
    const row = await lockListingFor(tx, id, actor, 'edit');
    const changes = editOf(row, parsed, { cardFacts, priceWas: extras.priceWas });
    // What a better tier wrote stays when that has ended, and may become shorter.
    if (isNewDescription(row.description, changes.description))
      checkDescription(changes.description, await storedTierOf(tx.db, actor.id));
    if (changes.title !== undefined && changes.title !== row.title)
      changes.photos = await renamePhotos(tx, row, changes.title);
    const updated = await updateListing(tx, row, changes, platform.clock.now());
    if (putsMoreUp(row, updated)) {
      await requireUnlimited(platform, tx, actor.id, 'list');
      await requireTraderData(tx, actor.id);
      await requirePayable(platform, tx, actor.id);
    }
    if (updated.status === 'active' && updated.currency !== row.currency)
      await requireShippable(tx, actor.id, updated.currency);
    if (raisesValue(row, updated)) await requireNewSellerLimit(platform, tx, actor.id);
    appendChange(tx, updated, 'edited');
    await extras.alongside?.(tx);
  });
  return getListing(platform, id, actor.id);
}

/**
 * What an edit writes to a listing that the caller has locked; refuses as `editListing` says, as far as the listing
 * itself decides.
 */
export function editOf(
  row: ListingRow,
  parsed: Parsed,
  { cardFacts, priceWas }: { cardFacts: CardFacts | null; priceWas?: Money | undefined },
): ListingFacts {
  if (frozenStatuses.includes(row.status))
    throw conflict(listingRefusals.frozen, frozenSentence(row.status), { listingStatus: row.status });
  if (parsed.version !== undefined && parsed.version !== row.version) {
    throw conflict(
      listingRefusals.versionChanged,
      'This listing was changed somewhere else. Reload the page and repeat your changes.',
      {
        version: row.version,
      },
    );
  }
  const price = money(row.priceAmount, row.currency);
  if (priceWas && (priceWas.amount !== price.amount || priceWas.currency !== price.currency))
    throw conflict(listingRefusals.priceChanged, priceMovedSentence(price), { price });
  return changesOf(row, parsed, cardFacts);
}

type Worth = Pick<ListingRow, 'status' | 'priceRank' | 'quantity' | 'quantitySold'>;

const worthOf = ({ priceRank, quantity, quantitySold }: Worth) => priceRank * (quantity - quantitySold);

/** Whether the copies for sale are worth more than before. */
function raisesValue(before: Worth, after: Worth): boolean {
  return liveStatuses.includes(after.status) && worthOf(after) > worthOf(before);
}

/** Whether more copies, or another card, are for sale than before. */
function putsMoreUp(before: ListingRow, after: ListingRow): boolean {
  return (
    liveStatuses.includes(after.status) &&
    (after.quantity > before.quantity || after.cardId !== before.cardId || after.name !== before.name)
  );
}

type Parsed = Omit<z.output<typeof editListingSchema>, 'playset'>;

function changesOf(row: ListingRow, input: Parsed, cardFacts: CardFacts | null): ListingFacts {
  const facts = factsAfter(row, input, cardFacts);
  const traits = traitsOf({ ...row, ...definedTraits(input) });
  const title =
    input.title ?? (row.title === defaultTitle(row) ? defaultTitle({ ...(facts ?? row), ...traits }) : row.title);
  const price = input.price ?? money(row.priceAmount, row.currency);
  const offerFloorAmount = input.offerFloor === undefined ? row.offerFloorAmount : (input.offerFloor?.amount ?? null);
  const shipping = input.shipping ?? row.shipping;
  if (
    input.offerFloor === undefined &&
    offerFloorAmount !== null &&
    price.currency === row.currency &&
    price.amount < offerFloorAmount
  ) {
    const params = money(offerFloorAmount, row.currency);
    const sentence = lowestOfferSentence(params);
    throw invalid({ price: sentence, offerFloor: sentence }, { coded: { code: 'below_lowest_offer', params } });
  }
  const offerFloor =
    offerFloorAmount === null
      ? null
      : { amount: offerFloorAmount, currency: input.offerFloor?.currency ?? row.currency };
  const ruleOf = (sent: { amount: number; currency: string } | null | undefined, stored: number | null) =>
    sent === undefined ? (stored === null ? null : { amount: stored, currency: row.currency }) : sent;
  const autoAccept = ruleOf(input.autoAccept, row.autoAcceptAmount);
  const autoDecline = ruleOf(input.autoDecline, row.autoDeclineAmount);
  checkMoney({ offerFloor, autoAccept, autoDecline, shipping }, price, {
    addIssue: ({ path, message }) => fail(path.join('.'), message),
  });
  if (row.status === 'active') checkPhotoRule(price, row.photos.length);
  if (input.quantity !== undefined) checkQuantity(input.quantity, row.quantityHeld + row.quantitySold);
  const changes: ListingFacts = {
    ...facts,
    ...traits,
    title,
    ...searchTextOf(facts ?? row, title),
    priceAmount: price.amount,
    currency: price.currency,
    priceRank: priceRank(price),
    offerFloorAmount,
    autoAcceptAmount: autoAccept?.amount ?? null,
    autoDeclineAmount: autoDecline?.amount ?? null,
    shipping,
  };
  if (row.isUnfinished && facts && input.price && input.condition) changes.isUnfinished = false;
  if (input.condition !== undefined) changes.condition = input.condition;
  if (input.finish !== undefined) changes.finish = input.finish;
  if (input.language !== undefined) changes.language = input.language;
  if (input.grading !== undefined) changes.grading = input.grading;
  if (input.checklist !== undefined) changes.checklist = saidOf(input.checklist);
  if (input.quantity !== undefined) changes.quantity = input.quantity;
  if (input.description !== undefined) changes.description = input.description;
  if (input.sku !== undefined) changes.sku = input.sku;
  if (input.place !== undefined) changes.place = input.place;
  if (input.privateNote !== undefined) changes.privateNote = input.privateNote;
  if (input.cost !== undefined)
    Object.assign(changes, { costAmount: input.cost?.amount ?? null, costCurrency: input.cost?.currency ?? null });
  if (input.offerWindowHours !== undefined) changes.offerWindowHours = input.offerWindowHours;
  if (input.acceptsOffers !== undefined) changes.acceptsOffers = input.acceptsOffers;
  return changes;
}

function isNewDescription(before: string | null, after: string | null | undefined): boolean {
  return Boolean(after) && after !== before && (after?.length ?? 0) >= (before?.length ?? 0);
}

/**
 * Null: the card stays. The facts of a card of the catalogue come from there; writing over one of them would make the
 * listing lie.
 */
function factsAfter(row: ListingRow, input: Parsed, cardFacts: CardFacts | null): CardFacts | null {
  if (cardFacts) return cardFacts;
  const isTouched = [input.game, input.name, input.setName, input.number, input.rarity].some(
    (value) => value !== undefined,
  );
  if (input.catalogueCardId === undefined && row.cardId !== null) {
    if (isTouched)
      fail(
        'catalogueCardId',
        'The name, set and number come from the card database. Choose another card, or enter the card yourself.',
      );
    return null;
  }
  if (!isTouched && input.catalogueCardId === undefined) return null;
  const { game, name, setName, number, rarity } = row;
  return factsOfFreeCard({ game, name, setName, number, rarity, ...dropUndefined(input) });
}

function definedTraits(input: Parsed) {
  const { edition } = input;
  return Object.fromEntries(
    Object.entries({ edition, ...eachFlag((flag) => input[flag]) }).filter(([, value]) => value !== undefined),
  );
}

function dropUndefined({ game, name, setName, number, rarity }: Parsed) {
  return Object.fromEntries(
    Object.entries({ game, name, setName, number, rarity }).filter(([, value]) => value !== undefined),
  );
}

function fail(field: string, message: string): never {
  throw invalid({ [field]: message });
}
