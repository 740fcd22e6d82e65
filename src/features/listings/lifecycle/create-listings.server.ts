import { and, eq } from 'drizzle-orm';
import { requireUnlimited, requireVerifiedEmail } from '#features/auth/index.server.ts';
import type { Card } from '#features/catalogue/contract.ts';
import { findCardsByIds } from '#features/catalogue/index.server.ts';
import { lockMember } from '#features/members/index.server.ts';
import { findShippingCurrencies } from '#features/shipping/index.server.ts';
import { requireTraderData } from '#features/traders/index.server.ts';
import { newId } from '#kernel/ids.ts';
import { isRefusal, type Refusal, signInFirst } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { overQuota } from '#platform/limits/quotas.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { yieldingToEventLoop } from '#platform/yield-loop.ts';
import type { CreateListingInput } from '../contract.ts';
import { checkDescription, checkPhotoRule } from '../model/listing.checks.ts';
import { listingPolicy } from '../model/listing.policy.ts';
import { listingQuotas } from '../model/listing.quotas.ts';
import { listing } from '../model/listing.tables.ts';
import { factsOfFound, factsOfFreeCard } from '../read/card-facts.server.ts';
import { refuseUnshippable, requirePayable } from '../stock/may-list.server.ts';
import { type NewListing, readNewListing, rowOf } from './create-listing.server.ts';
import { beginListings } from './listing.move.server.ts';
import { expiryOf, takePlaces } from './listing-slots.server.ts';

/** What became of an input: the listing's id, or why there is none. */
export type Created = { id: string } | { refusal: Refusal };

/** Read by one statement: putting more together would hold the process. */
const cardsAtOnce = 125;

/**
 * Creates many listings of one seller in the caller's transaction, by a few statements for all of them, with the rules,
 * quotas, history, events and timers that `createListing` has for each. Refusals are independent; the results are in
 * the order of the inputs.
 */
export async function createListings(
  platform: Platform,
  tx: Tx,
  actor: Actor,
  inputs: readonly CreateListingInput[],
): Promise<Created[]> {
  const turn = yieldingToEventLoop();
  const read: ReturnType<typeof attempt<NewListing>>[] = [];
  for (const input of inputs) {
    await turn();
    read.push(attempt(() => readNewListing(input)));
  }
  const parsed = read.flatMap((one) => ('value' in one ? [one.value] : []));
  if (!(await lockMember(tx, actor.id))) throw signInFirst();
  const cards = new Map<string, Card>();
  const cardIds = [...new Set(parsed.flatMap(({ catalogueCardId }) => catalogueCardId ?? []))];
  for (let from = 0; from < cardIds.length; from += cardsAtOnce)
    for (const [id, found] of await findCardsByIds(tx.db, cardIds.slice(from, from + cardsAtOnce)))
      cards.set(id, found);
  const limited = await whyNot(() => requireUnlimited(platform, tx, actor.id, 'list'));
  const isAnyLive = parsed.some(({ status }) => status === 'active');
  const unverified = isAnyLive
    ? await whyNot(() => requireVerifiedEmail(platform, tx, listingPolicy, 'publish', actor.id))
    : null;
  const unnamed = isAnyLive ? await whyNot(() => requireTraderData(tx, actor.id)) : null;
  const unpayable = isAnyLive ? await whyNot(() => requirePayable(platform, tx, actor.id)) : null;
  const shipsIn = isAnyLive ? await findShippingCurrencies(tx.db, actor.id) : null;
  const carousel = await takePlaces(tx, actor.id, null);
  let drafts = await tx.db.$count(listing, and(eq(listing.sellerId, actor.id), eq(listing.status, 'draft')));
  let { free } = carousel;
  const now = platform.clock.now();
  const rows: Parameters<typeof beginListings>[2][number][] = [];
  const answerOf = (one: (typeof read)[number]): Created => {
    if ('refusal' in one) return one;
    const made = attempt(() => {
      const input: NewListing = one.value;
      const isLive = input.status === 'active';
      const facts = input.catalogueCardId
        ? factsOfFound(cards.get(input.catalogueCardId) ?? null)
        : factsOfFreeCard(input);
      if (limited) throw limited;
      if (isLive) checkPhotoRule(input.price, 0);
      if (isLive && unverified) throw unverified;
      if (isLive && unnamed) throw unnamed;
      if (isLive && unpayable) throw unpayable;
      if (isLive) refuseUnshippable(shipsIn, input.price.currency);
      checkDescription(input.description, carousel.tier);
      if (isLive && free < 1 && carousel.full) throw carousel.full;
      if (!isLive && drafts >= listingQuotas.draftsAtOnce.most) throw overQuota(listingQuotas.draftsAtOnce);
      const row = rowOf(input, facts);
      if (isLive) free--;
      else drafts++;
      const times = {
        createdAt: now,
        updatedAt: now,
        publishedAt: isLive ? now : null,
        expiresAt: isLive ? expiryOf(carousel, now) : null,
      };
      return { ...row, id: newId(), sellerId: actor.id, tier: carousel.tier, ...times, to: input.status };
    });
    if ('refusal' in made) return made;
    rows.push(made.value);
    return { id: made.value.id };
  };
  const answers: Created[] = [];
  for (const one of read) {
    await turn();
    answers.push(answerOf(one));
  }
  await beginListings(tx, actor.id, rows, now);
  return answers;
}

async function whyNot(check: () => Promise<void>): Promise<Refusal | null> {
  try {
    await check();
    return null;
  } catch (error) {
    if (isRefusal(error)) return error;
    throw error;
  }
}

function attempt<T>(work: () => T): { value: T } | { refusal: Refusal } {
  try {
    return { value: work() };
  } catch (error) {
    if (isRefusal(error)) return { refusal: error };
    throw error;
  }
}
