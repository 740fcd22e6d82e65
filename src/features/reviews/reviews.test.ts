import { expect, test } from 'vitest';
import { passTime, signInAgain } from '#features/orders/testing.ts';
import { dayMs, hourMs } from '#kernel/time.ts';
import type { TestMember } from '#testing/server.ts';
import { reviewedMarket } from './reviews.testing.ts';

const { at, person, bought, write, page } = reviewedMarket();

const shown = async (member: TestMember) =>
  (await at.market.request('GET', `/api/profiles/${member.id}/reviews`)).body.items;
const ratingOf = async (member: TestMember) => {
  const { rating, ratingCount } = (await at.market.request('GET', `/api/profiles/${member.id}`)).body;
  return [rating, ratingCount];
};

test('[EN-02] both sides review an order that has arrived; both are shown once both have written, and the average follows', async () => {
  const [seller, buyer] = [await person(), await person()];
  const early = await bought(seller, buyer, 'paid');
  expect(await write(buyer, early, { rating: 5 })).toMatchObject({ status: 409, body: { code: 'not_delivered' } });
  const order = await bought(seller, buyer);
  expect(await ratingOf(seller)).toEqual([null, 0]);
  expect(await write(await person(), order, { rating: 5 })).toMatchObject({ status: 404 });
  expect((await write(buyer, order, { rating: 6 })).body.errors).toEqual({ rating: 'Choose 1 to 5 stars.' });
  expect((await write(buyer, order, { rating: 4, text: 'a\0b' })).body.errors).toEqual({
    text: 'Remove the characters that can’t be shown.',
  });

  const first = await write(buyer, order, { rating: 3, text: ' Well packed. ' });
  expect([first.status, first.body]).toMatchObject([
    201,
    { rating: 3, text: 'Well packed.', shownAt: null, orderId: order },
  ]);
  // Until then its author may rewrite it, and no other member can read it.
  expect((await write(buyer, order, { rating: 4, text: 'Well packed.' })).body.id).toBe(first.body.id);
  expect([await shown(seller), await ratingOf(seller)]).toEqual([[], [null, 0]]);
  expect(
    await at.market.request('POST', `/api/reviews/${first.body.id}/reply`, { as: seller, body: { text: 'Thanks' } }),
  ).toMatchObject({
    status: 404,
  });

  expect((await write(seller, order, { rating: 5 })).status).toBe(201);
  expect(await shown(seller)).toMatchObject([
    { rating: 4, text: 'Well packed.', author: { id: buyer.id }, orderId: null, counts: true },
  ]);
  expect([await ratingOf(seller), await ratingOf(buyer)]).toEqual([
    [4, 1],
    [5, 1],
  ]);
  expect(await write(buyer, order, { rating: 1 })).toMatchObject({ status: 409, body: { code: 'review_closed' } });
  const notified = (await at.market.request('GET', '/api/notifications', { as: seller })).body.items;
  expect(notified.filter(({ kind }: { kind: string }) => kind === 'reviews')).toMatchObject([
    { body: '4 of 5 stars. You can reply once.' },
  ]);

  const reply = (as: TestMember, text: string) =>
    at.market.request('POST', `/api/reviews/${first.body.id}/reply`, { as, body: { text } });
  expect((await reply(buyer, 'No')).status).toBe(403);
  expect((await reply(seller, '  ')).status).toBe(422);
  expect((await reply(seller, 'Thank you')).body.reply).toMatchObject({ text: 'Thank you' });
  expect(await reply(seller, 'Again')).toMatchObject({ status: 409 });
  expect(await shown(seller)).toMatchObject([{ reply: { text: 'Thank you' } }]);
});

test('a review is shown after seven days though the other side has written nothing, changed for a day only, and a pair counts once in thirty days', async () => {
  let [seller, buyer] = [await person(), await person()];
  const orders = [await bought(seller, buyer), await bought(seller, buyer)];
  for (const order of orders)
    expect((await write(buyer, order, { rating: order === orders[0] ? 2 : 5 })).status).toBe(201);
  await passTime(at.market, 25 * hourMs);
  expect(await write(buyer, orders[0] as string, { rating: 1 })).toMatchObject({ status: 409 });
  expect(await shown(seller)).toEqual([]);
  await passTime(at.market, 6 * dayMs);
  expect((await shown(seller)).map(({ counts }: { counts: boolean }) => counts).sort()).toEqual([false, true]);
  expect((await ratingOf(seller))[1]).toBe(1);
  [seller, buyer] = [await signInAgain(at.market, seller), await signInAgain(at.market, buyer)];
  // The one who wrote nothing may still answer with a review of the other; it is shown at once.
  expect((await write(seller, orders[0] as string, { rating: 5 })).body.shownAt).not.toBeNull();
  await passTime(at.market, 31 * dayMs);
  [seller, buyer] = [await signInAgain(at.market, seller), await signInAgain(at.market, buyer)];
  const later = await bought(seller, buyer);
  await write(buyer, later, { rating: 5 });
  await write(seller, later, { rating: 5 });
  expect((await ratingOf(seller))[1]).toBe(2);
});

test('both sides at the same moment, and eight about one member: all are shown, once, and what is counted is what can be counted', {
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
    sides.flatMap(([buyer, order], n) => [
      write(buyer, order, { rating: 1 + (n % 5) }),
      write(seller, order, { rating: 5 }),
    ]),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(201));
  const pair = await Promise.all([person(), person()]);
  const twice = [await bought(...pair), await bought(...pair)];
  await Promise.all(twice.flatMap((order) => pair.map((member) => write(member, order, { rating: 4 }))));
  for (const member of pair) expect([await ratingOf(member), (await shown(member)).length]).toEqual([[4, 1], 2]);
  for (const [buyer] of sides) expect([await ratingOf(buyer), (await shown(buyer)).length]).toEqual([[5, 1], 1]);
  const { rows } = await at.market.platform.pool.query(
    'select count(*)::int as count, sum(rating)::int as stars from review where member_id = $1 and counts and shown_at is not null',
    [seller.id],
  );
  const remaining = await at.market.platform.pool.query(
    'select count, stars from review_statistics where member_id = $1',
    [seller.id],
  );
  expect(remaining.rows).toEqual(rows);
  expect(await ratingOf(seller)).toEqual([Math.round((rows[0].stars * 100) / 8) / 100, 8]);
});

const post = (path: string, as: TestMember, fields: Record<string, string>) =>
  fetch(`${at.market.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: as.cookie, origin: at.market.url, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });

test('[EN-02] the order’s page has the forms, which work without a script, and the member’s page shows what was written', async () => {
  const [seller, buyer] = [await person(), await person()];
  expect(await page(`/profile/${seller.id}`)).toContain('No reviews yet');
  expect(await page(`/orders/${await bought(seller, buyer, 'paid')}`, buyer)).not.toContain('Submit review');
  const order = await bought(seller, buyer);
  const address = `/orders/${order}`;
  expect(await page(address, buyer)).toContain('Submit review');
  const refused = await (await post(address, buyer, { intent: 'review', text: 'Kept <b>words</b>' })).text();
  expect([refused.includes('Choose 1 to 5 stars.'), refused.includes('Kept &lt;b&gt;words&lt;/b&gt;')]).toEqual([
    true,
    true,
  ]);
  expect((await post(address, buyer, { intent: 'review', rating: '2', text: 'Came late.' })).status).toBe(302);
  expect(await page(address, buyer)).toContain('Save review');
  expect(await page(address, seller)).not.toContain('Came late.');
  expect((await post(address, buyer, { intent: 'review', rating: '3', text: 'Came late.' })).status).toBe(302);
  expect((await post(address, seller, { intent: 'review', rating: '5', text: '' })).status).toBe(302);
  const shownPage = await page(address, seller);
  const reviewId = /name="reviewId" value="([^"]+)"/.exec(shownPage)?.[1] ?? '';
  expect([shownPage.includes('Came late.'), shownPage.includes('Reply to review')]).toEqual([true, true]);
  expect(await (await post(address, seller, { intent: 'reply', reviewId, reply: ' ' })).text()).toContain(
    'Enter your reply.',
  );
  expect((await post(address, buyer, { intent: 'reply', reviewId, reply: 'Mine' })).status).toBe(403);
  const replied = await post(address, seller, { intent: 'reply', reviewId, reply: 'Sorry for that.' });
  expect([replied.status, replied.headers.get('location')]).toEqual([302, `${address}#reviews`]);
  const profile = await page(`/profile/${seller.id}`);
  for (const words of ['data-testid="review"', '3 of 5 stars', 'Came late.', 'Sorry for that.', buyer.username])
    expect([words, profile.includes(words)]).toEqual([words, true]);
  // Viewing the order has marked its notifications as read.
  const unread = async (as: TestMember) =>
    (await at.market.request('GET', '/api/notifications', { as })).body.items.filter(
      (entry: { kind: string; read: boolean }) => entry.kind === 'reviews' && !entry.read,
    ).length;
  expect([await unread(seller), await unread(buyer)]).toEqual([0, 1]);
  await page(address, buyer);
  expect(await unread(buyer)).toBe(0);
});

test('[RO-05] a review is reported, and an admin of neither side hides it with a reason and shows it again; the average follows', async () => {
  const [seller, buyer, admin] = [await person(), await person(), await person()];
  await at.market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [admin.id]);
  const order = await bought(seller, buyer);
  const { id } = (await write(buyer, order, { rating: 1, text: 'Lives at 5 Hill Road.' })).body;
  const address = `/api/admin/reviews/${id}`;
  const hide = (reason: string, as = admin) => at.market.request('POST', `${address}/hide`, { as, body: { reason } });
  expect((await hide('Too early.')).status).toBe(404);
  await write(seller, order, { rating: 5 });
  expect(await ratingOf(seller)).toEqual([1, 1]);

  const report = (as: TestMember, subject: string) =>
    at.market.request('POST', '/api/reports', {
      as,
      body: { subject: { kind: 'review', id: subject }, reason: 'other', text: 'My address.' },
    });
  expect((await report(buyer, id)).status).toBe(403);
  expect((await report(seller, 'unknown')).status).toBe(404);
  expect((await report(seller, id)).status).toBe(201);
  const [waiting] = (await at.market.request('GET', '/api/admin/reports', { as: admin })).body.items;
  expect(waiting).toMatchObject({
    subject: { kind: 'review', id, title: '1 of 5 stars: Lives at 5 Hill Road.' },
    reportedId: buyer.id,
  });

  expect((await hide('No.', seller)).status).toBe(403);
  expect((await hide(' ')).body.errors).toEqual({ reason: 'Enter a reason of at least 3 characters.' });
  expect((await at.market.request('GET', address, { as: admin })).body).toMatchObject({
    rating: 1,
    hidden: null,
    may: ['hide'],
    memberName: seller.username,
  });
  expect((await hide('It says where somebody lives.')).body).toMatchObject({
    counts: false,
    hidden: { by: admin.id },
    may: ['release'],
  });
  expect((await hide('Again.')).body.code).toBe('wrong_state');
  expect([await shown(seller), await ratingOf(seller)]).toEqual([[], [null, 0]]);
  for (const [path, as] of [[`/profile/${seller.id}`], [`/orders/${order}`, seller]] as const)
    expect([path, /.{80}Hill Road/.exec(await page(path, as))?.[0]]).toEqual([path, undefined]);
  expect(await page(`/orders/${order}`, buyer)).toContain('We hid your review. Reason: It says where somebody lives.');
  expect((await report(seller, id)).status).toBe(404);
  expect(
    await at.market.request('POST', `/api/reviews/${id}/reply`, { as: seller, body: { text: 'So?' } }),
  ).toMatchObject({ status: 404 });
  const notified = (await at.market.request('GET', '/api/notifications', { as: buyer })).body.items;
  expect(notified.map(({ body }: { body: string }) => body)).toContain(
    'We hid your review. Reason: It says where somebody lives.',
  );

  const ofSeller = (await at.market.request('GET', '/api/notifications', { as: seller })).body.items;
  expect(ofSeller.filter(({ title }: { title: string }) => title === 'A review of you was hidden')).toHaveLength(1);
  expect(JSON.stringify(ofSeller)).not.toContain('Hill Road');

  const release = () => at.market.request('DELETE', `${address}/hide`, { as: admin });
  expect((await release()).body).toMatchObject({ counts: true, hidden: null, may: ['hide'] });
  expect((await release()).body.code).toBe('wrong_state');
  expect([(await shown(seller)).length, await ratingOf(seller)]).toEqual([1, [1, 1]]);
  const { rows } = await at.market.platform.pool.query(
    'select act, data from audit_log where subject = $1 order by at, id',
    [id],
  );
  expect(rows).toEqual([
    { act: 'review.hidden', data: { author: buyer.id, about: seller.id, reason: 'It says where somebody lives.' } },
    { act: 'review.released', data: { author: buyer.id, about: seller.id } },
  ]);

  // Admins do not decide about reviews of themselves.
  await at.market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [seller.id]);
  expect(await hide('It is unfair.', await signInAgain(at.market, seller))).toMatchObject({
    status: 403,
    body: { message: 'Another admin must handle reviews by you or about you.' },
  });
});

test('who goes is a deleted member in what they wrote, and both have their words in their export', async () => {
  const [seller, buyer] = [await person(), await person()];
  const order = await bought(seller, buyer);
  await write(buyer, order, { rating: 4, text: 'As described.' });
  await write(seller, order, { rating: 5, text: 'Paid at once.' });
  const own = (await at.market.request('GET', '/api/export', { as: buyer })).body;
  expect(JSON.stringify(own)).toContain('As described.');
  expect(JSON.stringify(own)).toContain('Paid at once.');
  await passTime(at.market, 20 * dayMs);
  await at.market.runJobs();
  const leaver = await signInAgain(at.market, buyer);
  const body = { password: leaver.password };
  expect((await at.market.request('POST', '/api/users/delete-account', { as: leaver, body })).status).toBe(200);
  expect(await shown(seller)).toMatchObject([{ text: 'As described.', author: { username: 'Deleted member' } }]);
  expect(await ratingOf(seller)).toEqual([4, 1]);
  expect(
    (await at.market.platform.pool.query('select 1 from review_statistics where member_id = $1', [buyer.id])).rows,
  ).toEqual([]);
});
