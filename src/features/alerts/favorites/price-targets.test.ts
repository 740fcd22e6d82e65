import { expect, test } from 'vitest';
import { editListing, getListing } from '#features/listings/index.server.ts';
import { actorOf } from '#testing/actor.ts';
import type { TestMember } from '#testing/server.ts';
import { alertMarket, usd } from '../alerts.testing.ts';
import { saveSearch } from '../saved-searches/saved-searches.server.ts';
import { changePriceAlert, priceAlertOf, setPriceAlert } from './price-alert.server.ts';

const { at, entries, list } = alertMarket({ pages: true });

const post = (path: string, as: TestMember, fields: Record<string, string>) =>
  fetch(`${at.market.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: as.cookie, origin: at.market.url, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });
const set = async (as: TestMember, listingId: string, target: string) =>
  (await post('/price-alerts', as, { listingId, alert: '1', target })).status;
const alerts = async (as: TestMember): Promise<{ id: string; name: string; query: string }[]> =>
  (await at.market.request('GET', '/api/saved-searches', { as })).body.items;
const shown = async (as: TestMember) =>
  (await entries(as)).map(({ title, body, link }: Record<string, string>) => [title, body, link]);
const reprice = async (id: string, amount: number, currency: 'USD' | 'EUR' = 'USD') => {
  await editListing(at.market.platform, actorOf(at.ben), id, { price: { amount, currency } });
  await at.market.runJobs();
};

test('a price alert notifies once its listing costs less than the target, with the old price, the new one and the target', async () => {
  const ann = await at.market.signUp('target_ann');
  const { id } = await list('base1-4', { price: usd(1_200) });
  expect(await set(ann, id, '10')).toBe(302);
  await reprice(id, 1_000);
  expect(await shown(ann)).toEqual([]);
  await reprice(id, 950);
  expect(await shown(ann)).toEqual([
    [
      'Price alert: Charizard, Base Set',
      'The price is now $9.50. It was $12.00 when you set the alert, and your target is under $10.00.',
      `/listings/${id}`,
    ],
  ]);
  expect((await at.market.request('GET', `/sandbox/mail.json?to=${ann.email}`)).body[0].text).toContain(
    'It was $12.00 when you set the alert',
  );
});

test('another copy below the target notifies too, and the target is in the listing’s currency', async () => {
  const bob = await at.market.signUp('target_bob');
  const { id } = await list('base1-58', { price: { amount: 900, currency: 'EUR' } });
  expect(await set(bob, id, '8,50')).toBe(302);
  expect((await alerts(bob))[0]?.name).toContain('under €8.50');
  // €8.50 are $9.18 by the fixed rates.
  await list('base1-58', { price: usd(930) });
  expect(await shown(bob)).toEqual([]);
  await list('base1-58', { price: usd(910) });
  expect(await shown(bob)).toMatchObject([
    [
      expect.stringContaining('Price alert'),
      expect.stringMatching(/now \$9\.10\. It was €9\.00.*under €8\.50/),
      expect.anything(),
    ],
  ]);
});

test('the list of alerts changes a target, which may then notify of the same listing again, and deletes the alert', async () => {
  const [cat, dan] = await Promise.all([at.market.signUp('target_cat'), at.market.signUp('target_dan')]);
  const { id } = await list('base1-4', { price: usd(1_800) });
  await set(cat, id, '15');
  await reprice(id, 1_450);
  const [alert] = await alerts(cat);
  const change = async (as: TestMember, target: string) => {
    const answer = await post('/saved-searches', as, { intent: 'target', id: alert?.id ?? '', target });
    return [answer.status, await answer.text()] as const;
  };
  expect((await change(dan, '5'))[0]).toBe(404);
  const [status, refused] = await change(cat, 'cheap');
  expect([status, refused.includes('“cheap” isn’t an amount in USD.')]).toEqual([422, true]);
  expect(refused).toMatch(/value="cheap"/);
  const [saved, page] = await change(cat, '12');
  expect([saved, /name="target"[^>]*value="12.00"|value="12.00"[^>]*name="target"/.test(page)]).toEqual([200, true]);
  expect((await alerts(cat))[0]).toMatchObject({ id: alert?.id, name: 'Charizard, Base Set under $12.00' });
  at.market.clock.advance(11 * 60_000);
  await reprice(id, 1_100);
  expect((await shown(cat))[0]?.[1]).toBe(
    'The price is now $11.00. It was $18.00 when you set the alert, and your target is under $12.00.',
  );
  await post('/saved-searches', cat, { intent: 'remove-search', id: alert?.id ?? '' });
  expect(await alerts(cat)).toEqual([]);
});

test('a target above the listing’s price is refused, and one without an amount', async () => {
  const eve = await at.market.signUp('target_eve');
  const { id } = await list('base1-4', { price: usd(1_600) });
  for (const [target, sentence] of [
    ['17', 'This listing is already under $17.00. Enter a lower price.'],
    ['0', 'Enter an amount in USD, for example 34.50.'],
    ['x', '“x” isn’t an amount in USD.'],
  ] as const) {
    const answer = await post('/price-alerts.data', eve, { listingId: id, alert: '1', target });
    expect([target, (await answer.text()).includes(sentence)]).toEqual([target, true]);
  }
  expect(await alerts(eve)).toEqual([]);
});

test('a changed target is refused above the listing’s price too', async () => {
  const flo = await at.market.signUp('target_flo');
  const { id } = await list('base1-4', { price: usd(1_700) });
  await setPriceAlert(at.market.platform, actorOf(flo), id, '15');
  const [alert] = await alerts(flo);
  const change = (typed: string) => changePriceAlert(at.market.platform, actorOf(flo), alert?.id ?? '', typed);
  await expect(change('17.01')).rejects.toMatchObject({
    status: 422,
    errors: { target: expect.stringMatching(/\$17/) },
  });
  await change('16.50');
  expect((await alerts(flo))[0]?.name).toContain('under $16.50');
});

test('of two tabs that set a target at once, the later one counts', async () => {
  const gus = await at.market.signUp('target_gus');
  const { id } = await list('base1-4', { price: usd(1_700) });
  const listing = await getListing(at.market.platform, id, gus.id);
  // Neither tab has seen the alert of the other.
  for (const amount of [1_500, 1_400])
    await saveSearch(at.market.platform, actorOf(gus), priceAlertOf(listing, usd(amount)), id);
  expect(await alerts(gus)).toMatchObject([{ name: expect.stringContaining('under $14.00') }]);
  const { rows } = await at.market.platform.pool.query('select max_rank from saved_search where owner_id = $1', [
    gus.id,
  ]);
  expect(rows.map(({ max_rank }) => Number(max_rank))).toEqual([1_399]);
});
