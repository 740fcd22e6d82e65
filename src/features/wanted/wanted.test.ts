import { afterAll, beforeAll, expect, test } from 'vitest';
import { importTestCards, listed } from '#features/listings/testing.ts';
import { dayMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

let market: TestMarket;
let ann: TestMember;
let ben: TestMember;
let cards: Record<string, string>;
beforeAll(async () => {
  market = await startTestMarket();
  [ann, ben] = [await market.signUp('want_owner'), await market.signUp('want_finder')];
  cards = await importTestCards(market);
}, 60_000);
afterAll(() => market?.close());

const call = (method: string, path: string, as?: TestMember, body?: unknown) =>
  market.request(method, path, { ...(as && { as }), ...(body === undefined ? {} : { body }) });
const words = { title: 'A Charizard of the base set', game: 'pokemon' };
const make = async (body: unknown = words) => (await call('POST', '/api/wanted', ann, body)).body;

test('[EN-10] a wanted post of a card or of words is created, found by all, changed only by its owner, and gone when deleted', async () => {
  const terms = {
    lowestCondition: 'near_mint',
    language: 'de',
    finish: 'holo',
    highestPrice: { amount: 12_000, currency: 'USD' },
    quantity: 2,
  };
  const made = await call('POST', '/api/wanted', ann, {
    card: { id: cards['base1-4'] },
    ...terms,
    description: 'For my binder.',
  });
  expect([made.status, made.body]).toMatchObject([
    201,
    {
      ...terms,
      title: 'Charizard',
      game: 'pokemon',
      description: 'For my binder.',
      status: 'open',
      owner: { id: ann.id },
      card: { number: '4' },
    },
  ]);
  const { id } = made.body;
  expect((await call('GET', `/api/wanted/${id}`)).body).toEqual(made.body);
  const found = async (query: string) =>
    (await call('GET', `/api/wanted?${query}`)).body.items.map((one: { id: string }) => one.id);
  expect([
    await found('q=zard'),
    await found('q=blastoise'),
    await found('game=magic'),
    await found('game=pokemon'),
  ]).toEqual([[id], [], [], [id]]);
  expect((await call('PATCH', `/api/wanted/${id}`, ben, { quantity: 1 })).status).toBe(403);
  const edited = await call('PATCH', `/api/wanted/${id}`, ann, { quantity: 1, highestPrice: null });
  expect(edited.body).toMatchObject({ quantity: 1, highestPrice: null, language: 'de' });
  expect((await call('GET', '/api/export', ann)).body.wanted.wanted).toHaveLength(1);
  expect((await call('DELETE', `/api/wanted/${id}`, ben)).status).toBe(403);
  expect((await call('DELETE', `/api/wanted/${id}`, ann)).status).toBe(204);
  expect((await call('GET', `/api/wanted/${id}`)).status).toBe(404);
});

test('[EN-10] an invalid want is refused with an error that names the field', async () => {
  const refused = async (body: unknown, field: string) => {
    const { status, body: said } = await call('POST', '/api/wanted', ann, body);
    expect([status, Object.keys(said.errors ?? {})]).toEqual([422, expect.arrayContaining([field])]);
  };
  await refused({}, 'title');
  await refused({ title: 'X' }, 'game');
  await refused({ card: { id: 'nosuchcard' } }, 'card');
  await refused({ ...words, quantity: 0 }, 'quantity');
  await refused({ ...words, highestPrice: { amount: 0, currency: 'USD' } }, 'highestPrice.amount');
  await refused({ ...words, title: 'a\u0000b' }, 'title');
  expect((await call('POST', '/api/wanted', undefined, words)).status).toBe(401);
  for (const query of ['q=%00', 'owner=%00', 'cursor=x', 'game=chess'])
    expect([query, (await call('GET', `/api/wanted?${query}`)).status]).toEqual([query, 422]);
});

test('[EN-10] an answer opens the members’ thread about it: with words, or with the member’s own listing that is for sale', async () => {
  const { id } = await make();
  const opened = await call('POST', `/api/wanted/${id}/respond`, ben, { text: 'I have one.' });
  expect([opened.status, opened.body]).toMatchObject([
    201,
    { subject: { kind: 'wanted', id }, message: { text: 'I have one.' } },
  ]);
  const mine = await listed(market, ben);
  const again = await call('POST', `/api/wanted/${id}/respond`, ben, { listingId: mine.id });
  expect([again.status, again.body.id]).toEqual([201, opened.body.id]);
  expect(again.body.message.text).toContain(`/listings/${mine.id}`);
  const direct = await call('POST', '/api/threads', ben, { recipientId: ann.id, wantedId: id, text: 'Still looking?' });
  expect([direct.status, direct.body.id]).toEqual([201, opened.body.id]);
  const foreign = await listed(market, ann);
  expect((await call('POST', `/api/wanted/${id}/respond`, ben, { listingId: foreign.id })).body.errors).toHaveProperty(
    'listingId',
  );
  expect((await call('POST', `/api/wanted/${id}/respond`, ann, { text: 'Me.' })).status).toBe(403);
  expect((await call('POST', `/api/wanted/${id}/respond`, ben, {})).status).toBe(422);
  expect((await call('POST', '/api/wanted/none/respond', ben, { text: 'Hello.' })).status).toBe(404);
});

test('[EN-10] its owner or its time ends it; an ended one takes no answer', async () => {
  const [filled, late, closed] = [await make(), await make(), await make()];
  expect((await call('PATCH', `/api/wanted/${filled.id}`, ann, { status: 'filled' })).body.status).toBe('filled');
  const answer = await call('POST', `/api/wanted/${filled.id}/respond`, ben, { text: 'I have one.' });
  expect([answer.status, answer.body.code]).toEqual([409, 'want_ended']);
  expect((await call('PATCH', `/api/wanted/${filled.id}`, ann, { status: 'closed' })).status).toBe(409);
  expect((await call('PATCH', `/api/wanted/${closed.id}`, ann, { status: 'closed' })).body.status).toBe('closed');
  await market.advance(90 * dayMs);
  await market.runJobs();
  expect((await call('GET', `/api/wanted/${late.id}`)).body.status).toBe('expired');
  expect((await call('GET', '/api/wanted')).body.items).toEqual([]);
});

test('[EN-10] the wanted posts of a member who leaves are deleted', async () => {
  const cara = await market.signUp('want_leaver');
  const { id } = (await call('POST', '/api/wanted', cara, words)).body;
  expect((await call('POST', '/api/users/delete-account', cara, { password: cara.password })).status).toBe(200);
  expect((await call('GET', `/api/wanted/${id}`)).status).toBe(404);
});
