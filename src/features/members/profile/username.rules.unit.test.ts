import { expect, test } from 'vitest';
import { generateUsername, isReservedUsername, usernameProblem } from './username.rules.ts';

test('[VA-11] names have 3 to 30 letters, digits and underscores', () => {
  for (const name of ['abc', 'A_1', 'x'.repeat(30), '007']) expect(usernameProblem(name)).toBeNull();
  for (const name of [
    '',
    'ab',
    'x'.repeat(31),
    'a b c',
    'äbc',
    'abc\0',
    'ab-c',
    '___',
    'аbc',
    'abc\n',
    'a'.repeat(1_000_000),
  ])
    expect(usernameProblem(name)).not.toBeNull();
});

test('[EN-03] names that impersonate the site are reserved, including lookalikes', () => {
  for (const name of [
    'admin',
    'ADMIN',
    'Adm1n',
    '_support_',
    '5upport',
    'sleeved',
    'S1eeved',
    'deleted',
    'moderator',
    'sleeved_support',
  ])
    expect(isReservedUsername(name), name).toBe(true);
  for (const name of ['alice', 'administered', 'collector', 'seller', 'shop_1'])
    expect(isReservedUsername(name), name).toBe(false);
  expect(isReservedUsername('card_house', 'Card House')).toBe(true);
  expect(isReservedUsername('cardhouse_team', 'Card House')).toBe(true);
});

test('[VA-05] a generated name is at least three characters, has only permitted characters, and a number when taken', () => {
  expect(generateUsername('Zoë Müller', false, () => 0)).toBe('Zo__M_ller');
  // With accents typed as one character or as two.
  expect(generateUsername('Zoë'.normalize('NFD'), false, () => 0)).toBe('Zo_');
  expect(generateUsername('a', false, () => 0)).toBe('a__');
  // No permitted character: underscores, with a number.
  expect(generateUsername('日本', false, () => 4_710)).toBe('___4711');
  expect(generateUsername('名'.repeat(40), false, () => 9_999)).toBe(`${'_'.repeat(25)}10000`);
  expect(generateUsername('john.doe', true, () => 9_999)).toBe('john_doe10000');
  expect(generateUsername('x'.repeat(40), true, () => 41)).toBe(`${'x'.repeat(28)}42`);
  for (const from of ['', '!!', '__', '🂡', 'Ж', 'a'.repeat(99)])
    for (const isTaken of [true, false])
      expect(usernameProblem(generateUsername(from, isTaken, () => 1)), from).toBeNull();
});
