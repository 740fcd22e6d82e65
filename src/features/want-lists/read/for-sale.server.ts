import { printingsNamed } from '#features/catalogue/index.server.ts';
import { findMatchableListingsOfCards, type MatchableListing } from '#features/listings/index.server.ts';
import { hiddenFrom } from '#features/messages/index.server.ts';
import { isWanted } from '#features/wanted/index.server.ts';
import type { Money } from '#kernel/numbers/money.ts';
import type { Platform } from '#platform/platform.ts';
import type { Line } from '../contract.ts';
import type { WantListLineRow } from '../model/want-list.tables.ts';
import { criteriaOf } from './line-criteria.server.ts';
import { cheapestCopies, costOf, type Fit, fewSellers, totalsOf } from './list-choice.server.ts';

/**
 * What is for sale now for each line, by its number, by the rules of `wanted`. For the owner their own copies and those
 * of blocked members do not count. Other readers see what their own search finds, since missing copies would reveal the
 * owner and their blocks. Three statements for any number of lines.
 */
export async function forSale(
  platform: Platform,
  ownerId: string,
  lines: readonly WantListLineRow[],
  viewerId: string | null,
): Promise<Offered> {
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
  const fits = lines.map((line) => {
    const among = line.anyPrinting ? byName.get(nameOf(line.game, line.name)) : byCard.get(line.cardId);
    const wanted = line.quantity - line.bought;
    return {
      n: line.n,
      wanted,
      copies: (among ?? []).filter((copy) => isWanted(criteriaOf(line, seeker), copy)).map(fitOf),
    };
  });
  const open = fits.filter(({ wanted }) => wanted > 0);
  return {
    ofLine: new Map(fits.map(({ n, copies }) => [n, presentCopies(copies)])),
    choices: { cheapest: choiceOf(cheapestCopies(open)), fewSellers: choiceOf(fewSellers(open)) },
  };
}

/** For each line one listing, with as many copies as are still wanted and the listing has. */
export interface Choice {
  copies: { n: number; listingId: string; quantity: number; price: Money; postage: Money; condition: string }[];
  sellers: number;
  totals: { price: Money; postage: Money }[];
}

/** What is for sale for each line, and two ways to buy what is still wanted. */
interface Offered {
  ofLine: Map<number, Line['forSale']>;
  choices: { cheapest: Choice; fewSellers: Choice };
}

function choiceOf(taken: ReturnType<typeof cheapestCopies>): Choice {
  return {
    copies: taken.map(({ sellerId: _, available: __, ...copy }) => copy),
    sellers: new Set(taken.map(({ sellerId }) => sellerId)).size,
    totals: totalsOf(taken),
  };
}

const fitOf = ({ id, sellerId, price, postage, condition, available }: MatchableListing): Fit => ({
  listingId: id,
  sellerId,
  price,
  postage,
  condition,
  available,
});

const nameOf = (game: string, name: string) => `${game} ${name}`;

function presentCopies(copies: readonly Fit[]): Line['forSale'] {
  const [first] = copies;
  if (!first) return { count: 0, cheapest: null };
  const { sellerId: _, available: __, ...cheapest } = first;
  return { count: copies.length, cheapest };
}
