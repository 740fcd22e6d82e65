import { expect, test } from 'vitest';
import { listed, premium } from '#features/listings/testing.ts';
import { minuteMs } from '#kernel/time.ts';
import type { TestMember } from '#testing/server.ts';
import { alertMarket, usd } from '../alerts.testing.ts';

const { at, follow } = alertMarket();
const ask = async (text: string, values: unknown[] = []) => (await at.market.platform.pool.query(text, values)).rows;

/**
 * Makes every alert about a listing of this price fail until the returned function is called. The cheapest listing is
 * matched first.
 */
async function poison(price: number): Promise<() => Promise<void>> {
  await ask(`create function no_match() returns trigger language plpgsql as $$ begin
    if exists (select from listing where id = new.listing_id and price_amount = ${price}) then raise exception 'no match'; end if; return new; end $$`);
  for (const table of ['alert', 'want_match'])
    await ask(`create trigger no_match before insert on ${table} for each row execute function no_match()`);
  return async () => void (await ask('drop function no_match cascade'));
}

/** The emails of a member: the reason, and the price of the listing. */
const notified = (member: TestMember): Promise<{ said: string; at: Date }[]> =>
  ask(
    `select kind || ' ' || price_amount as said, mailed_at as at from alert join listing l on l.id = listing_id
     where member_id = $1 and mailed_at is not null order by 1`,
    [member.id],
  );
const said = (rows: { said: string }[]) => rows.map((row) => row.said);

/** The alerts while one failed, and those after it could be stored. */
async function notifiedWithAndWithout(member: TestMember, heal: () => Promise<void>): Promise<string[][]> {
  await at.market.runJobs();
  await at.market.advance(20 * minuteMs);
  const before = await notified(member);
  await heal();
  // The next attempt, and the email after the last one.
  await at.market.advance(60 * minuteMs);
  await at.market.advance(20 * minuteMs);
  const after = await notified(member);
  expect(after, 'told once').toEqual(expect.arrayContaining(before));
  return [said(before), said(after)];
}

const post = async (as: TestMember, path: string, body?: object) => {
  const answer = await at.market.request('POST', path, { as, ...(body && { body }) });
  expect([path, answer.status]).toEqual([path, expect.toBeOneOf([200, 201])]);
  return answer.body;
};

test('a listing that fails to match does not hold back the others of its batch; its own alert is sent once it succeeds, and the others only once', async () => {
  const ann = await at.market.signUp('alert_poisoned');
  expect(await follow(ann, at.ben)).toBe(200);
  await post(ann, '/api/wanted', { card: { id: at.cards['base1-58'] } });
  await at.market.runJobs();
  const heal = await poison(466);
  await Promise.all(
    [500, 501, 466].map((amount) =>
      listed(at.market, at.ben, { catalogueCardId: at.cards['base1-58'] ?? '', price: usd(amount) }),
    ),
  );
  const sound = ['seller 500', 'seller 501', 'want 500', 'want 501'];
  expect(await notifiedWithAndWithout(ann, heal)).toEqual([sound, [...sound, 'seller 466', 'want 466'].sort()]);
});

test('a row of an import that fails to match does not hold back the other rows', async () => {
  const [shop, bea] = await Promise.all([premium(at.market, await at.market.signUp()), at.market.signUp()]);
  expect(await follow(bea, shop)).toBe(200);
  await post(bea, '/api/wanted', { card: { id: at.cards['base1-58'] } });
  await at.market.runJobs();
  const heal = await poison(467);
  const rows = [467, 510, 511].map(
    (cents, n) => `${n},Pokemon,Base Set,Pikachu,058/102,Common,Near Mint,1,${cents / 100}`,
  );
  const header =
    'TCGplayer Id,Product Line,Set Name,Product Name,Number,Rarity,Condition,Total Quantity,TCG Marketplace Price';
  const { id } = await post(shop, '/api/listings/import', { text: [header, ...rows].join('\n') });
  await post(shop, `/api/listings/import/${id}/commit`, {});
  const sound = ['seller 510', 'seller 511', 'want 510', 'want 511'];
  expect(await notifiedWithAndWithout(bea, heal)).toEqual([sound, [...sound, 'seller 467', 'want 467'].sort()]);
});

test('of many new prices, a want, a saved search and a favourite are notified of all but the one that fails', async () => {
  const [shop, cem] = await Promise.all([premium(at.market, await at.market.signUp()), at.market.signUp()]);
  await post(cem, '/api/saved-searches', {
    name: 'Cheap',
    query: `q=pikachu&maxPrice=7&seller=${shop.id}`,
    frequency: 'now',
  });
  const cards = [800, 1_000, 1_002].map((amount) =>
    listed(at.market, shop, { catalogueCardId: at.cards['base1-58'] ?? '', price: usd(amount) }),
  );
  for (const { id } of await Promise.all(cards))
    expect((await at.market.request('PUT', `/api/favorites/${id}`, { as: cem })).status).toBe(200);
  await post(cem, '/api/wanted', { card: { id: at.cards['base1-58'] }, highestPrice: usd(700) });
  await at.market.runJobs();
  await at.market.advance(minuteMs);
  const heal = await poison(400);
  await post(shop, '/api/listings/bulk', { filter: {}, change: { percent: -50 }, preview: false });
  const sound = ['price 500', 'price 501', 'search 500', 'search 501', 'want 500', 'want 501'];
  expect(await notifiedWithAndWithout(cem, heal)).toEqual([
    sound,
    [...sound, 'price 400', 'search 400', 'want 400'].sort(),
  ]);
});
