import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { CreateListingInput, Listing } from '#features/listings/contract.ts';
import { type CreateListingExtras, createListing } from '#features/listings/index.server.ts';
import { actorOf } from '#testing/actor.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { auditOrders, buy, buyPlaced, makePremium, passTime } from '../testing.ts';

/** Bait and switch: what is bought is what its buyer saw, or nothing. */
let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;

beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  [seller, buyer] = await Promise.all([market.signUp('mara_sells'), market.signUp('ben_buys')]);
  await makePremium(market, seller);
}, 60_000);
afterEach(async () => {
  await passTime(market);
  expect(await auditOrders(market.platform.pool)).toEqual([]);
});
afterAll(() => market?.close());

async function list(input: Partial<CreateListingInput> = {}, extras: CreateListingExtras = {}): Promise<Listing> {
  const base = {
    game: 'pokemon',
    name: 'Charizard',
    condition: 'near_mint',
    price: { amount: 1_299, currency: 'USD' },
    quantity: 2,
  } as const;
  return createListing(market.platform, actorOf(seller), { ...base, status: 'active', ...input }, extras);
}
const read = async (id: string): Promise<Listing> =>
  (await market.request('GET', `/api/listings/${id}`, { as: buyer })).body;
async function edit(id: string, body: Record<string, unknown>): Promise<void> {
  const answer = await market.request('PATCH', `/api/listings/${id}`, { as: seller, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}
const heldOf = async (id: string) =>
  (await market.platform.pool.query('select quantity_held as held from listing where id = $1', [id])).rows[0].held;
async function bought(id: string, extra: Record<string, unknown>) {
  const { order } = await buyPlaced(market, buyer, id, extra);
  await market.request('POST', `/api/orders/${order.id}/cancel`, { as: buyer });
  return order;
}

const graded = { company: 'PSA', grade: 9 };
const changes: [fields: string[], change: Record<string, unknown> | 'a photo less', sentence: string][] = [
  [['condition'], { condition: 'played' }, 'The condition was Near mint and is now Played.'],
  [['card', 'title'], { name: 'Charmeleon' }, 'The card was Charizard · Pokémon and is now Charmeleon · Pokémon.'],
  [['grading'], { grading: graded }, 'The grading was none and is now PSA 9.'],
  [['finish'], { finish: 'holo' }, 'The finish was not stated and is now Holo.'],
  [['language'], { language: 'ja' }, 'The language was English and is now Japanese.'],
  [['edition', 'title'], { edition: 'first' }, 'The edition was not stated and is now 1st Edition.'],
  [['signed', 'title'], { signed: true }, 'It is now listed as signed.'],
  [['altered', 'misprint', 'title'], { altered: true, misprint: true }, 'It is now listed as altered.'],
  [['title'], { title: 'Charizard, read the words' }, 'The title is now “Charizard, read the words”.'],
  [
    ['condition', 'description'],
    { description: 'A small crease.', condition: 'good' },
    'The condition was Near mint and is now Good.',
  ],
  [['photos'], 'a photo less', 'The photos changed. The listing had 2 photos and now has 1 photo.'],
];
test('a buyer who saw an earlier version reads what changed, and nothing is held', async () => {
  for (const [fields, change, sentence] of changes) {
    const seen = await list({}, { artViews: ['front', 'back'] });
    if (change === 'a photo less')
      expect(
        (await market.request('DELETE', `/api/listings/${seen.id}/photos/${seen.photos[1]?.id}`, { as: seller }))
          .status,
      ).toBe(200);
    else await edit(seen.id, change);
    const now = await read(seen.id);
    const refused = await buy(market, buyer, seen.id, { listingVersion: seen.version });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'listing_changed', fields, version: now.version, price: now.price },
    });
    expect(Object.keys(refused.body.errors)).toEqual(fields);
    expect(refused.body.errors[fields[0] as string]).toBe(sentence);
    expect(await heldOf(seen.id)).toBe(0);
    expect((await bought(seen.id, { listingVersion: now.version })).items[0]?.snapshot).toMatchObject({
      seenVersion: now.version,
      photoHashes: {},
    });
  }
}, 60_000);

test('price, post, copies and other people’s purchases are no such change, nor is what was changed and changed back', async () => {
  const seen = await list();
  await edit(seen.id, {
    quantity: 9,
    acceptsOffers: false,
    price: { amount: 1_199, currency: 'USD' },
    description: '',
  });
  await bought(seen.id, {});
  expect((await bought(seen.id, { listingVersion: seen.version })).items[0]?.snapshot.seenVersion).toBe(seen.version);
  expect(await buy(market, buyer, seen.id, { listingVersion: seen.version, expectedPrice: seen.price })).toMatchObject({
    status: 409,
    body: { code: 'price_changed', price: { amount: 1_199 } },
  });
  await edit(seen.id, { condition: 'poor', grading: graded });
  await edit(seen.id, { language: 'de', description: 'Better than I thought.' });
  const between = await read(seen.id);
  await edit(seen.id, { condition: 'near_mint', grading: null });
  await edit(seen.id, { language: 'en', description: null });
  expect((await bought(seen.id, { listingVersion: seen.version })).items[0]?.snapshot).toMatchObject({
    condition: 'near_mint',
    grading: null,
  });
  expect((await buy(market, buyer, seen.id, { listingVersion: between.version })).body.fields).toEqual([
    'condition',
    'grading',
    'language',
    'description',
  ]);
});

test('a version that the listing has not reached, or that is none, is refused by its field', async () => {
  const { id, version } = await list();
  const said = async (listingVersion: unknown) => {
    const { status, body } = await buy(market, buyer, id, { listingVersion });
    return [status, body.errors?.listingVersion];
  };
  expect(await said(version + 1)).toEqual([
    422,
    `The listing is at version ${version}, not ${version + 1}. Reload it and try again.`,
  ]);
  expect(await said(Number.MAX_SAFE_INTEGER)).toEqual([422, expect.stringContaining('The listing is at version')]);
  expect(await said(0)).toEqual([422, 'version must be at least 1.']);
  for (const wrong of [1.5, '1', null, 1e300])
    expect(await said(wrong)).toEqual([422, 'version must be a whole number.']);
  expect(await heldOf(id)).toBe(0);
});

test('earlier facts are not shown where only a draft had them, nor titles and descriptions that the seller has replaced', async () => {
  const draft = await list({ status: 'draft', title: 'Secret title', description: 'Call 555 0100' });
  await edit(draft.id, { condition: 'played' });
  expect((await market.request('POST', `/api/listings/${draft.id}/publish`, { as: seller })).status).toBe(200);
  await edit(draft.id, { title: 'Charizard', description: 'No phone number', language: 'ja' });
  const { body } = await buy(market, buyer, draft.id, { listingVersion: draft.version });
  expect(body.errors).toEqual({
    condition: 'The condition is now Played.',
    language: 'The language was English and is now Japanese.',
    title: 'The title is now “Charizard”.',
    description: 'The description was updated.',
  });
  for (const word of ['Secret', '555', 'Near mint'])
    expect([word, JSON.stringify(body).includes(word)]).toEqual([word, false]);
});

test('while its seller goes on editing, whatever is sold is what its buyer had read', async () => {
  const { id, version: first } = await list({ quantity: 100, description: 'Edit 0' });
  const buyers = await Promise.all(Array.from({ length: 8 }, (_, n) => market.signUp(`racer_${n}`)));
  const editing = (async () => {
    for (let n = 1; n <= 16; n++) await edit(id, { description: `Edit ${n}` });
  })();
  const buying = buyers.map(async (each) => {
    for (let n = 0; n < 3; n++) {
      const seen: Listing = (await market.request('GET', `/api/listings/${id}`, { as: each })).body;
      const { status, body } = await buy(market, each, id, { listingVersion: seen.version });
      if (status === 201)
        expect(body.order.items[0].snapshot).toMatchObject({
          description: seen.description,
          seenVersion: seen.version,
        });
      else expect([status, body.code, body.fields]).toEqual([409, 'listing_changed', ['description']]);
    }
  });
  await Promise.all([editing, ...buying]);
  expect((await buy(market, buyer, id, { listingVersion: first })).body.code).toBe('listing_changed');
  const last = await read(id);
  expect((await bought(id, { listingVersion: last.version })).items[0]?.snapshot.description).toBe('Edit 16');
}, 60_000);

test('without script the purchase returns to the listing, which says what was changed, and the next one buys it', async () => {
  const page = async (path: string) => {
    const { status, body } = await market.request<string>('GET', path, { as: buyer });
    expect(status).toBe(200);
    const field = (name: string) => body.match(new RegExp(`name="${name}" value="([^"]*)"`))?.[1] ?? '';
    const says = (...words: string[]) => words.map((each) => body.includes(each));
    return {
      says,
      form: {
        listingId: field('listingId'),
        listingVersion: field('listingVersion'),
        expectedAmount: field('expectedAmount'),
      },
    };
  };
  const press = async (form: Record<string, string>) => {
    const body = new URLSearchParams({ ...form, expectedCurrency: 'USD', quantity: '1' }).toString();
    const headers = { cookie: buyer.cookie, origin: market.url, 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await market.request('POST', '/checkout', { body, headers });
    expect(answer.status).toBe(302);
    return answer.headers.get('location') ?? '';
  };
  const { id, version } = await list();
  const before = await page(`/listings/${id}`);
  expect(before.form).toEqual({ listingId: id, listingVersion: String(version), expectedAmount: '1299' });
  await edit(id, { condition: 'played' });
  const back = await press(before.form);
  expect(back).toBe(`/listings/${id}?refused=listing_changed&seen=${version}`);
  expect(await heldOf(id)).toBe(0);
  const after = await page(back);
  expect(after.says('note dangerbg', 'The listing changed.')).toEqual([true, true]);
  expect(after.says('The condition was Near mint and is now Played.')).toEqual([true]);
  await edit(id, { price: { amount: 1_399, currency: 'USD' } });
  const dearer = await page(await press(after.form));
  expect(dearer.says('The price changed.')).toEqual([true]);
  expect(await press(dearer.form)).toContain('/sandbox/stripe/checkout/');
  expect(await heldOf(id)).toBe(1);
  // An address puts no words on the page, and no fault.
  for (const seen of ['0', '-1', '9'.repeat(40), "1'--", ''])
    await page(`/listings/${id}?refused=listing_changed&seen=${encodeURIComponent(seen)}`);
  expect(
    (await page(`/listings/${id}?refused=hasOwnProperty&seen=1`)).says('note dangerbg', 'hasOwnProperty</'),
  ).toEqual([false, false]);

  const [order] = (await market.request('GET', '/api/orders?role=buyer&status=pending_payment', { as: buyer })).body
    .items;
  expect(String(order.items[0].snapshot.seenVersion)).toBe(dearer.form.listingVersion);
});

test('a changed shipping price or a removed shipping option is reported to the buyer, and nothing is held', async () => {
  const letterPost = (amount: number) => ({
    name: 'Letter',
    price: { amount, currency: 'USD' as const },
    tracked: false,
  });
  const parcel = { name: 'Parcel', price: { amount: 900, currency: 'USD' as const }, tracked: true };
  const { id } = await list({ shipping: [letterPost(150), parcel] });
  const usd = (amount: number) => ({ amount, currency: 'USD' });
  const refusedFor = async (extra: Record<string, unknown>) => {
    const { status, body } = await buy(market, buyer, id, extra);
    expect([status, body.code, body.fields, await heldOf(id)]).toEqual([409, 'listing_changed', ['shipping'], 0]);
    return body.errors.shipping;
  };
  await edit(id, { shipping: [letterPost(250), parcel] });
  expect(await refusedFor({ shipping: 'Letter', expectedShipping: usd(150) })).toBe(
    'Shipping was $1.50 and is now $2.50.',
  );
  expect(await refusedFor({ expectedShipping: usd(0) })).toBe('Shipping was free and now costs $2.50.');
  expect(await refusedFor({ shipping: 'Letter', expectedShipping: { amount: 250, currency: 'EUR' } })).toBe(
    'Shipping was €2.50 and is now $2.50.',
  );
  await edit(id, { shipping: [parcel] });
  expect(await refusedFor({ shipping: 'Letter', expectedShipping: usd(250) })).toBe(
    'The seller no longer offers “Letter”.',
  );
  expect((await bought(id, { shipping: 'Parcel', expectedShipping: usd(900) })).shipping.price).toEqual(usd(900));

  const html = (await market.request<string>('GET', `/listings/${id}`, { as: buyer })).body;
  expect(html).toContain('name="post Parcel" value="900"');
  const press = async (cost: string) => {
    const body = new URLSearchParams({
      listingId: id,
      expectedCurrency: 'USD',
      quantity: '1',
      shipping: 'Parcel',
      'post Parcel': cost,
    }).toString();
    const headers = { cookie: buyer.cookie, origin: market.url, 'content-type': 'application/x-www-form-urlencoded' };
    return (await market.request('POST', '/checkout', { body, headers })).headers.get('location');
  };
  expect(await press('800')).toContain(`/listings/${id}?refused=listing_changed`);
  expect(await heldOf(id)).toBe(0);
  expect(await press('900')).toContain('/sandbox/stripe/checkout/');
});

test('an order stores and shows the edition and the signature, and a change of them is described in words', async () => {
  const seen = await list({ edition: 'first', signed: true });
  const { order } = await buyPlaced(market, buyer, seen.id, {});
  const unchanged = { edition: 'first', signed: true, altered: false, misprint: false };
  expect((await market.request('GET', `/api/orders/${order.id}`, { as: buyer })).body.items[0].snapshot).toMatchObject(
    unchanged,
  );
  expect(String((await market.request('GET', `/orders/${order.id}`, { as: buyer })).body)).toContain(
    '1st Edition · Signed',
  );
  await market.request('POST', `/api/orders/${order.id}/cancel`, { as: buyer });
  await edit(seen.id, { signed: false, title: 'Charizard · 1st Edition · Signed' });
  const refused = await buy(market, buyer, seen.id, { listingVersion: seen.version });
  expect(refused.body).toMatchObject({ fields: ['signed'], errors: { signed: 'It is no longer listed as signed.' } });
  expect(refused.body.message).toBe(
    'The seller changed whether it is signed. Nothing was bought. Review the listing and try again.',
  );
});

test('an order shows rarity and finish in words, and its snapshot stores the original values', async () => {
  const { id } = await list({ game: 'magic', name: 'Ragavan', finish: 'foil' });
  await market.platform.pool.query("update listing set rarity = 'mythic' where id = $1", [id]);
  const { order } = await buyPlaced(market, buyer, id, {});
  expect((await market.request('GET', `/api/orders/${order.id}`, { as: buyer })).body.items[0].snapshot).toMatchObject({
    rarity: 'mythic',
    finish: 'foil',
  });
  const page = String((await market.request('GET', `/orders/${order.id}`, { as: buyer })).body);
  expect(page).toContain('Mythic Rare · Foil');
  await market.request('POST', `/api/orders/${order.id}/cancel`, { as: buyer });
});
