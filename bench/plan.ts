import { systemClock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import { openDatabase } from '#platform/db/db.ts';
import { createIdentity } from '#platform/identity/identity.server.ts';
import { openLimits } from '#platform/limits/limits.server.ts';
import { createLog } from '#platform/log/log.ts';
import { Bus } from '#platform/outbox/bus.ts';
import { createSecurityLog } from '#platform/security-log/security-log.server.ts';
import { pick, seeded } from '../dev/demo/seeded.ts';
import { type AnewPlan, anewPlan, membersAsking } from './anew.ts';
import type { FilledMarket } from './fill.ts';
import type { LoadRequest } from './rounds.ts';
import { tokensOf } from './tokens.ts';

/** What the app is asked, and what the bare servers learn to answer. */
export interface Plan {
  listingIds: string[];
  browse: string[];
  filtered: string[];
  search: string[];
  /** The cookie of one signed-in member: such a visitor's pages are rendered anew each time. */
  memberCookie: string;
  anew: AnewPlan;
}

export interface Writes {
  create: LoadRequest[];
  buy: LoadRequest[];
  /** For the bare server's purchases: as many again. */
  twinListingIds: string[];
}

const buysPerBuyer = 5;

/** Chooses by a seed what is asked for, and signs in those who ask. */
export async function makePlan(
  config: Config,
  url: string,
  market: FilledMarket,
  buys: number,
  creates: number,
): Promise<{ plan: Plan; writes: Writes }> {
  const log = createLog('warn');
  const database = openDatabase(url, log, 8);
  const { pool, db } = database;
  try {
    const security = createSecurityLog({ log, secret: config.authSecret });
    const limits = openLimits({ db, clock: systemClock, redis: null, secret: config.authSecret, security });
    const identity = createIdentity({ config, db, pool, bus: new Bus(), clock: systemClock, log, limits, security });
    const random = seeded(7);
    const { rows: sample } = await pool.query<SampleRow>(
      `select id, name, number, game, set_code from listing where id in (select id from listing order by md5(id) limit 4000) order by md5(id)`,
    );
    // Dear enough for a card payment.
    const { rows: payable } = await pool.query<{ id: string }>(
      `select id from listing where status = 'active' and price_amount >= 100 order by md5(id) desc limit $1`,
      [2 * buys],
    );
    if (payable.length < 2 * buys) throw new Error(`only ${payable.length} listings can be bought, ${2 * buys} are needed`);

    const tokens = (ids: string[]) => tokensOf(identity, ids);
    const buyers = await tokens(market.buyerIds.slice(0, Math.ceil(buys / buysPerBuyer)));
    const sellers = await tokens(market.sellerIds.slice(0, 200));
    const cookieOf = async (id: string) =>
      (await identity.openSession(id, { address: '127.0.0.1', userAgent: 'bench' })).cookies[0]?.split(';')[0] ?? '';

    const json = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });
    const { rows: cards } = await pool.query<{ id: string }>('select id from card order by md5(id) limit 2000');
    return {
      plan: {
        listingIds: sample.map((row) => row.id),
        browse: ['/api/listings'],
        filtered: filteredQueries(sample),
        search: searchQueries(sample, random),
        anew: await anewPlan(pool, await Promise.all(market.sellerIds.slice(0, membersAsking).map(cookieOf)), market.sellerIds[0] ?? ''),
        memberCookie: await cookieOf(market.buyerIds.at(-1) ?? ''),
      },
      writes: {
        // Neighbours in the list have different buyers: one buyer's orders wait for each other by design.
        buy: payable.slice(0, buys).map((row, i) => ({
          method: 'POST',
          path: '/api/orders',
          headers: json(buyers[i % buyers.length] ?? ''),
          body: JSON.stringify({ listingId: row.id }),
        })),
        twinListingIds: payable.slice(buys).map(({ id }) => id),
        create: Array.from({ length: creates }, (_, i) => ({
          method: 'POST',
          path: '/api/listings',
          headers: json(sellers[i % sellers.length] ?? ''),
          body: JSON.stringify({
            catalogueCardId: cards[i % cards.length]?.id,
            condition: 'near_mint',
            price: { amount: 100 + Math.floor(random() * 1_800), currency: 'EUR' },
            shipping: [{ name: 'Letter', price: { amount: 150, currency: 'EUR' }, tracked: false }],
            status: 'active',
          }),
        })),
      },
    };
  } finally {
    await database.close();
  }
}

interface SampleRow {
  id: string;
  name: string;
  number: string | null;
  game: string;
  set_code: string;
}

function filteredQueries(sample: SampleRow[]): string[] {
  const sets = [...new Map(sample.slice(0, 400).map((row) => [row.set_code, row])).values()].slice(0, 8);
  return [
    '/api/listings?game=pokemon',
    '/api/listings?game=magic&sort=price_asc',
    '/api/listings?condition=near_mint&maxPrice=2000',
    '/api/listings?game=yugioh&condition=near_mint&language=en',
    '/api/listings?graded=true&sort=price_desc',
    '/api/listings?game=pokemon&minPrice=5000&sort=price_desc',
    '/api/listings?sort=ending',
    ...sets.map((row) => `/api/listings?game=${row.game}&set=${encodeURIComponent(row.set_code)}`),
  ];
}

/** What people type, made of cards that are for sale: a name, part of one, a name and a number, with and without filters, some misspelt. */
function searchQueries(sample: SampleRow[], random: () => number): string[] {
  const filters = ['', '', '&condition=near_mint', '&maxPrice=5000', '&language=en&sort=price_asc', '&minPrice=200&graded=false'];
  return sample.slice(400, 480).map((row) => {
    const words = row.name.split(/\s+/).slice(0, 3);
    const forms = [words.join(' '), words[0] ?? row.name, `${words.join(' ')} ${row.number ?? ''}`.trim(), misspelt(words.join(' '), random)];
    const game = random() < 0.5 ? `&game=${row.game}` : '';
    return `/api/listings?q=${encodeURIComponent(pick(random, forms))}${game}${pick(random, filters)}`;
  });
}

function misspelt(text: string, random: () => number): string {
  if (text.length < 6) return text;
  const at = 1 + Math.floor(random() * (text.length - 3));
  return text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2);
}
