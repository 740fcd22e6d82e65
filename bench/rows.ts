import type { Config } from '#platform/config/config.ts';
import { pick, seeded } from '../dev/demo/seeded.ts';
import { withClient } from './database.ts';
import type { FilledMarket } from './fill.ts';
import type { LoadRequest } from './load-generator.ts';
import { filtersFor, type SoughtCard, searchFor, termsFor } from './questions.ts';
import { withSignIn } from './sign-in.ts';

export interface Row {
  name: string;
  requests: readonly LoadRequest[];
  /** What is asked of a market of 20,000 listings, and of a million; null where the row is not measured. */
  goal: string;
  millionGoal: string | null;
  /** Writes: each request is sent once, this many a round. */
  onceEach?: number;
}

const questions = 5_000;
const memberCount = 100;
const cachedPages = 50;
const createsARound = 400;
const buysARound = 800;
/** A member may leave so many orders unpaid. */
const unpaidOrders = 5;
const gzip = { 'accept-encoding': 'gzip' };

/** Writes that a run needs: one round to warm up, and the measured ones. */
const writesFor = (rounds: number, each: number) => (rounds + 1) * each;

/**
 * What is measured, in the order of the table. Whatever is "asked anew" asks something else each time, so that no cache
 * answers it. Writes come last: all reads meet the same market.
 */
export async function makeRows(url: string, config: Config, market: FilledMarket, rounds: number): Promise<Row[]> {
  const random = seeded(11);
  const { cards, ids, payable } = await sample(url, writesFor(rounds, buysARound));
  const { cookies, sellers, buyers } = await withSignIn(url, config, async ({ cookiesOf, tokensOf }) => ({
    cookies: await cookiesOf(market.sellerIds.slice(0, memberCount)),
    sellers: await tokensOf(market.sellerIds.slice(0, 200)),
    buyers: await tokensOf(market.buyerIds.slice(0, Math.ceil(payable.length / unpaidOrders))),
  }));
  const visitor = (paths: readonly string[]): LoadRequest[] => paths.map((path) => ({ path, headers: gzip }));
  const member = (paths: readonly string[]): LoadRequest[] => paths.map((path, i) => ({ path, headers: { ...gzip, cookie: pickNth(cookies, i) } }));
  const ask = (make: typeof searchFor) => cards.map((card) => make(card, random));
  // Visitors and members look at different listings, and the cached pages are none of theirs.
  const pages = ids.map((id) => `/listings/${id}`);
  const [forVisitors, forMembers] = [Math.floor(ids.length / 2), ids.length - cachedPages];
  const post = (path: string, token: string, body: object): LoadRequest => ({
    method: 'POST',
    path,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return [
    {
      name: 'search, asked anew',
      requests: visitor(ask(searchFor)),
      goal: '1,000/s, p99 40 ms',
      millionGoal: 'p50 30, p99 90 ms',
    },
    {
      name: 'filters without words',
      requests: visitor(ask(filtersFor)),
      goal: '800/s',
      millionGoal: 'p50 60, p99 130 ms',
    },
    {
      name: 'five terms of the language',
      requests: member(ask(termsFor)),
      goal: '650/s',
      millionGoal: 'p50 60, p99 120 ms',
    },
    {
      name: 'listing by id, asked anew',
      requests: visitor(ids.map((id) => `/api/listings/${id}`)),
      goal: '2,500/s',
      millionGoal: null,
    },
    {
      name: "visitor's listing page, anew",
      requests: visitor(pages.slice(0, forVisitors)),
      goal: '130/s',
      millionGoal: null,
    },
    {
      name: "visitor's listing page, cached",
      requests: visitor(pages.slice(forMembers)),
      goal: '800/s',
      millionGoal: null,
    },
    {
      name: "member's listing page",
      requests: member(pages.slice(forVisitors, forMembers)),
      goal: '110/s',
      millionGoal: null,
    },
    {
      name: 'create',
      requests: Array.from({ length: writesFor(rounds, createsARound) }, (_, i) =>
        post('/api/listings', pickNth(sellers, i), newListing(pickNth(cards, i).id, random)),
      ),
      goal: '150/s',
      millionGoal: null,
      onceEach: createsARound,
    },
    {
      // Neighbours in the list have different buyers: the orders of one buyer wait for each other.
      name: 'buy',
      requests: payable.map((listingId, i) => post('/api/orders', pickNth(buyers, i), { listingId })),
      goal: '180/s',
      millionGoal: null,
      onceEach: buysARound,
    },
  ];
}

const pickNth = <T>(list: readonly T[], n: number) => list[n % list.length] as T;

const newListing = (catalogueCardId: string, random: () => number) => ({
  catalogueCardId,
  condition: 'near_mint',
  price: { amount: 100 + pick(random, [0, 250, 900, 1_600]), currency: 'EUR' },
  shipping: [{ name: 'Letter', price: { amount: 150, currency: 'EUR' }, tracked: false }],
  status: 'active',
});

/** Cards to search for, listings to look at, and listings that cost enough for a card payment. */
function sample(url: string, buys: number) {
  return withClient(url, async (client) => {
    const { rows: cards } = await client.query<SoughtCard & { id: string }>(
      `select c.id, c.name, c.number, c.game, s.name as set_name
       from card c join card_set s on s.game = c.game and s.code = c.set_code order by md5(c.id) limit $1`,
      [questions],
    );
    const { rows: listings } = await client.query<{ id: string }>(`select id from listing where status = 'active' order by md5(id) limit 20000`);
    const { rows: payable } = await client.query<{ id: string }>(
      `select id from listing where status = 'active' and price_amount >= 100 order by md5(id) desc limit $1`,
      [buys],
    );
    if (payable.length < buys) throw new Error(`${payable.length} listings can be bought, ${buys} are needed`);
    return { cards, ids: listings.map(({ id }) => id), payable: payable.map(({ id }) => id) };
  });
}
