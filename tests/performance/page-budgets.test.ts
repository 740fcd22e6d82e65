import { afterAll, beforeAll, expect, test } from 'vitest';
import { importTestCards, listed, premium } from '#features/listings/testing.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { watchStatements } from './budgets.testing.ts';
import { allocatedKb, processorMs, rowsRead } from './page-costs.testing.ts';

/**
 * What a page may cost, by counts, as `budgets.test.ts` has it of calls: with photos, of cards of the catalogue, for a
 * visitor and for a member.
 */
let market: TestMarket;
let member: TestMember;
let shown: string;
let card: string;
let seller: string;
const report: string[] = [];
const watch = watchStatements();

/** Two photos each, as the form stores them. */
const withPhotos = `update listing set photos = (
  select jsonb_agg(jsonb_build_object('id', id || n, 'url', '/photos/' || id || n || '/1280.webp', 'width', 1280, 'height', 1792,
    'alt', title || ', photo ' || n, 'widths', '[160, 320, 640, 1280]'::jsonb, 'placeholder', 'o4cKHIKHd4d/h4iHeHiHh4h4hwiI'))
  from generate_series(1, 2) n)`;

beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  const [mara, buyer] = await Promise.all([market.signUp('mara_sells'), market.signUp('ben_buys')]);
  [member, seller] = [buyer, mara.id];
  await premium(market, mara);
  const cards = Object.values(await importTestCards(market));
  card = cards[0] as string;
  const shipping = [{ name: 'Tracked letter', price: { amount: 390, currency: 'USD' }, tracked: true }] as const;
  for (let n = 0; n < 30; n++) {
    const price = { amount: 1_000 + n, currency: 'USD' } as const;
    shown = (
      await listed(market, mara, {
        catalogueCardId: cards[n % cards.length] as string,
        price,
        quantity: 3,
        shipping: [...shipping],
      })
    ).id;
  }
  for (let n = 0; n < 8; n++) {
    const body = {
      title: `Card ${n} that is wanted`,
      game: 'pokemon',
      highestPrice: { amount: 500 + n, currency: 'USD' },
    };
    expect((await market.request('POST', '/api/wanted', { as: mara, body })).status).toBe(201);
  }
  await market.platform.pool.query(withPhotos);
  await market.runJobs();
  // Else the plan, and with it the number of rows, depends on whether autovacuum has analysed the tables yet.
  await market.platform.pool.query('analyze');
}, 120_000);
afterAll(async () => {
  await market?.close();
  watch.end();
  process.stdout.write(`${report.join('\n')}\n`);
});

interface Page {
  path(): string;
  /** Kilobytes of HTML, to a visitor and to a member. */
  mostKb: [visitor: number, member: number];
  /** Of a member's. */
  mostStatements: number;
  /** Rows that the database reads for a member's. */
  mostRows: number;
  /** Kilobytes allocated for a member’s page, the client included; the pages run from their sources, not minified. */
  mostAllocated?: number;
}

const pages: Record<string, Page> = {
  // With what is wanted, for which it asks too; a member's has their tasks, and what is new of what they save, want,
  // follow and viewed.
  'home, /': { path: () => '/', mostKb: [56, 59], mostStatements: 30, mostRows: 60, mostAllocated: 5_900 },
  'browse, /browse': { path: () => '/browse', mostKb: [80, 84], mostStatements: 5, mostRows: 20, mostAllocated: 4_800 },
  'listing, /listings/:id': {
    path: () => `/listings/${shown}`,
    mostKb: [70, 74],
    // One asks whether the seller can be paid.
    mostStatements: 15,
    mostRows: 240,
    mostAllocated: 5_050,
  },
  'card, /cards/:id': { path: () => `/cards/${card}`, mostKb: [34, 39], mostStatements: 9, mostRows: 110 },
  'seller, /profile/:id': { path: () => `/profile/${seller}`, mostKb: [78, 83], mostStatements: 14, mostRows: 40 },
  // One statement reads what is for sale of its cards: of tables as small as here, all rows.
  'set, /sets/:game/*': { path: () => '/sets/pokemon/base1', mostKb: [22, 22], mostStatements: 8, mostRows: 70 },
  'wanted, /wanted': { path: () => '/wanted', mostKb: [30, 33], mostStatements: 6, mostRows: 22 },
};
const measured = Object.entries(pages).flatMap(([name, page]) =>
  page.mostAllocated === undefined ? [] : [[name, page.mostAllocated, page.path] as const],
);

test.each(Object.entries(pages))('bytes of HTML, copies with photos: %s', async (name, { mostKb, path }) => {
  for (const [n, as] of [undefined, member].entries()) {
    const { status, body } = await market.request<string>('GET', path(), as && { as });
    expect(status).toBe(200);
    const kb = Buffer.byteLength(body) / 1_000;
    const who = as ? 'member' : 'visitor';
    report.push(`${name}, ${who}: ${kb.toFixed(1)} kB of HTML`);
    expect(kb, `${name} is ${kb.toFixed(1)} kB for a ${who}, ${mostKb[n]} are allowed`).toBeLessThanOrEqual(
      mostKb[n] ?? 0,
    );
  }
});

test.each(Object.entries(pages))('statements of a page: %s', async (name, { mostStatements, path }) => {
  for (let turn = 0; turn < 2; turn++) await market.request('GET', path(), { as: member });
  // Whether the operator has imported cards is looked for with the first search after some seconds, whatever page that
  // is.
  const isOfPage = (statement: string) => !statement.startsWith('select revision from catalogue_index');
  const statements = watch
    .of(`GET ${path()}`)
    .map((one) => one.name)
    .filter(isOfPage);
  report.push(`${name}: ${statements.length} statements`);
  expect(
    statements.length,
    `${name} asks ${statements.length} statements, ${mostStatements} are allowed:\n${statements.join('\n')}`,
  ).toBeLessThanOrEqual(mostStatements);
});

test.each(Object.entries(pages))('rows read by the database: %s', async (name, { mostRows, path }) => {
  const at = path();
  for (let turn = 0; turn < 2; turn++) await market.request('GET', at, { as: member });
  const { rows, notified } = await rowsRead(market.platform.pool, watch.of(`GET ${at}`));
  report.push(`${name}: ${rows} rows read`);
  expect(notified.length, name).toBeGreaterThan(0);
  expect(rows, `${name} reads ${rows} rows, ${mostRows} are allowed:\n${notified.join('\n')}`).toBeLessThanOrEqual(
    mostRows,
  );
});

test.each(measured)('allocations of a rendered page: %s', { timeout: 60_000 }, async (name, mostAllocated, path) => {
  const at = path();
  const kb = await allocatedKb(() => market.request('GET', at, { as: member }));
  report.push(`${name}: ${Math.round(kb)} kB allocated`);
  expect(kb, `${name} allocates ${Math.round(kb)} kB, ${mostAllocated} are allowed`).toBeLessThanOrEqual(mostAllocated);
});

test('a card’s page with a year of prices has at most 1.6 of a listing’s HTML and statements, and allocates little more', {
  timeout: 60_000,
}, async () => {
  const { pool, clock } = market.platform;
  const collector = await premium(market, await market.signUp('cora_collects'));
  const { body: copy } = await market.request('GET', `/api/listings/${shown}`);
  await pool.query(
    `with many as (insert into orders (id, buyer_id, seller_id, status, currency, items_amount, shipping_amount, total_amount, hold_expires_at, paid_at, status_since, created_at, updated_at)
       select 'year-' || n, $1, 'gone', 'completed', 'USD', 500, 0, 500, at, at, at, at, at from (select n, $2::timestamptz - n * interval '29 hours' as at from generate_series(1, 300) n) days
       returning id, paid_at)
     insert into card_sale (order_id, position, card_id, finish, language, condition, price_amount, currency, pair, sold_at, is_final)
     select id, 0, $3, 'foil', 'en', 'near_mint', 400 + hashtext(id) % 100, 'USD', id, paid_at, true from many`,
    [collector.id, clock.now(), copy.catalogueCardId],
  );
  const costs = async (path: string) => {
    const read = () => market.request<string>('GET', path, { as: collector });
    for (let turn = 0; turn < 2; turn++) expect((await read()).status).toBe(200);
    const { body } = await read();
    return {
      kb: Buffer.byteLength(body) / 1_000,
      statements: watch.of(`GET ${path}`).length,
      allocated: await allocatedKb(read),
      ms: await processorMs(read),
      body,
    };
  };
  const listing = await costs(`/listings/${shown}`);
  const prices = await costs(`/cards/${copy.catalogueCardId}?condition=near_mint&finish=foil&language=en&days=365`);
  expect(prices.body.replace(/<!-- -->/g, '')).toMatch(/median of 2\d\d sales in 1 year|median of 300 sales in 1 year/);
  for (const what of ['kb', 'statements', 'allocated', 'ms'] as const)
    report.push(
      `prices beside a listing, ${what}: ${prices[what].toFixed(1)} and ${listing[what].toFixed(1)}, ${(prices[what] / listing[what]).toFixed(2)} times`,
    );
  // Time is only reported: on a busy machine it is no figure.
  expect(prices.kb / listing.kb, 'kb').toBeLessThanOrEqual(1.5);
  expect(prices.statements / listing.statements, 'statements').toBeLessThanOrEqual(1.6);
  expect(prices.allocated, 'allocated').toBeLessThanOrEqual(7_250);
});
