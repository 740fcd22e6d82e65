import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { importCatalogueFiles } from '#features/catalogue/index.server.ts';
import { hourMs, minuteMs } from '#kernel/time.ts';
import { write } from '#platform/outbox/write.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import type { Listing, ListingPage, ListingQuery } from './contract.ts';
import { facetColumns } from './facet-store.server.ts';
import { searchBySql } from './search-by-sql.server.ts';
import { type FindListings, pageBy } from './search-listings.server.ts';
import { knowsInMemory, searchInMemory } from './search-memory.server.ts';
import { compareWays, queryOf, readWay } from './search-ways.testing.ts';
import { holdStock, sellStock } from './stock.server.ts';
import { importTestCards, listed, premium } from './testing.ts';

/** From how many listings on a market is large. */
const large = vi.hoisted(() => ({ from: 100_000 }));
vi.mock('./facets.server.ts', async (original) => ({
  ...(await original<object>()),
  get largeMarket() {
    return large.from;
  },
}));

let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
let cardIds: string[];
const usd = (amount: number) => ({ amount, currency: 'USD' as const });

beforeAll(async () => {
  market = await startTestMarket();
  await importTestCards(market);
  await importManyOfAName();
  const { rows } = await market.platform.pool.query<{ id: string }>(
    `select id from card where name <> 'Murkbog' or number in ('7', '8', '300') order by external_id`,
  );
  cardIds = rows.map((row) => row.id);
  seller = await premium(market, await market.signUp());
  buyer = await market.signUp();
}, 90_000);
afterAll(() => market?.close());

/** More cards of one name than a search names. */
async function importManyOfAName(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'many-'));
  const file = join(folder, 'cards.ndjson');
  const facts = {
    game: 'magic',
    setCode: 'LEA',
    setName: 'Limited Edition Alpha',
    rarity: 'common',
    finishes: ['nonfoil'],
    language: 'en',
    source: 'test',
  };
  const rows = Array.from({ length: 620 }, (_, i) => JSON.stringify({ ...facts, name: 'Murkbog', number: String(i + 1), externalId: `murk-${i}` }));
  writeFileSync(file, rows.join('\n'));
  await importCatalogueFiles(market.platform, [file], () => {});
  rmSync(folder, { recursive: true });
}

const compare = (address: string, withoutSellers?: readonly string[]) => compareWays(market, address, withoutSellers);
const readBy = <None extends null>(find: FindListings<None>, query: ListingQuery) => readWay(market, find, query);

const live: Listing[] = [];
const among = <T>(all: readonly T[], at: number) => all[at % all.length] as T;
const own = [
  { game: 'other', name: 'Kaijudo Bolshack Dragon', setName: 'Promo', number: 'P1' },
  { game: 'pokemon', name: 'Charizard of my own' },
  { game: 'magic', name: 'Lightning Murkbog' },
] as const;

const acts: Record<string, (a: number, b: number) => Promise<unknown>> = {
  lists: async (a, b) => {
    const what = a % 4 === 0 ? among(own, b) : { catalogueCardId: among(cardIds, b) };
    const condition = among(['mint', 'near_mint', 'played'] as const, a);
    // Few prices, so that many are equal and only the id parts them.
    const more = {
      price: usd(among([200, 200, 450, 1_900], b)),
      condition,
      acceptsOffers: b % 3 > 0,
      ...(a % 5 === 0 ? { title: 'Signed by its artist' } : {}),
      edition: among(['first', 'unlimited', 'shadowless', null, null] as const, b),
      signed: a % 3 === 0,
      altered: b % 4 === 0,
      misprint: (a + b) % 6 === 0,
    };
    live.push(await listed(market, seller, { ...what, ...more }));
  },
  'asks another price': async (a, b) => {
    if (live.length > 0)
      await market.request('PATCH', `/api/listings/${among(live, a).id}`, { as: seller, body: { price: usd(among([200, 300, 1_900], b)) } });
  },
  pauses: async (a) => {
    if (live.length > 0) await market.request('POST', `/api/listings/${among(live, a).id}/pause`, { as: seller });
  },
  resumes: async (a) => {
    if (live.length > 0) await market.request('POST', `/api/listings/${among(live, a).id}/resume`, { as: seller });
  },
  sells: async (a) => {
    if (live.length === 0) return;
    const [sold] = live.splice(a % live.length, 1);
    const stock = { listingId: sold?.id ?? '', quantity: 1, buyerId: buyer.id, now: market.clock.now() };
    // What is paused cannot be sold.
    await write(market.platform, async (tx) => {
      await holdStock(tx, stock);
      await sellStock(tx, stock);
    }).catch(() => {});
  },
  'is saved': async (a, b) => {
    if (live.length > 0) await market.request(b % 2 === 0 ? 'PUT' : 'DELETE', `/api/favorites/${among(live, a).id}`, { as: buyer });
  },
  'is called otherwise': async (a) => {
    await market.request('PATCH', '/api/profile', { as: seller, body: { username: `seller_${a}_moved` } });
  },
  waits: async (a) => market.clock.advance((a % 8 === 0 ? 37 * hourMs : 1_000) + 1),
};
const words = [
  // By filters alone.
  '',
  'charizard',
  'charzard',
  'murkbog',
  'murkbog 300',
  'pikachu base set',
  'bolshack',
  'kaijudo dragon',
  'lightning',
  'signed',
  'umbreon 215/203',
  'zzzz',
];
const filters = [
  '',
  '&game=pokemon',
  '&game=magic,other',
  '&condition=mint,played',
  '&minPrice=201&maxPrice=1900',
  '&set=base1',
  '&graded=false&acceptsOffers=true',
];
const sorts = ['', '&sort=newest', '&sort=ending', '&sort=price_asc', '&sort=price_desc'];

describe('[10-2] a search out of memory', () => {
  test('answers what the database answers, page by page, whatever was listed, changed and sold before', async () => {
    await facetColumns(market.platform);
    for (let i = 0; i < 24; i++) await acts.lists?.(i, i * 7);
    let found = 0;
    for (const q of words) for (const sort of sorts) found += await compare(`q=${q}${sort}`);
    const number = fc.nat({ max: 1_000 });
    const act = fc.tuple(fc.constantFrom(...Object.keys(acts)), number, number);
    const address = fc.tuple(fc.constantFrom(...words), fc.constantFrom(...filters), fc.constantFrom(...sorts));
    const step = fc.tuple(fc.array(act, { minLength: 1, maxLength: 2 }), fc.array(address, { minLength: 3, maxLength: 3 }));
    await fc.assert(
      fc.asyncProperty(step, async ([done, asked]) => {
        for (const [name, a, b] of done) await acts[name]?.(a, b);
        for (const [q, filter, sort] of asked) found += await compare(`q=${q}${filter}${sort}`);
      }),
      // One market for all runs: a failed one cannot be made smaller.
      { seed: 20_261_123, numRuns: 24, endOnFailure: true },
    );
    expect(found).toBeGreaterThan(100);
  }, 120_000);

  test('[EN-07] leaves out whose listings the asker is not shown, in rows and in counts, and so does the whole market', async () => {
    const hidden = await premium(market, await market.signUp());
    for (let i = 0; i < 6; i++) await listed(market, hidden, { catalogueCardId: among(cardIds, i), price: usd(300) });
    const free = await listed(market, hidden, { ...own[1], price: usd(300) });
    await facetColumns(market.platform);
    for (const q of words) for (const sort of ['', '&sort=price_asc']) await compare(`q=${q}${sort}`, [hidden.id]);
    for (const address of ['', 'game=pokemon', 'sort=price_asc&condition=mint']) {
      const of = (withoutSellers: string[]) => readBy(searchBySql, { ...queryOf(address), limit: 40, withoutSellers }) as Promise<ListingPage>;
      const [all, some] = [await of([]), await of([hidden.id])];
      const theirs = all.items.filter(({ seller: { id } }) => id === hidden.id);
      expect([address, some.items.map(({ id }) => id)]).toEqual([address, all.items.filter((item) => !theirs.includes(item)).map(({ id }) => id)]);
      expect([address, some.total]).toEqual([address, all.total - theirs.length]);
      const counted = (page: typeof all) => page.facets.game.reduce((sum, { count }) => sum + count, 0);
      if (address === '') expect(counted(some)).toBe(counted(all) - theirs.length);
      if (address !== 'sort=price_asc&condition=mint') expect(theirs.length).toBeGreaterThan(0);
    }
    await market.request('POST', `/api/listings/${free.id}/pause`, { as: hidden });
  });

  test('[10-2] leaves a large market to the database for whoever has blocked somebody, by filters alone', async () => {
    await facetColumns(market.platform);
    const withoutSellers = [seller.id];
    const answers = async (address: string) => (await readBy(searchInMemory, { ...queryOf(address), withoutSellers })) !== null;
    expect(await answers('game=pokemon')).toBe(true);
    large.from = 0;
    const inLarge = [await answers('game=pokemon'), await answers('q=charizard')];
    large.from = 100_000;
    expect(inLarge).toEqual([false, true]);
  });

  test('asks the database once for cards of the catalogue, not at all for those that it has in words, and once more where cards in free text are for sale', async () => {
    const asked = vi.spyOn(market.platform.pool, 'query');
    const find = (q: string) => pageBy(searchInMemory, market.platform, queryOf(`q=${q}`), market.clock.now());
    const statements = async (q: string, ask: (q: string) => Promise<unknown> = find) => {
      await facetColumns(market.platform);
      asked.mockClear();
      await ask(q);
      // The house's own statements go on beside.
      const calls = asked.mock.calls.map(([call]) => call as unknown as { name?: string; text: string });
      return calls.filter(({ text, name }) => /\blisting\b/.test(text) && !name?.startsWith('facets-')).map(({ name }) => name);
    };
    market.clock.advance(minuteMs);
    expect(await statements('charizard')).toEqual(['listings-near', 'listing-texts']);
    for (const { id, catalogueCardId } of live) {
      if (catalogueCardId === null) await market.request('POST', `/api/listings/${id}/pause`, { as: seller });
    }
    market.clock.advance(minuteMs);
    expect(await statements('charizard')).toEqual(['listing-texts']);
    expect(await statements('charizard')).toEqual([]);
    // Filters without words go the same way by themselves.
    const filtered = (filter: string) => market.request('GET', `/api/listings?${filter}`);
    await filtered('game=pokemon&maxPrice=90001');
    expect(await statements('game=pokemon&maxPrice=90002', filtered)).toEqual([]);
    asked.mockRestore();
  });

  test('[10-2] a market whose columns are still being read shows its rows, about how many there are, and no counts; all of them once they are read', async () => {
    const { platform } = market;
    const whole = await readBy(searchBySql, queryOf(''));
    const ask = platform.pool.query.bind(platform.pool);
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const spy = vi.spyOn(platform.pool, 'query').mockImplementation((async (asked: { name?: string }) => {
      if (asked.name === 'facets-newer') await opened;
      return ask(asked as never);
    }) as never);
    platform.bus.gap(platform.bus.position);
    const early = await readBy(searchBySql, queryOf(''));
    expect(early?.items).toEqual(whole?.items);
    expect([early?.approximate, early?.nextCursor, early?.withoutFilter]).toEqual([true, whole?.nextCursor, []]);
    expect(Object.values(early?.facets ?? {}).flat()).toEqual([]);
    open();
    await facetColumns(platform);
    expect(await readBy(searchBySql, queryOf(''))).toEqual(whole);
    spy.mockRestore();
  });

  test('[10-2] leaves a chosen rarity to the database, counts too, while some have no number', async () => {
    const { columns } = await facetColumns(market.platform);
    // Rarities that sellers have typed, as many as there is room for.
    const taken: number[] = [];
    while (columns.prints.unheld === 0) taken.push(columns.prints.add(0, 0xffff - taken.length));
    columns.prints.remove(taken.pop() as number);
    const { id } = await listed(market, seller, { game: 'pokemon', name: 'Of its own', rarity: 'Zapped' });
    await facetColumns(market.platform);
    expect(columns.prints.unheld).toBe(1);
    const query = queryOf('rarity=Zapped');
    expect(await readBy(searchInMemory, query)).toBeNull();
    const page = await readBy(searchBySql, query);
    expect([page?.items.map((item) => item.id), page?.total]).toEqual([[id], 1]);
    expect(page?.facets.rarity).toContainEqual({ value: 'Zapped', label: 'Zapped', count: 1 });
    for (const print of taken) columns.prints.remove(print);
    await market.request('POST', `/api/listings/${id}/pause`, { as: seller });
    await facetColumns(market.platform);
    expect(columns.prints.unheld).toBe(0);
    expect(await readBy(searchInMemory, query)).not.toBeNull();
  });

  test('is left to the database in a process that does not hear the others, and of one seller’s listings', () => {
    const { platform } = market;
    const query = queryOf('q=charizard');
    expect(knowsInMemory(platform, query)).toBe(true);
    expect(knowsInMemory(platform, queryOf(`q=charizard&seller=${seller.id}`))).toBe(false);
    // By filters alone as well, but the market itself, which an index gives in its order.
    expect(['game=pokemon', 'maxPrice=900', 'rarity=Rare', '', 'sort=price_asc'].map((address) => knowsInMemory(platform, queryOf(address)))).toEqual(
      [true, true, true, false, false],
    );
    platform.bus.hearing(false);
    const whileDeaf = knowsInMemory(platform, query);
    platform.bus.hearing(true);
    expect(whileDeaf).toBe(false);
  });

  test('by edition, signed, altered and misprint finds those of a search that are so, counts them, and is left to the database', async () => {
    for (let i = 0; i < 24; i++) await acts.lists?.(i, i * 7 + 3);
    await facetColumns(market.platform);
    const flag = fc.constantFrom('', 'true', 'false');
    const edition = fc.subarray(['first', 'unlimited', 'shadowless'] as const);
    const asked = fc.record({ edition, signed: flag, altered: flag, misprint: flag });
    let found = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...words),
        fc.constantFrom(...filters),
        fc.constantFrom(...sorts),
        asked.filter(({ edition, ...flags }) => edition.length > 0 || Object.values(flags).some(Boolean)),
        async (q, filter, sort, { edition, ...flags }) => {
          const address = `q=${q}${filter}${sort}`;
          const traits = new URLSearchParams({ edition: edition.join(','), ...flags });
          const fits = (item: Listing) =>
            (edition.length === 0 || edition.some((one) => one === item.edition)) &&
            (['signed', 'altered', 'misprint'] as const).every((name) => flags[name] === '' || String(item[name]) === flags[name]);
          const all = await readBy(searchBySql, { ...queryOf(address), limit: 200 });
          const some = await readBy(searchBySql, { ...queryOf(`${address}&${traits}`), limit: 200 });
          expect(all?.nextCursor, address).toBeNull();
          const expected = all?.items.filter(fits).map(({ id }) => id);
          const told = `${address}&${traits}`;
          expect(
            some?.items.map(({ id }) => id),
            told,
          ).toEqual(expected);
          expect(some?.total, told).toBe(expected?.length);
          // A chosen facet counts what else could be chosen.
          if (!filter.includes('game'))
            expect(
              some?.facets.game.reduce((sum, { count }) => sum + count, 0),
              told,
            ).toBe(expected?.length);
          expect(knowsInMemory(market.platform, queryOf(told)), told).toBe(false);
          expect(await readBy(searchInMemory, queryOf(told)), told).toBeNull();
          found += expected?.length ?? 0;
        },
      ),
      { seed: 20_261_128, numRuns: 60 },
    );
    expect(found).toBeGreaterThan(50);
  }, 60_000);
});
