import { expect, test } from 'vitest';
import {
  editListing,
  pauseListing,
  renewListing,
  resumeListing,
  settleListings,
} from '#features/listings/index.server.ts';
import { listed, premium } from '#features/listings/testing.ts';
import { dayMs, minuteMs } from '#kernel/time.ts';
import { actorOf } from '#testing/actor.ts';
import { alertMarket, usd } from './alerts.testing.ts';

const { at, entries, follow, list, mails, save, titles } = alertMarket();

test('a saved search is stored in the form of its browse page; only its owner lists, changes and deletes it', async () => {
  const [ann, eve] = [await at.market.signUp('alert_keeper'), await at.market.signUp('alert_other')];
  const made = await save(
    ann,
    '/browse?view=table&sort=price_asc&cursor=x&q=pikachu+cond:nm&maxPrice=12.50',
    'daily',
    'Cheap',
  );
  expect(made).toMatchObject({
    name: 'Cheap',
    query: 'q=pikachu&condition=near_mint&maxPrice=12.50',
    frequency: 'daily',
  });
  const one = `/api/saved-searches/${made.id}`;
  expect((await at.market.request('PATCH', one, { as: ann, body: { frequency: 'weekly' } })).body).toMatchObject({
    frequency: 'weekly',
  });
  expect((await at.market.request('PATCH', one, { as: ann, body: { frequency: 'hourly' } })).status).toBe(422);
  for (const method of ['PATCH', 'DELETE'])
    expect(
      (await at.market.request(method, one, { as: eve, ...(method === 'PATCH' && { body: { frequency: 'now' } }) }))
        .status,
    ).toBe(404);
  expect((await at.market.request('GET', '/api/saved-searches', { as: eve })).body).toEqual({
    items: [],
    nextCursor: null,
  });
  expect((await at.market.request('GET', '/api/saved-searches', { as: ann })).body.items).toMatchObject([
    { id: made.id, frequency: 'weekly' },
  ]);
  expect((await at.market.request('DELETE', one, { as: ann })).status).toBe(204);
  expect((await at.market.request('GET', '/api/saved-searches', { as: ann })).body.items).toEqual([]);
});

test('a search without a filter or that cannot be read is refused, and advanced search without premium too', async () => {
  const ann = await at.market.signUp('alert_refused');
  const answer = async (body: object) => {
    const { status, body: said } = await at.market.request('POST', '/api/saved-searches', { as: ann, body });
    return [status, said.code, said.message ?? said.errors];
  };
  expect((await answer({ name: 'All', query: 'sort=newest' })).slice(0, 2)).toEqual([422, 'invalid']);
  expect((await answer({ name: ' ', query: 'q=mew' }))[0]).toBe(422);
  expect((await answer({ name: 'Mew', query: 'q=mew', frequency: 'hourly' }))[0]).toBe(422);
  expect((await answer({ name: 'Two', query: 'q=(pikachu or mew)' })).slice(0, 2)).toEqual([403, 'tier_limit']);
  await premium(at.market, ann);
  expect((await answer({ name: 'Two', query: 'q=cond>=nope (mew or pikachu)' }))[0]).toBe(422);
  expect((await answer({ name: 'Two', query: 'q=(pikachu or mew)' }))[0]).toBe(201);
});

test('25 searches are free and 100 premium, also for concurrent requests; the next is 403 tier_limit', async () => {
  const ann = await at.market.signUp('alert_many');
  const save = (n: number) =>
    at.market.request('POST', '/api/saved-searches', { as: ann, body: { name: `n${n}`, query: `q=card ${n}` } });
  const free = await Promise.all(Array.from({ length: 28 }, (_, n) => save(n)));
  expect(free.filter(({ status }) => status === 201)).toHaveLength(25);
  expect(free.find(({ status }) => status !== 201)?.body).toMatchObject({ status: 403, code: 'tier_limit' });
  await premium(at.market, ann);
  for (let n = 0; n < 75; n++) expect((await save(n)).status).toBe(201);
  expect((await save(1)).body).toMatchObject({
    code: 'tier_limit',
    message: expect.stringContaining('100 saved searches'),
  });
});

test('only listings created after the search was saved are notified: none that existed, was renewed or came back, and none twice', async () => {
  const ann = await at.market.signUp('alert_new_only');
  const early = await list('base1-58', { price: usd(500) });
  await save(ann, 'q=pikachu', 'now', 'Pikas');
  await pauseListing(at.market.platform, actorOf(at.ben), early.id);
  await resumeListing(at.market.platform, actorOf(at.ben), early.id);
  await renewListing(at.market.platform, actorOf(at.ben), early.id);
  await at.market.runJobs();
  expect(await titles(ann)).toEqual([]);
  const late = await list('base1-58', { price: usd(600) });
  await list('base1-4');
  expect(await entries(ann)).toMatchObject([{ title: 'New listing: Pikas', link: '/browse?q=pikachu&sort=newest' }]);
  expect(await mails(ann)).toMatchObject([
    { subject: 'New listing: Pikas', text: expect.stringContaining('$6.00 · Saved search: Pikas') },
  ]);
  await at.market.request('POST', '/api/notifications/read', { as: ann, body: { all: true } });
  await editListing(at.market.platform, actorOf(at.ben), late.id, { price: usd(550) });
  await at.market.advance(dayMs);
  expect([await entries(ann), await mails(ann)]).toMatchObject([[{ read: true }], { length: 1 }]);
});

test('a saved search for an edition, or for signed copies, finds only those', async () => {
  const ann = await at.market.signUp('alert_traits');
  expect(await save(ann, 'q=umbreon+edition:first+is:signed', 'now', 'Both')).toMatchObject({
    query: 'q=umbreon&edition=first&signed=true',
  });
  await save(ann, 'q=umbreon&altered=false&misprint=false', 'now', 'Clean');
  await list('swsh7-215', { edition: 'first' });
  await list('swsh7-215', { signed: true, misprint: true });
  await list('swsh7-215', { edition: 'first', signed: true, altered: true });
  await at.market.advance(minuteMs);
  expect((await titles(ann)).sort()).toEqual(['New listing: Both', 'New listing: Clean']);
});

test('a new listing that fits later is notified then, and a draft when it is published', async () => {
  const ann = await at.market.signUp('alert_later');
  await save(ann, 'q=umbreon&maxPrice=9', 'now', 'Moon');
  const dear = await list('swsh7-215', { price: usd(1_000) });
  const draft = await list('swsh7-215', { price: usd(800), status: 'draft' });
  expect(await titles(ann)).toEqual([]);
  await editListing(at.market.platform, actorOf(at.ben), dear.id, { price: usd(900) });
  await at.market.runJobs();
  expect(await titles(ann)).toEqual(['New listing: Moon']);
  await at.market.advance(10 * minuteMs);
  await at.market.request('POST', `/api/listings/${draft.id}/publish`, { as: at.ben });
  await at.market.runJobs();
  expect(await mails(ann)).toHaveLength(2);
});

test('immediate alerts are one email in ten minutes; waiting searches and sellers share it, each card once', async () => {
  const ann = await at.market.signUp('alert_grouped');
  const dora = await premium(at.market, await at.market.signUp('alert_followed'));
  await save(ann, 'q=lotus', 'now', 'Lotus');
  await save(ann, 'game=magic', 'now', 'Magic');
  expect(await follow(ann, dora)).toBe(200);
  await list('lea-232', { price: usd(700) });
  expect(await mails(ann)).toHaveLength(1);
  await list('lea-232', { price: usd(701), shipping: [{ name: 'Letter', price: usd(99), tracked: false }] }, dora);
  await list('base1-4', {}, dora);
  expect(await mails(ann)).toHaveLength(1);
  await at.market.advance(10 * minuteMs);
  const [, second, ...rest] = await mails(ann);
  expect(rest).toEqual([]);
  expect(second?.subject).toBe('2 updates from your alerts');
  expect(second?.text.match(/\$8\.00 incl\. shipping · /g)).toHaveLength(1);
  for (const why of ['Saved search: Lotus', 'Saved search: Magic', 'Seller: alert_followed'])
    expect(second?.text).toContain(why);
  for (const sentence of [
    /^1 new listing matches your saved search “Lotus”: \S.*\.$/m,
    /^alert_followed listed 2 cards: \S.* and \S.*\.$/m,
  ])
    expect(second?.text).toMatch(sentence);
  expect((await titles(ann)).sort()).toEqual([
    'New listing: Lotus',
    'New listing: Magic',
    'New listings from alert_followed',
  ]);
});

test('daily and weekly alerts wait for seven o’clock and share one email; a changed frequency moves pending alerts', async () => {
  const seven = new Date('2027-03-01T06:00:00Z').getTime();
  const monday = seven + ((8 - new Date(seven).getUTCDay()) % 7) * dayMs;
  await at.market.advance(monday - at.market.clock.now().getTime());
  const ann = await at.market.signUp('alert_digest');
  const daily = await save(ann, 'q=bolt', 'daily', 'Bolts');
  const weekly = await save(ann, 'game=magic&maxPrice=20', 'weekly', 'Cheap magic');
  await list('lea-161', { price: usd(300) });
  expect([await titles(ann), await mails(ann)]).toEqual([[], []]);
  await at.market.advance(60 * minuteMs);
  const [first] = await mails(ann);
  expect(await mails(ann)).toHaveLength(1);
  for (const why of ['Saved search: Bolts', 'Saved search: Cheap magic']) expect(first?.text).toContain(why);
  await list('lea-161', { price: usd(301) });
  await at.market.advance(dayMs);
  expect((await mails(ann)).at(-1)?.text).not.toContain(': Cheap magic');
  await at.market.request('PATCH', `/api/saved-searches/${weekly.id}`, { as: ann, body: { frequency: 'now' } });
  await at.market.advance(minuteMs * 10);
  expect((await mails(ann)).at(-1)?.text).toContain(': Cheap magic');
  await list('lea-161', { price: usd(302) });
  const before = (await mails(ann)).length;
  await at.market.request('DELETE', `/api/saved-searches/${daily.id}`, { as: ann });
  await at.market.advance(2 * dayMs);
  expect((await mails(ann)).slice(before).filter(({ text }) => text.includes(': Bolts'))).toEqual([]);
});

test('a member follows sellers with a frequency; following oneself, an unknown or a blocked member is refused', async () => {
  const [ann, dora] = [
    await at.market.signUp('alert_follower'),
    await premium(at.market, await at.market.signUp('alert_dora')),
  ];
  expect(await follow(ann, ann)).toBe(403);
  expect((await at.market.request('PUT', '/api/follows/nobody', { as: ann })).status).toBe(404);
  expect(await follow(ann, dora, { frequency: 'daily' })).toBe(200);
  expect(await follow(ann, dora)).toBe(200);
  expect((await at.market.request('GET', '/api/follows', { as: ann })).body.items).toMatchObject([
    { memberId: dora.id, frequency: 'daily' },
  ]);
  await list('base1-4', {}, dora);
  expect(await titles(ann)).toEqual([]);
  expect(await follow(ann, dora, { frequency: 'now' })).toBe(200);
  await at.market.runJobs();
  expect(await titles(ann)).toEqual(['New listing from alert_dora']);
  expect((await at.market.request('DELETE', `/api/follows/${dora.id}`, { as: ann })).status).toBe(200);
  await at.market.advance(10 * minuteMs);
  await list('base1-4', {}, dora);
  expect(await mails(ann)).toHaveLength(1);
});

test('alerts about blocked or suspended sellers are not sent, also where they are pending already', async () => {
  const [ann, dora] = [
    await at.market.signUp('alert_blocker'),
    await premium(at.market, await at.market.signUp('alert_blocked')),
  ];
  await save(ann, 'q=charizard', 'now', 'Fire');
  await save(ann, 'q=charizard', 'daily', 'Fire daily');
  await follow(ann, dora, { frequency: 'daily' });
  await list('base1-4', {}, dora);
  expect(await titles(ann)).toEqual(['New listing: Fire']);
  await at.market.request('POST', `/api/members/${dora.id}/block`, { as: ann });
  expect(await follow(ann, dora)).toBe(404);
  expect((await at.market.request('GET', '/api/follows', { as: ann })).body.items).toEqual([]);
  const apart = await list('base1-4', {}, dora);
  // Not even a pending alert is stored.
  const noted = 'select 1 from alert where listing_id = $1 and member_id = $2';
  expect((await at.market.platform.pool.query(noted, [apart.id, ann.id])).rows).toEqual([]);
  await at.market.advance(dayMs);
  expect([await titles(ann), (await mails(ann)).length]).toEqual([['New listing: Fire'], 1]);
  const [eve, gone] = [
    await at.market.signUp('alert_waiter'),
    await premium(at.market, await at.market.signUp('alert_barred')),
  ];
  await save(eve, 'q=charizard', 'daily', 'Fire daily');
  await follow(eve, gone, { frequency: 'daily' });
  await list('base1-4', {}, gone);
  await at.market.platform.pool.query('update auth_user set suspended_at = now() where id = $1', [gone.id]);
  await settleListings(at.market.platform, gone.id);
  await at.market.advance(dayMs);
  expect([await titles(eve), await mails(eve)]).toEqual([[], []]);
});

test('a member’s own listing is no alert; advanced searches pause while the tier has none', async () => {
  const ann = await premium(at.market, await at.market.signUp('alert_own'));
  await save(ann, 'q=(lotus or pikachu)', 'now', 'Advanced');
  await save(ann, 'game=pokemon&finish=normal', 'now', 'Plain');
  await listed(at.market, ann, { catalogueCardId: at.cards['base1-58'] ?? '' });
  await at.market.runJobs();
  expect(await titles(ann)).toEqual([]);
  await list('base1-58');
  expect(await titles(ann)).toContain('New listing: Advanced');
  await at.market.platform.pool.query("update profile set account_tier = 'free' where user_id = $1", [ann.id]);
  const { items } = (await at.market.request('GET', '/api/saved-searches', { as: ann })).body;
  expect(items.map(({ name, isPaused }: { name: string; isPaused: boolean }) => [name, isPaused])).toEqual([
    ['Plain', false],
    ['Advanced', true],
  ]);
  await at.market.advance(10 * minuteMs);
  await list('base1-58');
  await at.market.advance(10 * minuteMs);
  expect((await mails(ann)).slice(1).map(({ text }) => text.includes(': Advanced'))).not.toContain(true);
});

test('searches, followed sellers and choices are in the export, and are deleted with their member', async () => {
  const ann = await at.market.signUp('alert_leaver');
  await save(ann, 'q=lotus', 'weekly', 'Dream');
  await follow(ann, at.ben);
  const { body } = await at.market.request('GET', '/api/export', { as: ann });
  expect(body.alerts).toMatchObject({
    savedSearches: [{ name: 'Dream', query: 'q=lotus' }],
    followed: [{ sellerId: at.ben.id }],
  });
  expect(
    (await at.market.request('POST', '/api/users/delete-account', { as: ann, body: { password: ann.password } }))
      .status,
  ).toBe(200);
  for (const [table, column] of [
    ['saved_search', 'owner_id'],
    ['follow', 'follower_id'],
  ])
    expect((await at.market.platform.pool.query(`select from ${table} where ${column} = $1`, [ann.id])).rowCount).toBe(
      0,
    );
});

test('after a downgrade the newest 25 searches stay active and the others show as paused; an upgrade or a deletion resumes them', async () => {
  const ann = await premium(at.market, await at.market.signUp('alert_lower'));
  await save(ann, 'q=pikachu', 'now', 'Early');
  for (let n = 0; n < 25; n++) await save(ann, `q=charizard&minPrice=${n + 1}`, 'weekly', `c${n}`);
  const paused = async () =>
    (await at.market.request('GET', '/api/saved-searches', { as: ann })).body.items
      .filter(({ isPaused }: { isPaused: boolean }) => isPaused)
      .map(({ name }: { name: string }) => name);
  const found = async () =>
    (
      await at.market.platform.pool.query<{ n: number }>('select count(*)::int as n from alert where member_id = $1', [
        ann.id,
      ])
    ).rows[0]?.n;
  expect(await paused()).toEqual([]);
  await list('base1-58', { price: usd(700) });
  expect(await found()).toBe(1);

  const tier = (is: 'free' | 'premium') =>
    at.market.platform.pool.query('update profile set account_tier = $2 where user_id = $1', [ann.id, is]);
  await tier('free');
  expect(await paused()).toEqual(['Early']);
  await list('base1-58', { price: usd(710) });
  expect(await found()).toBe(1);
  await tier('premium');
  await list('base1-58', { price: usd(720) });
  expect(await paused()).toEqual([]);
  expect(await found()).toBe(2);

  await tier('free');
  const newer = (await at.market.request('GET', '/api/saved-searches', { as: ann })).body.items[0];
  await at.market.request('DELETE', `/api/saved-searches/${newer.id}`, { as: ann });
  expect(await paused()).toEqual([]);
});

test('a pending alert of a search that a downgrade pauses is not sent', async () => {
  const ann = await premium(at.market, await at.market.signUp('alert_waits'));
  await save(ann, 'q=pikachu', 'daily', 'Early');
  for (let n = 0; n < 25; n++) await save(ann, `q=charizard&minPrice=${n + 1}`, 'weekly', `c${n}`);
  await list('base1-58', { price: usd(730) });
  await at.market.platform.pool.query("update profile set account_tier = 'free' where user_id = $1", [ann.id]);
  await at.market.advance(dayMs);
  expect(await titles(ann)).toEqual([]);
});
