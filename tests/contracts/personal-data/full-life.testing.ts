import { expect } from 'vitest';
import { importTestCards, listed } from '#features/listings/testing.ts';
import {
  buyPlaced,
  passTime,
  pay,
  cards as paymentCards,
  putUpForSale,
  signInAgain,
} from '#features/orders/testing.ts';
import { grantPremium } from '#features/tiers/index.server.ts';
import { dayMs, hourMs } from '#kernel/time.ts';
import * as crafted from '#platform/pictures/crafted.ts';
import type { TestMarket, TestMember } from '#testing/server.ts';
import { settleElsewhere } from '#testing/settled-payouts.ts';

/** A word in everything that the member of `liveFully` is called and writes, and in nothing else. */
export const ownWord = 'zinnia';

export interface FullLife {
  member: TestMember;
  /** Who dealt with them, and is notified of everything. */
  other: TestMember;
  operator: TestMember;
  /**
   * A listing of the member that the other one bought, one that was not sold, and one of the other's that the member
   * saved.
   */
  listings: { sold: string; live: string; saved: string };
  /** The review of the member by the other one. */
  reviewId: string;
  /** Of a photo that the member sent to the other one. */
  photoUrl: string;
}

/**
 * A member who has done everything that there is to do, with others who answered; nothing of it is under way any more.
 */
export async function liveFully(market: TestMarket): Promise<FullLife> {
  const cards = await importTestCards(market);
  const sql = (text: string, values: unknown[] = []) => market.platform.pool.query(text, values);
  const join = async (name: string) => {
    const joined = await market.signUp(name);
    await grantPremium(market.platform, { userId: joined.id, by: 'test' });
    return joined;
  };
  let member = await join('zinnia_sells');
  let other = await join('other_party');
  const [third, admin] = [await market.signUp('third_party'), await market.signUp('operator_here')];
  await sql("update auth_user set role = 'admin' where id = $1", [admin.id]);

  /** Answers the body; fails where the call is refused. */
  const call = async (as: TestMember, method: string, path: string, body?: unknown) => {
    const answer = await market.request(method, path, { as, ...(body === undefined ? {} : { body }) });
    if (answer.status >= 300)
      expect.fail(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const usd = (amount: number) => ({ amount, currency: 'USD' });
  const order = async (seller: TestMember, buyer: TestMember, listingId: string): Promise<string> => {
    const { order: placed, checkoutUrl } = await buyPlaced(market, buyer, listingId);
    // A payment card of one's own: a sale between two members who pay with the same one counts for nothing.
    await pay(checkoutUrl, paymentCards.good, buyer.email);
    await passTime(market);
    await call(seller, 'POST', `/api/orders/${placed.id}/ship`, { carrier: 'Post', trackingNumber: 'T1' });
    await call(buyer, 'POST', `/api/orders/${placed.id}/deliver`, {});
    return placed.id;
  };

  // Who they are.
  const words = {
    displayName: 'Zinnia Shown',
    bio: 'zinnia bio',
    location: 'Zinniaville',
    contact: 'zinnia contact',
    contactVisible: true,
  };
  await call(member, 'PATCH', '/api/profile', {
    ...words,
    social: { youtube: 'https://youtube.com/@zinniatube' },
    theme: 'dark',
  });
  await call(member, 'POST', '/api/payouts/account/link', { country: 'BE' });
  const shop = {
    legalName: 'Zinnia BV',
    street: 'Zinnia 1',
    postalCode: '2000',
    city: 'Zinniaville',
    country: 'BE',
    email: 'zinnia@shop.test',
    phone: '+32 3 555 01 23',
  };
  const register = {
    register: 'Zinnia',
    registerNumber: '0123',
    vatId: 'BE 0123.456.789',
    withdrawal: 'Send it to Zinnia 1.',
  };
  await call(member, 'PUT', '/api/profile/seller', { kind: 'trader', ...shop, ...register, certified: true });
  await call(admin, 'POST', `/api/admin/members/${member.id}/trader`, { reason: 'A shop.' });
  await call(admin, 'POST', `/api/admin/members/${member.id}/limit`, {
    rule: 'no_spam',
    reason: 'Too many posts.',
    days: 1,
  });
  await call(admin, 'DELETE', `/api/admin/members/${member.id}/limit`).catch(() => {});
  await sql('delete from member_limit');

  // What they sell, save and follow.
  await call(other, 'PUT', `/api/follows/${member.id}`, { frequency: 'now' });
  await call(member, 'PUT', `/api/follows/${other.id}`, { frequency: 'now' });
  await listed(market, member, {
    name: 'Zinnia draft',
    game: 'pokemon',
    description: 'zinnia draft words',
    status: 'draft',
  });
  const live = await listed(market, member, {
    catalogueCardId: cards['base1-4'] ?? '',
    description: 'zinnia words',
    sku: 'zinnia-1',
    place: 'zinnia box',
    privateNote: 'zinnia note',
  });
  const stopped = await listed(market, member, { name: 'Zinnia stopped', game: 'pokemon' });
  const sold = await listed(market, member, { name: 'Zinnia sold', game: 'pokemon', description: 'zinnia sold words' });
  const saved = await listed(market, other, { catalogueCardId: cards['base1-58'] ?? '' });
  await call(other, 'PUT', `/api/favorites/${live.id}`);
  await call(member, 'PUT', `/api/favorites/${saved.id}`);
  await market.runJobs();
  await call(admin, 'POST', `/api/admin/listings/${stopped.id}/hide`, {
    why: 'reported',
    reason: 'Two buyers doubt it.',
  });
  const [decision] = (await call(member, 'GET', '/api/rulings')).items.filter(
    ({ act }: { act: string }) => act !== 'limited',
  );
  await call(member, 'POST', `/api/rulings/${decision.id}/appeal`, { text: 'zinnia appeals' });

  // Deals, with reviews of both sides.
  const orders = [await order(member, other, sold.id), await order(other, member, await putUpForSale(market, other))];
  await sql('update orders set address = $2 where buyer_id = $1', [
    member.id,
    {
      name: 'Zinnia',
      line1: 'zinnia street 1',
      line2: null,
      city: 'Zinniaville',
      state: null,
      postalCode: '1',
      country: 'FR',
    },
  ]);
  await passTime(market, 4 * dayMs);
  for (const id of orders)
    for (const as of [member, other])
      await call(as, 'POST', `/api/orders/${id}/review`, {
        rating: 4,
        text: as === member ? 'zinnia reviews' : 'Well done.',
      });
  const ofMember = (
    await sql('select id from review where member_id = $1 and shown_at is not null order by id', [member.id])
  ).rows.map(({ id }) => id);
  await call(member, 'POST', `/api/reviews/${ofMember[0]}/reply`, { text: 'zinnia replies' });
  const bid = await call(member, 'POST', `/api/listings/${saved.id}/offers`, {
    amount: usd(900),
    message: 'zinnia offers',
  });
  const offered = await call(other, 'POST', `/api/listings/${live.id}/offers`, { amount: usd(900), message: 'Mine?' });
  await call(member, 'POST', `/api/offers/${offered.id}/decline`, { reason: 'zinnia declines' });
  await call(other, 'POST', `/api/offers/${bid.id}/decline`, { reason: 'No.' });

  // What they say, and what others say of them.
  const thread = await call(member, 'POST', '/api/threads', { recipientId: other.id, text: 'zinnia greets' });
  await call(other, 'POST', `/api/threads/${thread.id}/messages`, { text: 'Hello.' });
  const photo = new FormData();
  photo.append('photos', new Blob([new Uint8Array(await crafted.photo(90, 126))], { type: 'image/jpeg' }), 'card.jpg');
  const { ids: photos, photos: shown } = await call(member, 'POST', `/api/threads/${thread.id}/photos`, photo);
  await call(member, 'POST', `/api/threads/${thread.id}/messages`, { text: 'zinnia asks', photos });
  await call(member, 'POST', `/api/members/${third.id}/block`, { reason: 'zinnia had enough' });
  await call(third, 'POST', `/api/members/${member.id}/block`, { reason: 'Rude.' });
  for (const [from, of, reason] of [
    [other, member, 'Fraud or a fake card'],
    [member, other, 'Fraud or a fake card'],
  ] as const) {
    const { id } = await call(from, 'POST', '/api/reports', {
      subject: { kind: 'member', id: of.id },
      reason,
      text: from === member ? 'zinnia reports' : 'A fake.',
    });
    await call(admin, 'POST', `/api/admin/reports/${id}/claim`);
    await call(admin, 'POST', `/api/admin/reports/${id}/answer`, {
      decision: 'dismissed',
      toReporter: 'We looked.',
      toReported: 'We looked.',
    });
  }

  // What they look for, keep and automate.
  await call(member, 'POST', '/api/wanted', {
    card: { id: cards['base1-58'] },
    quantity: 1,
    description: 'zinnia wants',
  });
  await call(member, 'POST', '/api/saved-searches', { name: 'zinnia search', query: 'q=zinnia', frequency: 'now' });
  await call(member, 'POST', '/api/addresses', {
    name: 'zinnia name',
    line1: 'zinnia street 1',
    line2: 'zinnia floor',
    city: 'zinnia city',
    state: 'zinnia state',
    postalCode: 'zinnia 1',
    country: 'US',
    phone: '+12133734253',
  });
  await call(member, 'PUT', '/api/shipping', {
    version: 0,
    sendsFrom: 'US',
    shipDays: 2,
    methods: [
      {
        destination: 'world',
        name: 'zinnia parcel',
        tracked: true,
        maxCards: 10,
        maxSlabs: 1,
        maxGrams: 500,
        maxValue: usd(9_000),
        price: usd(700),
        freeFrom: usd(5_000),
        needsPhone: true,
      },
    ],
  });
  await call(member, 'POST', '/api/cart/lines', { listingId: saved.id });
  const list = await call(member, 'POST', '/api/want-lists', { name: 'zinnia deck', isPublic: true });
  await call(member, 'POST', `/api/want-lists/${list.id}/import`, { text: '1 Charizard' });
  await call(member, 'POST', `/api/want-lists/${list.id}/import/commit`);
  await call(member, 'POST', `/api/want-lists/${list.id}/import`, { text: '1 zinnia card' });
  await call(member, 'POST', '/api/price-rules', {
    name: 'zinnia rule',
    filter: { query: 'zinnia' },
    change: { market: -5, floor: usd(50), mostPercent: 20 },
  });
  await call(member, 'POST', '/api/listings/bulk', { ids: [live.id], change: { percent: -5, floor: usd(50) } });
  const header =
    'TCGplayer Id,Product Line,Set Name,Product Name,Number,Rarity,Condition,Total Quantity,TCG Marketplace Price';
  await call(member, 'POST', '/api/listings/import', {
    text: `${header}\n1,Pokemon,Base Set,Zinnia,004/102,Rare,Near Mint,1,3.00`,
  });
  await call(member, 'PUT', '/api/notifications/preferences', { mails: { sales: false } });

  // Away and back, with one notification; then another time that is planned.
  const days = (from: number, to: number) => ({
    from: new Date(market.clock.now().getTime() + from * dayMs).toISOString(),
    to: new Date(market.clock.now().getTime() + to * dayMs).toISOString(),
  });
  await call(member, 'PUT', '/api/profile/vacation', { ...days(0, 5), note: 'zinnia is away' });
  await call(other, 'PUT', `/api/profiles/${member.id}/return-notice`);
  await call(member, 'DELETE', '/api/profile/vacation');
  await passTime(market, hourMs);
  await call(member, 'PUT', '/api/profile/vacation', { ...days(0, 5), note: 'zinnia is away again' });
  await call(other, 'PUT', `/api/profiles/${member.id}/return-notice`);

  // What follows from acts that are not performed here: a limit, a pause, traces of payments.
  await sql('insert into member_limit (user_id, until, created_at) values ($1, $2, $2)', [
    member.id,
    new Date(market.clock.now().getTime() + 9 * dayMs),
  ]);
  await sql('insert into hold_pause (buyer_id, listing_id, until) values ($1, $2, $3)', [
    member.id,
    '',
    new Date(market.clock.now().getTime() + dayMs),
  ]);
  // A device of the other one, which is pushed to and does not answer.
  const session = (await sql('select id from auth_session where user_id = $1', [other.id])).rows[0].id;
  await sql(
    "insert into push_subscription (id, user_id, session_id, endpoint, p256dh, auth, created_at) values ('device', $1, $2, 'http://127.0.0.1:9/none', 'x', 'x', now())",
    [other.id, session],
  );
  await call(member, 'POST', `/api/threads/${thread.id}/messages`, { text: 'zinnia waits' });
  await passTime(market, hourMs);
  await sql("insert into sales_block (seller_id, reason, since) values ($1, 'payouts', $2)", [
    member.id,
    market.clock.now(),
  ]);
  await settleElsewhere(market);
  [member, other] = [await signInAgain(market, member), await signInAgain(market, other)];
  return {
    member,
    other,
    operator: admin,
    listings: { sold: sold.id, live: live.id, saved: saved.id },
    reviewId: ofMember[0],
    photoUrl: shown[0].url,
  };
}
