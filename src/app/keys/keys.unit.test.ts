import { expect, test } from 'vitest';
import { commandRows } from './command-rows.ts';
import { dialogOfKey, pageOfKey } from './use-keys.ts';

const pages = [
  { to: '/browse', label: 'Browse' },
  { to: '/dashboard', label: 'Dashboard' },
  { to: '/orders', label: 'Orders' },
  { to: '/dashboard', label: 'Dashboard' },
  { to: '/settings/security', label: 'Security', note: 'Password, sign-in methods, devices' },
  { to: '/grading-guide', label: 'Grading guide' },
  { to: '/guides', label: 'Guides' },
];
const listings = [{ to: '/listings/1', label: 'Charizard 4/102', note: 'Your listing · $12.00' }];
const rows = (words: string, isMember = false) => commandRows({ pages, listings: [], isMember }, words);
const labels = (words: string, isMember = false) => rows(words, isMember).map(({ label }) => label);

test('the search with commands: all pages once, then what begins with the words, the search, and the rest', () => {
  expect(labels(' ')).toEqual([
    'Home',
    'Browse',
    'Dashboard',
    'Orders',
    'Security',
    'Grading guide',
    'Guides',
    'List a card',
    'Create wanted post',
    'Use theme: Light',
    'Use theme: Dark',
    'Use theme: Midnight',
    'Use theme: System',
    'Keyboard shortcuts',
  ]);
  expect(labels('', true)).toContain('Sign out');
  expect(labels('GUI')).toEqual(['Guides', 'Search for “GUI”', 'Grading guide']);
  expect(labels('guide grading')).toEqual(['Search for “guide grading”', 'Grading guide']);
  expect(rows(' charizard 4/102 ')).toEqual([
    { does: { to: '/browse?q=charizard+4%2F102' }, label: 'Search for “charizard 4/102”' },
  ]);
  expect(rows('keyb')[0]).toEqual({ label: 'Keyboard shortcuts', does: { keys: true } });
});

test('commands, settings and own listings are found by name', () => {
  expect(rows('midnight').map(({ does }) => does)).toContainEqual({ theme: 'midnight' });
  expect(labels('sell')).toEqual(['Search for “sell”', 'List a card']);
  expect(labels('password')).toEqual(['Search for “password”', 'Security']);
  expect(labels('sign o')).not.toContain('Sign out');
  expect(labels('sign o', true)[0]).toBe('Sign out');
  expect(commandRows({ pages, listings, isMember: true }, 'charizard').map(({ label }) => label)).toEqual([
    'Charizard 4/102',
    'Search for “charizard”',
  ]);
});

const press = (key: string, held: Partial<KeyboardEvent> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  timeStamp: 5_000,
  ...held,
});

test('only ? opens the list of keys, and only Ctrl-K or ⌘K the commands', () => {
  const dialogOf = (...of: Parameters<typeof press>) => dialogOfKey(press(...of));
  expect([dialogOf('?', { shiftKey: true }), dialogOf('?')]).toEqual(['keys', 'keys']);
  expect([dialogOf('k', { ctrlKey: true }), dialogOf('K', { metaKey: true })]).toEqual(['commands', 'commands']);
  const none = [
    dialogOf('k'),
    dialogOf('/'),
    dialogOf('k', { ctrlKey: true, shiftKey: true }),
    dialogOf('k', { ctrlKey: true, altKey: true }),
    dialogOf('?', { ctrlKey: true }),
  ];
  expect(none.filter((dialog) => dialog !== null)).toEqual([]);
  expect(dialogOf('?', { isComposing: true })).toBeNull();
});

test('n lists a card, g and a letter open a page, within a moment and without other keys held', () => {
  expect(pageOfKey(press('n'), null)).toBe('/listings/create');
  expect(['h', 'b', 'w', 'd', 'o', 'm', 's'].map((letter) => pageOfKey(press(letter), 4_000))).toEqual([
    '/',
    '/browse',
    '/wanted',
    '/dashboard',
    '/orders',
    '/messages',
    '/settings',
  ]);
  const none = [
    pageOfKey(press('o'), null),
    pageOfKey(press('o'), 3_400),
    pageOfKey(press('x'), 4_000),
    pageOfKey(press('o', { ctrlKey: true }), 4_000),
    pageOfKey(press('n', { metaKey: true }), null),
  ];
  expect(none.filter((page) => page !== null)).toEqual([]);
});
