import { afterAll, beforeAll, expect, test } from 'vitest';
import { buy, buyPlaced, passTime, pay } from '#features/orders/testing.ts';
import { dayMs } from '#kernel/time.ts';
import * as crafted from '#platform/pictures/crafted.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { listed, premium } from '../testing.ts';

let market: TestMarket;
const people: Record<'seller' | 'buyer' | 'stranger' | 'operator', TestMember> = {} as never;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  for (const name of ['seller', 'buyer', 'stranger', 'operator'] as const) people[name] = await market.signUp();
  await premium(market, people.seller);
  await market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [people.operator.id]);
}, 90_000);
afterAll(() => market?.close());

const looked = { corners: 'clean', edges: 'slight', surface: null, centring: 'clear', front: true, back: true };
const page = async (path: string, as: TestMember) =>
  String((await market.request('GET', path, { as })).body).replace(/<!-- -->/g, '');

async function form(count: number): Promise<FormData> {
  const body = new FormData();
  for (let n = 0; n < count; n++)
    body.append('photos', new Blob([new Uint8Array(await crafted.photo(200, 280))]), `${n}.jpg`);
  return body;
}

/** An order that has been sent, long enough ago to report a problem. */
async function sent(checklist: typeof looked | null = looked): Promise<string> {
  const { id } = await listed(market, people.seller, {
    status: 'draft',
    price: { amount: 4_000, currency: 'USD' },
    checklist,
  } as never);
  await market.request('POST', `/api/listings/${id}/photos`, { as: people.seller, body: await form(2) });
  expect((await market.request('POST', `/api/listings/${id}/publish`, { as: people.seller })).status).toBe(200);
  const { order, checkoutUrl } = await buyPlaced(market, people.buyer, id);
  await pay(checkoutUrl);
  await passTime(market);
  expect(
    (await market.request('POST', `/api/orders/${order.id}/ship`, { as: people.seller, body: { carrier: 'Post' } }))
      .status,
  ).toBe(200);
  return order.id;
}

const report = (orderId: string) =>
  market.request('POST', `/api/orders/${orderId}/dispute`, {
    as: people.buyer,
    body: { reason: 'damaged', text: 'A corner is torn.' },
  });
const add = async (orderId: string, count: number, as = people.buyer) =>
  market.request('POST', `/api/orders/${orderId}/photos`, { as, body: await form(count) });

test('buyers read what the seller checked; a purchase guards it and the order stores it', async () => {
  const { id, version } = await listed(market, people.seller, {
    price: { amount: 1_900, currency: 'USD' },
    checklist: looked,
  } as never);
  const { body } = await market.request('GET', `/api/listings/${id}`);
  expect(body.checklist).toEqual(looked);
  const shown = await page(`/listings/${id}`, people.buyer);
  for (const words of ['Edges', 'Slight wear', 'Centering', 'Clearly off-center', 'Sides in photos', 'Front and back'])
    expect(shown).toContain(words);
  expect(shown).not.toContain('Surface');

  const edit = (checklist: object | null) =>
    market.request('PATCH', `/api/listings/${id}`, { as: people.seller, body: { checklist } });
  expect((await edit({ ...looked, corners: 'clear' })).status).toBe(200);
  const refused = await buy(market, people.buyer, id, { listingVersion: version });
  expect(refused).toMatchObject({ status: 409, body: { code: 'listing_changed', fields: ['checklist'] } });
  // Back to what it was, in another order of words: the same.
  expect((await edit(Object.fromEntries(Object.entries(looked).reverse()))).status).toBe(200);
  const { order } = await buyPlaced(market, people.buyer, id, { listingVersion: version });
  expect(order.items[0]?.snapshot.checklist).toEqual(looked);
  expect(await page(`/orders/${order.id}`, people.buyer)).toContain('Edges: Slight wear');
  expect(
    (
      await market.request('PATCH', `/api/listings/${id}`, {
        as: people.seller,
        body: { checklist: { corners: 'torn' } },
      })
    ).status,
  ).toBe(422);
});

test('a checklist that says nothing is none', async () => {
  const nothing = { corners: null, edges: null, surface: null, centring: null, front: false, back: false };
  const { id } = await listed(market, people.seller, { checklist: nothing } as never);
  expect((await market.request('GET', `/api/listings/${id}`)).body.checklist).toBeNull();
});

test('a buyer’s photos of a problem appear beside the listing’s for both sides and admins only', async () => {
  const orderId = await sent();
  expect((await add(orderId, 1)).body).toMatchObject({ status: 409, code: 'wrong_state' });
  expect((await report(orderId)).status).toBe(200);
  expect((await add(orderId, 1, people.stranger)).status).toBe(404);
  expect((await add(orderId, 1, people.seller)).status).toBe(403);
  const added = await add(orderId, 2);
  expect([added.status, added.body.items.length]).toEqual([201, 2]);
  expect((await market.request('GET', `/api/orders/${orderId}`, { as: people.seller })).body.sellerRead).toBe(false);

  const { url } = added.body.items[0];
  const seen = async (as: TestMember | null) => {
    const answer = await fetch(market.url + url, as ? { headers: { cookie: as.cookie } } : {});
    await answer.arrayBuffer();
    return [answer.status, answer.headers.get('cache-control')];
  };
  for (const who of ['buyer', 'seller', 'operator'] as const)
    expect(await seen(people[who])).toEqual([200, 'private, no-store']);
  for (const who of [people.stranger, null]) expect(await seen(who)).toEqual([404, 'no-store']);
  expect((await market.request('GET', `/api/orders/${orderId}/photos`, { as: people.seller })).body.items).toHaveLength(
    2,
  );
  expect((await market.request('GET', `/api/orders/${orderId}/photos`, { as: people.stranger })).status).toBe(404);
  const { problem } = (await market.request('GET', `/api/admin/orders/${orderId}`, { as: people.operator })).body;
  expect(problem.checked).toEqual(
    expect.arrayContaining([
      ['Corners', 'No visible wear'],
      ['Edges', 'Slight wear'],
      ['Centering', 'Clearly off-center'],
    ]),
  );
  for (const [path, as] of [
    [`/orders/${orderId}`, people.buyer],
    [`/orders/${orderId}`, people.seller],
    [`/admin/orders/${orderId}`, people.operator],
  ] as const) {
    const shown = await page(path, as);
    expect(shown).toContain('From the listing');
    expect(shown).toContain(added.body.items[0].id);
    expect(shown.includes('Choose photos')).toBe(as === people.buyer);
    // The seller's checklist is beside the photos that it describes.
    const side = shown.slice(shown.indexOf('From the listing'), shown.indexOf('From the buyer'));
    for (const [part, words] of [
      ['Corners', 'No visible wear'],
      ['Edges', 'Slight wear'],
      ['Centering', 'Clearly off-center'],
    ] as const)
      expect(side).toContain(`<dt>${part}</dt><dd>${words}</dd>`);
  }
});

test('a problem has six photos, also for many at once; of a refused form nothing stays, and a settled problem takes none', async () => {
  const orderId = await sent(null);
  await report(orderId);
  const answers = await Promise.all([add(orderId, 3), add(orderId, 3), add(orderId, 3)]);
  const created = answers.filter(({ status }) => status === 201).length;
  expect(created).toBeLessThanOrEqual(2);
  if (created < 2) for (let n = created; n < 2; n++) expect((await add(orderId, 3)).status).toBe(201);
  expect((await add(orderId, 1)).body).toMatchObject({ status: 409, code: 'photo_quota' });
  expect((await market.request('GET', `/api/orders/${orderId}/photos`, { as: people.buyer })).body.items).toHaveLength(
    6,
  );
  expect((await market.request('POST', `/api/orders/${orderId}/settle`, { as: people.buyer })).status).toBe(200);
  expect((await add(orderId, 1)).body).toMatchObject({ code: 'wrong_state' });
});

test('photos of a problem are sent by a form without script, which says why it was refused', async () => {
  const orderId = await sent();
  await report(orderId);
  const post = async (body: FormData) => {
    const answer = await fetch(`${market.url}/orders/${orderId}/photos`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: people.buyer.cookie, origin: market.url },
      body,
    });
    return [answer.status, answer.headers.get('location')];
  };
  expect(await post(await form(1))).toEqual([302, `/orders/${orderId}#problem`]);
  const bad = new FormData();
  bad.append('photos', new Blob(['<svg/>']), 'x.svg');
  const [status, to] = await post(bad);
  expect([status, to]).toEqual([302, `/orders/${orderId}?refused=photo_unreadable#problem`]);
  expect(await page(String(to).replace('#problem', ''), people.buyer)).toContain('isn’t supported');
});

test('both sellers and the admins are notified once of a certificate on two live listings', async () => {
  const grading = (certificate: string) => ({ grading: { company: 'PSA', grade: 9, certificate } });
  const other = await premium(market, await market.signUp());
  const notified = async (as: TestMember) =>
    (await market.request('GET', '/api/notifications', { as })).body.items.filter(({ title }: { title: string }) =>
      title.startsWith('Same certificate number as another listing'),
    ).length;
  const one = await listed(market, people.seller, grading('4455 6677'));
  await listed(market, other, grading('4455668'));
  const draft = await listed(market, other, { ...grading('44556677'), status: 'draft' });
  // Nor of one that goes up for sale beside a draft.
  await listed(market, other, { ...grading('4455 9999'), status: 'draft' });
  await listed(market, people.seller, grading('44559999'));
  await market.runJobs();
  expect([await notified(people.seller), await notified(other)]).toEqual([0, 0]);
  expect((await market.request('POST', `/api/listings/${draft.id}/publish`, { as: other })).status).toBe(200);
  await market.runJobs();
  expect([await notified(people.seller), await notified(other)]).toEqual([1, 1]);
  await market.request('PATCH', `/api/listings/${draft.id}`, { as: other, body: { description: 'Anew' } });
  await market.runJobs();
  expect([await notified(people.seller), await notified(other)]).toEqual([1, 1]);
  // Listed again and again it reaches the other no more often than once in a week.
  const relisted: string[] = [];
  const again = async () => {
    relisted.push((await listed(market, other, grading('4455 6677'))).id);
    await market.runJobs();
  };
  for (const _ of 'abc') await again();
  expect(await notified(people.seller)).toBe(1);
  await passTime(market, 7 * dayMs);
  await again();
  expect(await notified(people.seller)).toBe(2);
  const shown = await page('/admin/certificates', people.operator);
  expect([one.id, draft.id].every((id) => shown.includes(`/admin/listings/${id}`))).toBe(true);
  expect((await market.request('GET', '/admin/certificates', { as: other })).status).not.toBe(200);
  for (const id of [draft.id, ...relisted]) await market.request('POST', `/api/listings/${id}/pause`, { as: other });
  const empty = await page('/admin/certificates', people.operator);
  expect([empty.includes(`/admin/listings/${one.id}`), empty.includes('No duplicate certificates')]).toEqual([
    false,
    true,
  ]);
});

test('an address of an order that is none is no fault', async () => {
  const member = await market.signUp();
  for (const id of ['%00', '%E2%98%83']) {
    expect((await market.request('GET', `/orders/${id}/photos`)).status).toBeLessThan(500);
    expect((await market.request('POST', `/orders/${id}/photos`, { as: member })).status).toBeLessThan(500);
  }
});
