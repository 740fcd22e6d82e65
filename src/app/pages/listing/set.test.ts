import { afterAll, beforeAll, expect, test } from 'vitest';
import { importTestCards, listed, premium } from '#features/listings/testing.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
}, 120_000);
afterAll(() => market?.close());

const page = async (path: string, as?: TestMember) =>
  String((await market.request('GET', path, as ? { headers: { cookie: as.cookie } } : {})).body).replaceAll(
    '<!-- -->',
    '',
  );

test('the figures of a card, on its set’s page and under a search without results, leave out sellers that a block hides, who is suspended and what an operator hid', async () => {
  const [admin, blocker, stranger] = [await market.signUp(), await market.signUp(), await market.signUp()];
  await market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [admin.id]);
  const cards = await importTestCards(market);
  const card = cards['lea-161'] as string;
  const { rows } = await market.platform.pool.query('select game, set_code from card where id = $1', [card]);
  const set = `/sets/${rows[0].game}/${rows[0].set_code}`;
  const sell = async (amount: number) => {
    const seller = await premium(market, await market.signUp());
    const { id } = await listed(market, seller, { catalogueCardId: card, price: { amount, currency: 'USD' } });
    return { seller, id };
  };
  const [blocked, suspended, hidden] = [await sell(100), await sell(200), await sell(300)];
  await sell(900);
  await market.runJobs();
  const search = '/browse?q=lightning+bolt&condition=poor';
  expect(await page(set, blocker)).toContain('From $1.00 · 4\u00a0for\u00a0sale');
  expect(await page(search, blocker)).toContain('from $1.00');

  const act = async (path: string, as: TestMember, body: object) =>
    expect((await market.request('POST', path, { as, body })).status).toBeLessThan(300);
  const reason = 'Not what it says.';
  await act(`/api/members/${blocked.seller.id}/block`, blocker, {});
  await act(`/api/admin/members/${suspended.seller.id}/suspension`, admin, { reason });
  await act(`/api/admin/listings/${hidden.id}/hide`, admin, { why: 'forbidden', reason });
  await market.runJobs();
  for (const [as, lowest, count] of [
    [blocker, '$9.00', 1],
    [blocked.seller, '$1.00', 2],
    [stranger, '$1.00', 2],
    [undefined, '$1.00', 2],
  ] as const) {
    expect(await page(set, as)).toContain(`From ${lowest} · ${count}\u00a0for\u00a0sale`);
    expect(await page(search, as)).toContain(`from ${lowest}`);
  }
});
