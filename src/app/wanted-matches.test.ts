import { afterAll, beforeAll, expect, test } from 'vitest';
import { suspendMember } from '#features/entry/index.server.ts';
import { editListing, pauseListing, resumeListing } from '#features/listings/index.server.ts';
import { actorOf, importTestCards, listed, premium } from '#features/listings/testing.ts';
import { settleWants } from '#features/orders/settle-wants.server.ts';
import { buyPlaced, passTime, pay, signInAgain } from '#features/orders/testing.ts';
import { matchListing } from '#features/wanted/match-wants.server.ts';
import { copiesOfWant } from '#features/wanted/meeting.queries.server.ts';
import { mailMatches, tellMatches } from '#features/wanted/tell-matches.server.ts';
import { dayMs, hourMs, minuteMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

let market: TestMarket;
let ann: TestMember;
let ben: TestMember;
let cards: Record<string, string>;
beforeAll(async () => {
  market = await startTestMarket();
  [ann, ben] = [await market.signUp('match_wanter'), await premium(market, await market.signUp('match_seller'))];
  cards = await importTestCards(market);
}, 60_000);
afterAll(() => market?.close());

const usd = (amount: number) => ({ amount, currency: 'USD' as const });
const want = async (as: TestMember, body: Record<string, unknown>): Promise<string> => {
  const { status, body: made } = await market.request('POST', '/api/wanted', { as, body });
  expect(status).toBe(201);
  await market.runJobs();
  return made.id;
};
const ofCard = (external: string) => ({ card: { id: cards[external] } });
const list = async (external: string, more: Parameters<typeof listed>[2] = {}, seller = ben) => {
  const made = await listed(market, seller, { catalogueCardId: cards[external] ?? '', ...more });
  await market.runJobs();
  return made;
};
/** The listings that stand as matches of a want. */
const matches = async (wantId: string): Promise<string[]> => {
  const { rows } = await market.platform.pool.query<{ listing_id: string }>(
    'select listing_id from want_match where want_id = $1 and ended_at is null order by listing_id',
    [wantId],
  );
  return rows.map((row) => row.listing_id);
};
const entries = async (as: TestMember) =>
  (await market.request('GET', '/api/notifications', { as })).body.items.filter((one: { kind: string }) => one.kind === 'wanted');
const mails = async (to: TestMember) => {
  const { rows } = await market.platform.pool.query<{ subject: string }>(
    `select subject from sandbox_mail where recipient = $1 and subject like '%is for sale' order by sent_at`,
    [to.email],
  );
  return rows.map(({ subject }) => subject);
};

test('[EN-10] a listing finds the wants that it meets as it goes live, as its price changes and as it comes back; a want finds the listings', async () => {
  const early = await list('base1-58', { price: usd(900), shipping: [{ name: 'Letter', price: usd(200), tracked: false }] });
  const id = await want(ann, { ...ofCard('base1-58'), highestPrice: usd(1_000), lowestCondition: 'excellent' });
  expect(await matches(id)).toEqual([]);
  await editListing(market.platform, actorOf(ben), early.id, { price: usd(800) });
  await market.runJobs();
  expect(await matches(id)).toEqual([early.id]);
  await pauseListing(market.platform, actorOf(ben), early.id);
  await market.runJobs();
  expect(await matches(id)).toEqual([]);
  await resumeListing(market.platform, actorOf(ben), early.id);
  await market.runJobs();
  expect(await matches(id)).toEqual([early.id]);
  const fits = await list('base1-58', { price: usd(999) });
  await list('base1-58', { price: usd(999), condition: 'good' });
  await list('base1-58', { status: 'draft' });
  expect(await matches(id)).toEqual([early.id, fits.id].sort());
  await market.request('PATCH', `/api/wanted/${id}`, { as: ann, body: { highestPrice: usd(999) } });
  await market.runJobs();
  expect(await matches(id)).toEqual([fits.id]);
  const late = await want(ann, { ...ofCard('base1-58'), highestPrice: usd(999), withPostage: false });
  expect(await matches(late)).toHaveLength(3);
});

test('[EN-10] its owner has one entry, and at most one mail in an hour; a copy is told of once', async () => {
  const cara = await market.signUp('match_told');
  const id = await want(cara, ofCard('lea-232'));
  expect(await entries(cara)).toEqual([]);
  const first = await list('lea-232');
  expect(await entries(cara)).toMatchObject([
    { title: 'Black Lotus is for sale', body: '1 copy for sale fits what you look for.', link: `/wanted/${id}` },
  ]);
  expect(await mails(cara)).toHaveLength(1);
  await list('lea-232');
  await list('lea-232');
  expect(await entries(cara)).toMatchObject([{ body: '3 copies for sale fit what you look for.' }]);
  expect(await mails(cara)).toHaveLength(1);
  await market.advance(hourMs);
  expect(await mails(cara)).toHaveLength(2);
  await market.request('POST', '/api/notifications/read', { as: cara, body: { all: true } });
  await editListing(market.platform, actorOf(ben), first.id, { price: usd(1_000) });
  await market.advance(2 * hourMs);
  expect([await mails(cara), await entries(cara)]).toMatchObject([{ length: 2 }, [{ read: true }]]);
});

test('[EN-10] what stands there as a want is made is told of on the page and in one entry, not by mail', async () => {
  const dora = await market.signUp('match_late');
  await list('swsh7-215');
  await list('swsh7-215');
  await want(dora, ofCard('swsh7-215'));
  expect(await entries(dora)).toMatchObject([{ body: '2 copies for sale fit what you look for.' }]);
  expect(await mails(dora)).toEqual([]);
});

test('[EN-10] a want in words is met by what holds all of them, one of any printing by every printing of the name', async () => {
  const inWords = await want(ann, { title: 'A Lightning Bolt of Alpha', game: 'magic' });
  const any = await want(ann, { ...ofCard('lea-161'), anyPrinting: true });
  const bolt = await list('lea-161');
  const free = await listed(market, ben, { game: 'magic', name: 'Lightning Bolt', setName: 'Limited Edition Alpha' });
  await market.runJobs();
  expect(await matches(inWords)).toEqual([bolt.id, free.id].sort());
  expect(await matches(any)).toEqual([bolt.id]);
});

test('[EN-10] members who have blocked one another do not meet', async () => {
  const eve = await market.signUp('match_blocked');
  await market.request('POST', `/api/members/${ben.id}/block`, { as: eve });
  const id = await want(eve, ofCard('base1-4'));
  await list('base1-4');
  const later = await want(eve, ofCard('base1-4'));
  expect([await matches(id), await matches(later)]).toEqual([[], []]);
});

test('[EN-10] what its owner buys is taken off, once an order, and the last copy fills it', async () => {
  const fay = await market.signUp('match_buyer');
  const id = await want(fay, { ...ofCard('base1-4'), quantity: 2, highestPrice: usd(100) });
  const any = await want(fay, { ...ofCard('base1-4'), anyPrinting: true });
  const read = async (one: string) => (await market.request('GET', `/api/wanted/${one}`)).body;
  const buyOne = async () => {
    const { id: listingId } = await list('base1-4');
    const { order, checkoutUrl } = await buyPlaced(market, fay, listingId);
    await pay(checkoutUrl);
    await passTime(market);
    return order.id;
  };
  const first = await buyOne();
  expect([await read(id), await read(any)]).toMatchObject([
    { quantity: 1, status: 'open' },
    { quantity: 1, status: 'open' },
  ]);
  await settleWants(market.platform, first);
  expect(await read(id)).toMatchObject({ quantity: 1 });
  await Promise.all([buyOne(), buyOne()]);
  expect([await read(id), await read(any)]).toMatchObject([
    { quantity: 0, status: 'filled' },
    { quantity: 0, status: 'filled' },
  ]);
});

test('[EN-10] what was bought and called off is looked for again, once, and a late word of the payment takes nothing off', async () => {
  const pia = await market.signUp('match_refunded');
  const id = await want(pia, { ...ofCard('base1-4'), highestPrice: usd(5_000) });
  const byHand = await want(pia, { ...ofCard('lea-161'), quantity: 2 });
  const read = async (one: string) => (await market.request('GET', `/api/wanted/${one}`)).body;
  const buyOne = async (external: string) => {
    const { order, checkoutUrl } = await buyPlaced(market, pia, (await list(external)).id);
    await pay(checkoutUrl);
    await passTime(market);
    return order.id as string;
  };
  const bought = [await buyOne('base1-4'), await buyOne('lea-161')];
  expect([await read(id), await read(byHand)]).toMatchObject([
    { quantity: 0, status: 'filled' },
    { quantity: 1, status: 'open' },
  ]);
  await market.request('PATCH', `/api/wanted/${byHand}`, { as: pia, body: { status: 'filled' } });
  for (const order of bought) {
    expect((await market.request('POST', `/api/orders/${order}/cancel`, { as: ben, body: {} })).status).toBe(200);
    await passTime(market);
    for (const _ of 'ab') await settleWants(market.platform, order);
  }
  expect([await read(id), await read(byHand)]).toMatchObject([
    { quantity: 1, status: 'open' },
    { quantity: 2, status: 'filled' },
  ]);
  // Open again, it meets what comes.
  const { id: next } = await list('base1-4');
  expect(await matches(id)).toContain(next);
});

test('[EN-10] who is blocked after a match is shown, told and mailed of no more', async () => {
  const [lea, tom] = [await market.signUp('match_leaves'), await market.signUp('match_left')];
  const id = await want(lea, { ...ofCard('base1-58'), highestPrice: usd(600) });
  await market.request('POST', `/api/members/${tom.id}/block`, { as: lea });
  const copy = await list('base1-58', { price: usd(500) }, tom);
  expect(await matches(id)).toEqual([]);
  // A match of the moment before the block, of which nobody has been told yet.
  await market.platform.pool.query('insert into want_match (want_id, listing_id, listing_version, at) values ($1, $2, 1, now())', [id, copy.id]);
  await tellMatches(market.platform, id);
  await mailMatches(market.platform, { wantId: id, listingIds: [copy.id], at: market.clock.now().toISOString() });
  expect([await entries(lea), await mails(lea)]).toEqual([[], []]);
  const shown = await copiesOfWant(market.platform.db, { id, ownerId: lea.id }, market.clock.now());
  expect(shown.map((one) => one.id)).not.toContain(copy.id);
});

test('[EN-10] a copy that changes and still fits is told of no second time, and wakes nothing', async () => {
  const zoe = await market.signUp('match_told_once');
  const id = await want(zoe, { ...ofCard('base1-4'), highestPrice: usd(5_000) });
  const { id: listingId } = await list('base1-4');
  expect(await matches(id)).toContain(listingId);
  const jobs = async () =>
    (
      await market.platform.pool.query("select count(*)::int as n from graphile_worker.jobs where task_identifier = 'wanted.tell' and key = $1", [
        `wanted.tell:${id}`,
      ])
    ).rows[0].n;
  await market.request('PATCH', `/api/listings/${listingId}`, { as: ben, body: { price: usd(1_100) } });
  await matchListing(market.platform, listingId);
  expect(await jobs()).toBe(0);
});

test('[EN-10] a want that is given back is closed where its owner is suspended meanwhile, ends where its time is over, and asks for no more than a want may', async () => {
  const [rex, uma] = [await market.signUp('match_suspended'), await market.signUp('match_many')];
  const [ofRex, ofUma] = [await want(rex, ofCard('base1-4')), await want(uma, { ...ofCard('lea-161'), quantity: 2 })];
  const order = async (by: TestMember, external: string) => {
    const placed = await buyPlaced(market, by, (await list(external)).id);
    await pay(placed.checkoutUrl);
    await passTime(market);
    return placed.order.id as string;
  };
  const [rexs, umas] = [await order(rex, 'base1-4'), await order(uma, 'lea-161')];
  await market.request('PATCH', `/api/wanted/${ofUma}`, { as: uma, body: { quantity: 999 } });
  await suspendMember(market.platform, { userId: rex.id, by: 'command line', reason: 'A test.' });
  await market.runJobs();
  for (const id of [rexs, umas]) expect((await market.request('POST', `/api/orders/${id}/cancel`, { as: ben, body: {} })).status).toBe(200);
  await passTime(market);
  const stored = async (id: string) => (await market.platform.pool.query('select status, quantity from want where id = $1', [id])).rows[0];
  expect([await stored(ofRex), await stored(ofUma)]).toEqual([
    { status: 'closed', quantity: 1 },
    { status: 'open', quantity: 999 },
  ]);
});

test('[EN-10] renewing with the version that was read is one change, and with another one none', async () => {
  const vic = await market.signUp('match_renews');
  const id = await want(vic, ofCard('base1-4'));
  await market.advance(dayMs);
  const read = async () => (await market.request('GET', `/api/wanted/${id}`)).body;
  const before = await read();
  const edit = (body: object) => market.request('PATCH', `/api/wanted/${id}`, { as: vic, body });
  expect((await edit({ status: 'open', version: before.version + 1 })).body.code).toBe('want_changed');
  expect(await read()).toEqual(before);
  const renewed = await edit({ status: 'open', quantity: 2, version: before.version });
  expect([renewed.status, renewed.body.quantity, Math.floor((Date.parse(renewed.body.expiresAt) - Date.parse(before.expiresAt)) / dayMs)]).toEqual([
    200, 2, 1,
  ]);
});

test('[EN-10] an edit of a version that has passed is refused and overwrites nothing', async () => {
  const kim = await market.signUp('match_stale');
  const id = await want(kim, { ...ofCard('base1-4'), quantity: 3 });
  const { version } = (await market.request('GET', `/api/wanted/${id}`)).body;
  const edit = (body: object) => market.request('PATCH', `/api/wanted/${id}`, { as: kim, body });
  expect((await edit({ quantity: 2, version })).status).toBe(200);
  const stale = await edit({ quantity: 3, version });
  expect([stale.status, stale.body.code, stale.body.message]).toEqual([
    409,
    'want_changed',
    'This wanted post changed while you had it open: it looks for 2 copies now. Look over your changes, then save again.',
  ]);
  expect((await edit({ quantity: 4 })).body).toMatchObject({ quantity: 4 });
});

test('[EN-10] three days before its end its owner is reminded, and keeps it with one press, also after its end', async () => {
  let gus = await market.signUp('match_renewer');
  const id = await want(gus, { title: 'An Aerodactyl', game: 'pokemon' });
  const { expiresAt } = (await market.request('GET', `/api/wanted/${id}`)).body;
  await market.advance(87 * dayMs - minuteMs);
  gus = await signInAgain(market, gus);
  expect(await entries(gus)).toEqual([]);
  await market.advance(minuteMs);
  expect(await entries(gus)).toMatchObject([{ title: 'Your wanted post “An Aerodactyl” ends soon', link: `/wanted/${id}/renew` }]);
  const { rows } = await market.platform.pool.query<{ body_text: string }>(
    'select body_text from sandbox_mail where recipient = $1 and subject like $2',
    [gus.email, '%ends soon'],
  );
  expect(rows).toMatchObject([{ body_text: expect.stringContaining(`/wanted/${id}/renew`) }]);
  const renew = (as: TestMember) => market.request('PATCH', `/api/wanted/${id}`, { as, body: { status: 'open' } });
  expect((await renew(await signInAgain(market, ann))).status).toBe(403);
  const kept = (await renew(gus)).body;
  expect(Math.floor((Date.parse(kept.expiresAt) - Date.parse(expiresAt)) / dayMs)).toBe(87);
  await market.advance(4 * dayMs);
  expect((await market.request('GET', `/api/wanted/${id}`)).body.status).toBe('open');
  await market.advance(90 * dayMs);
  gus = await signInAgain(market, gus);
  expect((await market.request('GET', `/api/wanted/${id}`)).body.status).toBe('expired');
  expect((await renew(gus)).body.status).toBe('open');
  await market.request('PATCH', `/api/wanted/${id}`, { as: gus, body: { status: 'closed' } });
  expect((await renew(gus)).status).toBe(409);
});

test('[EN-10] an answer with a listing shows the other its card, and counts as words', async () => {
  const [hal, ivy] = [await market.signUp('match_asker'), await premium(market, await market.signUp('match_answerer'))];
  const id = await want(hal, ofCard('base1-4'));
  const mine = await list('base1-4', {}, ivy);
  const answer = await market.request('POST', `/api/wanted/${id}/respond`, { as: ivy, body: { listingId: mine.id } });
  expect([answer.status, answer.body.message]).toMatchObject([201, { card: { kind: 'listing', id: mine.id } }]);
  await market.advance(10 * minuteMs);
  const { rows } = await market.platform.pool.query('select 1 from sandbox_mail where recipient = $1 and subject like $2', [
    hal.email,
    '%wrote to you',
  ]);
  expect(rows).toHaveLength(1);
});

test('[EN-10] between members who have blocked one another there is no wanted post, on lists, by address and to answer', async () => {
  const [jim, kay] = [await market.signUp('match_hidden'), await market.signUp('match_hider')];
  const id = await want(jim, { title: 'A Kabuto', game: 'pokemon' });
  const seen = async (as?: TestMember) => {
    const listed = (await market.request('GET', '/api/wanted?q=kabuto', as ? { as } : {})).body.items.length;
    return [listed, (await market.request('GET', `/api/wanted/${id}`, as ? { as } : {})).status];
  };
  expect([await seen(kay), await seen(jim)]).toEqual([
    [1, 200],
    [1, 200],
  ]);
  await market.request('POST', `/api/members/${jim.id}/block`, { as: kay });
  const answered = await market.request('POST', `/api/wanted/${id}/respond`, { as: kay, body: { text: 'I have it.' } });
  expect([await seen(kay), await seen(jim), await seen(), answered.status]).toEqual([[0, 404], [1, 200], [1, 200], 404]);
});

test('[EN-10] the list is narrowed to what takes a copy as it is', async () => {
  const lea = await market.signUp('match_lister');
  const terms = { lowestCondition: 'excellent', language: 'de', finish: 'holo', highestPrice: { amount: 5_000, currency: 'EUR' } };
  const strict = await want(lea, { title: 'A Snorlax', game: 'pokemon', ...terms });
  const easy = await want(lea, { title: 'A Snorlax', game: 'pokemon' });
  const found = async (query: string) =>
    (await market.request('GET', `/api/wanted?q=snorlax&${query}`)).body.items.map((one: { id: string }) => one.id);
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
  expect((await market.request('GET', '/api/wanted?minPrice=x')).status).toBe(422);
});
