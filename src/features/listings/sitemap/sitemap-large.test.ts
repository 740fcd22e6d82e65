import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket } from '#testing/server.ts';
import { watchStatements } from '../../../../tests/performance/budgets.testing.ts';
import { allocatedKb } from '../../../../tests/performance/page-costs.testing.ts';
import { listed, premium } from '../testing.ts';

/**
 * Enough for several parts; that a part and the index of parts cost the same beside a million is read from their plans.
 */
const copies = 25_000;

let market: TestMarket;
const watch = watchStatements();
beforeAll(async () => {
  market = await startTestMarket();
  const { pool } = market.platform;
  const { id } = await listed(market, await premium(market, await market.signUp()), { name: 'Card', game: 'pokemon' });
  const { rows } = await pool.query(
    "select string_agg(column_name, ', ') as names from information_schema.columns where table_name = 'listing' and is_generated = 'NEVER' and is_identity = 'NO' and column_name not in ('id', 'n')",
  );
  await pool.query(
    `insert into listing (id, ${rows[0].names}) select 'c' || lpad(k::text, 23, '0'), ${rows[0].names} from listing, generate_series(2, ${copies}) k where id = $1`,
    [id],
  );
  await pool.query('vacuum analyze listing');
}, 120_000);
afterAll(async () => {
  await market?.close();
  watch.end();
});

interface Plan {
  'Node Type': string;
  'Actual Rows': number;
  Plans?: Plan[];
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

test('sitemaps of very many listings: one statement a part, no more rows than its addresses, no sort, and memory by its size alone', {
  timeout: 60_000,
}, async () => {
  const get = (path: string) => market.request<string>('GET', path);
  const placesOf = (xml: string) =>
    [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, at]) => new URL(at ?? '').pathname);
  const index = await get('/sitemap.xml');
  const parts = placesOf(index.body).filter((path) => path.startsWith('/sitemaps/listings-'));
  expect(parts).toHaveLength(3);
  const seen = new Set<string>();
  for (const part of parts) {
    const { status, body } = await get(part);
    expect([status, watch.of(`GET ${part}`).length]).toEqual([200, 1]);
    for (const path of placesOf(body)) seen.add(path);
    // A part may hold 50,000 addresses and 50 MB.
    expect(Buffer.byteLength(body)).toBeLessThan(2_000_000);
  }
  expect(seen.size).toBe(copies);

  const planOf = async (path: string, like: RegExp) => {
    const [statement] = watch.of(`GET ${path}`).filter(({ text }) => like.test(text));
    if (!statement) throw new Error(`${path} asked nothing of the kind`);
    const { rows } = await market.platform.pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, format json) ${statement.text}`,
      statement.values,
    );
    return nodesOf((rows[0] as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN'][0].Plan);
  };
  await get('/sitemap.xml');
  const partPlan = await planOf(parts[1] as string, /from listing/);
  const indexPlan = await planOf('/sitemap.xml', /row_number.*'active'/);
  for (const plan of [partPlan, indexPlan]) expect(plan.map((node) => node['Node Type'])).not.toContain('Sort');
  expect(Math.max(...partPlan.map((node) => node['Actual Rows']))).toBe(10_000);
  // What comes out of it is one row a part.
  expect(indexPlan[0]?.['Actual Rows']).toBe(3);

  const [small, large] = [
    await allocatedKb(() => get('/sitemaps/pages.xml')),
    await allocatedKb(() => get(parts[0] as string)),
  ];
  // Ten thousand addresses: their rows, their text and the answer, as elements and as one text.
  expect(large - small).toBeLessThan(24_000);
});
