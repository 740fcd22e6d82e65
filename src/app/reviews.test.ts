import { afterAll, beforeAll, expect, test } from 'vitest';
import { buyPlaced, makePremium, passTime, pay, putUpForSale, signInAgain } from '#features/orders/testing.ts';
import { dayMs, hourMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
}, 60_000);
afterAll(() => market?.close());

const person = async () => {
  const member = await market.signUp();
  await makePremium(market, member);
  return member;
};

/** A purchase that has come so far. */
async function bought(seller: TestMember, buyer: TestMember, until: 'paid' | 'delivered' = 'delivered'): Promise<string> {
  const { order, checkoutUrl } = await buyPlaced(market, buyer, await putUpForSale(market, seller));
  expect((await pay(checkoutUrl)).status).toBe(200);
  await passTime(market);
  if (until === 'delivered') {
    expect((await market.request('POST', `/api/orders/${order.id}/ship`, { as: seller, body: { carrier: 'Post' } })).status).toBe(200);
    expect((await market.request('POST', `/api/orders/${order.id}/deliver`, { as: buyer, body: {} })).status).toBe(200);
  }
  return order.id;
}
const write = (as: TestMember, order: string, body: Record<string, unknown>) => market.request('POST', `/api/orders/${order}/review`, { as, body });
const shown = async (member: TestMember) => (await market.request('GET', `/api/profiles/${member.id}/reviews`)).body.items;
const ratingOf = async (member: TestMember) => {
  const { rating, ratingCount } = (await market.request('GET', `/api/profiles/${member.id}`)).body;
  return [rating, ratingCount];
};

test('[EN-02] [12-4] both sides review an order that has arrived; both are shown once both have written, and the average follows', async () => {
  const [seller, buyer] = [await person(), await person()];
  const early = await bought(seller, buyer, 'paid');
  expect(await write(buyer, early, { rating: 5 })).toMatchObject({ status: 409, body: { code: 'not_delivered' } });
  const order = await bought(seller, buyer);
  expect(await ratingOf(seller)).toEqual([null, 0]);
  expect(await write(await person(), order, { rating: 5 })).toMatchObject({ status: 404 });
  expect((await write(buyer, order, { rating: 6 })).body.errors).toEqual({ rating: 'Choose 1 to 5 stars.' });
  expect((await write(buyer, order, { rating: 4, text: 'a\0b' })).body.errors).toEqual({ text: "The review has characters that can't be shown." });

  const first = await write(buyer, order, { rating: 3, text: ' Well packed. ' });
  expect([first.status, first.body]).toMatchObject([201, { rating: 3, text: 'Well packed.', shownAt: null, orderId: order }]);
  // Until then it may be written anew, and is nobody else's to read.
  expect((await write(buyer, order, { rating: 4, text: 'Well packed.' })).body.id).toBe(first.body.id);
  expect([await shown(seller), await ratingOf(seller)]).toEqual([[], [null, 0]]);
  expect(await market.request('POST', `/api/reviews/${first.body.id}/reply`, { as: seller, body: { text: 'Thanks' } })).toMatchObject({
    status: 404,
  });

  expect((await write(seller, order, { rating: 5 })).status).toBe(201);
  expect(await shown(seller)).toMatchObject([{ rating: 4, text: 'Well packed.', author: { id: buyer.id }, orderId: null, counts: true }]);
  expect([await ratingOf(seller), await ratingOf(buyer)]).toEqual([
    [4, 1],
    [5, 1],
  ]);
  expect(await write(buyer, order, { rating: 1 })).toMatchObject({ status: 409, body: { code: 'review_closed' } });
  const told = (await market.request('GET', '/api/notifications', { as: seller })).body.items;
  expect(told.filter(({ kind }: { kind: string }) => kind === 'reviews')).toMatchObject([{ body: '4 of 5 stars. You can answer once.' }]);

  const reply = (as: TestMember, text: string) => market.request('POST', `/api/reviews/${first.body.id}/reply`, { as, body: { text } });
  expect((await reply(buyer, 'No')).status).toBe(403);
  expect((await reply(seller, '  ')).status).toBe(422);
  expect((await reply(seller, 'Thank you')).body.reply).toMatchObject({ text: 'Thank you' });
  expect(await reply(seller, 'Again')).toMatchObject({ status: 409 });
  expect(await shown(seller)).toMatchObject([{ reply: { text: 'Thank you' } }]);
});

test('[12-4] a review is shown after seven days though the other side has written nothing, changed for a day only, and a pair counts once in thirty days', async () => {
  let [seller, buyer] = [await person(), await person()];
  const orders = [await bought(seller, buyer), await bought(seller, buyer)];
  for (const order of orders) expect((await write(buyer, order, { rating: order === orders[0] ? 2 : 5 })).status).toBe(201);
  await passTime(market, 25 * hourMs);
  expect(await write(buyer, orders[0] as string, { rating: 1 })).toMatchObject({ status: 409 });
  expect(await shown(seller)).toEqual([]);
  await passTime(market, 6 * dayMs);
  expect((await shown(seller)).map(({ counts }: { counts: boolean }) => counts).sort()).toEqual([false, true]);
  expect((await ratingOf(seller))[1]).toBe(1);
  [seller, buyer] = [await signInAgain(market, seller), await signInAgain(market, buyer)];
  // The one who wrote nothing may still answer with a review of the other; it is shown at once.
  expect((await write(seller, orders[0] as string, { rating: 5 })).body.shownAt).not.toBeNull();
  await passTime(market, 31 * dayMs);
  [seller, buyer] = [await signInAgain(market, seller), await signInAgain(market, buyer)];
  const later = await bought(seller, buyer);
  await write(buyer, later, { rating: 5 });
  await write(seller, later, { rating: 5 });
  expect((await ratingOf(seller))[1]).toBe(2);
});

test('[12-4] both sides at the same moment, and eight about one member: all are shown, once, and what is counted is what can be counted', {
  timeout: 120_000,
}, async () => {
  const seller = await person();
  const sides: [buyer: TestMember, order: string][] = [];
  for (let n = 0; n < 8; n++) {
    const buyer = await person();
    sides.push([buyer, await bought(seller, buyer)]);
  }
  // All of them at once: the two sides of an order, and the eight that make one member's average.
  const answers = await Promise.all(
    sides.flatMap(([buyer, order], n) => [write(buyer, order, { rating: 1 + (n % 5) }), write(seller, order, { rating: 5 })]),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(201));
  const pair = await Promise.all([person(), person()]);
  const twice = [await bought(...pair), await bought(...pair)];
  await Promise.all(twice.flatMap((order) => pair.map((member) => write(member, order, { rating: 4 }))));
  for (const member of pair) expect([await ratingOf(member), (await shown(member)).length]).toEqual([[4, 1], 2]);
  for (const [buyer] of sides) expect([await ratingOf(buyer), (await shown(buyer)).length]).toEqual([[5, 1], 1]);
  const { rows } = await market.platform.pool.query(
    'select count(*)::int as count, sum(rating)::int as stars from review where member_id = $1 and counts and shown_at is not null',
    [seller.id],
  );
  const kept = await market.platform.pool.query('select count, stars from review_statistics where member_id = $1', [seller.id]);
  expect(kept.rows).toEqual(rows);
  expect(await ratingOf(seller)).toEqual([Math.round((rows[0].stars * 100) / 8) / 100, 8]);
});

const page = async (path: string, as?: TestMember) =>
  String((await market.request('GET', path, as ? { as } : {})).body)
    .replace(/<!-- -->/g, '')
    .replaceAll('&#x27;', '’');
const post = (path: string, as: TestMember, fields: Record<string, string>) =>
  fetch(`${market.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: as.cookie, origin: market.url, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });

test('[EN-02] [12-4] the order’s page has the forms, which work without a script, and the member’s page shows what was written', async () => {
  const [seller, buyer] = [await person(), await person()];
  expect(await page(`/profile/${seller.id}`)).toContain('No reviews yet');
  expect(await page(`/orders/${await bought(seller, buyer, 'paid')}`, buyer)).not.toContain('Send the review');
  const order = await bought(seller, buyer);
  const at = `/orders/${order}`;
  expect(await page(at, buyer)).toContain('Send the review');
  const refused = await (await post(at, buyer, { intent: 'review', text: 'Kept <b>words</b>' })).text();
  expect([refused.includes('Choose 1 to 5 stars.'), refused.includes('Kept &lt;b&gt;words&lt;/b&gt;')]).toEqual([true, true]);
  expect((await post(at, buyer, { intent: 'review', rating: '2', text: 'Came late.' })).status).toBe(302);
  expect(await page(at, buyer)).toContain('Change the review');
  expect(await page(at, seller)).not.toContain('Came late.');
  expect((await post(at, buyer, { intent: 'review', rating: '3', text: 'Came late.' })).status).toBe(302);
  expect((await post(at, seller, { intent: 'review', rating: '5', text: '' })).status).toBe(302);
  const shownPage = await page(at, seller);
  const reviewId = /name="reviewId" value="([^"]+)"/.exec(shownPage)?.[1] ?? '';
  expect([shownPage.includes('Came late.'), shownPage.includes('Answer it')]).toEqual([true, true]);
  expect(await (await post(at, seller, { intent: 'reply', reviewId, reply: ' ' })).text()).toContain('The answer must not be empty.');
  expect((await post(at, buyer, { intent: 'reply', reviewId, reply: 'Mine' })).status).toBe(403);
  expect((await post(at, seller, { intent: 'reply', reviewId, reply: 'Sorry for that.' })).status).toBe(302);
  const profile = await page(`/profile/${seller.id}`);
  for (const words of ['data-testid="review"', '3 of 5 stars', 'Came late.', 'Sorry for that.', buyer.username])
    expect([words, profile.includes(words)]).toEqual([words, true]);
  // Looking at the order has read what was told of it.
  const unread = async (as: TestMember) =>
    (await market.request('GET', '/api/notifications', { as })).body.items.filter(
      (entry: { kind: string; read: boolean }) => entry.kind === 'reviews' && !entry.read,
    ).length;
  expect([await unread(seller), await unread(buyer)]).toEqual([0, 1]);
  await page(at, buyer);
  expect(await unread(buyer)).toBe(0);
});

test('[12-4] [12-6] one’s own reviews are a place of the dashboard: what is still to write, and what others wrote', async () => {
  const [seller, buyer] = [await person(), await person()];
  const empty = await page('/dashboard/reviews', seller);
  for (const words of ['Nothing to write at the moment', 'No reviews yet']) expect([words, empty.includes(words)]).toEqual([words, true]);
  const unsent = await bought(seller, buyer, 'paid');
  const order = await bought(seller, buyer);
  const asks = async (as: TestMember, id: string) => (await page('/dashboard/reviews', as)).includes(`/orders/${id}#reviews`);
  expect([await asks(seller, order), await asks(buyer, order), await asks(buyer, unsent)]).toEqual([true, true, false]);
  await write(buyer, order, { rating: 4, text: 'Neatly packed.' });
  expect([await asks(seller, order), await asks(buyer, order)]).toEqual([true, false]);
  expect(await page('/dashboard/reviews', seller)).not.toContain('Neatly packed.');
  await write(seller, order, { rating: 5 });
  expect([await asks(seller, order), (await page('/dashboard/reviews', seller)).includes('Neatly packed.')]).toEqual([false, true]);
  // Too late is nothing to write any more.
  const late = await bought(seller, buyer);
  await passTime(market, 61 * dayMs);
  expect(await asks(await signInAgain(market, buyer), late)).toBe(false);
});

const asked = async (as: TestMember) =>
  [...(await page('/dashboard/reviews', as)).matchAll(/\/orders\/([0-9a-z]+)#reviews/g)].map(([, id]) => id as string);

test('[12-4] [12-6] an order whose money was given back after it had arrived is still to write about, as it may be', async () => {
  const [seller, buyer] = [await person(), await person()];
  const refunded = await bought(seller, buyer);
  const give = { as: seller, body: { reason: 'It came broken.' } };
  expect((await market.request('POST', `/api/orders/${refunded}/refund`, give)).status).toBe(200);
  await passTime(market);
  const { body: order } = await market.request('GET', `/api/orders/${refunded}`, { as: buyer });
  expect([order.status, await asked(seller), await asked(buyer)]).toEqual(['refunded', [refunded], [refunded]]);
  expect((await write(seller, refunded, { rating: 3 })).status).toBe(201);
  expect(await asked(seller)).toEqual([]);
});

test('[12-4] [12-6] what is still to write is found behind sixty later orders that are reviewed', async () => {
  const [seller, buyer] = [await person(), await person()];
  const open = await bought(seller, buyer);
  const pool = market.platform.pool;
  const copy = (table: string, extra: string) =>
    pool.query(
      `insert into ${table} overriding user value select (jsonb_populate_record(null::${table}, to_jsonb(t) || ${extra})).* from ${table} t, generate_series(1, 60) n where ${table === 'orders' ? 'id' : 'order_id'} = $1`,
      [open],
    );
  await copy('orders', `jsonb_build_object('id', 'more' || n, 'created_at', t.created_at + n * interval '1 second')`);
  await pool.query(
    `insert into order_history (order_id, status, at, by) select 'more' || n, h.status, h.at, h.by from order_history h, generate_series(1, 60) n where order_id = $1`,
    [open],
  );
  await copy('order_item', `jsonb_build_object('order_id', 'more' || n)`);
  await pool.query(
    `insert into review (id, order_id, author_id, member_id, rating, shows_at, created_at, updated_at)
      select id, id, seller_id, buyer_id, 5, created_at, created_at, created_at from orders where id like 'more%'`,
  );
  expect([await asked(seller), (await asked(buyer)).length]).toEqual([[open], 50]);
});

test('[12-4] [RO-05] a review is reported, and an operator of neither side hides it with a reason and shows it again; the average follows', async () => {
  const [seller, buyer, operator] = [await person(), await person(), await person()];
  await market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [operator.id]);
  const order = await bought(seller, buyer);
  const { id } = (await write(buyer, order, { rating: 1, text: 'Lives at 5 Hill Road.' })).body;
  const at = `/api/admin/reviews/${id}`;
  const hide = (reason: string, as = operator) => market.request('POST', `${at}/hide`, { as, body: { reason } });
  expect((await hide('Too early.')).status).toBe(404);
  await write(seller, order, { rating: 5 });
  expect(await ratingOf(seller)).toEqual([1, 1]);

  const report = (as: TestMember, subject: string) =>
    market.request('POST', '/api/reports', { as, body: { subject: { kind: 'review', id: subject }, reason: 'other', text: 'My address.' } });
  expect((await report(buyer, id)).status).toBe(403);
  expect((await report(seller, 'unknown')).status).toBe(404);
  expect((await report(seller, id)).status).toBe(201);
  const [waiting] = (await market.request('GET', '/api/admin/reports', { as: operator })).body.items;
  expect(waiting).toMatchObject({ subject: { kind: 'review', id, title: '1 of 5 stars: Lives at 5 Hill Road.' }, reportedId: buyer.id });

  expect((await hide('No.', seller)).status).toBe(403);
  expect((await hide(' ')).body.errors).toEqual({ reason: 'Say why, in a few words.' });
  expect((await market.request('GET', at, { as: operator })).body).toMatchObject({
    rating: 1,
    hidden: null,
    may: ['hide'],
    memberName: seller.username,
  });
  expect((await hide('It says where somebody lives.')).body).toMatchObject({ counts: false, hidden: { by: operator.id }, may: ['release'] });
  expect((await hide('Again.')).body.code).toBe('wrong_state');
  expect([await shown(seller), await ratingOf(seller)]).toEqual([[], [null, 0]]);
  for (const [path, as] of [[`/profile/${seller.id}`], [`/orders/${order}`, seller]] as const)
    expect([path, /.{80}Hill Road/.exec(await page(path, as))?.[0]]).toEqual([path, undefined]);
  expect(await page(`/orders/${order}`, buyer)).toContain('An operator of the market has hidden it: It says where somebody lives.');
  expect((await report(seller, id)).status).toBe(404);
  expect(await market.request('POST', `/api/reviews/${id}/reply`, { as: seller, body: { text: 'So?' } })).toMatchObject({ status: 404 });
  const told = (await market.request('GET', '/api/notifications', { as: buyer })).body.items;
  expect(told.map(({ body }: { body: string }) => body)).toContain('An operator of the market says: It says where somebody lives.');

  const ofSeller = (await market.request('GET', '/api/notifications', { as: seller })).body.items;
  expect(ofSeller.filter(({ title }: { title: string }) => title === 'A review of you was hidden')).toHaveLength(1);
  expect(JSON.stringify(ofSeller)).not.toContain('Hill Road');

  const release = () => market.request('DELETE', `${at}/hide`, { as: operator });
  expect((await release()).body).toMatchObject({ counts: true, hidden: null, may: ['hide'] });
  expect((await release()).body.code).toBe('wrong_state');
  expect([(await shown(seller)).length, await ratingOf(seller)]).toEqual([1, [1, 1]]);
  const { rows } = await market.platform.pool.query('select act, data from audit_log where subject = $1 order by at, id', [id]);
  expect(rows).toEqual([
    { act: 'review.hidden', data: { author: buyer.id, about: seller.id, reason: 'It says where somebody lives.' } },
    { act: 'review.released', data: { author: buyer.id, about: seller.id } },
  ]);

  // Nobody is their own judge, operator or not.
  await market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [seller.id]);
  expect(await hide('It is unfair.', await signInAgain(market, seller))).toMatchObject({
    status: 403,
    body: { message: 'Another operator decides about reviews of yours and about you.' },
  });
});

test('[12-4] who goes is a deleted member in what they wrote, and both have their words in their export', async () => {
  const [seller, buyer] = [await person(), await person()];
  const order = await bought(seller, buyer);
  await write(buyer, order, { rating: 4, text: 'As described.' });
  await write(seller, order, { rating: 5, text: 'Paid at once.' });
  const own = (await market.request('GET', '/api/export', { as: buyer })).body;
  expect(JSON.stringify(own)).toContain('As described.');
  expect(JSON.stringify(own)).toContain('Paid at once.');
  await passTime(market, 20 * dayMs);
  await market.runJobs();
  const leaver = await signInAgain(market, buyer);
  expect((await market.request('POST', '/api/users/delete-account', { as: leaver, body: {} })).status).toBe(200);
  expect(await shown(seller)).toMatchObject([{ text: 'As described.', author: { username: 'Deleted member' } }]);
  expect(await ratingOf(seller)).toEqual([4, 1]);
  expect((await market.platform.pool.query('select 1 from review_statistics where member_id = $1', [buyer.id])).rows).toEqual([]);
});
