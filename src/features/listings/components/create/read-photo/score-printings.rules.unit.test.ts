import { expect, test } from 'vitest';
import type { CardReading } from './reading.rules.ts';
import { isSure, likeliest, type Printing, scoreOf, within } from './score-printings.rules.ts';

const reading = (parts: Partial<CardReading>): CardReading => ({ title: [], foot: [], middle: [], ...parts });
const printing = (id: string, parts: Partial<Printing>): Printing => ({
  ...{ id, name: 'Charizard', number: '4', printedTotal: 102, setAbbr: 'BS', setCode: 'base1', setName: 'Base' },
  ...parts,
});
const ids = (printings: readonly Printing[]) => printings.map(({ id }) => id);

test('of many printings of a name the one with the number and total that were read is first', () => {
  const found = [
    printing('base2', { printedTotal: 130, setName: 'Base Set 2' }),
    printing('other', { number: '44' }),
    printing('base', {}),
    printing('promo', { number: '9', printedTotal: null }),
  ];
  expect(ids(likeliest(reading({ title: ['Charizard HP 120'], foot: ['4/102'] }), found))[0]).toBe('base');
  expect(ids(likeliest(reading({ title: ['Charizard HP 120'], foot: ['4/130'] }), found))[0]).toBe('base2');
});

test('three are offered at most, and among equals the catalogue’s order stays', () => {
  const found = ['a', 'b', 'c', 'd'].map((id) => printing(id, {}));
  expect(ids(likeliest(reading({ title: ['Charizard'] }), found))).toEqual(['a', 'b', 'c']);
});

test('a misread name is still the name, another name is none', () => {
  expect(ids(likeliest(reading({ title: ['Chariz4rd'] }), [printing('a', {})]))).toEqual(['a']);
  expect(likeliest(reading({ title: ['Blastoise'], foot: ['4/102'] }), [printing('a', {})])).toEqual([]);
  expect(likeliest(reading({}), [printing('a', {})])).toEqual([]);
});

test('a number does not match inside a longer one', () => {
  const title = ['Charizard'];
  expect(scoreOf(reading({ title, foot: ['44/102'] }), printing('a', {}))).toBeLessThan(
    scoreOf(reading({ title, foot: ['4/102'] }), printing('a', {})),
  );
  expect(scoreOf(reading({ title, foot: ['004/102'] }), printing('a', {}))).toBe(
    scoreOf(reading({ title, foot: ['4/102'] }), printing('a', {})),
  );
});

test('a number with one misread character scores more than none, and one with letters matches after the language', () => {
  const title = ['Gardevoir EX'];
  const found = [
    printing('other', { name: 'Gardevoir EX', number: '245' }),
    printing('mine', { name: 'Gardevoir EX', number: '111', printedTotal: 114 }),
  ];
  expect(ids(likeliest(reading({ title, foot: ['11/114'] }), found))[0]).toBe('mine');
  const promos = [
    printing('other', { number: '9', printedTotal: null }),
    printing('mine', { number: 'XY84', printedTotal: null }),
  ];
  expect(ids(likeliest(reading({ title: ['Charizard'], foot: ['PRENXY84'] }), promos))[0]).toBe('mine');
});

test('of two matching names the longer one wins', () => {
  const found = [printing('plain', {}), printing('vmax', { name: 'Charizard VMAX' })];
  expect(ids(likeliest(reading({ title: ['Charizard VMAX'] }), found))[0]).toBe('vmax');
});

test('a name of few letters matches only as a separate word', () => {
  const n = printing('n', { name: 'N' });
  expect(likeliest(reading({ title: ['Snorlax'] }), [n])).toEqual([]);
  expect(ids(likeliest(reading({ title: ['N'] }), [n]))).toEqual(['n']);
});

test('a name of two lines is read from both, and from the first alone', () => {
  const found = [
    printing('agent', { name: 'Dr. Facilier - Agent Provocateur' }),
    printing('charlatan', { name: 'Dr. Facilier - Charlatan' }),
  ];
  expect(ids(likeliest(reading({ middle: ['Dr. Facilier', 'AgentProvocateur'] }), found))[0]).toBe('agent');
});

test('the set decides where name and number are the same', () => {
  const found = [printing('a', { setAbbr: 'SVI' }), printing('b', { setAbbr: 'PAF' })];
  expect(ids(likeliest(reading({ title: ['Charizard'], foot: ['PAFENM4/NM'] }), found))[0]).toBe('b');
  const years = [
    printing('x', { setName: '1989 Donruss Baseball' }),
    printing('y', { setName: '1990 Donruss Baseball' }),
  ];
  expect(ids(likeliest(reading({ title: ['Charizard'], foot: ['© 1990 Donruss Baseball'] }), years))[0]).toBe('y');
});

test('name and number leave no doubt, one of them does', () => {
  expect(isSure(reading({ title: ['Charizard'], foot: ['4/102'] }), printing('a', {}))).toBe(true);
  expect(isSure(reading({ title: ['Charizard'], foot: ['4'] }), printing('a', {}))).toBe(false);
  expect(isSure(reading({ title: ['Chariz'], foot: ['4/102'] }), printing('a', {}))).toBe(false);
});

test('the share of a name that is in a line', () => {
  expect(within('abc', 'xxabcxx')).toBe(1);
  expect(within('abcd', 'xxabxdxx')).toBe(0.75);
  expect(within('abc', '')).toBe(0);
  expect(within('', 'abc')).toBe(0);
});
