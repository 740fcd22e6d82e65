import type { Request } from 'autocannon';
import { seeded } from '../../dev/demo/seeded.ts';
import { withClient } from './database.ts';
import { fillCarts } from './fill-carts.ts';
import type { BeforeStart } from './releases.ts';
import { signIn } from './sign-in.ts';

/** One row of the table. */
export interface Scenario {
  name: string;
  requests: readonly Request[];
  /** Target with 20,000 listings, and with a million; null where the scenario does not run. */
  goal: string;
  millionGoal: string | null;
  /** Writes: number of requests in a round. Each request of the list is sent once. */
  perRound?: number;
  /** Requests at the same time. Default: 10. */
  connections?: number;
}

export interface CardSample {
  id: string;
  name: string;
  number: string | null;
  game: string;
  set_name: string;
}

export interface ScenarioData {
  random: () => number;
  rounds: number;
  cards: readonly CardSample[];
  listingIds: readonly string[];
  /** Listings above the minimum of a card payment. */
  payableIds: readonly string[];
  /** Session cookies of members. */
  cookies: readonly string[];
  /** Bearer tokens. */
  sellers: readonly string[];
  buyers: readonly string[];
  /** Session cookies of members with a full cart. */
  cartCookies: readonly string[];
}

export const nth = <T>(list: readonly T[], n: number) => list[n % list.length] as T;

const compressed = { 'accept-encoding': 'gzip' };

export const visitor = (paths: readonly string[]): Request[] => paths.map((path) => ({ path, headers: compressed }));

export const member = (paths: readonly string[], cookies: readonly string[]): Request[] =>
  paths.map((path, n) => ({ path, headers: { ...compressed, cookie: nth(cookies, n) } }));

export const post = (path: string, token: string, body: object): Request => ({
  method: 'POST',
  path,
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const cartOwners = 20;

/** A sample of the filled database, and signed-in members. */
export async function readScenarioData(
  { databaseUrl, config, market }: BeforeStart,
  rounds: number,
): Promise<ScenarioData> {
  const { sellerIds, buyerIds } = market;
  const { hasCarts, ...sample } = await withClient(databaseUrl, async (client) => {
    const { rows: cards } = await client.query<CardSample>(
      `select c.id, c.name, c.number, c.game, s.name as set_name
       from card c join card_set s on s.game = c.game and s.code = c.set_code order by md5(c.id) limit 5000`,
    );
    const { rows } = await client.query<{ id: string; payable: boolean }>(
      `select id, price_amount >= 100 and currency = 'USD' as payable from listing where status = 'active' order by md5(id) limit 20000`,
    );
    const payableIds = rows.filter(({ payable }) => payable).map(({ id }) => id);
    const hasCarts = await fillCarts(client, buyerIds.slice(-cartOwners));
    return { hasCarts, cards, listingIds: rows.map(({ id }) => id), payableIds: payableIds.reverse() };
  });
  const sellers = await signIn(databaseUrl, config, sellerIds.slice(0, 200));
  const cartOwnersIn = await signIn(databaseUrl, config, hasCarts ? buyerIds.slice(-cartOwners) : []);
  const buyers = await signIn(databaseUrl, config, buyerIds.slice(0, 200 * (rounds + 1)));
  return {
    ...sample,
    cookies: sellers.slice(0, 100).map(({ cookie }) => cookie),
    sellers: sellers.map(({ token }) => token),
    buyers: buyers.map(({ token }) => token),
    cartCookies: cartOwnersIn.map(({ cookie }) => cookie),
    random: seeded(11),
    rounds,
  };
}
