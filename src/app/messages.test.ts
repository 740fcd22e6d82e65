import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditMessages } from '#features/messages/testing.ts';
import { buyPlaced, makePremium, putUpForSale } from '#features/orders/testing.ts';
import * as crafted from '#platform/pictures/crafted.ts';
import { type Client, connectLive } from '#testing/live.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
}, 120_000);
afterAll(() => market.close());

let n = 0;
const join = () => market.signUp(`talker_${++n}`);
const openAs = (as: TestMember, body: Record<string, unknown>) => market.request('POST', '/api/threads', { as, body });
const sayAs = (as: TestMember, threadId: string, body: Record<string, unknown>) =>
  market.request('POST', `/api/threads/${threadId}/messages`, { as, body });
const threadsOf = async (as: TestMember, query = '') => (await market.request('GET', `/api/threads${query}`, { as })).body.items;
const saidTo = async (as: TestMember, threadId: string) =>
  (await market.request('GET', `/api/threads/${threadId}/messages`, { as })).body.items.map(({ text }: { text: string }) => text);
const unreadOf = async (as: TestMember) => (await market.request('GET', '/api/counters', { as })).body.messages;
const audit = async () => expect(await auditMessages(market.platform.pool)).toEqual([]);

test('[EN-07] two members talk about a listing in one thread, each with its own side of it', async () => {
  const [seller, buyer] = [await join(), await join()];
  const listingId = await putUpForSale(market, seller);
  const opened = await openAs(buyer, { recipientId: seller.id, listingId, text: 'Is the corner white?' });
  expect(opened).toMatchObject({
    status: 201,
    body: {
      subject: { kind: 'listing', id: listingId },
      participants: { [buyer.id]: { username: buyer.username, avatarUrl: null }, [seller.id]: { username: seller.username, avatarUrl: null } },
      lastMessage: { text: 'Is the corner white?', senderId: buyer.id, receiverId: seller.id, read: false },
      unread: 0,
      message: { text: 'Is the corner white?', photos: [], card: null, readAt: null },
    },
  });
  const { id } = opened.body;
  expect(await unreadOf(seller)).toBe(1);
  expect((await sayAs(seller, id, { text: 'No.' })).status).toBe(201);
  // The seller goes on from the listing's side as well: it is the same thread.
  expect((await openAs(seller, { recipientId: buyer.id, listingId, text: 'I looked again.' })).body.id).toBe(id);
  expect((await threadsOf(seller)).map((thread: { unread: number }) => thread.unread)).toEqual([1]);
  expect((await threadsOf(buyer)).map((thread: { unread: number }) => thread.unread)).toEqual([2]);
  expect(await unreadOf(buyer)).toBe(1);
  expect((await market.request('POST', `/api/threads/${id}/read`, { as: buyer })).status).toBe(200);
  expect(await unreadOf(buyer)).toBe(0);
  expect((await threadsOf(seller))[0].lastMessage.read).toBe(true);
  expect(await saidTo(seller, id)).toEqual(['I looked again.', 'No.', 'Is the corner white?']);
  await audit();
});

test('[EN-07] a thread that one side deleted stays for the other and returns on a new message, with what is new alone', async () => {
  const [ana, bob] = [await join(), await join()];
  const { id } = (await openAs(ana, { recipientId: bob.id, text: 'First.' })).body;
  expect((await market.request('DELETE', `/api/threads/${id}`, { as: bob })).status).toBe(200);
  expect([await threadsOf(bob), await unreadOf(bob), await saidTo(bob, id)]).toEqual([[], 0, []]);
  expect((await threadsOf(ana))[0]).toMatchObject({ id, subject: { kind: 'member', id: bob.id }, lastMessage: { text: 'First.', read: false } });
  await sayAs(ana, id, { text: 'Second.' });
  expect((await threadsOf(bob))[0]).toMatchObject({ id, subject: { kind: 'member', id: ana.id }, unread: 1, lastMessage: { text: 'Second.' } });
  expect([await saidTo(bob, id), await saidTo(ana, id)]).toEqual([['Second.'], ['Second.', 'First.']]);
  await audit();
});

test('[RT-10] what is named in a way that names nothing is unknown, and no fault', async () => {
  const [seller, buyer] = [await join(), await join()];
  for (const about of [{ listingId: '\u0000' }, { orderId: '\u0000' }, { listingId: 'x' }]) {
    expect((await market.request('POST', '/api/threads', { as: buyer, body: { recipientId: seller.id, text: 'Hello.', ...about } })).status).toBe(
      404,
    );
  }
});

test('[RT-10] for another member a thread does not exist, whatever they try', async () => {
  const [ana, bob, eve] = [await join(), await join(), await join()];
  const { id } = (await openAs(ana, { recipientId: bob.id, text: 'Between us.' })).body;
  const attempts = await Promise.all([
    market.request('GET', `/api/threads/${id}`, { as: eve }),
    market.request('GET', `/api/threads/${id}/messages`, { as: eve }),
    sayAs(eve, id, { text: 'Hello?' }),
    market.request('POST', `/api/threads/${id}/read`, { as: eve }),
    market.request('DELETE', `/api/threads/${id}`, { as: eve }),
    sayAs(eve, 'nothing', { text: 'Hello?' }),
  ]);
  for (const { status, body } of attempts) expect([status, body.message]).toEqual([404, 'There is no such conversation.']);
  expect(await threadsOf(eve)).toEqual([]);
  expect((await market.request('GET', '/api/threads')).status).toBe(401);
});

test('[EN-07] an order goes on in the thread of its listing, and begins one where there is none', async () => {
  const [seller, buyer, other] = [await join(), await join(), await join()];
  await makePremium(market, seller);
  const listingId = await putUpForSale(market, seller, { quantity: 2 });
  const { id } = (await openAs(buyer, { recipientId: seller.id, listingId, text: 'I take it.' })).body;
  const { order } = await buyPlaced(market, buyer, listingId);
  expect((await openAs(seller, { recipientId: buyer.id, orderId: order.id, text: 'Thank you.' })).body.id).toBe(id);
  const second = await buyPlaced(market, other, listingId);
  expect((await openAs(other, { recipientId: seller.id, orderId: second.order.id, text: 'When?' })).body.subject).toEqual({
    kind: 'order',
    id: second.order.id,
  });
  // Nobody talks about somebody else's order, or to somebody who does not sell the listing.
  expect((await openAs(other, { recipientId: seller.id, orderId: order.id, text: 'Hm.' })).status).toBe(404);
  expect((await openAs(other, { recipientId: buyer.id, listingId, text: 'Hm.' })).status).toBe(404);
});

test('[EN-07] a message under one clientId is one message, and what cannot be sent is refused in words', async () => {
  const [ana, bob] = [await join(), await join()];
  const first = (await openAs(ana, { recipientId: bob.id, text: 'Once.', clientId: 'a-1' })).body;
  expect((await openAs(ana, { recipientId: bob.id, text: 'Once.', clientId: 'a-1' })).body.message.id).toBe(first.message.id);
  const again = await Promise.all(Array.from({ length: 20 }, () => sayAs(ana, first.id, { text: 'Twenty times.', clientId: 'a-2' })));
  expect(new Set(again.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
  expect(await saidTo(bob, first.id)).toEqual(['Twenty times.', 'Once.']);
  const refused = await Promise.all([
    sayAs(ana, first.id, { text: '   ' }),
    sayAs(ana, first.id, { text: 'a\u0000b' }),
    sayAs(ana, first.id, { text: 'x'.repeat(2_001) }),
    openAs(ana, { recipientId: ana.id, text: 'Me.' }),
    openAs(ana, { recipientId: 'nobody', text: 'You.' }),
    openAs(ana, { recipientId: bob.id, listingId: 'a', orderId: 'b', text: 'Both.' }),
  ]);
  expect(refused.map(({ status, body }) => [status, body.message])).toEqual([
    [422, 'The message must not be empty.'],
    [422, "The message has characters that can't be shown."],
    [422, 'The message may have at most 2,000 characters.'],
    [403, 'You can’t write to yourself.'],
    [404, 'There is no such member.'],
    [422, 'Name a listing, an order or a wanted post: one of them.'],
  ]);
  await audit();
});

test('[EN-07] two who open the same thread at the same moment open one, and nothing is lost when both write and read at once', async () => {
  const [ana, bob] = [await join(), await join()];
  const opened = await Promise.all([
    ...Array.from({ length: 5 }, (_, i) => openAs(ana, { recipientId: bob.id, text: `ana ${i}` })),
    ...Array.from({ length: 5 }, (_, i) => openAs(bob, { recipientId: ana.id, text: `bob ${i}` })),
  ]);
  expect(new Set(opened.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
  const { id } = opened[0]?.body ?? {};
  await Promise.all(
    Array.from({ length: 10 }, (_, i) => [
      sayAs(i % 2 ? ana : bob, id, { text: `at once ${i}` }),
      market.request('POST', `/api/threads/${id}/read`, { as: i % 2 ? bob : ana }),
    ]).flat(),
  );
  await audit();
  expect(await saidTo(ana, id)).toHaveLength(20);
  expect(await saidTo(ana, id)).toEqual(await saidTo(bob, id));
});

test('[LI-06] a message, its reading and the counter are heard live by the two and by nobody else', async () => {
  const [ana, bob, eve] = [await join(), await join(), await join()];
  const { id } = (await openAs(ana, { recipientId: bob.id, text: 'Hello.' })).body;
  const url = `${market.url.replace('http', 'ws')}/api/realtime`;
  const lines: Client[] = [];
  const line = async (member: TestMember) => {
    const client = await connectLive(url, { cookie: member.cookie, origin: market.url });
    lines.push(client);
    await client.hello();
    return client;
  };
  const [anas, bobs, eves] = [await line(ana), await line(bob), await line(eve)];
  expect([await anas.subscribe('t', 'thread', { id }), await bobs.subscribe('t', 'thread', { id })].map(({ type }) => type)).toEqual([
    'subscribed',
    'subscribed',
  ]);
  expect(await eves.subscribe('t', 'thread', { id })).toMatchObject({ type: 'error', code: 'not_found' });
  await bobs.subscribe('me', 'me');
  const sent = (await sayAs(ana, id, { text: 'Are you there?', clientId: 'live-1' })).body;
  expect(await bobs.frame({ kind: 'message.created' })).toMatchObject({ subscription: 't', data: { ...sent, version: 2 } });
  expect(await bobs.frame({ kind: 'counters.changed' })).toMatchObject({ subscription: 'me', data: { id: bob.id } });
  await market.request('POST', `/api/threads/${id}/read`, { as: bob });
  expect(await anas.frame({ kind: 'thread.read' })).toMatchObject({ data: { id, memberId: bob.id } });
  for (const one of lines) one.socket.close();
  await Promise.all(lines.map(({ closed }) => closed));
});

test('[9-3] a message is delivered once a device of the other one has asked what waits, and read once they looked; both are told live', async () => {
  const [ana, bob, eve] = [await join(), await join(), await join()];
  const { id } = (await openAs(ana, { recipientId: bob.id, text: 'Hello.' })).body;
  const other = (await openAs(ana, { recipientId: eve.id, text: 'Hello.' })).body.id;
  const marks = async (threadId: string, as: TestMember) =>
    (await market.request('GET', `/api/threads/${threadId}/messages`, { as })).body.items.map(
      ({ delivered, readAt }: { delivered: boolean; readAt: string | null }) => (readAt ? 'Read' : delivered ? 'Delivered' : 'Sent'),
    );
  // Who wrote it looks at it and asks what waits for them: that delivers nothing.
  await unreadOf(ana);
  expect(await marks(id, ana)).toEqual(['Sent']);
  const line = await connectLive(`${market.url.replace('http', 'ws')}/api/realtime`, { cookie: ana.cookie, origin: market.url });
  await line.hello();
  await line.subscribe('t', 'thread', { id });
  expect(await unreadOf(bob)).toBe(1);
  expect(await line.frame({ kind: 'thread.delivered' })).toMatchObject({ subscription: 't' });
  expect([await marks(id, ana), await marks(other, ana)]).toEqual([['Delivered'], ['Sent']]);
  await threadsOf(eve);
  expect(await marks(other, ana)).toEqual(['Delivered']);
  await sayAs(ana, id, { text: 'Are you there?' });
  expect(await marks(id, ana)).toEqual(['Sent', 'Delivered']);
  await market.request('POST', `/api/threads/${id}/read`, { as: bob });
  expect(await marks(id, ana)).toEqual(['Read', 'Read']);
  line.socket.close();
  await line.closed;
});

test('[A-03] typing is told to the other one alone, under no position, and never across a block', async () => {
  const [ana, bob, eve] = [await join(), await join(), await join()];
  const withBob = (await openAs(ana, { recipientId: bob.id, text: 'Hello.' })).body.id;
  const withEve = (await openAs(ana, { recipientId: eve.id, text: 'Hello.' })).body.id;
  const url = `${market.url.replace('http', 'ws')}/api/realtime`;
  const [anas, bobs, eves] = await Promise.all([ana, bob, eve].map(({ cookie }) => connectLive(url, { cookie, origin: market.url })));
  if (!anas || !bobs || !eves) throw new Error('three lines');
  for (const line of [anas, bobs, eves]) await line.hello();
  await anas.subscribe('t', 'thread', { id: withBob });
  await bobs.subscribe('t', 'thread', { id: withBob });
  await eves.subscribe('t', 'thread', { id: withEve });
  /** Types until it is heard: a word on the wire may get lost. */
  const isHeard = (by: Client, from: Client, threadId: string) =>
    expect
      .poll(
        () => {
          from.send({ type: 'typing', threadId });
          return typing(by).length;
        },
        { timeout: 20_000, interval: 100 },
      )
      .toBeGreaterThan(0);
  const typing = (line: Client) => line.frames.filter((frame) => frame.type === 'event' && frame.kind === 'typing');

  eves.send({ type: 'typing', threadId: withBob });
  expect(await eves.frame({ type: 'error' })).toMatchObject({ code: 'not_found', message: 'There is no such conversation.' });
  await isHeard(bobs, anas, withBob);
  expect(await bobs.frame({ kind: 'typing' })).toMatchObject({ subscription: 't', data: { id: withBob, memberId: ana.id, version: 0 } });
  expect([typing(anas), typing(eves)]).toEqual([[], []]);

  await market.request('POST', `/api/members/${ana.id}/block`, { as: bob, body: {} });
  bobs.send({ type: 'typing', threadId: withBob });
  bobs.send({ type: 'ping' });
  await bobs.frame({ type: 'pong' });
  // Words arrive in the order in which they were said: by this one Bob's would be here.
  await isHeard(eves, anas, withEve);
  expect(typing(anas)).toEqual([]);
  for (const line of [anas, bobs, eves]) line.socket.close();
  await Promise.all([anas, bobs, eves].map(({ closed }) => closed));
});

test('[EN-07] who is blocked and who blocks can’t write to each other, and the reason is for one alone', async () => {
  const [ana, bob] = [await join(), await join()];
  const { id } = (await openAs(ana, { recipientId: bob.id, text: 'Hello.' })).body;
  const block = (method: string, as: TestMember, of: TestMember) =>
    market.request(method, `/api/members/${of.id}/block`, { as, ...(method === 'POST' ? { body: { reason: 'Rude.' } } : {}) });
  expect((await block('POST', bob, ana)).status).toBe(200);
  for (const refused of [
    await sayAs(ana, id, { text: 'Why?' }),
    await sayAs(bob, id, { text: 'So.' }),
    await openAs(ana, { recipientId: bob.id, text: 'Hm.' }),
  ])
    expect(refused).toMatchObject({ status: 403, body: { code: 'blocked', message: 'You and this member can’t write to each other.' } });
  expect((await market.request('GET', '/api/blocks', { as: bob })).body.items).toMatchObject([
    { memberId: ana.id, username: ana.username, reason: 'Rude.' },
  ]);
  expect((await market.request('GET', '/api/blocks', { as: ana })).body.items).toEqual([]);
  expect([(await threadsOf(bob))[0].blockedByMe, (await threadsOf(ana))[0].blockedByMe]).toEqual([true, false]);
  await block('DELETE', bob, ana);
  expect((await sayAs(ana, id, { text: 'Thank you.' })).status).toBe(201);
});

test('[EN-07] a report keeps what was said as it stood, whoever deletes the thread', async () => {
  const [ana, bob] = [await join(), await join()];
  const { id } = (await openAs(ana, { recipientId: bob.id, text: 'Pay me by bank transfer to 12 Long Mill Road, or call +49 170 1234567.' })).body;
  expect((await market.request('GET', `/api/threads/${id}/messages`, { as: bob })).body.items[0].marks).toEqual(['address', 'phone', 'payment']);
  await market.request('DELETE', `/api/threads/${id}`, { as: bob });
  const reported = await market.request('POST', `/api/members/${ana.id}/report`, { as: bob, body: { reason: 'fraud', text: 'Wants money.' } });
  expect(reported.status).toBe(201);
  const same = await market.request('POST', '/api/reports', { as: bob, body: { subject: { kind: 'member', id: ana.id }, reason: 'fraud' } });
  expect(same.status).toBe(201);
  const { rows } = await market.platform.pool.query('select messages, text from member_report where id = $1', [reported.body.id]);
  expect(rows).toMatchObject([{ text: 'Wants money.', messages: [{ threadId: id, senderId: ana.id }] }]);
});

test('[EN-07] the limits say when it goes on: 20 messages a minute, 10 new threads an hour, 30 for premium, whose messages stand first', async () => {
  const [ana, shop] = [await join(), await join()];
  await makePremium(market, shop);
  const others = await Promise.all(Array.from({ length: 11 }, join));
  for (const to of others.slice(0, 10)) expect((await openAs(ana, { recipientId: to.id, text: 'Hello.' })).status).toBe(201);
  const refused = await openAs(ana, { recipientId: others[10]?.id, text: 'Hello.' });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
  expect(refused.body.message).toMatch(/^You have begun 10 conversations this hour, .* in \d+ minutes\.$/);
  // What was refused has counted for nothing: ten more messages are free this minute.
  const [first] = await threadsOf(ana);
  for (let i = 0; i < 10; i++) expect((await sayAs(ana, first.id, { text: `${i}` })).status).toBe(201);
  expect((await sayAs(ana, first.id, { text: 'One too many.' })).status).toBe(429);
  const [reader] = others.slice(0, 1) as [TestMember];
  for (const to of others) expect((await openAs(shop, { recipientId: to.id, text: 'From the shop.' })).status).toBe(201);
  await market.advance(61_000);
  const { id } = (await threadsOf(ana)).find(({ subject }: { subject: { id: string } }) => subject.id === reader.id);
  await sayAs(ana, id, { text: 'The newest.' });
  expect(
    (await threadsOf(reader)).map(({ priority, lastMessage }: { priority: boolean; lastMessage: { text: string } }) => [priority, lastMessage.text]),
  ).toEqual([
    [true, 'From the shop.'],
    [false, 'The newest.'],
  ]);
  const page = (await market.request('GET', '/api/threads?limit=1', { as: reader })).body;
  expect((await threadsOf(reader, `?limit=1&cursor=${page.nextCursor}`))[0].lastMessage.text).toBe('The newest.');
});

test('[EN-07] one finds one’s own threads by what was said and by who it was with, and nobody else’s', async () => {
  const [ana, bob, eve] = [await join(), await join(), await join()];
  const { id } = (await openAs(ana, { recipientId: bob.id, text: 'The holo is 100% mint' })).body;
  const found = async (as: TestMember, q: string) => (await threadsOf(as, `?q=${encodeURIComponent(q)}`)).map((thread: { id: string }) => thread.id);
  expect([await found(bob, 'MINT holo'), await found(bob, ana.username), await found(ana, '100%')]).toEqual([[id], [id], [id]]);
  expect([await found(bob, 'mint_holo'), await found(eve, 'holo')]).toEqual([[], []]);
});

test('[EN-07] what stays unread is mailed once, without what it says; what was read is not', async () => {
  const [ana, bob] = [await join(), await join()];
  const { id } = (await openAs(ana, { recipientId: bob.id, text: 'A secret offer.' })).body;
  await sayAs(ana, id, { text: 'Are you there?' });
  const mails = async () =>
    (await market.request('GET', `/sandbox/mail.json?to=${bob.email}`)).body.filter(({ subject }: { subject: string }) =>
      subject.endsWith('wrote to you'),
    );
  await market.advance(5 * 60_000);
  const [mail, ...more] = await mails();
  expect([mail.subject, more]).toEqual([`${ana.username} wrote to you`, []]);
  expect(mail.text).toContain(`${ana.username} wrote to you 2 times.`);
  expect(mail.text).toContain(`/messages/${id}`);
  expect(mail.text).not.toContain('secret');
  // Read and written to again: the next mail waits for the quarter of an hour.
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

test('[EN-07] who leaves is "Deleted member" to the other: what was said stays, nothing new comes in, and it was in their export', async () => {
  const [ana, bob] = [await join(), await join()];
  const { id } = (await openAs(ana, { recipientId: bob.id, text: 'Good bye.' })).body;
  await market.request('POST', `/api/members/${bob.id}/block`, { as: ana, body: { reason: 'My own.' } });
  const exported = (await market.request('GET', '/api/export', { as: ana })).body.messages;
  expect(exported).toMatchObject({ threads: [{ id, with: bob.username }], messages: [{ text: 'Good bye.' }], blocks: [{ reason: 'My own.' }] });
  expect((await market.request('POST', '/api/users/delete-account', { as: ana, body: { password: ana.password } })).status).toBe(200);
  expect((await threadsOf(bob))[0]).toMatchObject({ participants: { [ana.id]: { username: 'Deleted member' } }, lastMessage: { text: 'Good bye.' } });
  expect(await sayAs(bob, id, { text: 'Hello?' })).toMatchObject({ status: 409, body: { code: 'not_reachable' } });
  expect((await openAs(bob, { recipientId: ana.id, text: 'Hello?' })).status).toBe(409);
});

async function attach(as: TestMember, threadId: string, ...files: Buffer[]) {
  const body = new FormData();
  for (const bytes of files) body.append('photos', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'card.jpg');
  return market.request('POST', `/api/threads/${threadId}/photos`, { as, body });
}
const photoFor = async (url: string, as?: TestMember) => {
  const answer = await fetch(market.url + url, { headers: as ? { cookie: as.cookie } : {} });
  await answer.arrayBuffer();
  return [answer.status, answer.headers.get('cache-control')];
};
const shown = [200, 'private, no-store'];

test('[A-03] a photo of a conversation is made anew, carried by one message, and for its two alone', async () => {
  const [ana, bob, eve] = [await join(), await join(), await join()];
  const { id } = (await openAs(ana, { recipientId: bob.id, text: 'Hello.' })).body;
  const sent = await attach(ana, id, await crafted.photo(90, 126), await crafted.photo(180, 126));
  expect([sent.status, sent.body.photos.map(({ width }: { width: number }) => width)]).toEqual([201, [90, 180]]);
  const ids: string[] = sent.body.ids;
  const url = sent.body.photos[0].url;
  // Before it is said the other one has no business with it either.
  expect([await photoFor(url, ana), (await photoFor(url, bob))[0], (await photoFor(url))[0]]).toEqual([shown, 404, 404]);

  const said = await sayAs(ana, id, { photos: [ids[1], ids[0]], clientId: 'p-1' });
  expect([said.status, said.body.text, said.body.photos.map((photo: { id: string }) => photo.id)]).toEqual([201, '', [ids[1], ids[0]]]);
  expect((await sayAs(ana, id, { photos: [ids[1], ids[0]], clientId: 'p-1' })).body.id).toBe(said.body.id);
  expect([await photoFor(url, ana), await photoFor(url, bob), (await photoFor(url, eve))[0], (await photoFor(url))[0]]).toEqual([
    shown,
    shown,
    404,
    404,
  ]);
  const read = (await market.request('GET', `/api/threads/${id}/messages`, { as: bob })).body.items[0];
  expect(read.photos).toEqual(said.body.photos);

  // Carried already, somebody else's, in another thread, none at all, no photo.
  const withEve = (await openAs(eve, { recipientId: bob.id, text: 'Hello.' })).body.id;
  const [more] = (await attach(ana, id, await crafted.photo(90, 126))).body.ids;
  for (const [as, thread, photos] of [
    [ana, id, [ids[0]]],
    [bob, id, [more]],
    [eve, withEve, [more]],
    [ana, id, ['nothing']],
  ] as const)
    expect(await sayAs(as, thread, { photos })).toMatchObject({ status: 422, body: { errors: { photos: expect.any(String) } } });
  expect(await sayAs(ana, id, { text: ' ', photos: [] })).toMatchObject({
    status: 422,
    body: { errors: { text: 'The message must not be empty.' } },
  });
  expect([(await attach(eve, id, await crafted.photo(90, 126))).status, (await attach(ana, id, Buffer.from('words'))).status]).toEqual([404, 422]);
  await market.request('POST', `/api/members/${ana.id}/block`, { as: bob, body: {} });
  expect(await attach(ana, id, await crafted.photo(90, 126))).toMatchObject({ status: 403, body: { code: 'blocked' } });
  await audit();
});

test('[A-03] photos that no message carries go after a day, and those of a member who leaves go with them', async () => {
  const [ana, bob] = [await join(), await join()];
  const { id } = (await openAs(ana, { recipientId: bob.id, text: 'Hello.' })).body;
  const [kept] = (await attach(ana, id, await crafted.photo(90, 126))).body.ids;
  const [waiting] = (await attach(ana, id, await crafted.photo(90, 126))).body.ids;
  await sayAs(ana, id, { text: 'Look.', photos: [kept] });
  const stored = async (photoId: string) => (await market.platform.storage.get(`photos/${photoId}/160.webp`)) !== null;
  const exported = (await market.request('GET', '/api/export', { as: ana })).body.messages;
  expect(exported.photos.map((photo: { id: string }) => photo.id).sort()).toEqual([kept, waiting].sort());
  expect([await stored(kept), await stored(waiting)]).toEqual([true, true]);
  await market.advance(24 * 60 * 60_000);
  expect([await stored(kept), await stored(waiting)]).toEqual([true, false]);
  expect((await market.request('POST', '/api/users/delete-account', { as: ana, body: { password: ana.password } })).status).toBe(200);
  await market.runJobs();
  expect(await stored(kept)).toBe(false);
  expect((await market.request('GET', `/api/threads/${id}/messages`, { as: bob })).body.items[0]).toMatchObject({ text: 'Look.', photos: [] });
});
