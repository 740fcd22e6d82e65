import { expect, test } from 'vitest';
import { newId } from '#kernel/ids.ts';
import { wantedMarket } from '../wanted.testing.ts';

const { at } = wantedMarket();

/** Inserts open and ended posts of one member. */
async function fill(ownerId: string, open: number, ended: number): Promise<string[]> {
  const ids = Array.from({ length: open + ended }, () => newId());
  const now = at.market.clock.now();
  await at.market.platform.pool.query(
    `insert into want (id, owner_id, title, game, quantity, status, sought, expires_at, created_at, updated_at)
     select id, $2, 'Mew', 'pokemon', 1, case when n <= $4 then 'open' else 'expired' end, 'words:mew', $3::timestamptz + interval '60 days', $3, $3
     from unnest($1::text[]) with ordinality as r (id, n)`,
    [ids, ownerId, now, open],
  );
  return ids.slice(open);
}

test('of many wanted posts made and opened at the same moment, only as many as the limit allows stay open', async () => {
  const ann = await at.market.signUp('wants_many');
  const ended = await fill(ann.id, 197, 4);
  const make = () => at.market.request('POST', '/api/wanted', { as: ann, body: { title: 'Mewtwo', game: 'pokemon' } });
  const again = (id: string) => at.market.request('PATCH', `/api/wanted/${id}`, { as: ann, body: { status: 'open' } });
  const answers = await Promise.all([...Array.from({ length: 6 }, make), ...ended.map(again)]);
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(3);
  expect(new Set(answers.filter(({ status }) => status >= 300).map(({ body }) => body.code))).toEqual(
    new Set(['too_many_wants']),
  );
  const { rows } = await at.market.platform.pool.query(
    "select count(*)::int as n from want where owner_id = $1 and status = 'open'",
    [ann.id],
  );
  expect(rows[0]?.n).toBe(200);
});
