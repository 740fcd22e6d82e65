import { describe, expect, test } from 'vitest';
import { inputOf, missingIn, postOfForm, priceOfForm } from './form-input.ts';
import { fieldOf, stepOf } from './form-steps.ts';
import { emptyForm, formFromData, type ListingForm, nextForm } from './listing-form.ts';

const card = {
  id: 'c1',
  game: 'pokemon',
  setCode: 'base1',
  setName: 'Base',
  number: '4',
  name: 'Charizard',
  rarity: null,
  finishes: ['holo'],
  artUrl: null,
};
const ready: ListingForm = {
  ...emptyForm,
  card,
  condition: 'near_mint',
  price: '34,50',
  posts: [{ name: 'Letter', price: '1.20', tracked: false }],
};

describe('the request that the form makes', () => {
  test('[EN-09] money is read as people type it', () => {
    const { input, errors } = inputOf({ ...ready, offerFloor: '$30' });
    expect(errors).toEqual({});
    expect(input).toMatchObject({
      catalogueCardId: 'c1',
      price: { amount: 3450, currency: 'USD' },
      offerFloor: { amount: 3000, currency: 'USD' },
    });
    expect(input.shipping).toEqual([{ name: 'Letter', price: { amount: 120, currency: 'USD' }, tracked: false }]);
    expect(inputOf({ ...ready, offerFloor: '€30' }).errors).toEqual({
      offerFloor: '“€30” isn’t an amount in USD. Enter a number such as 34.50.',
    });
  });

  test('[LI-11] each missing field has its own error', () => {
    expect(inputOf(emptyForm).errors).toEqual({
      card: 'Choose a card, or enter it yourself.',
      condition: 'Choose a condition.',
      price: 'Enter a price, for example 34.50.',
      'shipping.0.price': 'Enter a shipping price, or 0 for free shipping.',
    });
    expect(missingIn(emptyForm, 'card')).toEqual({ card: 'Choose a card, or enter it yourself.' });
    expect(missingIn(emptyForm, 'condition')).toEqual({ condition: 'Choose a condition.' });
    expect(Object.keys(missingIn(emptyForm, 'price'))).toEqual(['price', 'shipping.0.price']);
    expect(missingIn(emptyForm, 'photos')).toEqual({});
    expect(
      Object.keys(inputOf({ ...ready, isFree: true, quantity: '0', price: 'cheap', isGraded: true }).errors),
    ).toEqual(['game', 'name', 'price', 'quantity', 'grading.company', 'grading.grade']);
  });

  test('edition, signed, altered and misprint are sent; a playset is sent as copies with the price of one, or named where it does not divide', () => {
    const traits = { edition: 'first', signed: true, altered: false, misprint: true };
    expect(inputOf({ ...ready, ...traits })).toMatchObject({ errors: {}, input: traits });
    expect(inputOf({ ...ready, edition: '' }).input).toMatchObject({ edition: null, signed: false });
    const sets = { ...ready, playset: true, price: '34,40', quantity: '3' };
    expect(inputOf(sets)).toMatchObject({
      errors: {},
      input: { quantity: 12, price: { amount: 860, currency: 'USD' } },
    });
    expect(inputOf(sets).input).not.toHaveProperty('playset');
    expect(Object.keys(inputOf({ ...sets, price: '34,50', quantity: '250' }).errors)).toEqual(['quantity', 'price']);
    expect([priceOfForm(sets), priceOfForm({ ...sets, price: '34,50' }), priceOfForm(ready)]).toEqual([
      860,
      null,
      3_450,
    ]);
    const data = new FormData();
    for (const [name, value] of Object.entries({ edition: 'shadowless', signed: 'on', playset: 'on' }))
      data.set(name, value);
    expect(formFromData(data)).toMatchObject({
      edition: 'shadowless',
      signed: true,
      altered: false,
      misprint: false,
      playset: true,
    });
  });

  test('an untouched row of post is no option; a floor without offers is no floor', () => {
    const { input, errors } = inputOf({
      ...ready,
      posts: [{ name: '', price: '', tracked: false }],
      acceptsOffers: false,
      offerFloor: '20',
    });
    expect(errors).toEqual({});
    expect(input).toMatchObject({ shipping: [], offerFloor: null });
  });

  test('shipping without a price has an error in its own row, and only an entered 0 is free', () => {
    const posts = (...prices: string[]) => ({
      ...ready,
      posts: prices.map((price) => ({ name: 'Letter', price, tracked: false })),
    });
    const blank = { name: '', price: '', tracked: false };
    const input = { ...ready, posts: [blank, { name: 'Letter', price: ' ', tracked: false }] };
    expect(inputOf(input).errors).toEqual({
      'shipping.1.price': 'Enter a shipping price, or 0 for free shipping.',
    });
    expect(postOfForm(input)).toBeNull();
    expect(inputOf(posts('0'))).toMatchObject({ errors: {}, input: { shipping: [{ price: { amount: 0 } }] } });
    expect(
      [posts('2', '0.5'), posts('2', ''), posts('2', 'soon'), { ...ready, posts: [blank] }].map(
        (form) => postOfForm(form)?.amount,
      ),
    ).toEqual([50, undefined, undefined, 0]);
  });

  test('the amounts of automatic answers to offers are parsed, and an invalid one is reported; without offers they are not sent', () => {
    const ruled = { ...ready, offerWindowHours: '72', autoAccept: '30', autoDecline: '20,50' };
    expect(inputOf(ruled)).toMatchObject({
      errors: {},
      input: {
        offerWindowHours: 72,
        autoAccept: { amount: 3_000, currency: 'USD' },
        autoDecline: { amount: 2_050, currency: 'USD' },
      },
    });
    expect(Object.keys(inputOf({ ...ruled, autoAccept: 'much' }).errors)).toEqual(['autoAccept']);
    expect(inputOf({ ...ruled, acceptsOffers: false, autoAccept: 'much' })).toMatchObject({
      errors: {},
      input: { autoAccept: null, autoDecline: null },
    });
    expect(nextForm(ruled)).toMatchObject({ offerWindowHours: '72', autoAccept: '', autoDecline: '' });
    expect(['offerWindowHours', 'autoAccept', 'autoDecline'].map(stepOf)).toEqual(['price', 'price', 'price']);
  });

  test('a grade in figures is a number, words stay words', () => {
    const graded = { ...ready, isGraded: true, company: 'PSA', certificate: '123' };
    expect(inputOf({ ...graded, grade: '8.5' }).input.grading).toEqual({
      company: 'PSA',
      grade: 8.5,
      certificate: '123',
    });
    expect(inputOf({ ...graded, company: 'psa', grade: '10.0' }).input.grading).toMatchObject({
      company: 'PSA',
      grade: 10,
    });
    expect(inputOf({ ...graded, grade: 'Authentic' }).input.grading).toMatchObject({ grade: 'Authentic' });
  });
});

test('the plain form reads to the same as the scripted one', () => {
  const data = new FormData();
  for (const [name, value] of [
    ['game', 'magic'],
    ['name', 'Shock'],
    ['condition', 'good'],
    ['price', '2'],
    ['postName', 'Letter'],
    ['postPrice', '1'],
    ['postName', 'Parcel'],
    ['postPrice', '4'],
    ['postTracked', '1'],
    ['acceptsOffers', 'on'],
  ])
    data.append(name ?? '', value ?? '');
  const { input, errors } = inputOf(formFromData(data));
  expect(errors).toEqual({});
  expect(input).toMatchObject({ game: 'magic', name: 'Shock', acceptsOffers: true });
  expect(input.shipping?.map(({ name, tracked }) => [name, tracked])).toEqual([
    ['Letter', false],
    ['Parcel', true],
  ]);
});

test('the next card starts with condition, language and shipping, and nothing else of this one', () => {
  const next = nextForm({ ...ready, language: 'ja', description: 'A scratch.' });
  expect(next).toMatchObject({
    condition: 'near_mint',
    language: 'ja',
    posts: ready.posts,
    card: null,
    price: '',
    description: '',
  });
});

test('each field has its step and its place', () => {
  expect(
    ['photos', 'card', 'game', 'condition', 'grading.grade', 'price', 'shipping.0.price', 'offerFloor'].map(stepOf),
  ).toEqual(['photos', 'card', 'card', 'condition', 'condition', 'price', 'price', 'price']);
  expect(['price.amount', 'catalogueCardId', 'shipping.1.price.currency'].map(fieldOf)).toEqual([
    'price',
    'card',
    'shipping.1.price',
  ]);
});
