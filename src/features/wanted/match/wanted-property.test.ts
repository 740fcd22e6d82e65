import { afterAll, beforeAll, expect, test } from 'vitest';
import { conditions, priceRank } from '#features/listings/contract.ts';
import { importTestCards, listed, premium } from '#features/listings/testing.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { pick, seeded } from '../../../../dev/demo/seeded.ts';

let market: TestMarket;
let members: TestMember[];
let cards: [external: string, id: string][];
beforeAll(async () => {
  market = await startTestMarket();
  members = [];
  for (const name of ['prop_a', 'prop_b', 'prop_c', 'prop_d'])
    members.push(await premium(market, await market.signUp(name)));
  cards = Object.entries(await importTestCards(market, printings));
}, 60_000);
afterAll(() => market?.close());

/** Other printings of a name, and one whose name only starts with it. */
const printings = [
  {
    game: 'pokemon',
    setCode: 'base4',
    setName: 'Base Set 2',
    number: '4',
    name: 'Charizard',
    rarity: 'Holo Rare',
    finishes: ['holo'],
    externalId: 'base4-4',
  },
  {
    game: 'pokemon',
    setCode: 'swsh3',
    setName: 'Darkness Ablaze',
    number: '20',
    name: 'Charizard VMAX',
    rarity: 'Rare',
    finishes: ['holo'],
    externalId: 'swsh3-20',
  },
  {
    game: 'magic',
    setCode: 'LEB',
    setName: 'Limited Edition Beta',
    number: '162',
    name: 'Lightning Bolt',
    rarity: 'common',
    finishes: ['nonfoil'],
    externalId: 'leb-162',
  },
].map((row) => ({ ...row, setAbbr: row.setCode, releaseDate: '2000-02-24', printedTotal: 130 }));

type OfCard = { card: { id: string }; anyPrinting: boolean };
type Thing = OfCard | { title: string; game: string; search: 'whole' | 'loose' };

interface Terms {
  lowestCondition: (typeof conditions)[number] | null;
  language: string | null;
  finish: string | null;
  highestPrice: { amount: number; currency: 'USD' | 'EUR' } | null;
  withPostage: boolean;
}

/**
 * Titles in words, in that game. For the last two a search takes one word as a filter (`holo`), or ignores one that no
 * card has (`signed`), and finds more than the words say.
 */
const titles = [
  ['charizard', 'pokemon', 'whole'],
  ['Umbreon VMAX', 'pokemon', 'whole'],
  ['a lightning bolt', 'magic', 'whole'],
  ['Lotus black', 'magic', 'whole'],
  ['Signed charizard', 'pokemon', 'loose'],
  ['a charizard, holo', 'pokemon', 'loose'],
] as const;
/** Free text, of no card in the catalogue. */
const free = [
  { game: 'pokemon', name: 'Charizard', title: 'Charizard, signed' },
  {
    game: 'pokemon',
    name: 'Binder',
    title: 'Binder of thirty cards, some of them signed, all holo, and with one Charizard in it',
  },
  { game: 'magic', name: 'Black Lotus proxy' },
  { game: 'magic', name: 'Bolt' },
] as const;

interface Found {
  id: string;
  name: string;
  title: string;
  setName: string | null;
  catalogueCardId: string | null;
  seller: { id: string };
  price: { amount: number; currency: 'USD' | 'EUR' };
  shipping: { price: { amount: number } }[];
}

/** All results of a search, over all pages. */
async function searched(params: URLSearchParams): Promise<Found[]> {
  const found: Found[] = [];
  for (let cursor = ''; ; ) {
    const { status, body } = await market.request('GET', `/api/listings?${params}&limit=100${cursor}`);
    expect(status).toBe(200);
    found.push(...body.items);
    if (body.nextCursor === null) return found;
    cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`;
  }
}

const said = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];

test('[EN-10] a want matches exactly what a search with its terms finds, whichever of the two came first', {
  timeout: 180_000,
}, async () => {
  const random = seeded(72);
  const any = <T>(values: readonly T[]): T => pick(random, values);
  const maybe = <T>(part: number, make: () => T): T | null => (random() < part ? make() : null);
  const card = () => any(cards);
  const terms = conditions.filter((condition) => condition !== 'unknown');

  const list = async () => {
    const [external, catalogueCardId] = card();
    const currency = any(['USD', 'USD', 'EUR'] as const);
    const what = random() < 0.2 ? any(free) : { catalogueCardId };
    const finish = 'catalogueCardId' in what && external === 'lea-161' ? any(['nonfoil', 'foil', null] as const) : null;
    await listed(market, any(members), {
      ...what,
      condition: any(conditions),
      language: any(['en', 'de', 'ja'] as const),
      ...(finish && { finish }),
      price: { amount: 500 + Math.floor(random() * 1_000), currency },
      shipping:
        random() < 0.5 ? [] : [{ name: 'Letter', price: { amount: any([0, 110, 320]), currency }, tracked: false }],
    });
  };
  const wants: { id: string; owner: TestMember; what: Thing; named: { title: string; game: string }; body: Terms }[] =
    [];
  const want = async () => {
    const [external, id] = card();
    const owner = any(members);
    const [title, game, search] = any(titles);
    const what: Thing = random() < 0.3 ? { title, game, search } : { card: { id }, anyPrinting: random() < 0.4 };
    const body = {
      ...('card' in what ? what : { title, game }),
      lowestCondition: maybe(0.6, () => any(terms)),
      language: maybe(0.4, () => any(['en', 'de', 'ja'])),
      finish: 'card' in what && external === 'lea-161' ? maybe(0.5, () => any(['nonfoil', 'foil'])) : null,
      highestPrice: maybe(0.8, () => ({
        amount: 500 + Math.floor(random() * 1_200),
        currency: any(['USD', 'EUR'] as const),
      })),
      withPostage: random() < 0.6,
    };
    const made = await market.request('POST', '/api/wanted', { as: owner, body });
    expect(made.status).toBe(201);
    wants.push({ id: made.body.id, owner, what, named: made.body, body });
  };
  for (let i = 0; i < 100; i++) await list();
  for (let i = 0; i < 25; i++) await want();
  await market.runJobs();
  for (let i = 0; i < 100; i++) await list();
  for (let i = 0; i < 25; i++) await want();
  await market.runJobs();

  const { rows } = await market.platform.pool.query<{ want_id: string; listing_id: string }>(
    'select * from want_match where ended_at is null',
  );
  let [all, inWords, loose, others] = [0, 0, 0, 0];
  for (const { id, owner, what, named, body } of wants) {
    const { lowestCondition, language, finish, highestPrice: most, withPostage } = body;
    // An article is in no listing's name, and no term of a want.
    const asks: Record<string, string> =
      'card' in what
        ? what.anyPrinting
          ? { q: named.title, game: named.game }
          : {}
        : { q: what.title.replace(/^a /, ''), game: what.game };
    const params = new URLSearchParams(asks);
    if (lowestCondition)
      params.set('condition', conditions.slice(0, conditions.indexOf(lowestCondition) + 1).join(','));
    if (language) params.set('language', language);
    if (finish) params.set('finish', finish);
    if (most) params.set('maxPrice', String(priceRank(most)));
    const found = await searched(params);
    const titleWords = 'card' in what ? [] : said(what.title.replace(/^a /, ''));
    const whole = found.filter((copy) =>
      titleWords.every((word) => said(`${copy.name} ${copy.title} ${copy.setName ?? ''}`).includes(word)),
    );
    if ('card' in what || what.search === 'whole') expect(whole, JSON.stringify(body)).toEqual(found);
    else loose += found.length - whole.length;
    // Any printing is any card of exactly that name, and nothing in free text.
    const isIt = ({ name, catalogueCardId }: Found, { card, anyPrinting }: OfCard) =>
      anyPrinting ? catalogueCardId !== null && name === named.title : catalogueCardId === card.id;
    const fits = whole.filter((copy) => {
      if (('card' in what && !isIt(copy, what)) || copy.seller.id === owner.id) return false;
      const post = Math.min(...copy.shipping.map(({ price }) => price.amount));
      if (!most || !withPostage || !Number.isFinite(post)) return true;
      if (copy.price.currency === most.currency) return copy.price.amount + post <= most.amount;
      return priceRank(copy.price) + priceRank({ amount: post, currency: copy.price.currency }) <= priceRank(most);
    });
    const matched = rows.filter((row) => row.want_id === id).map((row) => row.listing_id);
    expect(matched.sort(), JSON.stringify(body)).toEqual(fits.map((copy) => copy.id).sort());
    if ('card' in what) all += matched.length;
    if ('card' in what && what.anyPrinting)
      others += fits.filter((copy) => copy.catalogueCardId !== what.card.id).length;
    else inWords += matched.length;
  }
  expect(all).toBeGreaterThan(50);
  expect(inWords).toBeGreaterThan(20);
  expect(loose).toBeGreaterThan(5);
  expect(others).toBeGreaterThan(10);
});
