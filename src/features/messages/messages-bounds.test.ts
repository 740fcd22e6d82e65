import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePremium } from '#features/orders/testing.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { talkers } from './messages.testing.ts';

/** Limits of conversations: blocks, reports, rate limits, the email about unread messages, and deleted members. */
let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
}, 120_000);
afterAll(() => market?.close());

const { join, openAs, sayAs, threadsOf } = talkers(() => market);

test('[EN-07] the blocker and the blocked member can’t write to each other, and only the blocker reads the reason', async () => {
  const [ana, bob] = [await join(), await join()];
  const { id } = (await openAs(ana, { recipientId: bob.id, text: 'Hello.' })).body;
  const block = (method: string, as: TestMember, of: TestMember) =>
    market.request(method, `/api/members/${of.id}/block`, {
      as,
      ...(method === 'POST' ? { body: { reason: 'Rude.' } } : {}),
    });
  expect((await block('POST', bob, ana)).status).toBe(200);
  for (const refused of [
    await sayAs(ana, id, { text: 'Why?' }),
    await sayAs(bob, id, { text: 'So.' }),
    await openAs(ana, { recipientId: bob.id, text: 'Hm.' }),
  ])
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'blocked', message: 'You and this member can’t message each other.' },
    });
  expect((await market.request('GET', '/api/blocks', { as: bob })).body.items).toMatchObject([
    { memberId: ana.id, username: ana.username, reason: 'Rude.' },
  ]);
  expect((await market.request('GET', '/api/blocks', { as: ana })).body.items).toEqual([]);
  expect([(await threadsOf(bob))[0].blockedByMe, (await threadsOf(ana))[0].blockedByMe]).toEqual([true, false]);
  await block('DELETE', bob, ana);
  expect((await sayAs(ana, id, { text: 'Thank you.' })).status).toBe(201);
});

test('[EN-07] a report retains a copy of the messages, even when a member deletes the thread', async () => {
  const [ana, bob] = [await join(), await join()];
  const { id } = (
    await openAs(ana, {
      recipientId: bob.id,
      text: 'Pay me by bank transfer to 12 Long Mill Road, or call +49 170 1234567.',
    })
  ).body;
  expect((await market.request('GET', `/api/threads/${id}/messages`, { as: bob })).body.items[0].marks).toEqual([
    'address',
    'phone',
    'payment',
  ]);
  await market.request('DELETE', `/api/threads/${id}`, { as: bob });
  const reported = await market.request('POST', `/api/members/${ana.id}/report`, {
    as: bob,
    body: { reason: 'fraud', text: 'Wants money.' },
  });
  expect(reported.status).toBe(201);
  const same = await market.request('POST', '/api/reports', {
    as: bob,
    body: { subject: { kind: 'member', id: ana.id }, reason: 'fraud' },
  });
  expect(same.status).toBe(201);
  const { rows } = await market.platform.pool.query('select messages, text from member_report where id = $1', [
    reported.body.id,
  ]);
  expect(rows).toMatchObject([{ text: 'Wants money.', messages: [{ threadId: id, senderId: ana.id }] }]);
});

test('[EN-07] the limits say when to continue: 20 messages a minute, 10 new threads an hour, 30 for premium, whose messages are listed first', async () => {
  const [ana, shop] = [await join(), await join()];
  await makePremium(market, shop);
  const others = await Promise.all(Array.from({ length: 11 }, join));
  for (const to of others.slice(0, 10))
    expect((await openAs(ana, { recipientId: to.id, text: 'Hello.' })).status).toBe(201);
  const refused = await openAs(ana, { recipientId: others[10]?.id, text: 'Hello.' });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
  expect(refused.body.message).toMatch(
    /^You can start 10 conversations an hour on the Free plan\. Try again in \d+ minutes\.$/,
  );
  // Refused messages do not count: ten more are allowed this minute.
  const [first] = await threadsOf(ana);
  for (let i = 0; i < 10; i++) expect((await sayAs(ana, first.id, { text: `${i}` })).status).toBe(201);
  expect((await sayAs(ana, first.id, { text: 'One too many.' })).status).toBe(429);
  const [reader] = others.slice(0, 1) as [TestMember];
  for (const to of others)
    expect((await openAs(shop, { recipientId: to.id, text: 'From the shop.' })).status).toBe(201);
  await market.advance(61_000);
  const { id } = (await threadsOf(ana)).find(({ subject }: { subject: { id: string } }) => subject.id === reader.id);
  await sayAs(ana, id, { text: 'The newest.' });
  expect(
    (await threadsOf(reader)).map(({ priority, lastMessage }: { priority: boolean; lastMessage: { text: string } }) => [
      priority,
      lastMessage.text,
    ]),
  ).toEqual([
    [true, 'From the shop.'],
    [false, 'The newest.'],
  ]);
  const page = (await market.request('GET', '/api/threads?limit=1', { as: reader })).body;
  expect((await threadsOf(reader, `?limit=1&cursor=${page.nextCursor}`))[0].lastMessage.text).toBe('The newest.');
});

test('[EN-07] an unread message is mailed once, without its text; a read one is not', async () => {
  const [ana, bob] = [await join(), await join()];
  const { id } = (await openAs(ana, { recipientId: bob.id, text: 'A secret offer.' })).body;
  await sayAs(ana, id, { text: 'Are you there?' });
  const mails = async () =>
    (await market.request('GET', `/sandbox/mail.json?to=${bob.email}`)).body.filter(
      ({ subject }: { subject: string }) => subject.startsWith('New message from'),
    );
  await market.advance(5 * 60_000);
  const [mail, ...more] = await mails();
  expect([mail.subject, more]).toEqual([`New message from ${ana.username}`, []]);
  expect(mail.text).toContain(`You have 2 unread messages from ${ana.username}.`);
  expect(mail.text).toContain(`/messages/${id}`);
  expect(mail.text).not.toContain('secret');
  // Read, and a new message since: the next email waits for the rest of the 15 minutes.
  await market.request('POST', `/api/threads/${id}/read`, { as: bob });
  await sayAs(ana, id, { text: 'And now?' });
  await market.advance(6 * 60_000);
  expect(await mails()).toHaveLength(1);
  await market.advance(10 * 60_000);
  expect(await mails()).toHaveLength(2);
  await market.request('POST', `/api/threads/${id}/read`, { as: bob });
  await sayAs(ana, id, { text: 'Last.' });
  await market.request('POST', `/api/threads/${id}/read`, { as: bob });
  await market.advance(60 * 60_000);
  expect(await mails()).toHaveLength(2);
});

test('[EN-07] a deleted member is "Deleted member" to the other: the messages stay, no new one is accepted, and their export had them', async () => {
  const [ana, bob] = [await join(), await join()];
  const { id } = (await openAs(ana, { recipientId: bob.id, text: 'Good bye.' })).body;
  await market.request('POST', `/api/members/${bob.id}/block`, { as: ana, body: { reason: 'My own.' } });
  const exported = (await market.request('GET', '/api/export', { as: ana })).body.messages;
  expect(exported).toMatchObject({
    threads: [{ id, with: bob.username }],
    messages: [{ text: 'Good bye.' }],
    blocks: [{ reason: 'My own.' }],
  });
  expect(
    (await market.request('POST', '/api/users/delete-account', { as: ana, body: { password: ana.password } })).status,
  ).toBe(200);
  expect((await threadsOf(bob))[0]).toMatchObject({
    participants: { [ana.id]: { username: 'Deleted member' } },
    lastMessage: { text: 'Good bye.' },
  });
  expect(await sayAs(bob, id, { text: 'Hello?' })).toMatchObject({ status: 409, body: { code: 'not_reachable' } });
  expect((await openAs(bob, { recipientId: ana.id, text: 'Hello?' })).status).toBe(409);
});
