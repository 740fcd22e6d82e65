import { expect, test } from 'vitest';
import { hostOf, readLink } from './link.rules.ts';

test('an ad links to an https address or to a page of the app, in the form that a browser reads', () => {
  expect(readLink('https://cards.example/fair?year=2026#stand')).toBe('https://cards.example/fair?year=2026#stand');
  expect(readLink('HTTPS://Cards.Example')).toBe('https://cards.example/');
  expect(readLink('/premium')).toBe('/premium');
  expect(readLink('/browse/../games?q=a')).toBe('/games?q=a');
  expect([hostOf('https://cards.example:8443/x'), hostOf('/premium')]).toEqual(['cards.example:8443', null]);
});

test('everything else is refused', () => {
  const refused = [
    '',
    'premium',
    'http://cards.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'https:cards.example',
    'https:///cards.example',
    'https://user:secret@cards.example/',
    'https://:secret@cards.example/',
    'https://localhost/',
    'https://cards.example/a b',
    'https://cards.example/\u202egnp.exe',
    'https://cards.example\\@evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\tevil',
    '/..//evil.example',
    '/ads/0abc/go',
    '/api/export',
    '/api',
    `/${'a'.repeat(500)}`,
  ];
  expect(refused.filter((link) => readLink(link) !== null)).toEqual([]);
});
