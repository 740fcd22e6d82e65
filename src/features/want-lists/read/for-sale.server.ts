import { printingsNamed } from '#features/catalogue/index.server.ts';
import { priceRank } from '#features/listings/contract.ts';
import { findMatchableListingsOfCards, type MatchableListing } from '#features/listings/index.server.ts';
import { hiddenFrom } from '#features/messages/index.server.ts';
import { isWanted } from '#features/wanted/index.server.ts';
import type { Platform } from '#platform/platform.ts';
import type { Line } from '../contract.ts';
import type { WantListLineRow } from '../model/want-list.tables.ts';
import { criteriaOf } from './line-criteria.server.ts';

/**
 * What is for sale now for each line, by its number, by the rules of `wanted`. For the owner their own copies and those
 * of blocked members do not count. Other readers see what their own search finds, since missing copies would reveal the
 * owner and their blocks. Two statements for any number of lines.
 */
export async function forSale(
  platform: Platform,
  ownerId: string,
  lines: readonly WantListLineRow[],
  viewerId: string | null,
): Promise<Map<number, Line['forSale']>> {
  const { db, clock } = platform;
  const names = lines.filter(({ anyPrinting }) => anyPrinting).map(({ name }) => name);
  const printings = await printingsNamed(db, names);
  const ids = [...lines.map(({ cardId }) => cardId), ...printings.map(({ id }) => id)];
  const [copies, hidden] = await Promise.all([
    findMatchableListingsOfCards(db, ids, clock.now()),
    hiddenFrom(platform, viewerId),
  ]);
  const seen = copies.filter(({ sellerId }) => !hidden.has(sellerId)).sort((a, b) => costOf(a) - costOf(b));
  const seeker = viewerId === ownerId ? ownerId : '';
  const byCard = Map.groupBy(seen, ({ cardId }) => cardId ?? '');
  const byName = Map.groupBy(seen, ({ game, name }) => nameOf(game, name));
  return new Map(
    lines.map((line) => {
      const among = line.anyPrinting ? byName.get(nameOf(line.game, line.name)) : byCard.get(line.cardId);
      return [line.n, presentCopies((among ?? []).filter((copy) => isWanted(criteriaOf(line, seeker), copy)))];
    }),
  );
}

const nameOf = (game: string, name: string) => `${game} ${name}`;

/** The price with postage, comparable between currencies. */
const costOf = ({ price, postage }: MatchableListing) => priceRank(price) + priceRank(postage);

function presentCopies(copies: readonly MatchableListing[]): Line['forSale'] {
  const [first] = copies;
  const cheapest = first
    ? { listingId: first.id, price: first.price, postage: first.postage, condition: first.condition }
    : null;
  return { count: copies.length, cheapest };
}
