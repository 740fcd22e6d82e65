import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hourMs } from '#kernel/time.ts';
import { actorOf } from '#testing/actor.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { ownSorts } from '../components/own/own-query.ts';
import type { Listing, OwnListingPage } from '../contract.ts';
import { listingStates, listingStatuses, storedState } from '../model/listing.process.ts';
import { listOwnListings } from '../own-listings/own-listings.server.ts';
import { importTestCards, listed, premium } from '../testing.ts';
import { findListingsByIds } from './listing.queries.server.ts';

let market: TestMarket;
let seller: TestMember;
/**
 * Two of each state, one that says all there is to say and one that says as little as it can, and one whose time has
 * run out before its job came.
 */
const ids: string[] = [];
const odd = 'A\n\t"b"\\\u0007\u2028 😀 é';
const usd = (amount: number) => ({ amount, currency: 'USD' as const });

beforeAll(async () => {
  market = await startTestMarket();
  const { clock } = market;
  const { pool } = market.platform;
  const cards = await importTestCards(market);
  seller = await premium(market, await market.signUp());
  const states = listingStates.filter((state) => state !== 'removed').map(storedState);
  for (const [n, { status, pausedBy }] of states.entries()) {
    const full = await listed(market, seller, {
      catalogueCardId: cards['base1-4'] ?? '',
      price: usd(900 + n),
      title: 'Signed "Ω" \\ here',
      quantity: 3,
      acceptsOffers: true,
      offerFloor: usd(300),
      autoAccept: usd(800),
      autoDecline: usd(200),
      sku: 'SLV-"42"',
      place: 'Box \\ 3',
      cost: { amount: 0, currency: 'EUR' },
    });
    const bare = await listed(market, seller, {
      name: `Pikachu ${n}`,
      price: usd(900),
      status: status === 'draft' ? 'draft' : 'active',
    });
    ids.push(full.id, bare.id);
    await pool.query('update listing set status = $2, paused_by = $3 where id = any($1)', [
      [full.id, bare.id],
      status,
      pausedBy,
    ]);
    const facts = `shipping = '[{"name": "Tracked \\"fast\\""}]', description = $2, private_note = $2, grading = '{"company": "PSA", "grade": 9.5}', checklist = '{"edges": "white"}', quantity_held = 1, quantity_sold = 1, favorite_count = 3`;
    const times = `created_at = '2026-01-02 03:04:05.067999+00', published_at = '2026-01-02 03:04:05.5+00', photos = '[{"id": "a", "alt": "F\\"r", "widths": [160]}]'`;
    await pool.query(`update listing set ${facts}, ${times} where id = $1`, [full.id, odd]);
    await pool.query(
      'insert into listing_view (listing_id, views) values ($1, 41) on conflict (listing_id) do update set views = 41',
      [full.id],
    );
    clock.advance(1_000);
  }
  const over = await listed(market, seller, { name: 'Mew' });
  ids.push(over.id);
  await pool.query('update listing set expires_at = $2 where id = $1', [over.id, clock.now()]);
}, 60_000);
afterAll(() => market?.close());

const byId = (a: Listing, b: Listing) => (a.id < b.id ? -1 : 1);
/** The same listings, each read by its id. */
const presented = async () => (await findListingsByIds(market.platform, ids, seller.id)).sort(byId);

async function answered(): Promise<Listing[]> {
  const { status, body } = await market.request<OwnListingPage>('GET', '/api/listings?seller=me&limit=100', {
    as: seller,
  });
  expect(status).toBe(200);
  return body.items.sort(byId);
}

describe('the list of own listings', () => {
  test('shows each as a read by its id does, in every state, with all fields and with as few as possible', async () => {
    const said = await answered();
    expect(said).toEqual(await presented());
    expect(said.map((listing) => Object.keys(listing))).toEqual(
      (await presented()).map((listing) => Object.keys(listing)),
    );
    expect(new Set(said.map(({ status }) => status))).toEqual(
      new Set(listingStatuses.filter((status) => status !== 'removed')),
    );
    expect(said.find(({ name }) => name === 'Mew')).toMatchObject({ status: 'expired', moves: ['renew', 'remove'] });
  });

  test('during a vacation of a trader who was rated and has a photo, too', async () => {
    const now = market.clock.now();
    const body = {
      from: now.toISOString(),
      to: new Date(now.getTime() + 72 * hourMs).toISOString(),
      note: 'Back "soon"',
    };
    expect((await market.request('PUT', '/api/profile/vacation', { as: seller, body })).status).toBe(200);
    const rated = `rating = 4.50, total_sales = 7, seller_kind = 'trader', avatar_url = '/a"b'`;
    await market.platform.pool.query(`update profile set ${rated} where user_id = $1`, [seller.id]);
    market.clock.advance(1_000);
    const said = await answered();
    expect(said[0]?.sellerAway?.note).toBe('Back "soon"');
    expect(said).toEqual(await presented());
  });

  test.for(ownSorts)('sorted by $name, page by page, each once', async ({ name: sort }) => {
    const found: Listing[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page: OwnListingPage = await listOwnListings(market.platform, actorOf(seller), new URLSearchParams(), {
        limit: 4,
        cursor,
        sort,
      });
      found.push(...page.items);
      cursor = page.nextCursor;
    }
    expect(found.sort(byId)).toEqual(await presented());
  });

  test('by words, in one state and with none', async () => {
    const ask = (query: string, search = '') =>
      listOwnListings(market.platform, actorOf(seller), new URLSearchParams(query), { limit: 100, search });
    const all = await presented();
    const pikachus = all.filter(({ name }) => name.startsWith('Pikachu'));
    expect((await ask('', 'pika')).items.sort(byId)).toEqual(pikachus);
    const drafts = await ask('status=draft', 'pika');
    expect(drafts.items).toEqual(pikachus.filter(({ status }) => status === 'draft'));
    expect(drafts.counts).toMatchObject({ draft: 2, reserved: 2, paused: 10 });
    expect(await ask('', 'nothing of that')).toMatchObject({ items: [], nextCursor: null });
  });
});
