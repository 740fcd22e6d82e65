import {
  explainSalesBlock,
  findForBargain,
  type HeldStock,
  holdStock,
  refuseBargain,
} from '#features/listings/index.server.ts';
import { formatMoney, money } from '#kernel/numbers/money.ts';
import { conflict, invalid } from '#kernel/refusal.ts';
import { addMs } from '#kernel/time.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { type AcceptInput, offerRefusals } from '../contract.ts';
import { refuseToTrade } from '../make/suspended-seller.server.ts';
import { lapseJob } from '../model/offer.jobs.ts';
import { offerPolicy } from '../model/offer.policy.ts';
import { sumOf } from '../model/offer.rules.ts';
import type { OfferRow } from '../model/offer.tables.ts';
import { offerTimes } from '../model/offer.times.ts';
import { whyUnpayable } from '../model/payable.rules.ts';
import { aboutLine, lockLines, pickLines, rowOf, rowsOf } from '../queries/offer.lines.server.ts';
import { type LockedOffer, moveLines, refuseEnded } from '../queries/offer.move.server.ts';

/**
 * Accepts an offer for the side that it waits for: its copies are reserved for the buyer at that price for a day. Of
 * concurrent acceptances as many win as there are copies. Refuses: third parties (404), the side that made it (403),
 * one that has ended (409 `offer_ended`), a listing that is sold, held or not for sale (409 `not_available`), that has
 * changed (409 `listing_changed`) or costs less than was offered (409 `price_below_offer`). Of an offer for several
 * listings, of which it takes any id, the seller may accept some (`lines`), and the rest is declined; what refuses one
 * of them refuses all. A sum that no card could pay with the shipping is not accepted (422).
 */
export async function acceptOffer(
  platform: Platform,
  actor: Actor,
  offerId: string,
  { lines }: AcceptInput = {},
): Promise<string> {
  const accept = async (tx: Tx) => {
    const all = await lockLines(tx, offerId);
    const row = rowOf(all, offerId);
    offerPolicy.check(actor, 'accept', row);
    const now = platform.clock.now();
    refuseEnded(row, now);
    await refuseToTrade(tx, row);
    const { picked, left } = pickLines(all, lines);
    if (left.length > 0 && row.madeBy === 'seller')
      throw invalid({
        lines: 'The seller’s amount is for all of these listings. Accept all of them, or send a counteroffer for some.',
      });
    for (const line of picked) await aboutLine(line.row.title, all.length > 1, () => refuseUnfit(tx, line, now));
    refuseUnpayable(picked);
    await reserveFor(tx, rowsOf(picked), 'turn', now);
    await leaveOut(tx, left, now);
    const taken = picked[0]?.row.id ?? row.id;
    tx.made(taken);
    return taken;
  };
  return explainSalesBlock(actor.id, () => write(platform, accept));
}

/**
 * Lines that are accepted together are one payment: throws why no card could carry it (422). An acceptance names only
 * which lines they are.
 */
function refuseUnpayable(picked: readonly LockedOffer[]): void {
  const rows = rowsOf(picked);
  const [first, ...others] = picked.flatMap(({ listing }) => listing ?? []);
  const problem = first && rows[0] ? whyUnpayable(money(sumOf(rows), rows[0].currency), [first, ...others]) : null;
  if (problem) throw invalid({ lines: problem });
}

/** Why what was offered for a locked line can't be taken any more, thrown. */
async function refuseUnfit(tx: Tx, { row, listing }: LockedOffer, now: Date): Promise<void> {
  const undone = 'The offer wasn’t accepted. Send a counteroffer or decline the offer.';
  const { quantity, buyerId } = row;
  const { price } = await refuseBargain(tx, listing, { buyerId, quantity, seen: row.listingVersion, undone, now });
  if (price.currency === row.currency && price.amount >= row.amount) return;
  const offered = formatMoney(money(row.amount, row.currency));
  throw conflict(
    offerRefusals.priceBelowOffer,
    `The price is now ${formatMoney(price)}, below the offer of ${offered}. Decline the offer. The listing can be bought at its price.`,
    { price },
  );
}

/** Declines what an answer to several lines has left out. */
export async function leaveOut(tx: Tx, left: readonly LockedOffer[], now: Date): Promise<void> {
  await moveLines(tx, rowsOf(left), 'decline', 'turn', now, () => ({
    note: 'left_out',
  }));
}

/**
 * Accepts locked lines of one offer, all or none: takes the copies out of sale for their buyer, and sets the timers of
 * the payment. Refuses where none is left (409).
 */
export async function reserveFor(tx: Tx, rows: readonly OfferRow[], by: 'turn' | 'rule', now: Date): Promise<void> {
  const payBy = addMs(now, offerTimes.payMs);
  const held = new Map<string, HeldStock>();
  for (const row of rows) {
    const { listingId, buyerId, quantity } = row;
    const hold = () =>
      holdStock(tx, { listingId, quantity, buyerId, agreedPrice: money(row.amount, row.currency), now });
    const stock = await aboutLine(row.title, rows.length > 1, hold);
    const listed = await findForBargain(tx.db, listingId);
    held.set(row.id, { ...stock, shipping: listed?.shipping ?? stock.shipping });
  }
  await moveLines(tx, rows, 'accept', by, now, ({ id }) => ({
    promise: 'open',
    payBy,
    held: held.get(id) ?? null,
    byRule: by === 'rule',
  }));
  for (const { id } of rows) tx.enqueue(lapseJob, { offerId: id }, { runAt: payBy, key: id });
}
