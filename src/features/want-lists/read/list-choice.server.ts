import { priceRank } from '#features/listings/contract.ts';
import { dearestPost } from '#features/offers/index.server.ts';
import { addMoney, type Money } from '#kernel/numbers/money.ts';

/** A copy for sale that fits a line of a list. */
export interface Fit {
  listingId: string;
  sellerId: string;
  price: Money;
  postage: Money;
  condition: string;
}

/** The copies for sale of a line. */
export interface LineCopies<F extends Fit = Fit> {
  n: number;
  copies: readonly F[];
}
type Taken<F extends Fit> = F & { n: number };

/** The price with postage, comparable between currencies. */
export const costOf = ({ price, postage }: Pick<Fit, 'price' | 'postage'>) => priceRank(price) + priceRank(postage);

/** The cheapest copy for each line, of any seller. */
export const cheapestCopies = <F extends Fit>(lines: readonly LineCopies<F>[]): Taken<F>[] =>
  lines.flatMap(({ n, copies }) => {
    const [first, ...rest] = copies;
    return first ? [{ ...rest.reduce((best, copy) => (costOf(copy) < costOf(best) ? copy : best), first), n }] : [];
  });

/**
 * A copy for each line from few sellers, by the greedy rule of set cover: the seller with copies for the most lines is
 * taken first, the cheaper one of equals, then the next one for the lines that are left.
 */
export function fewestSellers<F extends Fit>(lines: readonly LineCopies<F>[]): Taken<F>[] {
  const taken: Taken<F>[] = [];
  for (let offers = offersOf(lines); offers.length > 0; ) {
    const best = offers.reduce((one, other) => (isBetter(other, one) ? other : one));
    const done = new Set(best.map(({ n }) => n));
    taken.push(...best);
    offers = offers.map((copies) => copies.filter(({ n }) => !done.has(n))).filter((copies) => copies.length > 0);
  }
  return taken.sort((a, b) => a.n - b.n);
}

/** For each seller the cheapest copy for each line. */
function offersOf<F extends Fit>(lines: readonly LineCopies<F>[]): Taken<F>[][] {
  const all = lines.flatMap(({ n, copies }) => copies.map((copy) => ({ ...copy, n })));
  return [...Map.groupBy(all, ({ sellerId }) => sellerId).values()].map((own) =>
    cheapestCopies([...Map.groupBy(own, ({ n }) => n)].map(([n, copies]) => ({ n, copies }))),
  );
}

function isBetter(one: readonly Fit[], other: readonly Fit[]): boolean {
  if (one.length !== other.length) return one.length > other.length;
  const cost = (copies: readonly Fit[]) => totalsOf(copies).reduce((sum, total) => sum + costOf(total), 0);
  return cost(one) < cost(other);
}

/** What copies cost in each currency. The shipping of a seller is paid once, as for a bundle: the dearest of them. */
export function totalsOf(copies: readonly Fit[]): { price: Money; postage: Money }[] {
  const byCurrency = Map.groupBy(copies, ({ price }) => price.currency);
  return [...byCurrency].map(([currency, some]) => {
    const none = { amount: 0, currency };
    const posts = [...Map.groupBy(some, ({ sellerId }) => sellerId).values()].map((sent) => {
      const [first, ...rest] = sent.map(({ postage }) => ({ shipping: [{ price: postage }] }));
      return (first && dearestPost([first, ...rest]).shipping[0]?.price) ?? none;
    });
    return { price: addMoney(none, ...some.map(({ price }) => price)), postage: addMoney(none, ...posts) };
  });
}
