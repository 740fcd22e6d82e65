import { afterAll, beforeAll, expect, test } from 'vitest';
import { importTestCards, listed } from '#features/listings/testing.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

let market: TestMarket;
let ann: TestMember;
let ben: TestMember;
let listingId: string;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  [ann, ben] = [await market.signUp('page_lister'), await market.signUp('page_shop')];
  listingId = (await listed(market, ben, { catalogueCardId: (await importTestCards(market))['base1-4'] ?? '' })).id;
  await market.runJobs();
}, 90_000);
afterAll(() => market?.close());

const page = async (path: string, as?: TestMember) => {
  const { status, body, headers } = await market.request('GET', path, as ? { as } : {});
  return { status, headers, text: String(body).replace(/<!-- -->/g, '') };
};
const send = (path: string, as: TestMember, body: BodyInit, type?: string) =>
  fetch(`${market.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: as.cookie, origin: market.url, ...(type && { 'content-type': type }) },
    body,
  });
const post = async (path: string, as: TestMember, fields: Record<string, string>) => {
  const answer = await send(path, as, new URLSearchParams(fields).toString(), 'application/x-www-form-urlencoded');
  return { status: answer.status, to: answer.headers.get('location') ?? '', text: await answer.text() };
};
const idOf = (address: string) => address.split('/')[2] ?? '';

test('without script a list is created by paste, reviewed, corrected, committed and shown', async () => {
  expect((await page('/want-lists')).status).toBe(302);
  expect((await page('/want-lists', ann)).text).toContain('3 want lists with up to 100 cards each');
  const refused = await post('/want-lists', ann, { name: '', isPublic: '0', text: '1 Charizard' });
  expect([
    refused.status,
    refused.text.includes('Enter a name for the list.'),
    refused.text.includes('1 Charizard'),
  ]).toEqual([422, true, true]);
  const made = await post('/want-lists', ann, {
    name: 'Fire deck',
    isPublic: '0',
    text: '2 Charizard (base1) 4\n1 Pikachy\n1 Nobody',
  });
  expect([made.status, made.to]).toEqual([302, expect.stringMatching(/^\/want-lists\/[^/]+\/preview$/)]);
  const id = idOf(made.to);
  const preview = (await page(made.to, ann)).text;
  for (const words of [
    '1 row ready to add',
    'Ready 1',
    'Needs review 1',
    'No card found 1',
    'The card name is misspelled.',
    'Pikachu · Any printing',
  ])
    expect(preview).toContain(words);
  expect(preview).toMatch(/<option value="" selected="">Choose a card/);
  expect(await post(made.to, ann, { intent: 'take', row: '2', card: '' })).toMatchObject({
    status: 422,
    text: expect.stringContaining('Choose a card.'),
  });
  const [, choice] = /value="(any:[^"]+)"[^>]*>Pikachu · Any printing/.exec(preview) ?? [];
  expect((await post(made.to, ann, { intent: 'take', row: '2', card: choice ?? '' })).text).toContain(
    '2 rows ready to add',
  );
  expect(await post(made.to, ann, { intent: 'commit' })).toMatchObject({ status: 302, to: `/want-lists/${id}` });
  const list = await page(`/want-lists/${id}`, ann);
  expect(list.text).toContain('Available now: 1 of 2 cards');
  expect(list.text).toContain(`href="/listings/${listingId}"`);
  expect(list.text).toMatch(/Cheapest<\/span><strong>\$[^<]+<\/strong><span class="dim">1 card from 1 seller</);
  expect(list.text).toMatch(/Few sellers<\/span><strong>\$/);
  expect((await page(`/want-lists/${id}?by=sellers`, ann)).text).toContain(`href="/listings/${listingId}"`);
  expect(list.text).toContain('None for sale');
  expect(list.text).toMatch(/<meta name="robots" content="noindex/);
  expect([(await page(`/want-lists/${id}`)).status, (await page(`/want-lists/${id}`, ben)).status]).toEqual([404, 404]);
  for (const path of ['edit', 'preview']) expect((await page(`/want-lists/${id}/${path}`, ben)).status, path).toBe(404);
});

test('lines in words are found, unmatched ones stay until a card is chosen, and a card is searched without script', async () => {
  const cleo = await market.signUp('page_words');
  const { to } = await post('/want-lists', cleo, {
    name: 'In words',
    isPublic: '0',
    text: 'Charizard base set 4/102\n1 Pikachu\n1 Nobody',
  });
  const id = idOf(to);
  const preview = (await page(to, cleo)).text;
  const [, charizard = ''] = /value="(one:[^"]+)"[^>]*>Charizard · Base/.exec(preview) ?? [];
  expect(charizard).not.toBe('');
  await post(to, cleo, { intent: 'commit' });
  expect((await page(`/want-lists/${id}`, cleo)).text).toContain('2 rows to review');
  const kept = (await page(to, cleo)).text;
  expect([kept.includes('Needs review 1'), kept.includes('No card found 1')]).toEqual([true, true]);
  const searched = (await page(`${to}?row=3&q=charizrd`, cleo)).text;
  expect(searched).toContain(`value="${charizard}"`);
  await post(to, cleo, { intent: 'take', row: '3', card: charizard });
  await post(to, cleo, { intent: 'commit' });
  expect((await page(`/want-lists/${id}`, cleo)).text).toContain('1 × Charizard');
  const found = (await page(`/want-lists/add?list=${id}&q=4%2F102%20charizrd`, cleo)).text;
  expect(found).toContain(`href="/want-lists/add?list=${id}&amp;card=${charizard.slice(4)}"`);
  expect((await page('/want-lists/add?q=zzzz%20qqqq', cleo)).text).toContain('No matching cards.');
});

test('a public list is visible to all and to search engines at its address, and does not name its owner', async () => {
  const { to } = await post('/want-lists', ann, { name: 'Binder', isPublic: '1', text: '1 Charizard' });
  await post(to, ann, { intent: 'commit' });
  const { status, text } = await page(`/want-lists/${idOf(to)}`);
  expect([status, text.includes('Binder'), text.includes('noindex')]).toEqual([200, true, false]);
  expect(text).toContain('"@type":"ItemList"');
  for (const word of [ann.id, 'page_lister', ann.email]) expect(text).not.toContain(word);
  const sitemap = async () => (await fetch(`${market.url}/sitemaps/lists-${idOf(to)}.xml`)).text();
  expect(await sitemap()).toContain(`/want-lists/${idOf(to)}<`);
  expect(
    (await post(`/want-lists/${idOf(to)}/edit`, ann, { intent: 'change', name: 'Binder', isPublic: '0' })).status,
  ).toBe(200);
  expect([(await page(`/want-lists/${idOf(to)}`)).status, (await sitemap()).includes(idOf(to))]).toEqual([404, false]);
});

test('a form without script sends a file, a refused one shows an error; lines are changed and removed', async () => {
  const { to } = await post('/want-lists', ann, { name: 'From a file', isPublic: '0', text: '' });
  const id = idOf(to);
  expect(to).toBe(`/want-lists/${id}/edit`);
  const file = (content: string) => {
    const form = new FormData();
    form.append('file', new Blob([content]), 'wants.txt');
    return send(`/want-lists/${id}/file`, ann, form);
  };
  expect((await file('<!doctype html>')).headers.get('location')).toBe(
    `/want-lists/${id}/edit?refused=unreadable_file`,
  );
  expect((await page(`/want-lists/${id}/edit?refused=unreadable_file`, ann)).text).toContain(
    'Couldn’t read this file.',
  );
  expect((await file('3 Pikachu')).headers.get('location')).toBe(`/want-lists/${id}/preview`);
  await post(`/want-lists/${id}/preview`, ann, { intent: 'commit' });
  expect((await post(`/want-lists/${id}/edit`, ann, { intent: 'line', n: '1', quantity: '0' })).status).toBe(422);
  expect((await post(`/want-lists/${id}/edit`, ann, { intent: 'line', n: '1', quantity: '4' })).text).toContain(
    'value="4"',
  );
  expect((await post(`/want-lists/${id}/edit`, ann, { intent: 'remove-line', n: '1' })).text).toContain('0 cards');
  expect((await post(`/want-lists/${id}/edit`, ann, { intent: 'remove' })).to).toBe('/want-lists');
});

test('a card’s page links to a form that adds it to a list', async () => {
  const { rows } = await market.platform.pool.query<{ id: string }>("select id from card where name = 'Pikachu'");
  const address = `/want-lists/add?card=${rows[0]?.id}`;
  expect((await page(`/cards/${rows[0]?.id}`)).text).toContain(`href="${address}"`);
  expect((await page(address)).status).toBe(302);
  expect((await page('/want-lists/add?card=none', ann)).status).toBe(404);
  const { to } = await post('/want-lists', ann, { name: 'One by one', isPublic: '0', text: '' });
  const added = await post(address, ann, { list: idOf(to), printing: 'any', quantity: '2' });
  expect(added).toMatchObject({ status: 302, to: `/want-lists/${idOf(to)}` });
  expect((await page(added.to, ann)).text).toContain('2 × Pikachu');
  const other = await market.signUp('page_other');
  expect((await post(address, other, { list: idOf(to), printing: 'any', quantity: '2' })).status).toBe(404);
});

test('the page of saved searches sets the frequency of lists and moves pending alerts', async () => {
  const eva = await market.signUp('page_often');
  const { to } = await post('/want-lists', eva, { name: 'Soon', isPublic: '0', text: '1 Umbreon VMAX' });
  await post(to, eva, { intent: 'commit' });
  const { rows } = await market.platform.pool.query<{ id: string }>("select id from card where name = 'Umbreon VMAX'");
  await listed(market, ben, { catalogueCardId: rows[0]?.id ?? '' });
  await market.runJobs();
  const notified = async () =>
    (await market.request('GET', '/api/notifications', { as: eva })).body.items.map(
      ({ title }: { title: string }) => title,
    );
  expect(await notified()).not.toContain('New match: Soon');
  expect((await post('/saved-searches', eva, { intent: 'often-lists', id: 'all', frequency: 'now' })).status).toBe(200);
  await market.runJobs();
  expect(await notified()).toContain('New match: Soon');
});
