import { expect, test } from 'vitest';
import { conditions } from '#features/listings/contract.ts';
import { findAmong, readListingUpdates, readStoredSearch } from '#features/listings/index.server.ts';
import { likeKeys, listed, premium, trigramKeys } from '#features/listings/testing.ts';
import { addMs, minuteMs } from '#kernel/time.ts';
import { pick, seeded } from '../../../../dev/demo/seeded.ts';
import { alertMarket, usd } from '../alerts.testing.ts';
import { keySearches } from './key-searches.server.ts';
import { matchNew } from './match-new.server.ts';
import { type Shown, searchesFor } from './searches-for.server.ts';

const { at, list, save, titles } = alertMarket();
const ask = async (text: string, values: unknown[] = []) => (await at.market.platform.pool.query(text, values)).rows;

test('many searches are matched against a listing at once, and find what each finds alone', {
  timeout: 120_000,
}, async () => {
  const random = seeded(109);
  const any = <T>(values: readonly T[]): T => pick(random, values);
  const words = [
    'pikachu',
    'charizrd',
    'lightning bolt',
    'base set 4',
    'grey felt hat',
    'umbreon vmax',
    '(lotus or bolt)',
    'lang:ja -is:graded',
    'pika',
  ];
  const query = () => {
    const parts: Record<string, string> = {
      ...(random() < 0.7 && { q: any(words) }),
      ...(random() < 0.3 && { game: any(['pokemon', 'magic', 'pokemon,magic']) }),
      ...(random() < 0.2 && { set: any(['base1', 'lea']) }),
      ...(random() < 0.3 && { condition: any(['near_mint', 'near_mint,good', 'played']) }),
      ...(random() < 0.2 && { language: any(['en', 'de,ja']) }),
      ...(random() < 0.1 && { graded: 'true' }),
      ...(random() < 0.2 && { minPrice: '6' }),
      ...(random() < 0.3 && { maxPrice: any(['9', '12.25']) }),
      ...(random() < 0.1 && { seller: at.ben.id }),
    };
    return `${new URLSearchParams(parts)}`;
  };
  const narrow = [
    'minPrice=6&maxPrice=9',
    'minPrice=9&maxPrice=10',
    'minPrice=5&maxPrice=15',
    'minPrice=9&maxPrice=6',
  ].flatMap((price) => ['pokemon', 'magic', 'pokemon,magic'].map((game) => `game=${game}&${price}`));
  const searches = [...new Set([...Array.from({ length: 110 }, query), ...narrow])].map((typed, n) => ({
    ...readStoredSearch(typed),
    id: `many${n}`,
  }));
  const { platform } = at.market;
  const owners = [
    await premium(at.market, await at.market.signUp('alert_many_a')),
    await premium(at.market, await at.market.signUp('alert_many_b')),
  ];
  for (const [n, { id, query: typed, search }] of searches.entries())
    await ask(
      `insert into saved_search (id, owner_id, name, query, frequency, games, seller_id, min_rank, max_rank, created_at)
       values ($1, $2, 'many', $3, 'weekly', $4, $5, $6, $7, $8)`,
      [
        id,
        owners[n % 2]?.id,
        typed,
        search.game,
        search.seller,
        search.minPrice,
        search.maxPrice,
        platform.clock.now(),
      ],
    );
  await keySearches(platform);
  const copies: Shown[] = [];
  const aloneOf = new Map<string, string[]>();
  for (let i = 0; i < 25; i++) {
    const free = {
      game: any(['pokemon', 'magic'] as const),
      name: any(['Pikachu with a grey felt hat', 'Lightning Bolt playtest']),
    };
    const { id } = await listed(at.market, at.ben, {
      ...(i % 4 === 0 ? free : { catalogueCardId: any(Object.values(at.cards)) }),
      condition: any(conditions),
      language: any(['en', 'de', 'ja'] as const),
      price: usd(500 + Math.floor(random() * 1_000)),
    });
    const [copy] = await readListingUpdates(platform.db, [id], platform.clock.now());
    if (!copy) throw new Error('no such listing');
    // The app's own worker has matched it as well, so its results would count as known.
    await at.market.runJobs();
    await ask('delete from alert where listing_id = $1', [id]);
    const shown = { ...copy, firstShownAt: addMs(platform.clock.now(), minuteMs) };
    const found = (await searchesFor(platform, [shown], () => false)).map((row) => row.id);
    const alone: string[] = [];
    for (const search of searches) if ((await findAmong(platform, search, [id])).size > 0) alone.push(search.id);
    expect(found.sort(), copy.title).toEqual(alone.sort());
    copies.push(shown);
    aloneOf.set(id, alone);
  }
  const together = Map.groupBy(await searchesFor(platform, copies, () => false), ({ listingId }) => listingId);
  for (const { id, title } of copies)
    expect((together.get(id) ?? []).map((row) => row.id).sort(), title).toEqual(aloneOf.get(id)?.sort());
  expect([...aloneOf.values()].flat().length).toBeGreaterThan(150);
  await ask("delete from saved_search where id like 'many%'");
});

test('a card like the words of a search shares at least one of the keys under which the search is indexed', async () => {
  const random = seeded(130);
  const words =
    'pikachu charizard umbreon lightning bolt black lotus sol ring signet forest island playtest promo 4 102 vmax x grey felt hat of'.split(
      ' ',
    );
  const text = (most: number) =>
    Array.from({ length: 1 + Math.floor(random() * most) }, () => pick(random, words)).join(' ');
  const misspelt = (said: string) =>
    [...said]
      .filter(() => random() > 0.12)
      .join('')
      .trim();
  const pairs = Array.from({ length: 4_000 }, () => [misspelt(text(4)), text(9)] as const).filter(
    ([said]) => said !== '',
  );
  const rows = await ask(
    'select word_similarity(said, free) >= 0.42 as "isLike" from unnest($1::text[], $2::text[]) with ordinality as t (said, free, n) order by n',
    [pairs.map(([said]) => said), pairs.map(([, free]) => free)],
  );
  const [shares, like] = [[] as boolean[], rows.map(({ isLike }) => isLike)];
  for (const [at, [said, free]] of pairs.entries()) {
    const under = new Set(trigramKeys(free));
    shares.push(likeKeys(said).some((key) => under.has(key)));
    if (like[at]) expect([said, free, shares[at]]).toEqual([said, free, true]);
  }
  const count = (all: boolean[]) => all.filter(Boolean).length;
  // And few others do: the keys are there to rule out.
  expect([count(like) > 500, count(shares) < pairs.length]).toEqual([true, true]);
});

test('the number of statements grows neither with the members whose searches match nor with the listings that are published together', async () => {
  const statements = async (copies = 1) => {
    const ids: string[] = [];
    for (let n = 0; n < copies; n++)
      ids.push((await listed(at.market, at.ben, { catalogueCardId: at.cards['lea-161'] ?? '', price: usd(1_900) })).id);
    const { pool } = at.market.platform;
    // The app's own worker has matched it, so this counts one matching alone.
    await at.market.runJobs();
    await pool.query('delete from alert where listing_id = any($1)', [ids]);
    const query = pool.query.bind(pool);
    let n = 0;
    pool.query = ((...args: Parameters<typeof query>) => {
      const statement: unknown = args[0];
      if (/saved_search|account_tier|member_block|narrows/.test(JSON.stringify(statement))) n++;
      return query(...args);
    }) as typeof pool.query;
    await matchNew(at.market.platform, ids).finally(() => {
      pool.query = query;
    });
    await at.market.runJobs();
    return n;
  };
  const one = await at.market.signUp('alert_one');
  await save(one, 'q=lightning+bolt&minPrice=19', 'weekly');
  const few = await statements();
  for (let i = 0; i < 12; i++)
    await save(await at.market.signUp(`alert_of_many_${i}`), `q=bolt&minPrice=19&maxPrice=${20 + i}`, 'weekly');
  expect(await statements()).toBe(few);
  expect(await statements(8)).toBe(few);
  expect(
    await ask(
      "select count(distinct member_id)::int as n from alert where kind = 'search' and listing_id = (select max(listing_id) from alert)",
    ),
  ).toEqual([{ n: 13 }]);
});

test('searches keyed by an older catalogue are keyed again before the next listing; where there are many the listing waits', async () => {
  const ann = await premium(at.market, await at.market.signUp('alert_rekeyed'));
  const { id } = await save(ann, 'q=umbreon', 'now', 'Moon');
  const unread = "update saved_search set keys = '{}', said = null, keyed_as = keyed_as - 1000";
  await ask(`${unread} where id = $1`, [id]);
  await list('swsh7-215', { price: usd(700) });
  expect(await titles(ann)).toEqual(['New listing: Moon']);
  expect(await ask('select cardinality(keys) > 0 as keyed from saved_search where id = $1', [id])).toEqual([
    { keyed: true },
  ]);

  await ask(
    `insert into saved_search (id, owner_id, name, query, frequency, created_at)
     select 'heap' || n, $1, 'heap', 'q=mew+' || n, 'now', now() - interval '1 day' from generate_series(1, 600) n`,
    [ann.id],
  );
  await at.market.request('POST', '/api/notifications/read', { as: ann, body: { all: true } });
  const late = await list('swsh7-215', { price: usd(701) });
  expect(await ask('select listing_id from alert where listing_id = $1', [late.id])).toEqual([]);
  expect(await ask('select id from saved_search where keyed_as = -1')).toEqual([]);
  await at.market.advance(minuteMs);
  expect(await ask('select kind from alert where listing_id = $1', [late.id])).toEqual([{ kind: 'search' }]);
  await ask("delete from saved_search where id like 'heap%'");
});

test('all of thousands of followers of a shop are notified', { timeout: 60_000 }, async () => {
  const dora = await premium(at.market, await at.market.signUp('alert_famous'));
  await ask(
    `insert into follow (follower_id, seller_id, frequency, created_at) select 'fan' || n, $1, 'weekly', now() - interval '1 day' from generate_series(1, 12000) n`,
    [dora.id],
  );
  const { id } = await listed(at.market, dora, { catalogueCardId: at.cards['base1-4'] ?? '' });
  await matchNew(at.market.platform, [id]);
  expect(await ask("select count(*)::int as n from alert where kind = 'seller' and listing_id = $1", [id])).toEqual([
    { n: 12_000 },
  ]);
  await ask('delete from follow where seller_id = $1', [dora.id]);
});

test('paused searches store no alerts: those beyond the limit of the tier, and advanced ones without it', async () => {
  const [ann, eve] = [
    await premium(at.market, await at.market.signUp('alert_beyond')),
    await premium(at.market, await at.market.signUp('alert_lapsed')),
  ];
  await save(ann, 'q=umbreon&minPrice=3', 'weekly');
  for (let n = 0; n < 25; n++) await save(ann, `q=charizard&minPrice=${n + 1}`, 'weekly');
  await save(eve, 'q=(lotus or umbreon)', 'weekly');
  await ask("update profile set account_tier = 'free' where user_id = any($1)", [[ann.id, eve.id]]);
  await list('swsh7-215', { price: usd(702) });
  expect(await ask('select source_id from alert where member_id = any($1)', [[ann.id, eve.id]])).toEqual([]);
});
