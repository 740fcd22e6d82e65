import { expect, test } from 'vitest';
import { commandRows } from './command-rows.ts';
import { dialogOfKey } from './use-keys.ts';

const places = [
  { to: '/browse', label: 'Browse' },
  { to: '/dashboard', label: 'Dashboard' },
  { to: '/orders', label: 'Orders' },
  { to: '/dashboard', label: 'Dashboard' },
  { to: '/grading-guide', label: 'Grading guide' },
  { to: '/guides', label: 'Guides' },
];
const labels = (words: string) => commandRows(places, words).map(({ label }) => label);

test('the search with commands: all places once, then what begins with the words, the search, and the rest', () => {
  expect(labels(' ')).toEqual([
    'Home',
    'Browse',
    'Dashboard',
    'Orders',
    'Grading guide',
    'Guides',
    'Keyboard shortcuts',
  ]);
  expect(labels('GUI')).toEqual(['Guides', 'Search for “GUI”', 'Grading guide']);
  expect(labels('guide grading')).toEqual(['Search for “guide grading”', 'Grading guide']);
  expect(commandRows(places, ' charizard 4/102 ')).toEqual([
    { to: '/browse?q=charizard+4%2F102', label: 'Search for “charizard 4/102”' },
  ]);
  expect(commandRows(places, 'keyb')[0]).toEqual({ label: 'Keyboard shortcuts' });
});

test('only ? opens the list of keys, and only Ctrl-K or ⌘K the commands', () => {
  const press = (key: string, held: Partial<KeyboardEvent> = {}) =>
    dialogOfKey({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, isComposing: false, ...held });
  expect([press('?', { shiftKey: true }), press('?')]).toEqual(['keys', 'keys']);
  expect([press('k', { ctrlKey: true }), press('K', { metaKey: true })]).toEqual(['commands', 'commands']);
  const none = [
    press('k'),
    press('/'),
    press('k', { ctrlKey: true, shiftKey: true }),
    press('k', { ctrlKey: true, altKey: true }),
    press('?', { ctrlKey: true }),
  ];
  expect(none.filter((dialog) => dialog !== null)).toEqual([]);
  expect(press('?', { isComposing: true })).toBeNull();
});
