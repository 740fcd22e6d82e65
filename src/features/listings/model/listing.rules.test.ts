import { describe, expect, test } from 'vitest';
import { tierDefinition } from '#features/tiers/contract.ts';
import { createListingSchema, editListingSchema } from '../contract.ts';
import { readListingQuery } from '../search/listing.query.ts';
import { listingPolicy } from './listing.policy.ts';
import { frozenStatuses, mayMove, sellerMovesFrom } from './listing.process.ts';
import {
  availableQuantity,
  conditions,
  defaultTitle,
  listingLimits,
  needsPhoto,
  parseCondition,
  parseLanguage,
  priceRank,
} from './listing.rules.ts';

const valid = {
  game: 'pokemon',
  name: 'Charizard',
  condition: 'near_mint',
  price: { amount: 1_299, currency: 'USD' },
} as const;
const errorsOf = (input: unknown) => {
  const parsed = createListingSchema.safeParse(input);
  return parsed.success
    ? []
    : parsed.error.issues.map((issue) => issue.path.join('.') || (issue as { keys?: string[] }).keys?.join());
};

describe('rules of a listing', () => {
  test('[UI-09] reads every spelling of a condition', () => {
    for (const condition of conditions) {
      for (const text of [
        condition,
        condition.replaceAll('_', '-'),
        condition.replaceAll('_', ' ').toUpperCase(),
        ` ${condition} `,
      ])
        expect(parseCondition(text)).toBe(condition);
    }
    expect(['NM', 'lp', 'PO', ''].map(parseCondition)).toEqual(['near_mint', 'light_played', 'poor', 'unknown']);
    expect(['nearly', 'gem mint', '0'].map(parseCondition)).toEqual([null, null, null]);
    expect(createListingSchema.parse({ ...valid, condition: 'Near-Mint' }).condition).toBe('near_mint');
  });

  test('reads languages by code and name', () => {
    expect(['EN', 'japanese', 'zh-Hant', 'klingon'].map(parseLanguage)).toEqual(['en', 'ja', 'zh-hant', null]);
  });

  test('a title of the card alone is cut before a character, not in it', () => {
    const title = defaultTitle({ name: 'n'.repeat(118) + '😀'.repeat(4), setName: 'Base Set', number: '1' });
    expect([title.isWellFormed(), title.length]).toEqual([true, 119]);
  });

  test('[LI-11] the limits hold at both ends', () => {
    const price = (amount: number) => ({ ...valid, price: { amount, currency: 'USD' } });
    expect(errorsOf(price(1))).toEqual([]);
    expect(errorsOf(price(100_000_000))).toEqual([]);
    for (const amount of [0, -1, 100_000_001, 12.5, Number.NaN])
      expect(errorsOf(price(amount))).toEqual(['price.amount']);
    expect(errorsOf({ ...valid, price: { amount: 5 } })).toEqual(['price.currency']);
    expect(errorsOf({ ...valid, price: { amount: 5, currency: 'BTC' } })).toEqual(['price.currency']);
    expect(errorsOf({ ...valid, quantity: 999, title: 'x'.repeat(120), description: 'x'.repeat(20_000) })).toEqual([]);
    expect(errorsOf({ ...valid, quantity: 1_000 })).toEqual(['quantity']);
    expect(errorsOf({ ...valid, quantity: 0 })).toEqual(['quantity']);
    expect(errorsOf({ ...valid, title: 'x'.repeat(121) })).toEqual(['title']);
    expect(errorsOf({ ...valid, description: 'x'.repeat(20_001) })).toEqual(['description']);
  });

  test('[LI-08] the forms state the same lengths as the tiers enforce', () => {
    for (const tier of ['free', 'premium'] as const)
      expect(listingLimits.descriptionLength[tier]).toBe(tierDefinition(tier).maxDescriptionLength);
  });

  test('refuses fields that are not the client’s to set', () => {
    for (const field of ['tier', 'seller', 'sellerId', 'favoriteCount', 'quantitySold', '__proto__x'])
      expect(errorsOf({ ...valid, [field]: 'x' })).toEqual([field]);
    expect(errorsOf({ ...valid, status: 'sold' })).toEqual(['status']);
  });

  test('names what is missing, and what does not go together', () => {
    expect(errorsOf({ condition: 'mint', price: valid.price })).toEqual(['game', 'name']);
    expect(errorsOf({ ...valid, offerFloor: { amount: 1_300, currency: 'USD' } })).toEqual(['offerFloor']);
    expect(errorsOf({ ...valid, offerFloor: { amount: 100, currency: 'EUR' } })).toEqual(['offerFloor.currency']);
    const letterPost = { name: 'Letter', price: { amount: 100, currency: 'EUR' }, tracked: false };
    expect(errorsOf({ ...valid, shipping: [letterPost] })).toEqual(['shipping.0.price']);
    const own = { ...letterPost, price: { amount: 0, currency: 'USD' } };
    expect(errorsOf({ ...valid, shipping: [own, { ...own, name: 'LETTER' }] })).toEqual(['shipping.1.name']);
    expect(errorsOf({ ...valid, title: 'a\u0000b' })).toEqual(['title']);
    expect(errorsOf({ ...valid, description: 'line\nline\ud800' })).toEqual(['description']);
  });

  test('takes grades as numbers and as words', () => {
    for (const grade of [1, 8.5, 10, 'Authentic', '10 Pristine'])
      expect(errorsOf({ ...valid, grading: { company: 'PSA', grade } })).toEqual([]);
    for (const grade of [
      0,
      11,
      9.3,
      '',
      '0',
      '11',
      '-1',
      '-9',
      '9.3',
      '9 OC',
      '<b>',
      'Excellent',
      'Pristine',
      'Pristine 9',
      `10${' '.repeat(200)}x`,
    ])
      expect(errorsOf({ ...valid, grading: { company: 'PSA', grade } })).toEqual(['grading.grade']);
    // PSA has no 9.5, and Beckett has.
    expect(errorsOf({ ...valid, grading: { company: 'PSA', grade: 9.5 } })).toEqual(['grading.grade']);
    expect(errorsOf({ ...valid, grading: { company: 'BGS', grade: '9.5' } })).toEqual([]);
  });

  test.each([
    ['psa', '10.0', 'PSA', 10],
    ['Professional Sports Authenticator (PSA)', 'GEM MT 10', 'PSA', 10],
    ['Certified Guaranty Company (CGC)', '9,5', 'CGC', 9.5],
    ['Beckett', '9.5', 'BGS', 9.5],
    ['ＰＳＡ', '１０', 'PSA', 10],
    ['cgc', '10 pristine', 'CGC', 'Pristine 10'],
    ['bgs', 'black label 10', 'BGS', 'Black Label 10'],
    ['PSA', 'auth', 'PSA', 'Authentic'],
  ])('a grade sent as %s and %s is read as files are', (company, grade, known, read) => {
    expect(createListingSchema.parse({ ...valid, grading: { company, grade } }).grading).toEqual({
      company: known,
      grade: read,
    });
    expect(editListingSchema.parse({ grading: { company, grade, certificate: '1' } }).grading).toEqual({
      company: known,
      grade: read,
      certificate: '1',
    });
  });

  test('a company that is not known is refused by name with those that are', () => {
    for (const company of ['<b>', 'Moonlight Grading', 'PSA 10', '', `(${'a'.repeat(5_000)}`]) {
      expect(errorsOf({ ...valid, grading: { company, grade: '10' } })).toEqual(['grading.company']);
      const { error } = createListingSchema.safeParse({ ...valid, grading: { company, grade: '10' } });
      expect(error?.issues[0]?.message).toMatch(/^Use one of these grading companies: PSA, BGS, /);
    }
  });

  test('an edit leaves omitted fields unchanged', () => {
    expect(editListingSchema.parse({ quantity: 3 })).toEqual({ quantity: 3 });
    expect(editListingSchema.safeParse({ status: 'active' }).success).toBe(false);
  });

  test('a photo is needed from 20.00 up', () => {
    expect([1_999, 2_000].map((amount) => needsPhoto({ amount, currency: 'EUR' }))).toEqual([false, true]);
  });

  test('titles come from the card and fit', () => {
    expect(defaultTitle({ name: 'Charizard', setName: 'Base Set', number: '4' })).toBe('Charizard · Base Set · 4');
    expect(defaultTitle({ name: 'Charizard', setName: null, number: null })).toBe('Charizard');
    expect(defaultTitle({ name: 'x'.repeat(200), setName: null, number: null })).toHaveLength(120);
  });

  test('orders currencies by what they are worth', () => {
    const ranks = (['GBP', 'CHF', 'EUR', 'USD', 'CAD', 'AUD'] as const).map((currency) =>
      priceRank({ amount: 1_000, currency }),
    );
    expect(ranks).toEqual([...ranks].sort((a, b) => b - a));
    expect(availableQuantity({ quantity: 5, quantityHeld: 2, quantitySold: 1 })).toBe(2);
  });
});

describe('[ST-13] life of a listing', () => {
  test('a sold or reserved listing can’t be bought, edited or moved by its seller', () => {
    for (const status of ['sold', 'reserved'] as const) {
      expect(frozenStatuses).toContain(status);
      expect(sellerMovesFrom(status)).toEqual([]);
    }
  });

  test('only the seller sees a draft, and no member buys from themselves', () => {
    const [seller, other] = [{ id: 's', role: 'member' } as const, { id: 'x', role: 'member' } as const];
    const draft = { sellerId: 's', publishedAt: null };
    expect(listingPolicy.may(seller, 'see', draft)).toBe(true);
    for (const caller of [null, other]) expect(listingPolicy.may(caller, 'see', draft)).toMatchObject({ status: 404 });
    const published = { ...draft, publishedAt: new Date() };
    expect(listingPolicy.may(null, 'see', published)).toBe(true);
    expect(listingPolicy.may(seller, 'buy', published)).toMatchObject({ status: 403 });
    expect(listingPolicy.may(other, 'pause', published)).toMatchObject({ status: 403 });
    expect(mayMove('publish', 'seller', 'active')).toBe(false);
  });
});

describe('a search in an address', () => {
  const read = (text: string) => readListingQuery(new URLSearchParams(text));

  test('reads repeated and comma values', () => {
    const { query, errors } = read(
      'q=charizard&game=pokemon&game=magic&condition=NM,light-played&graded=true&minPrice=100&sort=price_asc',
    );
    expect(errors).toEqual({});
    expect(query).toMatchObject({
      q: 'charizard',
      game: ['magic', 'pokemon'],
      condition: ['light_played', 'near_mint'],
      graded: true,
      minPrice: 100,
      sort: 'price_asc',
    });
  });

  test('the same search is one, however it is written', () => {
    expect(read('game=pokemon,magic').query).toEqual(read('game=magic&game=pokemon&sort=newest').query);
    expect(read('').query.sort).toBe('newest');
    expect(read('q=x').query.sort).toBe('relevance');
    expect(read('sort=relevance').query.sort).toBe('newest');
  });

  test('names what it can’t read, and goes on without it', () => {
    const { query, errors } = read(
      'game=ch_ess&condition=shiny&minPrice=-1&maxPrice=1e9&sort=best&graded=maybe&seller=%00&language=xx&set=%00',
    );
    expect(Object.keys(errors).sort()).toEqual([
      'condition',
      'game',
      'graded',
      'language',
      'maxPrice',
      'minPrice',
      'seller',
      'set',
      'sort',
    ]);
    expect(query).toMatchObject({ game: [], condition: [], minPrice: null, sort: 'newest', seller: null });
    expect(Object.keys(read(`q=${'x'.repeat(201)}`).errors)).toEqual(['q']);
  });
});
