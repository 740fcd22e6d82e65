import { lockForBargain, unknownListing } from '#features/listings/index.server.ts';
import { invalid, notAllowed, notFound } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import type { MakeBasketInput } from '../contract.ts';
import { offerLimits } from '../model/offer.rules.ts';
import { aboutLine } from '../queries/offer.lines.server.ts';
import { insertLines, type LineToPrice, pricedLines } from './insert-lines.server.ts';
import { counted, keepOffering, refuseToOffer } from './make-offer.server.ts';
import { refuseToTrade } from './suspended-seller.server.ts';

/**
 * Offers one amount for copies of several listings of one seller; returns the id of its first line. Refuses with the
 * reason and title of any line that would be refused alone, and then nothing is offered for any; fewer than two
 * listings or too many (422), one's own (403), a listing of another seller (404).
 */
export async function makeBasket(
  platform: Platform,
  actor: Actor,
  input: MakeBasketInput,
  address = '',
): Promise<string> {
  const { sellerId, lines: requested } = input;
  if (sellerId === actor.id) throw notAllowed('You can’t make an offer on your own listings.');
  if (requested.length < 2)
    throw invalid({ lines: 'Select at least 2 listings. For one listing, make an offer on its page.' });
  if (requested.length > offerLimits.basketLines)
    throw invalid({ lines: `Select at most ${offerLimits.basketLines} listings.` });
  if (new Set(requested.map(({ listingId }) => listingId)).size < requested.length)
    throw invalid({ lines: 'Include each listing once, with its quantity.' });
  const make = () =>
    write(platform, async (tx) => {
      const now = platform.clock.now();
      // Before any listing is locked, in the order in which the deletion of an account locks them.
      await keepOffering(platform, tx, actor.id);
      const locked = new Map<string, LineToPrice>();
      for (const line of requested.toSorted((a, b) => (a.listingId < b.listingId ? -1 : 1))) {
        const found = await lockForBargain(tx, line.listingId);
        if (found?.sellerId !== sellerId || found.row.publishedAt === null) throw notFound(unknownListing);
        const listing = await aboutLine(found.title, true, () => refuseToOffer(tx, actor.id, { ...line, found }, now));
        locked.set(line.listingId, { listing, quantity: line.quantity, counterOf: null, floor: listing.floor });
      }
      await refuseToTrade(tx, { buyerId: actor.id, sellerId });
      const lines = pricedLines(
        input.amount,
        requested.flatMap(({ listingId }) => locked.get(listingId) ?? []),
      );
      return (await insertLines(tx, lines, { buyerId: actor.id, madeBy: 'buyer', message: input.message ?? null }, now))
        .id;
    });
  return counted(platform, actor.id, address, make, requested.length);
}
