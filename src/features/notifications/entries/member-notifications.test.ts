import { afterAll, beforeAll, expect, test } from 'vitest';
import { buyPlaced, passTime, pay, putUpForSale, signInAgain } from '#features/orders/testing.ts';
import { hourMs, minuteMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

/** Entries that the features write: one per event, for the member it concerns and not for the one who caused it. */

interface Entry {
  id: string;
  kind: string;
  title: string;
  body: string;
  link: string;
  read: boolean;
}

let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
let admin: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  [seller, buyer, admin] = await Promise.all([
    market.signUp('told_seller'),
    market.signUp('told_buyer'),
    market.signUp('told_operator'),
  ]);
  await market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [admin.id]);
}, 60_000);
afterAll(() => market.close());

const list = async (as: TestMember): Promise<Entry[]> =>
  (await market.request('GET', '/api/notifications?limit=100', { as })).body.items;
const post = (as: TestMember, to: string, body: unknown = {}) => market.request('POST', to, { as, body });
/** The kind, title and link of each entry that the member got since `work` started. */
async function comesOf(as: TestMember, work: () => Promise<unknown>): Promise<[string, string, string][]> {
  const before = new Set((await list(as)).map(({ id }) => id));
  await work();
  await market.runJobs();
  return (await list(as)).filter(({ id }) => !before.has(id)).map(({ kind, title, link }) => [kind, title, link]);
}

test('each step of an order that concerns the other side is one entry for that side, and none for the side that took it', async () => {
  const listingId = await putUpForSale(market, seller);
  let orderId = '';
  const both = async (work: () => Promise<unknown>) => {
    let forBuyer: unknown[] = [];
    const forSeller = await comesOf(seller, async () => {
      forBuyer = await comesOf(buyer, work);
    });
    return { forSeller: forSeller.map(([kind, title, link]) => [kind, title.split(/[:?]| [A-Z]/)[0], link]), forBuyer };
  };
  const paid = await both(async () => {
    const placed = await buyPlaced(market, buyer, listingId);
    orderId = placed.order.id;
    await pay(placed.checkoutUrl);
    await passTime(market);
  });
  const link = `/orders/${orderId}`;
  expect(paid).toEqual({ forSeller: [['sales', 'You sold', link]], forBuyer: [] });
  const sent = await both(() => post(seller, `/api/orders/${orderId}/ship`, { carrier: 'Post' }));
  expect(sent).toEqual({ forSeller: [], forBuyer: [['purchases', expect.stringMatching(/^Shipped: /), link]] });
  const arrived = await both(() => post(buyer, `/api/orders/${orderId}/deliver`));
  expect(arrived).toEqual({ forSeller: [['sales', 'Delivered', link]], forBuyer: [] });
});

test('a new password is an entry of its account', async () => {
  const { status } = await post(buyer, '/api/auth/change-password', {
    currentPassword: buyer.password,
    newPassword: 'another-horse-battery',
  });
  expect(status).toBe(200);
  buyer = await signInAgain(market, { ...buyer, password: 'another-horse-battery' });
  const [{ kind, title, link } = {} as Partial<Entry>] = await list(buyer);
  expect([kind, title, link]).toEqual(['security', 'Your password was changed', '/settings/security']);
});

test('a listing that an admin stops, one that ends soon and one that has ended are one entry each', async () => {
  const listingId = await putUpForSale(market, seller);
  const stopped = await comesOf(seller, () =>
    post(admin, `/api/admin/listings/${listingId}/hide`, {
      why: 'reported',
      reason: 'It is not the card of the photo.',
    }),
  );
  expect(stopped).toEqual([
    ['rulings', expect.stringMatching(/^Your listing was paused: /), expect.stringMatching(/^\/settings\/decisions\//)],
  ]);
  expect((await list(seller))[0]?.body).toBe('It is not the card of the photo.');

  const other = await market.signUp('told_lister');
  await putUpForSale(market, other);
  // An eighth of its 48 hours is left, then nothing.
  const kinds = (entries: [string, string, string][]) => entries.map(([kind, title]) => [kind, title.split(':')[0]]);
  expect(kinds(await comesOf(other, () => market.advance(43 * hourMs)))).toEqual([['listings', 'Ends soon']]);
  expect(kinds(await comesOf(other, () => market.advance(6 * hourMs)))).toEqual([['listings', 'Ended']]);
});

test('the start and end of premium create entries, with the listings that were paused', async () => {
  const shop = await market.signUp('told_shop');
  const began = await comesOf(shop, () => post(admin, `/api/admin/members/${shop.id}/premium`, {}));
  expect(began).toEqual([['premium', 'Welcome to Premium', '/settings/subscription']]);
  for (const _ of 'abc') await putUpForSale(market, shop);
  const ended = await comesOf(shop, () =>
    market.request('DELETE', `/api/admin/members/${shop.id}/premium`, { as: admin }),
  );
  expect(ended.map(([kind, title]) => [kind, title.split(':')[0]])).toEqual([
    ['listings', 'Paused'],
    ['premium', 'Premium ended'],
  ]);
});

test('[RT-11] a conversation is one entry, new again with each message, and read on every device with the thread', async () => {
  const [ana, bob] = [await market.signUp('told_ana'), await market.signUp('told_bob')];
  const unread = async () => (await market.request('GET', '/api/counters', { as: bob })).body.notifications;
  const { id } = (await post(ana, '/api/threads', { recipientId: bob.id, text: 'A secret.' })).body;
  const first = (await list(bob))[0]?.id ?? '';
  for (const text of ['Are you', 'there?']) await post(ana, `/api/threads/${id}/messages`, { text });
  const entries = await list(bob);
  expect(entries).toMatchObject([
    {
      kind: 'messages',
      title: 'New message from told_ana',
      body: '3 unread messages.',
      link: `/messages/${id}`,
      read: false,
    },
  ]);
  expect(entries[0]?.id).not.toBe(first);
  expect([await unread(), await list(ana)]).toEqual([1, []]);
  await post(bob, `/api/threads/${id}/read`);
  expect([(await list(bob))[0]?.read, await unread()]).toEqual([true, 0]);
  // After the entry was deleted or read, the next message renews it.
  await post(ana, `/api/threads/${id}/messages`, { text: 'Still there?' });
  expect([await list(bob), await unread()]).toMatchObject([[{ body: '', read: false }], 1]);
  await market.request('DELETE', `/api/threads/${id}`, { as: bob });
  expect([(await list(bob))[0]?.read, await unread()]).toEqual([true, 0]);
  // The name is erased with its member; the entry that they wrote stays.
  expect((await post(ana, '/api/users/delete-account', { password: ana.password })).status).toBe(200);
  expect((await list(bob)).map(({ title }) => title)).toEqual(['New message from Deleted member']);
});

test('[RT-11] each step of an offer is one entry for the other side, read when that side answers, and its card is emailed only once', async () => {
  const [mia, leo] = [await market.signUp('told_mia'), await market.signUp('told_leo')];
  const listingId = await putUpForSale(market, mia, { price: 1_000 });
  const notified = async (as: TestMember) =>
    (await list(as)).map(({ kind, title, link, read }) => [kind, title.split(' for ')[0], link, read]);
  const made = (await post(leo, `/api/listings/${listingId}/offers`, { amount: { amount: 700, currency: 'USD' } }))
    .body;
  expect(await notified(mia)).toEqual([['offers', 'New offer: $7.00', `/offers?side=received#${made.id}`, false]]);
  // An email leaves up to a second later, and none is sent about an offer that was answered before.
  await market.runJobs();
  const back = (await post(mia, `/api/offers/${made.id}/counter`, { amount: { amount: 900, currency: 'USD' } })).body;
  expect(await notified(mia)).toEqual([['offers', 'New offer: $7.00', `/offers?side=received#${made.id}`, true]]);
  expect(await notified(leo)).toEqual([['offers', 'Counteroffer: $9.00', `/offers?side=sent#${back.id}`, false]]);
  // Two cards wait in the thread; each was already emailed as an offer.
  const subjects = async (as: TestMember) =>
    (await market.request('GET', `/sandbox/mail.json?to=${as.email}`)).body.map(
      ({ subject }: { subject: string }) => subject.split(' for ')[0],
    );
  await market.advance(20 * minuteMs);
  expect((await subjects(mia)).filter((subject: string) => /offer|message/i.test(subject))).toEqual([
    'New offer: $7.00',
  ]);
  expect((await subjects(leo)).filter((subject: string) => /offer|message/i.test(subject))).toEqual([
    'Counteroffer: $9.00',
  ]);
  // Text after a card is emailed; the card is not counted as a message.
  const threadId = (await market.request('GET', '/api/threads', { as: leo })).body.items[0].id;
  await post(mia, `/api/threads/${threadId}/messages`, { text: 'It is my last word.' });
  await market.advance(6 * minuteMs);
  expect(await subjects(leo)).toContain('New message from told_mia');
  expect((await list(leo)).find(({ kind }) => kind === 'messages')?.body).toBe('');
  expect((await post(leo, `/api/offers/${back.id}/accept`)).status).toBe(200);
  expect((await notified(leo)).filter(([kind]) => kind === 'offers')).toEqual([
    ['offers', 'Counteroffer: $9.00', `/offers?side=sent#${back.id}`, true],
  ]);
  expect((await notified(mia))[0]).toEqual([
    'offers',
    'Offer accepted: $9.00',
    `/offers?side=received#${back.id}`,
    false,
  ]);
});
