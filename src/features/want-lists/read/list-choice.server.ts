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
  /** Copies left to buy. */
  available: number;
}

/** A line, the copies that it still wants, and what is for sale for it. */
export interface LineCopies<F extends Fit = Fit> {
  n: number;
  wanted: number;
  copies: readonly F[];
}
/** The listing that is chosen for a line, and how many of its copies. */
type Taken<F extends Fit> = F & { n: number; quantity: number };
/** Copies that are chosen for other lines, by listing. */
type Used = ReadonlyMap<string, number>;

/** The price with postage, comparable between currencies. */
export const costOf = ({ price, postage }: Pick<Fit, 'price' | 'postage'>) => priceRank(price) + priceRank(postage);

/**
 * The cheapest listing for each line, of any seller, with as many copies as the line wants and the listing has. A copy
 * is used for one line only; the earlier line has it.
 */
export function cheapestCopies<F extends Fit>(lines: readonly LineCopies<F>[], used: Used = new Map()): Taken<F>[] {
  const now = new Map(used);
  const leftOf = ({ listingId, available }: Fit) => available - (now.get(listingId) ?? 0);
  return lines.flatMap(({ n, wanted, copies }) => {
    const [first, ...rest] = copies.filter((copy) => leftOf(copy) > 0);
    if (!first) return [];
    const best = rest.reduce((best, copy) => (costOf(copy) < costOf(best) ? copy : best), first);
    const quantity = Math.min(wanted, leftOf(best));
    now.set(best.listingId, (now.get(best.listingId) ?? 0) + quantity);
    return [{ ...best, n, quantity }];
  });
}

/**
 * A listing for each line from few sellers, by the greedy rule of set cover: the seller with copies for the most lines
 * is taken first, the cheaper one of equals, then the next one for the lines that are left.
 */
export function fewSellers<F extends Fit>(lines: readonly LineCopies<F>[]): Taken<F>[] {
  const taken: Taken<F>[] = [];
  const used = new Map<string, number>();
  let offers = linesBySeller(lines).map((own) => ({ own, copies: cheapestCopies(own) }));
  while (offers.length > 0) {
    const { copies: best } = offers.reduce((one, other) => (isBetter(other.copies, one.copies) ? other : one));
    const done = new Set(best.map(({ n }) => n));
    for (const { listingId, quantity } of best) used.set(listingId, (used.get(listingId) ?? 0) + quantity);
    taken.push(...best);
    offers = offers
      .map((offer) => {
        const own = offer.own.filter(({ n }) => !done.has(n));
        return own.length === offer.own.length ? offer : { own, copies: cheapestCopies(own, used) };
      })
      .filter(({ copies }) => copies.length > 0);
  }
  return taken.sort((a, b) => a.n - b.n);
}

/** For each seller the lines that they have copies for. */
function linesBySeller<F extends Fit>(lines: readonly LineCopies<F>[]): LineCopies<F>[][] {
  const sellers = new Map<string, LineCopies<F>[]>();
  for (const line of lines)
    for (const [sellerId, copies] of Map.groupBy(line.copies, (copy) => copy.sellerId)) {
      const own = sellers.get(sellerId) ?? [];
      own.push({ ...line, copies });
      sellers.set(sellerId, own);
    }
  return [...sellers.values()];
}

type Bought = Fit & { quantity: number };

function isBetter(one: readonly Bought[], other: readonly Bought[]): boolean {
  if (one.length !== other.length) return one.length > other.length;
  const cost = (copies: readonly Bought[]) => totalsOf(copies).reduce((sum, total) => sum + costOf(total), 0);
  return cost(one) < cost(other);
}

/** What copies cost in each currency. The shipping of a seller is paid once, as for a bundle: the dearest of them. */
export function totalsOf(copies: readonly Bought[]): { price: Money; postage: Money }[] {
  const byCurrency = Map.groupBy(copies, ({ price }) => price.currency);
  return [...byCurrency].map(([currency, some]) => {
    const none = { amount: 0, currency };
    const posts = [...Map.groupBy(some, ({ sellerId }) => sellerId).values()].map((sent) => {
      const [first, ...rest] = sent.map(({ postage }) => ({ shipping: [{ price: postage }] }));
      return (first && dearestPost([first, ...rest]).shipping[0]?.price) ?? none;
    });
    const prices = some.map(({ price, quantity }) => ({ ...price, amount: price.amount * quantity }));
    return { price: addMoney(none, ...prices), postage: addMoney(none, ...posts) };
  });
}
