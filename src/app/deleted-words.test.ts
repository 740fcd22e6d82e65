import { afterAll, beforeAll, expect, test } from 'vitest';
import { passTime } from '#features/orders/testing.ts';
import { startTestMarket, type TestMarket } from '#testing/server.ts';
import { type FullLife, liveFully, ownWord } from './full-life.testing.ts';

let market: TestMarket;
let life: FullLife;
beforeAll(async () => {
  market = await startTestMarket();
  life = await liveFully(market);
}, 240_000);
afterAll(() => market?.close());

const rows = async (query: string, values: unknown[] = []) => (await market.platform.pool.query(query, values)).rows;

/** `table.column` of each text, list or JSON in the database that holds the word, jobs that wait included. */
async function placesOf(word: string): Promise<string[]> {
  const columns = await rows(
    `select c.table_schema as s, c.table_name as t, c.column_name as c from information_schema.columns c
     join information_schema.tables using (table_schema, table_name)
     where table_type = 'BASE TABLE' and c.table_schema in ('public', 'graphile_worker') and c.data_type in ('text', 'ARRAY', 'json', 'jsonb', 'character varying', 'USER-DEFINED', 'bytea')`,
  );
  expect(columns.length).toBeGreaterThan(300);
  const found: string[] = [];
  for (const { s, t, c } of columns)
    if ((await rows(`select 1 from "${s}"."${t}" where position($1 in lower("${c}"::text)) > 0 limit 1`, [word])).length > 0) found.push(`${t}.${c}`);
  return found.sort();
}

/** What holds the member's words after they have gone, each with the reason. */
const reasons: Record<string, string> = {};

test('[SE-19] [AP-05] the name, the email and the words of who is deleted are nowhere but in what must stay', { timeout: 120_000 }, async () => {
  const titles = async () =>
    (await market.request('GET', '/api/notifications?limit=100', { as: life.other })).body.items.map(({ title }: { title: string }) => title);
  expect(await titles()).toEqual(
    expect.arrayContaining([
      `${life.member.username} wrote to you`,
      `${life.member.username} reviewed you`,
      `${life.member.username} is back`,
      `Your report of ${life.member.username} was answered`,
      expect.stringMatching(`^\\d new cards? from ${life.member.username}$`),
    ]),
  );
  console.log(await placesOf(ownWord));
  const answer = await market.request('POST', '/api/users/delete-account', { as: life.member, body: { password: life.member.password } });
  expect([answer.status, answer.body.message]).toEqual([200, 'Your account has been deleted.']);
  await passTime(market);
  const still = await placesOf(ownWord);
  console.log(still);
  expect(await titles()).toEqual(expect.arrayContaining(['Deleted member wrote to you', 'Deleted member reviewed you', 'Deleted member is back']));
  expect(still.filter((place) => !(place in reasons))).toEqual([]);
});
