import { describe, expect, test } from 'vitest';
import { isNetworkFault } from '#platform/http/responses/network-failure.ts';
import { waitsForGuard } from '../rendering/navigation.ts';
import { market } from '../server/features.server.ts';
import { findEntries, plainText } from './dashboard/find-entries.ts';
import { errorFacts, ordersWay } from './errors/error-facts.ts';
import { faqGroups } from './help/faq-entries.tsx';
import { isNear, readSimilar, wordsOfAddress } from './listing/similar-cards.ts';

describe('error pages', () => {
  const thrown = (status: number, message?: string) => errorFacts({ status, data: { message } }, 'online', '/browse');
  test('[RT-07] a short refusal is the heading of its 404', () => {
    expect(thrown(404, 'User profile not found')).toMatchObject({ kind: 'missing', title: 'User profile not found' });
    expect(thrown(404, '')).toMatchObject({ kind: 'missing', title: 'Page not found' });
  });
  test('each status has its own page', () => {
    expect([401, 403, 404, 405, 410, 429, 500, 503].map((status) => thrown(status).kind)).toEqual([
      'forbidden',
      'forbidden',
      'missing',
      'refused',
      'gone',
      'busy',
      'fault',
      'away',
    ]);
    expect(thrown(409, 'It is sold.')).toMatchObject({ kind: 'refused', said: 'It is sold.' });
  });
  test('a member whose order can’t be found goes on to their orders', () => {
    expect(ordersWay('missing', '/orders/unknown', true)).toEqual({ to: '/orders', label: 'View orders' });
    expect(ordersWay('missing', '/orders/unknown', false)).toBeNull();
    expect(ordersWay('missing', '/listings/unknown', true)).toBeNull();
  });
  test('a fault says nothing of the fault', () => {
    expect(errorFacts(null, 'online', '/browse').kind).toBe('fault');
    expect(thrown(500, 'column "x" does not exist').said).not.toContain('column');
    expect(errorFacts({ status: 500, data: { requestId: 'r1' } }, 'online', '/browse').said).toMatch(
      /If it keeps happening, contact support with code r1\.$/,
    );
  });
  test('without a connection the page says so', () => {
    expect(errorFacts(null, 'offline', '/browse')).toMatchObject({ kind: 'offline', title: 'You’re offline' });
    expect(errorFacts(null, 'unreached', '/browse')).toMatchObject({
      kind: 'unreached',
      title: 'Couldn’t connect',
    });
    expect(errorFacts({ status: 404, data: '' }, 'offline', '/profile/x').kind).toBe('missing');
  });
  test('[ER-07] another member’s profile says it in the words of the specification', () => {
    expect(errorFacts(null, 'offline', '/profile/ada').title).toBe(
      'You are currently offline and no cached data is available',
    );
    expect(errorFacts(null, 'unreached', '/profile/ada').title).toBe('Unable to load profile due to network issues');
    expect(thrown(404, 'User profile not found').title).toBe('User profile not found');
  });
  test('distinguishes a network failure from an error of the app', () => {
    for (const words of [
      'Failed to fetch',
      'NetworkError when attempting to fetch resource.',
      'Load failed',
      'Importing a module script failed.',
    ])
      expect([words, isNetworkFault(new TypeError(words))]).toEqual([words, true]);
    for (const error of [new TypeError('x is undefined'), new Error('Failed to fetch'), null])
      expect(isNetworkFault(error)).toBe(false);
  });
});

describe('[RT-05] questions and answers', () => {
  test('every entry has an address of its own', () => {
    const ids = faqGroups.flatMap((group) => [group.id, ...group.entries.map((entry) => entry.id)]);
    expect(new Set(ids).size).toBe(ids.length);
  });
  test('the search finds all words, in question or answer, and drops empty groups', () => {
    const found = findEntries(faqGroups, '  Reserved 30 MINUTES ');
    expect(found.flatMap((group) => group.entries.map((entry) => entry.id))).toContain('hold');
    expect(findEntries(faqGroups, 'zebra')).toEqual([]);
    expect(findEntries(faqGroups, '')).toHaveLength(faqGroups.length);
  });
  test('answers agree with the rules of the market', () => {
    const all = plainText(faqGroups.flatMap((group) => group.entries.map((entry) => entry.answer)));
    for (const fact of ['30 minutes', '48 hours', '30 days', '15 MB', '40 megapixels', '5 unpaid purchases', '20.00'])
      expect(all).toContain(fact);
  });
});

test('[GD-04] skeleton bars stand on the way to guarded pages only', () => {
  const { guarded } = market.frame;
  expect(guarded.under.length).toBeGreaterThan(2);
  for (const path of [...guarded.under, '/profile', '/profile/', '/messages/x', '/settings/security'])
    expect(waitsForGuard(guarded, '/', path)).toBe(true);
  for (const path of ['/', '/profile/u1', '/listings/l1', '/settings-help', '/browse'])
    expect(waitsForGuard(guarded, '/', path)).toBe(false);
  expect(waitsForGuard(guarded, '/dashboard', '/dashboard/offers')).toBe(false);
  expect(waitsForGuard(guarded, '/settings/security', '/settings')).toBe(false);
  for (const [from, to] of [
    ['/dashboard', '/settings'],
    ['/settings/security', '/profile'],
    ['/profile', '/listings/create'],
  ] as const)
    expect(waitsForGuard(guarded, from, to)).toBe(true);
});

test('an unknown address offers cards only where it has words', () => {
  expect(wordsOfAddress('/pokemon/charizard-4_102')).toBe('pokemon charizard 4 102');
  expect(wordsOfAddress('/Pok%C3%A9mon%20Center')).toBe('Pokémon Center');
  expect(wordsOfAddress('/%E0%A4%A/mewtwo')).toBe('E0 A4 A mewtwo');
  for (const path of ['/wp-login.php', '/1/2', '/', `/${'a'.repeat(200)}`]) expect(wordsOfAddress(path)).toBeNull();
  expect(readSimilar({ similar: [{ id: 'a' }] })).toHaveLength(1);
  for (const data of [null, '', {}, { similar: 'x' }]) expect(readSimilar(data)).toEqual([]);
});

test('an unknown address offers a card with a misspelled word, not one that merely begins with it', () => {
  for (const words of ['charzard 4', 'hcarizard', 'base set charizard'])
    expect([words, isNear(words, 'Charizard Base Set')]).toEqual([words, true]);
  for (const words of ['nope', 'no']) expect([words, isNear(words, 'Nopenguin Unhinged')]).toEqual([words, false]);
});
