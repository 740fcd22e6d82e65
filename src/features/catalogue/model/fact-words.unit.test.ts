import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readLines } from '../import/read-lines.server.ts';
import type { CardRow } from '../import/rows.ts';
import { cardInWords, variantWords } from './card-in-words.ts';
import { markName, rarityName, raritySpellings, readRarity, variantName } from './fact-words.ts';

const shipped = resolve(import.meta.dirname, '../../../../data/catalogue');

async function* rowsOf(game: string): AsyncGenerator<CardRow> {
  for await (const batch of readLines(join(shipped, `${game}.ndjson.gz`)))
    for (const text of batch.lines) if (text !== '') yield JSON.parse(text) as CardRow;
}

test('every rarity of the shipped catalogue has one spelling, capitalised and not a code, and each word matches all of its stored spellings', async () => {
  const stored = new Set<string>();
  for (const game of ['pokemon', 'magic', 'yugioh', 'lorcana'])
    for await (const { rarity } of rowsOf(game)) if (rarity) stored.add(rarity);
  expect(stored.size).toBeGreaterThan(60);
  const shown = new Set([...stored].map(rarityName));
  const alike = Map.groupBy(shown, (word) => word.toLowerCase().split(' ').sort().join(' '));
  expect([...alike.values()].filter((words) => words.length > 1)).toEqual([]);
  for (const word of shown) expect(word).toMatch(/^[A-Z0-9][^_]*$/);
  for (const raw of stored) expect(raritySpellings(rarityName(raw)), raw).toContain(raw);
  for (const word of shown) for (const raw of raritySpellings(word)) expect(rarityName(raw), raw).toBe(word);
  expect(rarityName('mythic')).toBe('Mythic Rare');
  expect(rarityName('Rare Holo')).toBe(rarityName('Holo Rare'));
});

test('a typed rarity keeps a known spelling, gets the word’s own capitals, and is otherwise unchanged', () => {
  const typed = ['Rare Holo', 'mythic', 'rare holo', 'HOLO RARE', 'Parallel foil'];
  expect(typed.map(readRarity)).toEqual(['Rare Holo', 'mythic', 'Holo Rare', 'Holo Rare', 'Parallel foil']);
});

test('every printing of Magic and Yu-Gi-Oh! is said in words', async () => {
  const codes = new Set<string>();
  for (const game of ['magic', 'yugioh'])
    for await (const { variants } of rowsOf(game))
      for (const variant of variants ?? []) if (variantName(game, variant) === null) codes.add(variant);
  expect([...codes]).toEqual([]);
  expect(variantWords('magic', 'planeswalkerstamped')).toBe('Planeswalker stamp');
  expect(variantWords('yugioh', 'unlimited')).toBe('Unlimited');
  expect(variantWords('pokemon', 'holo:1st-edition')).toBe('Holo, 1st edition');
  expect(cardInWords({ game: 'yugioh', rarity: null, variants: ['limited'] })).toEqual({
    game: 'yugioh',
    rarity: null,
    variants: ['Limited edition'],
  });
  expect(['RC', 'UER', 'QQ'].map(markName)).toEqual(['Rookie card', 'Uncorrected error', 'QQ']);
});
