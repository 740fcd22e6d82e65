import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { write } from '#platform/outbox/write.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { refusalCode, refusalSentence } from './model/refusal-sentences.ts';
import { holdStock, sellStock } from './stock/stock.server.ts';
import { importTestCards, listed, premium } from './testing.ts';

let market: TestMarket;
let seller: TestMember;
let other: TestMember;
let cards: Record<string, string>;

beforeAll(async () => {
  market = await startTestMarket();
  cards = await importTestCards(market);
  seller = await premium(market, await market.signUp());
  other = await premium(market, await market.signUp());
}, 60_000);
afterAll(() => market?.close());

const price = { amount: 1_299, currency: 'USD' };
const free = { game: 'pokemon', name: 'Charizard', condition: 'near_mint', price };

describe('POST /api/listings', () => {
  test('[EN-09] makes a draft of a card of the catalogue with everything that was said', async () => {
    const body = {
      catalogueCardId: cards['base1-4'],
      condition: 'Near-Mint',
      language: 'English',
      grading: { company: 'PSA', grade: 9, certificate: '12345678' },
      quantity: 3,
      price: { amount: 250_00, currency: 'EUR' },
      description: 'Bought in 1999.\nNever played.',
      acceptsOffers: true,
      offerFloor: { amount: 200_00, currency: 'EUR' },
      shipping: [{ name: 'Registered letter', price: { amount: 5_50, currency: 'EUR' }, tracked: true }],
    };
    const made = await market.request('POST', '/api/listings', { as: seller, body });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      ...body,
      condition: 'near_mint',
      language: 'en',
      title: 'Charizard · Base Set · 4',
      card: {
        id: cards['base1-4'],
        game: 'pokemon',
        setCode: 'base1',
        setName: 'Base Set',
        number: '4',
        name: 'Charizard',
        rarity: 'Rare',
        finishes: ['holo'],
      },
      finish: 'holo',
      status: 'draft',
      version: 1,
      quantityAvailable: 3,
      expiresAt: null,
      tier: 'premium',
      photos: [],
      favoriteCount: 0,
      viewCount: 0,
      seller: { id: seller.id, username: seller.username, tier: 'premium' },
    });
  });

  test('makes one of a card in free text, live at once for the time of the tier', async () => {
    const made = await market.request('POST', '/api/listings', {
      as: seller,
      body: { ...free, setName: 'Topsun', number: '6', status: 'active' },
    });
    expect(made.body).toMatchObject({
      status: 'active',
      card: null,
      name: 'Charizard',
      setName: 'Topsun',
      title: 'Charizard · Topsun · 6',
      quantity: 1,
      acceptsOffers: true,
    });
    expect(Date.parse(made.body.expiresAt) - Date.parse(made.body.publishedAt)).toBe(720 * 3_600_000);
  });

  test('stores the edition and whether it is signed, altered or a misprint, says so in its title, and adds nothing for a plain copy', async () => {
    const sent = { edition: '1st Edition', signed: true, misprint: true };
    const special = await market.request('POST', '/api/listings', {
      as: seller,
      body: { ...free, setName: 'Jungle', ...sent, status: 'active' },
    });
    const traits = { edition: 'first', signed: true, altered: false, misprint: true, playset: false };
    expect(special.body).toMatchObject({ ...traits, title: 'Charizard · Jungle · 1st Edition · Signed · Misprint' });
    const { id } = special.body;
    // Alone, among those found, and among one's own.
    for (const [path, as] of [
      [`/api/listings/${id}`],
      ['/api/listings?edition=first'],
      ['/api/listings?seller=me&status=all', seller],
    ] as const) {
      const { body } = await market.request('GET', path, as ? { as } : {});
      expect(body.items?.find((item: { id: string }) => item.id === id) ?? body, path).toMatchObject(traits);
    }
    const plain = await market.request('POST', '/api/listings', { as: seller, body: free });
    expect(plain.body).toMatchObject({
      edition: null,
      signed: false,
      altered: false,
      misprint: false,
      playset: false,
      title: 'Charizard',
    });
    const edit = (body: object) => market.request('PATCH', `/api/listings/${id}`, { as: seller, body });
    expect((await edit({ edition: null, signed: false, altered: true })).body).toMatchObject({
      ...traits,
      edition: null,
      signed: false,
      altered: true,
      title: 'Charizard · Jungle · Altered · Misprint',
    });
    expect((await edit({ title: 'Mine' })).body).toMatchObject({ title: 'Mine', altered: true });
    expect((await edit({ edition: 'shadowless' })).body).toMatchObject({ title: 'Mine', edition: 'shadowless' });
    for (const [wrong, field] of [
      [{ edition: 'third' }, 'edition'],
      [{ signed: 'yes' }, 'signed'],
      [{ playset: 4 }, 'playset'],
    ] as const) {
      expect(Object.keys((await edit(wrong)).body.errors)).toEqual([field]);
      const made = await market.request('POST', '/api/listings', { as: seller, body: { ...free, ...wrong } });
      expect([made.status, Object.keys(made.body.errors)]).toEqual([422, [field]]);
    }
  });

  test('a playset is stored as four copies, each at a quarter of its price', async () => {
    const usd = (amount: number) => ({ amount, currency: 'USD' });
    const make = (body: object) =>
      market.request('POST', '/api/listings', { as: seller, body: { ...free, playset: true, ...body } });
    const sets = await make({ price: usd(400), quantity: 2, offerFloor: usd(90) });
    expect(sets.body).toMatchObject({ quantity: 8, price: usd(100), offerFloor: usd(90), playset: false });
    expect((await make({ price: usd(400) })).body).toMatchObject({ quantity: 4, price: usd(100) });
    const edit = (body: object) => market.request('PATCH', `/api/listings/${sets.body.id}`, { as: seller, body });
    expect((await edit({ playset: true, quantity: 3 })).body).toMatchObject({ quantity: 12, price: usd(100) });
    expect((await edit({ playset: true, price: usd(800) })).body).toMatchObject({ quantity: 12, price: usd(200) });
    expect((await edit({ playset: false, quantity: 3 })).body).toMatchObject({ quantity: 3, price: usd(200) });
    expect((await make({ price: usd(401) })).body.errors).toEqual({
      price: expect.stringContaining('divisible by 4'),
    });
    expect((await make({ price: usd(400), quantity: 250 })).body.errors).toEqual({
      quantity: 'Enter at most 249 playsets of 4 copies.',
    });
    // What a floor is compared with is the price of one copy.
    expect((await make({ price: usd(400), offerFloor: usd(150) })).body.errors).toEqual({
      offerFloor: expect.any(String),
    });
  });

  test('refuses, naming the field, and writes nothing', async () => {
    const before = await market.platform.pool.query('select count(*) as n from listing');
    const cases: [unknown, string][] = [
      [{ ...free, price: { amount: 0, currency: 'USD' } }, 'price.amount'],
      [{ ...free, price: undefined }, 'price'],
      [{ ...free, condition: 'shiny' }, 'condition'],
      [{ ...free, quantity: 1_000 }, 'quantity'],
      [{ ...free, tier: 'premium' }, 'tier'],
      [{ condition: 'mint', price }, 'game'],
      [{ ...free, catalogueCardId: 'nosuchcard' }, 'catalogueCardId'],
      [{ ...free, name: 'x\u0000' }, 'name'],
      [{ ...free, price: { amount: 2_000, currency: 'USD' }, status: 'active' }, 'photos'],
    ];
    for (const [body, field] of cases) {
      const refused = await market.request('POST', '/api/listings', { as: seller, body });
      expect(refused.status, JSON.stringify(body)).toBe(422);
      expect(Object.keys(refused.body.errors)).toContain(field);
      expect(refused.body.message.length).toBeGreaterThan(10);
    }
    expect(
      (
        await market.request('POST', '/api/listings', {
          as: seller,
          body: '{"game":',
          headers: { 'content-type': 'application/json' },
        })
      ).status,
    ).toBe(400);
    expect((await market.request('POST', '/api/listings', { body: free })).status).toBe(401);
    const after = await market.platform.pool.query('select count(*) as n from listing');
    expect(after.rows).toEqual(before.rows);
  });

  test('[EN-09] a long description is for premium', async () => {
    const member = await market.signUp();
    const body = { ...free, description: 'x'.repeat(5_001) };
    expect(await market.request('POST', '/api/listings', { as: member, body })).toMatchObject({
      status: 422,
      body: { errors: { description: expect.stringContaining('Premium') } },
    });
    expect((await market.request('POST', '/api/listings', { as: seller, body })).status).toBe(201);
  });
});

describe('GET /api/listings/{id}', () => {
  test('shows the lowest offer to the seller only', async () => {
    const { id } = await listed(market, seller, { offerFloor: { amount: 1_000, currency: 'USD' } });
    expect((await market.request('GET', `/api/listings/${id}`, { as: seller })).body.offerFloor).toEqual({
      amount: 1_000,
      currency: 'USD',
    });
    for (const as of [undefined, other]) {
      const seen = await market.request('GET', `/api/listings/${id}`, as ? { as } : {});
      expect(seen.status).toBe(200);
      expect(seen.body).not.toHaveProperty('offerFloor');
      expect(JSON.stringify(seen.body)).not.toMatch(/email|password|price_rank|sellerId/);
    }
  });

  test('a price below the lowest offer is refused under its own name, and says which offer that is', async () => {
    const { id } = await listed(market, seller, { offerFloor: { amount: 1_000, currency: 'USD' } });
    const priced = (body: object) => market.request('PATCH', `/api/listings/${id}`, { as: seller, body });
    expect(await priced({ price: { amount: 999, currency: 'USD' } })).toMatchObject({
      status: 422,
      body: {
        errors: { price: 'This price is below your minimum offer of $10.00. Lower the minimum offer first.' },
      },
    });
    const both = { price: { amount: 999, currency: 'USD' }, offerFloor: { amount: 999, currency: 'USD' } };
    expect((await priced({ price: { amount: 1_000, currency: 'USD' } })).status).toBe(200);
    expect((await priced(both)).status).toBe(200);
  });

  test('answers 404 for unknown and malformed ids, and for strangers’ drafts', async () => {
    const { id } = await listed(market, seller, { status: 'draft' });
    expect((await market.request('GET', `/api/listings/${id}`, { as: seller })).status).toBe(200);
    for (const path of [id, 'nosuchlisting', '%00', "'--", '..%2f..%2fetc', 'x'.repeat(300), '%F0%9F%98%80']) {
      for (const as of [undefined, other])
        expect((await market.request('GET', `/api/listings/${path}`, as ? { as } : {})).status, path).toBe(404);
    }
  });

  test('counts views of others', async () => {
    const { id } = await listed(market, seller);
    await market.request('GET', `/api/listings/${id}`, { as: seller });
    for (let i = 0; i < 3; i++) await market.request('GET', `/api/listings/${id}`);
    await expect
      .poll(async () => (await market.request('GET', `/api/listings/${id}`, { as: seller })).body.viewCount, {
        timeout: 5_000,
      })
      .toBe(3);
  });
});

describe('PATCH /api/listings/{id}', () => {
  test('changes what is sent and nothing else, and counts the version', async () => {
    const { id } = await listed(market, seller, {
      catalogueCardId: cards['lea-161'],
      quantity: 2,
      description: 'as new',
    });
    const edited = await market.request('PATCH', `/api/listings/${id}`, {
      as: seller,
      body: { price: { amount: 999, currency: 'EUR' }, finish: 'foil' },
    });
    expect(edited.status).toBe(200);
    expect(edited.body).toMatchObject({
      price: { amount: 999, currency: 'EUR' },
      finish: 'foil',
      description: 'as new',
      quantity: 2,
      version: 2,
      title: 'Lightning Bolt · Limited Edition Alpha · 161',
    });
    const moved = await market.request('PATCH', `/api/listings/${id}`, {
      as: seller,
      body: { catalogueCardId: cards['lea-232'] },
    });
    expect(moved.body).toMatchObject({
      name: 'Black Lotus',
      title: 'Black Lotus · Limited Edition Alpha · 232',
      version: 3,
    });
    const free = await market.request('PATCH', `/api/listings/${id}`, {
      as: seller,
      body: { catalogueCardId: null, game: 'magic', name: 'A proxy' },
    });
    expect(free.body).toMatchObject({ card: null, name: 'A proxy' });
  });

  test('refuses: signed out, a stranger, an old version, a clash with what stays', async () => {
    const { id } = await listed(market, seller, {
      catalogueCardId: cards['base1-4'],
      offerFloor: { amount: 1_000, currency: 'USD' },
    });
    const patch = (body: unknown, as?: TestMember) =>
      market.request('PATCH', `/api/listings/${id}`, as ? { as, body } : { body });
    expect((await patch({ quantity: 2 })).status).toBe(401);
    expect((await patch({ quantity: 2 }, other)).status).toBe(403);
    expect(await patch({ quantity: 2, version: 7 }, seller)).toMatchObject({
      status: 409,
      body: { code: 'version_changed', version: 1 },
    });
    expect(await patch({ price: { amount: 900, currency: 'USD' } }, seller)).toMatchObject({
      status: 422,
      body: { errors: { offerFloor: expect.any(String) } },
    });
    expect(await patch({ price: { amount: 2_000, currency: 'USD' } }, seller)).toMatchObject({
      status: 422,
      body: { code: 'photo_required' },
    });
    expect(await patch({ name: 'Blastoise' }, seller)).toMatchObject({
      status: 422,
      body: { errors: { catalogueCardId: expect.any(String) } },
    });
    expect(await patch({ status: 'sold' }, seller)).toMatchObject({
      status: 422,
      body: { errors: { status: expect.any(String) } },
    });
    expect((await market.request('GET', `/api/listings/${id}`)).body.version).toBe(1);
    expect((await market.request('PATCH', '/api/listings/nosuch', { as: seller, body: {} })).status).toBe(404);
  });

  test('[ST-13] a reserved or sold listing is frozen', async () => {
    for (const status of ['reserved', 'sold']) {
      const { id } = await listed(market, seller);
      const copies = { listingId: id, quantity: 1, now: market.clock.now() };
      await write(market.platform, (tx) => holdStock(tx, { ...copies, buyerId: other.id }));
      if (status === 'sold') await write(market.platform, (tx) => sellStock(tx, copies));
      for (const [method, path, body] of [
        ['PATCH', '', { price }],
        ['POST', '/pause', undefined],
        ['DELETE', '', undefined],
        ['PUT', '/photos', { photoIds: [] }],
      ] as const) {
        expect(
          await market.request(method, `/api/listings/${id}${path}`, { as: seller, body }),
          `${method} ${path}`,
        ).toMatchObject({ status: 409 });
      }
    }
  });
});

describe('verbs of the seller', () => {
  const act = (id: string, verb: string, as?: TestMember) =>
    market.request('POST', `/api/listings/${id}/${verb}`, as ? { as } : {});

  test('[ST-13] publish, pause, resume, renew, and each only from its states', async () => {
    const { id } = await listed(market, seller, { status: 'draft' });
    expect((await act(id, 'pause', seller)).body).toMatchObject({
      code: 'wrong_state',
      status: 409,
      listingStatus: 'draft',
    });
    expect((await act(id, 'publish', seller)).body).toMatchObject({ status: 'active', version: 2 });
    expect((await act(id, 'publish', seller)).status).toBe(409);
    expect((await act(id, 'pause', seller)).body).toMatchObject({ status: 'paused' });
    expect((await market.request('GET', `/api/listings/${id}`)).body).toMatchObject({ status: 'paused' });
    const resumed = await act(id, 'resume', seller);
    expect(resumed.body).toMatchObject({ status: 'active' });
    await market.advance(3_600_000);
    const renewed = await act(id, 'renew', seller);
    expect(Date.parse(renewed.body.expiresAt)).toBeGreaterThanOrEqual(Date.parse(resumed.body.expiresAt) + 3_600_000);
  });

  test('what was paused until its time ran out is renewed and not resumed, and a plain form says so in the same words', async () => {
    const free = await market.signUp();
    const { id } = await listed(market, free);
    expect((await act(id, 'pause', free)).status).toBe(200);
    await market.advance(48 * 3_600_000 + 1_000);
    const { body } = await act(id, 'resume', free);
    expect(body).toMatchObject({ status: 409, code: 'time_over', listingStatus: 'paused' });
    expect(refusalSentence(refusalCode(body))).toBe(body.message);
    expect((await act(id, 'renew', free)).body).toMatchObject({ status: 'active' });
  });

  test('are for the seller: signed out 401, a stranger 403, a stranger’s draft and an unknown one 404', async () => {
    const live = await listed(market, seller);
    const draft = await listed(market, seller, { status: 'draft' });
    for (const verb of ['publish', 'pause', 'resume', 'renew']) {
      expect((await act(live.id, verb)).status).toBe(401);
      expect((await act(live.id, verb, other)).status).toBe(403);
      expect((await act(draft.id, verb, other)).status).toBe(404);
      expect((await act('nosuch', verb, other)).status).toBe(404);
    }
    expect((await market.request('DELETE', `/api/listings/${live.id}`)).status).toBe(401);
    expect((await market.request('DELETE', `/api/listings/${live.id}`, { as: other })).status).toBe(403);
  });

  test('an expensive card needs a photo to go live', async () => {
    const { id } = await listed(market, seller, { status: 'draft', price: { amount: 2_000, currency: 'USD' } });
    expect((await act(id, 'publish', seller)).body).toMatchObject({
      code: 'photo_required',
      errors: { photos: expect.stringContaining('$20.00') },
    });
  });

  test('a removed listing is gone for all', async () => {
    const { id } = await listed(market, seller);
    expect((await market.request('DELETE', `/api/listings/${id}`, { as: seller })).status).toBe(204);
    expect(await market.request('GET', `/api/listings/${id}`)).toMatchObject({
      status: 410,
      body: { code: 'removed' },
    });
    expect((await market.request('DELETE', `/api/listings/${id}`, { as: seller })).status).toBe(410);
    expect((await act(id, 'renew', seller)).status).toBe(410);
    const { items } = (await market.request('GET', `/api/listings?seller=${seller.id}&limit=100`)).body;
    expect(items.map((item: { id: string }) => item.id)).not.toContain(id);
  });

  test('[LI-08] time runs out by tier, and a timer says so', async () => {
    const free = await market.signUp();
    const { id, expiresAt, publishedAt } = await listed(market, free);
    expect(Date.parse(expiresAt ?? '') - Date.parse(publishedAt ?? '')).toBe(48 * 3_600_000);
    await market.advance(47 * 3_600_000);
    expect((await market.request('GET', `/api/listings/${id}`)).body.status).toBe('active');
    await market.advance(3_600_000 + 1_000);
    expect((await market.request('GET', `/api/listings/${id}`)).body.status).toBe('expired');
    const { rows } = await market.platform.pool.query('select status, version from listing where id = $1', [id]);
    expect(rows).toEqual([{ status: 'expired', version: 2 }]);
    expect((await act(id, 'renew', free)).body).toMatchObject({ status: 'active', version: 3 });
  });
});
