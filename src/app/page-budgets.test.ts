import { afterAll, beforeAll, expect, test } from 'vitest';
import { importTestCards, listed, premium } from '#features/listings/testing.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { watchStatements } from './budgets.testing.ts';
import { allocatedKb, rowsRead } from './page-costs.testing.ts';

/** What a page may cost, by counts, as `budgets.test.ts` has it of calls: with photos, of cards of the catalogue, for a visitor and for a member. */
let market: TestMarket;
let member: TestMember;
let shown: string;
const report: string[] = [];
const watch = watchStatements();

/** Two photos each, as the form stores them. */
const withPhotos = `update listing set photos = (
  select jsonb_agg(jsonb_build_object('id', id || n, 'url', '/photos/' || id || n || '/1280.webp', 'width', 1280, 'height', 1792,
    'alt', title || ', photo ' || n, 'widths', '[160, 320, 640, 1280]'::jsonb, 'placeholder', 'o4cKHIKHd4d/h4iHeHiHh4h4hwiI'))
  from generate_series(1, 2) n)`;

beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  const [seller, buyer] = await Promise.all([market.signUp('mara_sells'), market.signUp('ben_buys')]);
  member = buyer;
  await premium(market, seller);
  const cards = Object.values(await importTestCards(market));
  const shipping = [{ name: 'Tracked letter', price: { amount: 390, currency: 'USD' }, tracked: true }] as const;
  for (let n = 0; n < 30; n++) {
    const price = { amount: 1_000 + n, currency: 'USD' } as const;
    shown = (await listed(market, seller, { catalogueCardId: cards[n % cards.length] as string, price, quantity: 3, shipping: [...shipping] })).id;
  }
  await market.platform.pool.query(withPhotos);
  await market.runJobs();
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
  /** Kilobytes that the process allocates for a member's, its asker's included. */
  mostAllocated: number;
}

const pages: Record<string, Page> = {
  'home, /': { path: () => '/', mostKb: [48, 48], mostStatements: 9, mostRows: 20, mostAllocated: 3_600 },
  'browse, /browse': { path: () => '/browse', mostKb: [74, 74], mostStatements: 5, mostRows: 10, mostAllocated: 4_800 },
  'listing, /listings/:id': { path: () => `/listings/${shown}`, mostKb: [62, 62], mostStatements: 7, mostRows: 90, mostAllocated: 5_500 },
};

test.each(Object.entries(pages))('[10-7] bytes of HTML, copies with photos: %s', async (name, { mostKb, path }) => {
  for (const [n, as] of [undefined, member].entries()) {
    const { status, body } = await market.request<string>('GET', path(), as && { as });
    expect(status).toBe(200);
    const kb = Buffer.byteLength(body) / 1_000;
    const who = as ? 'member' : 'visitor';
    report.push(`${name}, ${who}: ${kb.toFixed(1)} kB of HTML`);
    expect(kb, `${name} is ${kb.toFixed(1)} kB for a ${who}, ${mostKb[n]} are allowed`).toBeLessThanOrEqual(mostKb[n] ?? 0);
  }
});

test.each(Object.entries(pages))('[10-7] statements of a page: %s', async (name, { mostStatements, path }) => {
  for (let turn = 0; turn < 2; turn++) await market.request('GET', path(), { as: member });
  const asked = watch.of(`GET ${path()}`).map((one) => one.name);
  report.push(`${name}: ${asked.length} statements`);
  expect(asked.length, `${name} asks ${asked.length} statements, ${mostStatements} are allowed:\n${asked.join('\n')}`).toBeLessThanOrEqual(
    mostStatements,
  );
});

test.each(Object.entries(pages))('[10-7] rows read by the database: %s', async (name, { mostRows, path }) => {
  const at = path();
  for (let turn = 0; turn < 2; turn++) await market.request('GET', at, { as: member });
  const { rows, told } = await rowsRead(market.platform.pool, watch.of(`GET ${at}`));
  report.push(`${name}: ${rows} rows read`);
  expect(told.length, name).toBeGreaterThan(0);
  expect(rows, `${name} reads ${rows} rows, ${mostRows} are allowed:\n${told.join('\n')}`).toBeLessThanOrEqual(mostRows);
});

test.each(Object.entries(pages))('[10-7] allocations of a rendered page: %s', { timeout: 60_000 }, async (name, { mostAllocated, path }) => {
  const at = path();
  const kb = await allocatedKb(() => market.request('GET', at, { as: member }));
  report.push(`${name}: ${Math.round(kb)} kB allocated`);
  expect(kb, `${name} allocates ${Math.round(kb)} kB, ${mostAllocated} are allowed`).toBeLessThanOrEqual(mostAllocated);
});
