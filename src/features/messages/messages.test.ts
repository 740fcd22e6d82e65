import { afterAll, beforeAll, expect, test } from 'vitest';
import { buyPlaced, makePremium, putUpForSale } from '#features/orders/testing.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { talkers } from './messages.testing.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
}, 120_000);
afterAll(() => market?.close());

const { join, openAs, sayAs, threadsOf, saidTo, unreadOf, audit } = talkers(() => market);

test('[EN-07] two members talk about a listing in one thread, each with its own side of it', async () => {
  const [seller, buyer] = [await join(), await join()];
  const listingId = await putUpForSale(market, seller);
  const opened = await openAs(buyer, { recipientId: seller.id, listingId, text: 'Is the corner white?' });
  expect(opened).toMatchObject({
    status: 201,
    body: {
      subject: { kind: 'listing', id: listingId },
      participants: {
        [buyer.id]: { username: buyer.username, avatarUrl: null },
        [seller.id]: { username: seller.username, avatarUrl: null },
      },
      lastMessage: { text: 'Is the corner white?', senderId: buyer.id, receiverId: seller.id, read: false },
      unread: 0,
      message: { text: 'Is the corner white?', photos: [], card: null, readAt: null },
    },
  });
  const { id } = opened.body;
  expect(await unreadOf(seller)).toBe(1);
  expect((await sayAs(seller, id, { text: 'No.' })).status).toBe(201);
  // The seller continues from the listing's page as well: it is the same thread.
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

test('[EN-07] a thread that one side deleted stays for the other, says so to that side alone, and returns on a new message, which alone it shows', async () => {
  const [ana, bob] = [await join(), await join()];
  const { id } = (await openAs(ana, { recipientId: bob.id, text: 'First.' })).body;
  const deletedBy = async (as: TestMember) =>
    (await market.request('GET', `/api/threads/${id}`, { as })).body.deletedBy;
  expect([await deletedBy(ana), await deletedBy(bob)]).toEqual([{}, {}]);
  expect((await market.request('DELETE', `/api/threads/${id}`, { as: bob })).status).toBe(200);
  expect([await threadsOf(bob), await unreadOf(bob), await saidTo(bob, id)]).toEqual([[], 0, []]);
  expect([await deletedBy(ana), await deletedBy(bob)]).toEqual([{}, { [bob.id]: true }]);
  expect((await threadsOf(ana))[0]).toMatchObject({
    id,
    subject: { kind: 'member', id: bob.id },
    lastMessage: { text: 'First.', read: false },
  });
  await sayAs(ana, id, { text: 'Second.' });
  expect([await deletedBy(ana), await deletedBy(bob)]).toEqual([{}, {}]);
  expect((await threadsOf(bob))[0]).toMatchObject({
    id,
    subject: { kind: 'member', id: ana.id },
    unread: 1,
    lastMessage: { text: 'Second.' },
  });
  expect([await saidTo(bob, id), await saidTo(ana, id)]).toEqual([['Second.'], ['Second.', 'First.']]);
  await audit();
});

test('[RT-10] a malformed id is unknown (404), and no server error', async () => {
  const [seller, buyer] = [await join(), await join()];
  for (const about of [{ listingId: '\u0000' }, { orderId: '\u0000' }, { listingId: 'x' }]) {
    expect(
      (
        await market.request('POST', '/api/threads', {
          as: buyer,
          body: { recipientId: seller.id, text: 'Hello.', ...about },
        })
      ).status,
    ).toBe(404);
  }
});

test('[RT-10] for another member a thread does not exist, on any route', async () => {
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
  for (const { status, body } of attempts)
    expect([status, body.message]).toEqual([404, 'We couldn’t find this conversation.']);
  expect(await threadsOf(eve)).toEqual([]);
  expect((await market.request('GET', '/api/threads')).status).toBe(401);
});

test('[EN-07] an order continues the thread of its listing, or opens one', async () => {
  const [seller, buyer, other] = [await join(), await join(), await join()];
  await makePremium(market, seller);
  const listingId = await putUpForSale(market, seller, { quantity: 2 });
  const { id } = (await openAs(buyer, { recipientId: seller.id, listingId, text: 'I take it.' })).body;
  const { order } = await buyPlaced(market, buyer, listingId);
  expect((await openAs(seller, { recipientId: buyer.id, orderId: order.id, text: 'Thank you.' })).body.id).toBe(id);
  const second = await buyPlaced(market, other, listingId);
  expect(
    (await openAs(other, { recipientId: seller.id, orderId: second.order.id, text: 'When?' })).body.subject,
  ).toEqual({
    kind: 'order',
    id: second.order.id,
  });
  // No thread about an order of others, or with a member who does not sell the listing.
  expect((await openAs(other, { recipientId: seller.id, orderId: order.id, text: 'Hm.' })).status).toBe(404);
  expect((await openAs(other, { recipientId: buyer.id, listingId, text: 'Hm.' })).status).toBe(404);
});

test('[EN-07] a message under one clientId is one message, and an invalid message is refused with a reason', async () => {
  const [ana, bob] = [await join(), await join()];
  const first = (await openAs(ana, { recipientId: bob.id, text: 'Once.', clientId: 'a-1' })).body;
  expect((await openAs(ana, { recipientId: bob.id, text: 'Once.', clientId: 'a-1' })).body.message.id).toBe(
    first.message.id,
  );
  const again = await Promise.all(
    Array.from({ length: 20 }, () => sayAs(ana, first.id, { text: 'Twenty times.', clientId: 'a-2' })),
  );
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
    [422, 'Enter a message.'],
    [422, 'Remove the characters that can’t be shown.'],
    [422, 'Enter at most 2,000 characters.'],
    [403, 'You can’t send yourself a message.'],
    [404, 'We couldn’t find this member.'],
    [422, 'Use only one of listingId, orderId and wantedId.'],
  ]);
  await audit();
});

test('[EN-07] two concurrent requests open one thread, and nothing is lost when both members write and read at once', async () => {
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

test('[EN-07] search finds own threads by text and by the other member’s name, and no threads of others', async () => {
  const [ana, bob, eve] = [await join(), await join(), await join()];
  const { id } = (await openAs(ana, { recipientId: bob.id, text: 'The holo is 100% mint' })).body;
  const found = async (as: TestMember, q: string) =>
    (await threadsOf(as, `?q=${encodeURIComponent(q)}`)).map((thread: { id: string }) => thread.id);
  expect([await found(bob, 'MINT holo'), await found(bob, ana.username), await found(ana, '100%')]).toEqual([
    [id],
    [id],
    [id],
  ]);
  expect([await found(bob, 'mint_holo'), await found(eve, 'holo')]).toEqual([[], []]);
});
