import { describe, expect, test } from 'vitest';
import { dateWords, numberOf } from '../components/card-words.ts';
import type { CardSet } from '../contract.ts';
import { setAddress } from '../read/addresses.ts';
import { variantWords } from './card-in-words.ts';
import { findSets, shelveSets } from './set-carousels.ts';

const set = (setCode: string, more: Partial<CardSet> = {}): CardSet => ({
  ...{
    game: 'pokemon',
    setCode,
    setAbbr: null,
    setName: setCode,
    series: null,
    releaseDate: null,
    releaseDateApprox: false,
  },
  ...{ printedTotal: null, cards: 10, sport: null, parallels: [], ...more },
});

describe('a game’s carousels', () => {
  test('are its series where it has handy ones', () => {
    const carousels = shelveSets([
      set('sv1', { series: 'Scarlet' }),
      set('sv2', { series: 'Scarlet' }),
      set('base1', { series: 'Base' }),
    ]);
    expect(carousels.map(({ title, sets }) => [title, sets.length])).toEqual([
      ['Scarlet', 2],
      ['Base', 1],
    ]);
  });

  test('are its years where series say little', () => {
    const carousels = shelveSets([
      set('a', { releaseDate: '2021-02-03' }),
      set('b', { releaseDate: '2020' }),
      set('c'),
    ]);
    expect(carousels.map(({ title }) => title)).toEqual(['2021', '2020', 'Unknown date']);
  });

  test('hold insert sets with the set that they came in', () => {
    const carousels = shelveSets([
      set('1990-topps', { releaseDate: '1990' }),
      set('1990-topps/leaders', { releaseDate: '1990' }),
      set('lone/insert', { releaseDate: '1990' }),
    ]);
    expect(carousels).toHaveLength(1);
    expect(carousels[0]?.sets.map(({ setCode, inserts }) => [setCode, inserts])).toEqual([
      ['1990-topps', 1],
      ['lone/insert', 0],
    ]);
  });

  test('are none for a game without sets', () => {
    expect(shelveSets([])).toEqual([]);
  });
});

describe('words of the catalogue', () => {
  test('a number carries its total only where one is printed', () => {
    expect(numberOf({ number: '4', printedTotal: 102 })).toBe('4/102');
    expect(numberOf({ number: 'LOB-001', printedTotal: 126 })).toBe('LOB-001');
    expect(numberOf({ number: 'TG05', printedTotal: 30 })).toBe('TG05');
    expect(numberOf({ number: null, printedTotal: 30 })).toBeNull();
  });

  test('dates are as exact as they are known', () => {
    expect(dateWords('1999-01-09')).toBe('9 January 1999');
    expect(dateWords('2001-07-12', true)).toBe('about 12 July 2001');
    expect(dateWords('1986')).toBe('1986');
    expect(dateWords(null)).toBeNull();
  });

  test('printings are words', () => {
    expect(variantWords('pokemon', 'holo:shadowless+1st-edition')).toBe('Holo, shadowless, 1st edition');
    expect(variantWords('pokemon', '1st-edition')).toBe('1st edition');
    expect(variantWords('pokemon', 'holo:1999-2000-copyright')).toBe('Holo, 1999-2000 copyright');
  });

  test('a set’s address includes the slashes of its code', () => {
    expect(setAddress('sports', '1990-topps-baseball/1989-rookies')).toBe(
      '/sets/sports/1990-topps-baseball/1989-rookies',
    );
    expect(setAddress('yugioh', 'LOB~2023')).toBe('/sets/yugioh/LOB~2023');
  });
});

test('sets are found by every word of name or abbreviation; eras without any are left out', () => {
  const set = (setName: string, setAbbr: string | null = null) => ({
    setCode: setName,
    setAbbr,
    setName,
    releaseDate: null,
    cards: 1,
    inserts: 0,
  });
  const eras = [
    { title: 'New', sets: [set('Scarlet & Violet', 'SVI'), set('Paldea Evolved')] },
    { title: 'Old', sets: [set('Base Set'), set('Base Set 2')] },
  ];
  const found = (query: string) => findSets(eras, query).map(({ title, sets }) => [title, sets.map((s) => s.setName)]);
  expect(found('2 base')).toEqual([['Old', ['Base Set 2']]]);
  expect(found('svi')).toEqual([['New', ['Scarlet & Violet']]]);
  expect(found('nope')).toEqual([]);
  expect(findSets(eras, ' ')).toEqual(eras);
});
