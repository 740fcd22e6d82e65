import { expect, test } from 'vitest';
import { createListingSchema } from '#features/listings/contract.ts';
import { listingLimits } from '#features/listings/model/listing.rules.ts';
import { dayMs, hourMs } from '#kernel/time.ts';
import { buyerOf } from './addresses.ts';
import { demoMembers } from './members.ts';
import { parcelFrom, postCodeOf } from './post.ts';
import { marketPrice, roundPrice } from './prices.ts';
import { planAlike, planSales, planShowcase } from './sales.ts';
import { seeded } from './seeded.ts';
import { type DemoCard, planStock } from './stock.ts';
import { queryNames } from './wanted-names.ts';

const cards: DemoCard[] = Object.entries(queryNames).flatMap(([game, names]) =>
  names.flatMap((name, popularity) => [
    {
      id: `${game}${popularity}a`,
      game,
      name,
      rarity: 'Rare Holo',
      finishes: ['holo'],
      releaseDate: '1999-01-09',
      popularity,
    },
    { id: `${game}${popularity}b`, game, name, rarity: 'Common', finishes: [], releaseDate: '2021', popularity: null },
  ]),
);

test('forty members: the four that a visitor signs in as, no name or address twice', () => {
  expect(demoMembers).toHaveLength(40);
  expect(demoMembers.slice(0, 4).map(({ email, tier, role }) => [email, tier, role ?? 'member'])).toEqual([
    ['collector@example.test', 'free', 'member'],
    ['seller@example.test', 'free', 'member'],
    ['shop@example.test', 'premium', 'member'],
    ['admin@example.test', 'free', 'admin'],
  ]);
  expect(new Set(demoMembers.map((member) => member.username.toLowerCase())).size).toBe(40);
  expect(new Set(demoMembers.map((member) => member.email)).size).toBe(40);
});

test('the same seed plans the same market', () => {
  expect(planStock(cards, demoMembers, 500)).toEqual(planStock(cards, demoMembers, 500));
  expect(planSales(cards, demoMembers, 40, 10)).toEqual(planSales(cards, demoMembers, 40, 10));
});

test('[RO-01] free members get two listings at most and live ones end in the future', () => {
  const stock = planStock(cards, demoMembers, 2_200);
  expect(stock.length).toBeGreaterThanOrEqual(2_200);
  const free = new Set(demoMembers.filter((member) => member.tier === 'free').map((member) => member.email));
  for (const [email, planned] of Map.groupBy(stock, (listing) => listing.sellerEmail)) {
    if (free.has(email)) expect(planned.length, email).toBeLessThanOrEqual(2);
    const longest = (free.has(email) ? 48 * hourMs : 30 * dayMs) - hourMs;
    for (const listing of planned) expect(listing.publishedAgoMs).toBeLessThan(longest);
  }
});

test('every planned listing is valid for the listings feature, expensive ones with a photo', () => {
  for (const plan of planStock(cards, demoMembers, 1_000)) {
    const { card, sellerEmail: _, publishedAgoMs: __, photos, ...rest } = plan;
    createListingSchema.parse({ ...rest, catalogueCardId: card.id, status: 'active' });
    if (plan.price.amount >= listingLimits.photoRequiredFrom) expect(photos.length).toBeGreaterThan(0);
  }
});

test('a card costs about the same from every seller; the tail is long', () => {
  const prices = planStock(cards, demoMembers, 2_200)
    .map((listing) => listing.price.amount)
    .sort((a, b) => a - b);
  const at = (share: number) => prices[Math.floor(prices.length * share)] ?? 0;
  expect(at(0.98)).toBeGreaterThan(10 * at(0.5));
  const card = cards[0] as DemoCard;
  expect(marketPrice(card)).toBe(marketPrice({ ...card }));
  expect([37, 413, 2_340, 18_700, 124_300].map(roundPrice)).toEqual([35, 415, 2_350, 18_500, 124_000]);
});

test('a year of orders: none in the future, none before its listing or its members, no seller buys from himself', () => {
  const sales = [
    ...planShowcase(cards, demoMembers),
    ...planAlike(cards, demoMembers),
    ...planSales(cards, demoMembers, 400, 10),
  ];
  const joined = new Map(demoMembers.map((member) => [member.email, member.joinedDays * dayMs]));
  for (const { listing, orders } of sales) {
    expect(listing.publishedAgoMs).toBeLessThan(joined.get(listing.sellerEmail) ?? 0);
    for (const order of orders) {
      expect(order.buyerEmail).not.toBe(listing.sellerEmail);
      expect(order.agoMs).toBeGreaterThan(0);
      expect(order.agoMs).toBeLessThan(listing.publishedAgoMs);
      expect(order.agoMs).toBeLessThan(joined.get(order.buyerEmail) ?? 0);
      expect(listing.publishedAgoMs - order.agoMs).toBeLessThan(30 * dayMs);
    }
  }
  const months = new Set(sales.flatMap((sale) => sale.orders.map((order) => Math.floor(order.agoMs / (30.5 * dayMs)))));
  expect(months.size).toBeGreaterThanOrEqual(11);
});

test('post codes are of the town, and parcels carry numbers of their country’s post', () => {
  const random = seeded(7);
  const like: Readonly<Record<string, RegExp>> = {
    Utrecht: /^35[1-9]\d [A-Z]{2}$/,
    Manchester: /^M[1-9] [1-9][A-Z]{2}$/,
    Austin: /^787\d\d$/,
    Toronto: /^M5[A-Z] \d[A-Z]\d$/,
  };
  for (const member of demoMembers) {
    const { address } = buyerOf(member);
    expect(address?.postal_code).toMatch(like[address?.city ?? ''] ?? /^[\dA-Z][\dA-Z -]{3,7}$/);
    const { carrier, trackingNumber } = parcelFrom(address?.country ?? '', random);
    expect(`${carrier} ${trackingNumber}`).not.toMatch(/^Post |[#+@]/);
    const [, eight, check] = /^R[A-Z](\d{8})(\d)[A-Z]{2}$/.exec(trackingNumber) ?? [];
    if (!eight) continue;
    const sum = [8, 6, 4, 2, 3, 5, 9, 7].reduce((all, weight, at) => all + weight * Number(eight[at]), 0);
    expect(Number(check), trackingNumber).toBe([5, 0][sum % 11] ?? 11 - (sum % 11));
  }
  expect(parcelFrom('NL', random)).toMatchObject({
    carrier: 'PostNL',
    trackingNumber: expect.stringMatching(/^3S[A-Z]{4}\d{9}$/),
  });
  expect(() => postCodeOf('Atlantis', random)).toThrow('no post code is known for Atlantis');
});

test('every member has an address that the post knows', () => {
  for (const member of demoMembers) {
    const { address } = buyerOf(member);
    expect(address?.country, member.location).toMatch(/^[A-Z]{2}$/);
    if (address?.country === 'US') expect(address.state).toMatch(/^[A-Z]{2}$/);
  }
  expect(
    buyerOf(demoMembers.find((member) => member.username === 'grove_street_cards') as (typeof demoMembers)[0]).address,
  ).toMatchObject({
    country: 'CA',
    state: 'ON',
  });
});
