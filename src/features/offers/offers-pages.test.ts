import { afterAll, beforeAll, expect, test } from 'vitest';
import { importTestCards, listed } from '#features/listings/testing.ts';
import { makePremium, putUpForSale } from '#features/orders/testing.ts';
import { addPastSale } from '#features/prices/prices.testing.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

/** Offers on their pages, by forms alone: no script runs here. */
let market: TestMarket;
let seller: TestMember;
let buyers: [TestMember, TestMember, TestMember];

beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  seller = await market.signUp('mara_sells');
  await makePremium(market, seller);
  const [a, b, c] = await Promise.all(Array.from({ length: 3 }, (_, n) => market.signUp(`bidder_${n}`)));
  buyers = [a, b, c] as typeof buyers;
}, 120_000);
afterAll(() => market?.close());

const usd = (amount: number) => ({ amount, currency: 'USD' as const });
const page = async (path: string, as: TestMember) => (await market.request<string>('GET', path, { as })).body;
const form = (path: string, fields: [string, string][], { cookie }: TestMember) =>
  market.request<string>('POST', path, {
    body: new URLSearchParams(fields).toString(),
    headers: { cookie, origin: market.url, 'content-type': 'application/x-www-form-urlencoded' },
  });
const offer = async (listingId: string, as: TestMember): Promise<string> =>
  (await market.request('POST', `/api/listings/${listingId}/offers`, { as, body: { amount: usd(800) } })).body.id;
const read = async (id: string) => (await market.request('GET', `/api/offers/${id}`, { as: seller })).body;

test('several offers are declined with one reason by one form, and what could not be is named', async () => {
  const listings = await Promise.all(buyers.map(() => putUpForSale(market, seller, { price: 1_000 })));
  const ids = await Promise.all(listings.map((id, n) => offer(id, buyers[n] as TestMember)));
  const [first, second, third] = ids as [string, string, string];
  const shown = await page('/offers', seller);
  for (const id of ids)
    expect(shown).toMatch(
      new RegExp(`<input[^>]*name="ids"[^>]*value="${id}"|<input[^>]*value="${id}"[^>]*name="ids"`),
    );
  expect(shown).toContain('Decline selected offers');
  // Each field has a name of its own for its label to lead to, in every row.
  const fields = [...shown.matchAll(/<(?:input|textarea)[^>]*>/g)].flatMap(([field]) =>
    / name="(?:amount|message|reason)"/.test(field) ? (/ id="([^"]+)"/.exec(field)?.[1] ?? '') : [],
  );
  expect(fields).toHaveLength(1 + 3 * ids.length);
  expect(new Set(fields).size).toBe(fields.length);

  expect((await form('/offers', [['intent', 'decline-many']], seller)).body).toContain('Select at least 1 offer.');
  await market.request('POST', `/api/offers/${second}/withdraw`, { as: buyers[1], body: {} });
  const answered = await form(
    '/offers',
    [
      ['intent', 'decline-many'],
      ['ids', first],
      ['ids', second],
      ['ids', 'somebody-elses'],
      ['reason', 'All of these are promised.'],
    ],
    seller,
  );
  expect(answered.status).toBe(200);
  expect(answered.body).toContain('1 offer declined. 2 offers couldn’t be declined:');
  expect(answered.body).toContain('This offer was withdrawn.');
  expect(answered.body).toContain('We couldn’t find this offer.');
  expect(await read(first)).toMatchObject({ status: 'declined', declineReason: 'All of these are promised.' });
  expect(await read(third)).toMatchObject({ status: 'pending' });
  // A buyer cannot answer another member's offer.
  const foreign = await form(
    '/offers',
    [
      ['intent', 'decline-many'],
      ['ids', third],
    ],
    buyers[1],
  );
  expect(foreign.body).toContain('No offers declined. 1 offer couldn’t be declined:');
  // The buyer withdraws their own ones together.
  const own = await form(
    '/offers?side=sent',
    [
      ['intent', 'withdraw-many'],
      ['ids', third],
    ],
    buyers[2],
  );
  expect([own.body.includes('1 offer withdrawn.'), own.body.includes('We sent')]).toEqual([true, false]);
  expect(await read(third)).toMatchObject({ status: 'withdrawn' });
});

test('the plain form sets how offers are answered; the buyer reads the time before they offer, and no amount', async () => {
  const listingId = await putUpForSale(market, seller, { price: 1_000 });
  const edit = await page(`/listings/${listingId}/edit`, seller);
  for (const name of ['offerWindowHours', 'offerFloor', 'autoAccept', 'autoDecline'])
    expect(edit).toContain(`name="${name}"`);
  const fields: [string, string][] = [
    ['isFree', 'on'],
    ['game', 'pokemon'],
    ['name', 'Charizard'],
    ['condition', 'near_mint'],
    ['price', '10.00'],
    ['currency', 'USD'],
    ['quantity', '1'],
    ['acceptsOffers', 'on'],
    ['offerWindowHours', '72'],
    ['autoDecline', '6.13'],
    ['save', 'save'],
  ];
  const refused = await form(`/listings/${listingId}/edit`, [...fields, ['autoAccept', '5']], seller);
  expect(refused.status).toBe(422);
  expect(refused.body).toContain('Enter an auto-decline amount no higher than the auto-accept amount.');
  expect((await form(`/listings/${listingId}/edit`, [...fields, ['autoAccept', '9,37']], seller)).status).toBe(302);
  expect((await market.request('GET', `/api/listings/${listingId}`, { as: seller })).body).toMatchObject({
    offerWindowHours: 72,
    autoAccept: usd(937),
    autoDecline: usd(613),
  });
  const own = await page(`/listings/${listingId}`, seller);
  expect(own).toContain(
    'Offers expire after 72 hours. Offers of $9.37 or more are accepted automatically. Offers below $6.13 are declined automatically.',
  );
  for (const path of [`/listings/${listingId}`, `/listings/${listingId}/offer`]) {
    const seen = await page(path, buyers[0]);
    // As money or as a number; an id or a time may contain the same digits.
    expect(seen).not.toMatch(/\$9\.37|\$6\.13|(?<![\w.-])(937|613)(?![\w-])/);
  }
  expect(await page(`/listings/${listingId}/offer`, buyers[0])).toContain('The seller has 72 hours to reply.');
  expect(await page(`/listings/${listingId}/edit`, seller)).toMatch(/value="9\.37"/);
});

test('a seller offers it to those who saved it from its page; other members do not have that form', async () => {
  const listingId = await putUpForSale(market, seller, { price: 1_000 });
  expect(await page(`/listings/${listingId}`, seller)).not.toContain('Send offer to interested buyers');
  const fans = await Promise.all(buyers.map((_, n) => market.signUp(`saver_${n}`)));
  for (const fan of fans) await market.request('PUT', `/api/favorites/${listingId}`, { as: fan });
  const own = await page(`/listings/${listingId}`, seller);
  expect(own).toContain('We’ll send your offer to the 3 members who favorited this listing.');
  expect(own).toContain(`action="/listings/${listingId}/watchers"`);
  expect(await page(`/listings/${listingId}`, buyers[0])).not.toContain('watchers');
  expect((await market.request('GET', `/listings/${listingId}/watchers`, { as: buyers[0] })).status).toBe(404);

  const made = await offer(listingId, buyers[0]);
  const send = (amount: string) =>
    form(
      `/listings/${listingId}/watchers`,
      [
        ['amount', amount],
        ['message', 'For you.'],
      ],
      seller,
    );
  expect((await send('much')).body).toContain('“much” isn’t an amount in USD. Enter a number such as 34.50.');
  expect((await send('12')).body).toContain('Enter at most $');
  const sent = await send('8');
  expect(sent.status).toBe(200);
  expect(sent.body).toContain(
    'You sent 3 members an offer of $8.00. The offer hasn’t been accepted yet. 3 members can reply until',
  );
  expect(sent.body).toContain('You can send 1 offer a week.');
  const [fan] = fans as [TestMember];
  expect(await page('/offers?side=sent', fan)).toContain(
    'Sent to members who favorited this listing. The first member to accept can buy the listing.',
  );

  // Each of them is in the seller's list without a name, and is withdrawn there; offers that wait for the seller come
  // first.
  const { id } = (await market.request('GET', '/api/offers', { as: fan })).body.items[0];
  const read = async () =>
    Promise.all(
      ['/offers', '/offers.data', `/listings/${listingId}`, `/listings/${listingId}.data`].map((path) =>
        page(path, seller),
      ),
    );
  const [list, , under] = (await read()) as [string, string, string];
  expect(list.match(/Your offer to an interested buyer/g)).toHaveLength(3);
  expect(under.match(/Interested buyer/g)).toHaveLength(3);
  expect(under.indexOf(buyers[0].username)).toBeLessThan(under.indexOf('Interested buyer'));
  const taken = [
    ['id', id],
    ['intent', 'withdraw'],
  ] as [string, string][];
  expect((await form('/offers', taken, seller)).body).toContain('Offer withdrawn.');
  expect(await page('/offers?side=sent', fan)).toContain('Withdrawn');
  for (const shown of await read())
    for (const { id, username } of fans) expect([shown.includes(id), shown.includes(username)]).toEqual([false, false]);
  await market.request('POST', `/api/offers/${made}/withdraw`, { as: buyers[0] });
  // A member who declines an offer to many reads that it is declined, and not that the seller was notified: there is no
  // such notification.
  const [unwanted] = (await market.request('GET', '/api/offers', { as: fans[2] as TestMember })).body.items;
  const saysNo = await form(
    '/offers?side=sent',
    [
      ['id', unwanted.id],
      ['intent', 'decline'],
    ],
    fans[2] as TestMember,
  );
  expect([saysNo.status, saysNo.body.includes('Offer declined.'), saysNo.body.includes('We sent')]).toEqual([
    200,
    true,
    false,
  ]);
  for (const each of (await market.request('GET', '/api/offers', { as: fans[1] as TestMember })).body.items)
    expect((await market.request('POST', `/api/offers/${each.id}/accept`, { as: fans[1] as TestMember })).status).toBe(
      200,
    );
  expect(await page('/offers', seller)).toContain(`Your offer to ${fans[1]?.username}`);
});

test('one amount for several by forms alone: reached from a listing, searched without losing a choice, answered for all but one', async () => {
  const [a, b, c] = (await Promise.all(
    [1_000, 1_000, 1_000].map((price) => putUpForSale(market, seller, { price })),
  )) as [string, string, string];
  const buyer = buyers[2];
  const at = `/offers/basket?seller=${seller.id}`;
  expect(await page(`/listings/${a}/offer`, buyer)).toContain(`${at.replace('&', '&amp;')}&amp;listing=${a}`);
  const chosen = await page(`${at}&q=nothing-like-it&listing=${a}&listing=${b}`, buyer);
  for (const id of [a, b])
    expect(chosen).toMatch(
      new RegExp(`<input[^>]*checked=""[^>]*value="${id}"|<input[^>]*value="${id}"[^>]*checked=""`),
    );
  expect(chosen).not.toContain(`value="${c}"`);
  expect((await market.request('GET', '/offers/basket?seller=nobody', { as: buyer })).status).toBe(404);
  const fields: [string, string][] = [
    ['seller', seller.id],
    ['listing', a],
    ['listing', b],
    ['listing', c],
    ['message', 'For the three?'],
  ];
  const refused = await form(at, [...fields, ['amount', '31.00']], buyer);
  expect(refused.status).toBe(422);
  expect(refused.body).toContain('Enter at most $30.00, the total price.');
  expect(refused.body).toContain('For the three?');
  const sent = await form(at, [...fields, ['amount', '24.00']], buyer);
  expect(sent.status).toBe(302);
  const id = sent.headers.get('location')?.split('#')[1] ?? '';
  const shown = await page('/offers', seller);
  expect(shown.match(/<article [^>]*aria-label="Offer for [^"]* and 2 more"/g)).toHaveLength(1);
  expect(
    (
      await form(
        '/offers',
        [
          ['id', id],
          ['intent', 'accept'],
          ['picks', 'lines'],
        ],
        seller,
      )
    ).body,
  ).toContain('Select at least 1 listing.');
  const answered = await form(
    '/offers',
    [
      ['id', id],
      ['intent', 'accept'],
      ['picks', 'lines'],
      ['lines', a],
      ['lines', c],
    ],
    seller,
  );
  expect(answered.body).toContain('Offer accepted. It’s reserved at that price.');
  expect((await read(id)).lines.map(({ status }: { status: string }) => status)).toEqual([
    'accepted',
    'declined',
    'accepted',
  ]);
});

test('only the seller reads offers and conversations under their listing', async () => {
  const listingId = await putUpForSale(market, seller, { price: 1_000 });
  const quiet = await page(`/listings/${listingId}`, seller);
  expect(quiet).not.toContain('Offers for this listing');
  const offerId = await offer(listingId, buyers[0]);
  const said = await market.request('POST', '/api/threads', {
    as: buyers[1],
    body: { recipientId: seller.id, listingId, text: 'Is the back clean?' },
  });
  expect(said.status).toBe(201);
  const own = await page(`/listings/${listingId}`, seller);
  const offers = own.slice(own.indexOf('Offers for this listing'), own.indexOf('Conversations about this listing'));
  expect(offers).toContain(`href="/offers?side=received#${offerId}"`);
  expect(offers).toContain(buyers[0].username);
  expect(own.slice(own.indexOf('Conversations about this listing'))).toContain(`href="/messages/${said.body.id}"`);
  for (const as of [buyers[0], buyers[2]]) {
    const theirs = await page(`/listings/${listingId}`, as);
    expect(theirs).not.toContain('Offers for this listing');
    expect(theirs).not.toContain(said.body.id);
  }
});

test('the inbox names what threads are about with one read for each kind of thing', async () => {
  const ids = await Promise.all([1, 2, 3].map(() => putUpForSale(market, seller, { price: 1_000 })));
  for (const listingId of ids)
    await market.request('POST', '/api/threads', {
      as: buyers[2],
      body: { recipientId: seller.id, listingId, text: 'Still there?' },
    });
  const requests: (readonly string[])[] = [];
  const { listing } = market.platform.threadSubjects as Record<
    string,
    { titles?: (...all: never[]) => Promise<Map<string, string>> }
  >;
  const titles = listing?.titles;
  if (!listing || !titles) throw new Error('listings have no titles');
  listing.titles = (...all) => {
    requests.push(all[2] as unknown as string[]);
    return titles(...all);
  };
  const shown = await page('/messages', buyers[2]);
  listing.titles = titles;
  expect(requests).toHaveLength(1);
  expect([...(requests[0] ?? [])].sort()).toEqual(expect.arrayContaining([...ids].sort()));
  expect(shown.match(/class="thr-s"/g)?.length).toBeGreaterThanOrEqual(3);
});

/** The rows of the page: the whole text of each. */
const rowsOf = (html: string) =>
  [...html.matchAll(/<article class="ofr"[^>]*>(.*?)<\/article>/gs)].map(([, inside]) =>
    (inside ?? '').replace(/<!-- -->|<[^>]+>/g, ' ').replace(/\s+/g, ' '),
  );
const sideShown = (html: string) =>
  /<div class="seg[^"]*"[^>]*aria-label="Received or sent".*?<\/div>/s.exec(html)?.[0] ?? '';
const tabs = (html: string) =>
  [...sideShown(html).matchAll(/<a([^>]*)>(.*?)<\/a>/gs)].map(([, attributes, inside]) => [
    (inside ?? '')
      .replace(/<[^>]+>/g, '')
      .replace('waiting for your reply', '')
      .replace(/ /g, ''),
    attributes?.includes('aria-current="true"'),
  ]);

test('the page of offers opens on the side where something waits, says how much on both, and shows a negotiation as one row with its steps', async () => {
  const [lena, otto] = await Promise.all([market.signUp('lena_bids'), market.signUp('otto_sells')]);
  await makePremium(market, otto);
  const listingId = await putUpForSale(market, otto, { price: 1_000 });
  const at = { as: otto };
  expect(tabs(await page('/offers', lena))).toEqual([
    ['Received', true],
    ['Sent', false],
  ]);
  const first = (
    await market.request('POST', `/api/listings/${listingId}/offers`, {
      as: lena,
      body: { amount: usd(700), message: 'For my deck.' },
    })
  ).body;
  expect(tabs(await page('/offers', otto))).toEqual([
    ['Received1', true],
    ['Sent', false],
  ]);
  const second = (
    await market.request('POST', `/api/offers/${first.id}/counter`, { ...at, body: { amount: usd(950) } })
  ).body;
  // It is the buyer's turn, among what the buyer sent.
  const shown = await page('/offers', lena);
  expect(tabs(shown)).toEqual([
    ['Received', false],
    ['Sent1', true],
  ]);
  const [row, ...others] = rowsOf(shown);
  expect(others).toEqual([]);
  expect(row).toMatch(/You offered \$7\.00 .* For my deck\. .*otto_sells countered with \$9\.50/);
  expect(row).not.toContain('Countered');
  expect(shown).toContain(`<article class="ofr" id="${second.id}"`);
  expect(rowsOf(await page('/offers?side=received', otto))).toHaveLength(1);

  const third = (
    await market.request('POST', `/api/offers/${second.id}/counter`, { as: lena, body: { amount: usd(850) } })
  ).body;
  expect(rowsOf(await page('/offers?side=sent', lena))[0]).toMatch(
    /You offered \$7\.00 .*otto_sells countered with \$9\.50 .*You countered with \$8\.50/,
  );
  // An accepted offer waits for its buyer until it is paid, counted among the accepted ones; the page stays on its side after an answer.
  expect((await market.request('POST', `/api/offers/${third.id}/accept`, { ...at, body: {} })).status).toBe(200);
  const accepted = await page('/offers', lena);
  expect(tabs(accepted)[1]).toEqual(['Sent', true]);
  expect(accepted).toMatch(/>Accepted<em>1<\/em>/);
  expect(rowsOf(await page('/offers?side=sent&state=ended', lena))).toEqual([]);
  const form = /<form[^>]*action="([^"]+)"[^>]*>(?:(?!<\/form>).)*value="(?:withdraw|clear|decline|counter)"/s.exec(
    await page('/offers', buyers[2]),
  );
  expect(form?.[1]).toBe('/offers?side=sent');
});

test('the seller reads beside an offer what such cards sold for, with several offers once above them; without the median the lowest price for sale', async () => {
  const [seller, other] = await Promise.all([market.signUp('sells_one'), market.signUp('sells_alike')]);
  await Promise.all([seller, other].map((member) => makePremium(market, member)));
  const card = (await importTestCards(market))['lea-161'] ?? '';
  const copy = {
    catalogueCardId: card,
    condition: 'near_mint',
    finish: 'foil',
    language: 'en',
    acceptsOffers: true,
  } as const;
  const { id } = await listed(market, seller, { ...copy, price: usd(1_000) });
  await listed(market, other, { ...copy, price: usd(930) });
  await offer(id, buyers[0]);
  const read = async () => (await page('/offers?side=received', seller)).replace(/<!-- -->/g, '');
  expect(await read()).toContain('<span class="dim">Lowest for sale $9.30</span>');
  for (const [n, amount] of [900, 910, 920, 930, 940].entries())
    await addPastSale(market, buyers[1], { cardId: card, amount, agoDays: n + 1 });
  expect(await read()).toContain('<span class="dim">Median $9.20</span>');
  await offer(id, buyers[1]);
  const grouped = await read();
  expect(grouped).toContain('<span>2 offers for this listing</span><span>Median $9.20</span>');
  expect(grouped.split('Median $9.20')).toHaveLength(2);
  // Past prices are part of Premium.
  await market.platform.pool.query("update profile set account_tier = 'free' where user_id = $1", [seller.id]);
  const free = await read();
  expect([free.includes('Median'), free.includes('Lowest for sale $9.30')]).toEqual([false, true]);
});
