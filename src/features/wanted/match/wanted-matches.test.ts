import { expect, test } from 'vitest';
import { awaitWanted } from '#features/alerts/alerts.testing.ts';
import { editListing, pauseListing, resumeListing } from '#features/listings/index.server.ts';
import { listed, premium } from '#features/listings/testing.ts';
import { hourMs, minuteMs } from '#kernel/time.ts';
import { httpLimits } from '#platform/http/http.limits.ts';
import { actorOf } from '#testing/actor.ts';
import type { TestMember } from '#testing/server.ts';
import { usd, wantedMarket } from '../wanted.testing.ts';
import { matchListing } from './match-wants.server.ts';
import { copiesOfWant } from './meeting.queries.server.ts';

const { at, entries, list, mails, matches, ofCard, want } = wantedMarket();

test('[EN-10] a listing finds the wants that it meets when it goes live, changes its price and comes back; a want finds the listings', async () => {
  const early = await list('base1-58', {
    price: usd(900),
    shipping: [{ name: 'Letter', price: usd(200), tracked: false }],
  });
  const id = await want(at.ann, { ...ofCard('base1-58'), highestPrice: usd(1_000), lowestCondition: 'excellent' });
  expect(await matches(id)).toEqual([]);
  await editListing(at.market.platform, actorOf(at.ben), early.id, { price: usd(800) });
  await at.market.runJobs();
  expect(await matches(id)).toEqual([early.id]);
  await pauseListing(at.market.platform, actorOf(at.ben), early.id);
  await at.market.runJobs();
  expect(await matches(id)).toEqual([]);
  await resumeListing(at.market.platform, actorOf(at.ben), early.id);
  await at.market.runJobs();
  expect(await matches(id)).toEqual([early.id]);
  const fits = await list('base1-58', { price: usd(999) });
  await list('base1-58', { price: usd(999), condition: 'good' });
  await list('base1-58', { status: 'draft' });
  expect(await matches(id)).toEqual([early.id, fits.id].sort());
  await at.market.request('PATCH', `/api/wanted/${id}`, { as: at.ann, body: { highestPrice: usd(999) } });
  await at.market.runJobs();
  expect(await matches(id)).toEqual([fits.id]);
  const late = await want(at.ann, { ...ofCard('base1-58'), highestPrice: usd(999), withPostage: false });
  expect(await matches(late)).toHaveLength(3);
});

test('[EN-10] the owner has one notification, and at most one email in ten minutes; a copy is notified once', async () => {
  const cara = await at.market.signUp('match_told');
  const id = await want(cara, ofCard('lea-232'));
  expect(await entries(cara)).toEqual([]);
  const first = await list('lea-232');
  expect(await entries(cara)).toMatchObject([
    { title: 'For sale: Black Lotus', body: '1 listing matches your wanted post.', link: `/wanted/${id}` },
  ]);
  expect(await mails(cara)).toHaveLength(1);
  await list('lea-232');
  await list('lea-232');
  expect(await entries(cara)).toMatchObject([{ body: '3 listings match your wanted post.' }]);
  expect(await mails(cara)).toHaveLength(1);
  await at.market.advance(10 * minuteMs);
  expect(await mails(cara)).toHaveLength(2);
  await at.market.request('POST', '/api/notifications/read', { as: cara, body: { all: true } });
  await editListing(at.market.platform, actorOf(at.ben), first.id, { price: usd(1_000) });
  await at.market.advance(2 * hourMs);
  expect([await mails(cara), await entries(cara)]).toMatchObject([{ length: 2 }, [{ read: true }]]);
});

test('[EN-10] copies that exist when a want is made are on its page and in one notification, not in an email', async () => {
  const dora = await at.market.signUp('match_late');
  await list('swsh7-215');
  await list('swsh7-215');
  await want(dora, ofCard('swsh7-215'));
  expect(await entries(dora)).toMatchObject([{ body: '2 listings match your wanted post.' }]);
  expect(await mails(dora)).toEqual([]);
});

test('[EN-10] a want in words is met by listings with all of them, one of any printing by every printing of the name', async () => {
  const inWords = await want(at.ann, { title: 'A Lightning Bolt of Alpha', game: 'magic' });
  const any = await want(at.ann, { ...ofCard('lea-161'), anyPrinting: true });
  const bolt = await list('lea-161');
  const free = await listed(at.market, at.ben, {
    game: 'magic',
    name: 'Lightning Bolt',
    setName: 'Limited Edition Alpha',
  });
  await at.market.runJobs();
  expect(await matches(inWords)).toEqual([bolt.id, free.id].sort());
  expect(await matches(any)).toEqual([bolt.id]);
});

test('[EN-10] members with a block between them do not match', async () => {
  const eve = await at.market.signUp('match_blocked');
  await at.market.request('POST', `/api/members/${at.ben.id}/block`, { as: eve });
  const id = await want(eve, ofCard('base1-4'));
  await list('base1-4');
  const later = await want(eve, ofCard('base1-4'));
  expect([await matches(id), await matches(later)]).toEqual([[], []]);
});

test('[EN-10] a seller who is blocked after a match is no longer shown, notified or emailed', async () => {
  const [lea, tom] = [await at.market.signUp('match_leaves'), await at.market.signUp('match_left')];
  const id = await want(lea, { ...ofCard('base1-58'), highestPrice: usd(600) });
  await at.market.request('POST', `/api/members/${tom.id}/block`, { as: lea });
  const copy = await list('base1-58', { price: usd(500) }, tom);
  expect(await matches(id)).toEqual([]);
  // A match from before the block, not notified yet.
  await at.market.platform.pool.query(
    'insert into want_match (want_id, listing_id, listing_version, at) values ($1, $2, 1, now())',
    [id, copy.id],
  );
  await awaitWanted(at.market.platform, { wants: [id] });
  await at.market.runJobs();
  expect([await entries(lea), await mails(lea)]).toEqual([[], []]);
  const shown = await copiesOfWant(at.market.platform.db, { id, ownerId: lea.id }, at.market.clock.now());
  expect(shown.map((one) => one.id)).not.toContain(copy.id);
});

test('[EN-10] a copy that changes and still fits is not notified again, and enqueues nothing', async () => {
  const zoe = await at.market.signUp('match_told_once');
  const id = await want(zoe, { ...ofCard('base1-4'), highestPrice: usd(5_000) });
  const { id: listingId } = await list('base1-4');
  expect(await matches(id)).toContain(listingId);
  const notified = async () =>
    (
      await at.market.platform.pool.query(
        "select count(*)::int as n from outbox_event where kind = 'wanted.met' and subject = $1",
        [listingId],
      )
    ).rows[0].n;
  expect(await notified()).toBe(1);
  await at.market.request('PATCH', `/api/listings/${listingId}`, { as: at.ben, body: { price: usd(1_100) } });
  await matchListing(at.market.platform, listingId);
  expect(await notified()).toBe(1);
});

test('[EN-10] an answer with a listing shows its card to the owner, and counts as words', async () => {
  const [hal, ivy] = [
    await at.market.signUp('match_asker'),
    await premium(at.market, await at.market.signUp('match_answerer')),
  ];
  const id = await want(hal, ofCard('base1-4'));
  const mine = await list('base1-4', {}, ivy);
  const answer = await at.market.request('POST', `/api/wanted/${id}/respond`, {
    as: ivy,
    body: { listingId: mine.id },
  });
  expect([answer.status, answer.body.message]).toMatchObject([201, { card: { kind: 'listing', id: mine.id } }]);
  await at.market.advance(10 * minuteMs);
  const { rows } = await at.market.platform.pool.query(
    'select 1 from sandbox_mail where recipient = $1 and subject like $2',
    [hal.email, 'New message from %'],
  );
  expect(rows).toHaveLength(1);
});

test('[EN-10] between members with a block there is no wanted post: on lists, by address and to answer', async () => {
  const [jim, kay] = [await at.market.signUp('match_hidden'), await at.market.signUp('match_hider')];
  const id = await want(jim, { title: 'A Kabuto', game: 'pokemon' });
  const seen = async (as?: TestMember) => {
    const listed = (await at.market.request('GET', '/api/wanted?q=kabuto', as ? { as } : {})).body.items.length;
    return [listed, (await at.market.request('GET', `/api/wanted/${id}`, as ? { as } : {})).status];
  };
  expect([await seen(kay), await seen(jim)]).toEqual([
    [1, 200],
    [1, 200],
  ]);
  await at.market.request('POST', `/api/members/${jim.id}/block`, { as: kay });
  const answered = await at.market.request('POST', `/api/wanted/${id}/respond`, {
    as: kay,
    body: { text: 'I have it.' },
  });
  expect([await seen(kay), await seen(jim), await seen(), answered.status]).toEqual([
    [0, 404],
    [1, 200],
    [1, 200],
    404,
  ]);
});

test('[EN-10] filters narrow the list to posts that take such a copy', async () => {
  const lea = await at.market.signUp('match_lister');
  const terms = {
    lowestCondition: 'excellent',
    language: 'de',
    finish: 'holo',
    highestPrice: { amount: 5_000, currency: 'EUR' },
  };
  const strict = await want(lea, { title: 'A Snorlax', game: 'pokemon', ...terms });
  const easy = await want(lea, { title: 'A Snorlax', game: 'pokemon' });
  const found = async (query: string) =>
    (await at.market.request('GET', `/api/wanted?q=snorlax&${query}`)).body.items.map((one: { id: string }) => one.id);
  const both = [easy, strict];
  for (const [query, ids] of [
    ['condition=excellent', both],
    ['condition=good', [easy]],
    ['condition=unknown', [easy]],
    ['language=de', both],
    ['language=en', [easy]],
    ['finish=holo', both],
    ['finish=reverse', [easy]],
    ['minPrice=5400', both],
    ['minPrice=5401', [easy]],
    ['maxPrice=5400', [strict]],
    ['maxPrice=5399', []],
  ] as const)
    expect([query, await found(query)]).toEqual([query, ids]);
  expect((await at.market.request('GET', '/api/wanted?minPrice=x')).status).toBe(422);
  // A card's set and number are words too, as in the search of listings.
  const card = await want(lea, ofCard('base1-58'));
  const among = async (query: string) =>
    (await at.market.request('GET', `/api/wanted?owner=${lea.id}&${query}`)).body.items.map(
      (one: { id: string }) => one.id,
    );
  for (const [query, ids] of [
    ['set=base1', [card]],
    ['set=BASE%20set', [card]],
    ['set=set%20BASE', [card]],
    ['set=base%20jungle', []],
    ['set=jungle', []],
    ['set=jungle,,base1', [card]],
    ['q=pikachu%20base%20set%2058', [card]],
    ['q=pikachu%20jungle', []],
  ] as const)
    expect([query, await among(query)]).toEqual([query, ids]);
  expect((await at.market.request('GET', '/api/wanted?set=%00')).status).toBe(422);
  // A search by set scans every post, as one by words does, so it is rate-limited.
  while ((await at.market.platform.limits.take(httpLimits.costlyReads, lea.id)).allowed);
  const statusOf = async (query: string) =>
    (await at.market.request('GET', `/api/wanted?${query}`, { as: lea })).status;
  expect([await statusOf('set=base1'), await statusOf('q=pikachu'), await statusOf('game=pokemon')]).toEqual([
    429, 429, 200,
  ]);
});
