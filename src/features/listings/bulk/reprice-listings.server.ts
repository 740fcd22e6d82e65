import { asc, inArray } from 'drizzle-orm';
import { isId } from '#kernel/ids.ts';
import type { Money } from '#kernel/numbers/money.ts';
import { slicesOf } from '#kernel/numbers/slices.ts';
import { isRefusal, notFound, type Refusal } from '#kernel/refusal.ts';
import { connectionOf } from '#platform/db/db.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { yieldingToEventLoop } from '#platform/yield-loop.ts';
import { editListingSchema } from '../contract.ts';
import { editOf } from '../lifecycle/edit-listing.server.ts';
import { parseInput } from '../model/listing.checks.ts';
import { unknownListing } from '../model/listing.policy.ts';
import { priceRank } from '../model/listing.rules.ts';
import { type ListingRow, listing } from '../model/listing.tables.ts';
import { appendRepriced, checkListingFor } from '../read/listing.write.server.ts';

export interface NewPrice {
  listingId: string;
  /** What the price has to be still. */
  priceWas: Money;
  price: Money;
}

/** Read and written by one statement: the text of more would hold the process. */
const atOnce = 125;

/**
 * New prices of one seller's listings in the caller's transaction, by a few statements for all of them, with the rules
 * that `editListing` has for each. Refusals are independent: the results, null for a price that is set, are in the
 * order of the input.
 */
export async function repriceListings(
  platform: Platform,
  tx: Tx,
  actor: Actor,
  prices: readonly NewPrice[],
): Promise<(Refusal | null)[]> {
  const rows = await lockAll(tx, [...new Set(prices.map(({ listingId }) => listingId))].filter(isId).sort());
  const turn = yieldingToEventLoop();
  const priced = new Map<string, ListingRow>();
  const answers: (Refusal | null)[] = [];
  for (const one of prices) {
    await turn();
    const row = priced.get(one.listingId) ?? rows.get(one.listingId);
    const after = row ? repriced(row, actor, one) : notFound(unknownListing);
    if (!isRefusal(after)) priced.set(after.id, after);
    answers.push(isRefusal(after) ? after : null);
  }
  const all = [...priced.values()];
  for (const some of slicesOf(all, atOnce)) await store(tx, some, platform.clock.now());
  appendRepriced(tx, actor.id, all);
  return answers;
}

/** The row as it will be, or why it stays as it is. */
function repriced(row: ListingRow, actor: Actor, { price, priceWas }: NewPrice): ListingRow | Refusal {
  try {
    checkListingFor(row, actor, 'edit');
    const edit = editOf(row, parseInput(editListingSchema, { price }), { cardFacts: null, priceWas });
    return {
      ...row,
      priceAmount: edit.priceAmount ?? row.priceAmount,
      priceRank: priceRank(price),
      version: row.version + 1,
    };
  } catch (error) {
    if (isRefusal(error)) return error;
    throw error;
  }
}

/** In the order of their ids, so that two who lock many wait for each other and never in a circle. */
async function lockAll(tx: Tx, ids: readonly string[]): Promise<Map<string, ListingRow>> {
  const found = new Map<string, ListingRow>();
  for (const some of slicesOf(ids, atOnce))
    for (const row of await tx.db
      .select()
      .from(listing)
      .where(inArray(listing.id, some))
      .orderBy(asc(listing.id))
      .for('update'))
      found.set(row.id, row);
  return found;
}

async function store(tx: Tx, rows: readonly ListingRow[], now: Date): Promise<void> {
  const prices = rows.map(({ id, priceAmount, priceRank: rank, version }) => ({
    id,
    amount: priceAmount,
    rank,
    version,
  }));
  await connectionOf(tx.db).query({ name: 'listings-reprice', text: newPrices, values: [JSON.stringify(prices), now] });
}

const newPrices = `
  update listing l set price_amount = p.amount, price_rank = p.rank, version = p.version, updated_at = $2
  from jsonb_to_recordset($1::jsonb) as p(id text, amount bigint, rank bigint, version bigint) where l.id = p.id`;
