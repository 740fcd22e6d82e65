import { afterAll, beforeAll, expect, test } from 'vitest';
import { listed, premium } from '#features/listings/testing.ts';
import { buyPlaced, passTime, pay } from '#features/orders/testing.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

let market: TestMarket;
let shop: TestMember;
const ids: string[] = [];
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  shop = await premium(market, await market.signUp('form_shop'));
  for (const name of ['Mew', 'Mewtwo', 'Lugia'])
    ids.push(
      (await listed(market, shop, { name, game: 'pokemon', price: { amount: 1_000, currency: 'USD' }, place: 'Box 7' }))
        .id,
    );
}, 60_000);
afterAll(() => market?.close());

const page = async (path: string, as: TestMember | null = shop) => {
  const { status, body } = await market.request('GET', path, as ? { as } : {});
  return { status, text: String(body).replace(/<!-- -->/g, '') };
};
const post = (path: string, fields: [string, string][], as = shop) =>
  fetch(`${market.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: as.cookie, origin: market.url, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });
const at = '/dashboard/listings/bulk';
const five: [string, string][] = [
  ['do', 'lower percent'],
  ['by', '5 %'],
  ['floor', '0,50'],
];

test('forms without script reprice selected listings: choose, preview, commit, undo', async () => {
  const own = (await page('/dashboard/listings?q=mew')).text;
  expect(own).toMatch(new RegExp(`<button[^>]*formaction="${at}"[^>]*>`, 'i'));
  expect(own).toContain(`href="${at}?q=mew"`);
  expect(own).toContain('Box 7');
  const chosen = ids.slice(0, 2);
  const form = (await page(`${at}?${chosen.map((id) => `id=${id}`).join('&')}`)).text;
  expect(form).toContain('2 selected listings');
  for (const id of chosen) expect(form).toContain(`name="id" value="${id}"`);
  const shown = await post(at, [...chosen.map((id): [string, string] => ['id', id]), ...five]);
  expect(shown.status).toBe(302);
  const change = shown.headers.get('location') ?? '';
  const preview = (await page(change)).text;
  for (const words of ['Lower prices by 5% · Minimum price $0.50', '2 listings will change', '$10.00', '$9.50'])
    expect(preview).toContain(words);
  expect(await post(change, [['intent', 'commit']])).toMatchObject({ status: 200 });
  await market.runJobs();
  expect((await page(change)).text).toContain('2 listings changed');
  expect(await post(change, [['intent', 'undo']])).toMatchObject({ status: 200 });
  await market.runJobs();
  expect((await page(change)).text).toContain('2 changes undone');
  expect((await page(at)).text).toContain('Lower prices by 5% · Minimum price $0.50');
});

test('the form without script sets an exact price, rounds, and matches the lowest price', async () => {
  const selected = ids.slice(0, 1).map((id): [string, string] => ['id', id]);
  const shown = async (...fields: [string, string][]) => {
    const answer = await post(at, [...selected, ...fields]);
    return (await page(answer.headers.get('location') ?? '')).text;
  };
  const exact = await shown(['do', 'set price'], ['by', '4.19'], ['rounding', 'whole']);
  for (const words of ['Set prices to $4.19', '1 listing will change', 'class="mini-art"'])
    expect(exact).toContain(words);
  expect(await shown(['do', 'lower percent'], ['by', '5'], ['rounding', 'ends_in_9'])).toContain('$9.49');
  expect(await shown(['do', 'match lowest'], ['by', '0,10'], ['floor', '2'])).toContain(
    'Lowest price for sale minus $0.10 · Minimum price $2.00',
  );
  expect(await shown(['do', 'match lowest'])).toContain('There is no other listing of this card');
});

test('an invalid field shows its error beside the input; another seller’s changes are not found', async () => {
  const wrong = await post(`${at}?q=lugia`, [
    ['q', 'lugia'],
    ['do', 'raise amount'],
    ['by', 'a bit'],
  ]);
  expect(wrong.status).toBe(422);
  const text = (await wrong.text()).replace(/<!-- -->/g, '');
  expect(text).toContain('“a bit” isn’t an amount in USD. Enter a number such as 34.50.');
  expect(text).toContain('value="a bit"');
  const all = await post(at, [
    ['q', 'lugia'],
    ['do', 'pause'],
  ]);
  const change = all.headers.get('location') ?? '';
  expect((await page(change)).text).toContain('1 listing will change');
  const other = await market.signUp('other_shop');
  expect((await page(change, other)).status).toBe(404);
  expect((await page(`${change}?cursor=none`)).status).toBe(422);
  const redirected = await fetch(`${market.url}${change}`, { redirect: 'manual' });
  expect([redirected.status, redirected.headers.get('location')]).toEqual([
    302,
    `/auth/sign-in?next=${encodeURIComponent(change)}`,
  ]);
  expect((await page(at, other)).text).toContain('Premium feature');
  expect((await post(at, [['do', 'pause']], other)).status).toBe(403);
});

test('the dashboard shows earnings as a chart and a table, and private notes are on the listing for its seller only', async () => {
  const buyer = await market.signUp('page_buyer');
  const { checkoutUrl } = await buyPlaced(market, buyer, ids[2] ?? '');
  await pay(checkoutUrl);
  await passTime(market);
  const { text } = await page('/dashboard');
  const order = ['Earned this month', 'To ship', 'To do', 'Earnings by month', 'Ending soon'].map((words) =>
    text.indexOf(words),
  );
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(order[0]).toBeGreaterThan(0);
  expect(text).toContain('Ship Lugia');
  expect(text).toMatch(
    /<svg[^>]*role="img"[^>]*aria-label="Earnings of the last 12 months in USD\. The best month was \w{3} \d{4} with \$10\.00\."/,
  );
  expect(text).toMatch(/<th scope="row">\w{3} \d{4}<\/th><td>1<\/td><td>\$10\.00<\/td>/);
  expect((await page(`/listings/${ids[0]}`)).text).toContain('Box 7');
  for (const as of [null, buyer]) expect((await page(`/listings/${ids[0]}`, as)).text).not.toContain('Box 7');
});

test('forms without script create, try, change and delete a price rule', async () => {
  const rulesAt = '/dashboard/listings/rules';
  const rule: [string, string][] = [
    ['intent', 'save'],
    ['name', 'All Pokémon'],
    ['tab', 'live'],
    ['query', 'game:pokemon'],
    ['do', 'lower market'],
    ['by', '5'],
    ['floor', '0,50'],
    ['currency', 'USD'],
    ['mostPercent', '20'],
    ['aboveCost', 'on'],
    ['isOn', 'on'],
  ];
  expect((await page(rulesAt)).text).toContain('Create price rule');
  const wrong = await post(rulesAt, [...rule.filter(([name]) => name !== 'query'), ['query', 'game:(']]);
  expect(wrong.status).toBe(422);
  expect(await wrong.text()).toContain('value="All Pokémon"');
  const made = await post(rulesAt, rule);
  const at = made.headers.get('location') ?? '';
  expect([made.status, at]).toEqual([302, expect.stringMatching(/^\/dashboard\/listings\/rules\/[\w-]+$/)]);
  const { text } = await page(at);
  for (const words of [
    'Market price minus 5% · Minimum price $0.50 · Not below cost · Maximum change 20%',
    'No runs yet',
    'value="game:pokemon"',
  ])
    expect(text).toContain(words);
  const tried = await post(at, [['intent', 'preview']]);
  // Shows what it would change; where that is nothing, all of them.
  expect(tried.headers.get('location')).toMatch(/\?show=will$/);
  const preview = (await page(tried.headers.get('location') ?? '')).text;
  expect(preview).toContain('The listing has no card from our card database, so it has no market price.');
  expect(await post(at, [...rule.filter(([name]) => name !== 'isOn'), ['by', '5']])).toMatchObject({ status: 200 });
  expect((await page(rulesAt)).text).toContain('Off');
  const other = await market.signUp('rule_less');
  expect((await page(at, other)).status).toBe(404);
  expect((await page(rulesAt, other)).text).toContain('Premium feature');
  expect((await post(rulesAt, rule, other)).status).toBe(403);
  expect((await post(at, [['intent', 'forget']])).status).toBe(302);
  expect((await page(at)).status).toBe(404);
});
