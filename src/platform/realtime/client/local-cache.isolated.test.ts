import { afterEach, expect, test, vi } from 'vitest';
import { clearLocalCache, clearLocalStorage } from './local-cache.ts';

/** For clearing, an object with its keys is enough of a browser's storage. */
function storageWith(entries: Record<string, string>): Record<string, string> {
  return Object.defineProperty({ ...entries }, 'removeItem', {
    value(this: Record<string, string>, key: string) {
      delete this[key];
    },
  });
}

afterEach(() => vi.unstubAllGlobals());

test('[UI-06] only keys under cache: are removed from both storages', () => {
  const localStorage = storageWith({ 'cache:a': '1', theme: 'dark' });
  const sessionStorage = storageWith({ 'cache:b': '1', other: '2' });
  vi.stubGlobal('window', { localStorage, sessionStorage });
  clearLocalCache();
  expect([Object.keys(localStorage), Object.keys(sessionStorage)]).toEqual([['theme'], ['other']]);
});

test('[ST-12] a reset clears both storages except theme and drafts', () => {
  const localStorage = storageWith({
    theme: 'dark',
    'listing_draft:me': '{}',
    auth_redirect: '{}',
    needs_profile_completion: 'true',
    singleKeys: 'off',
  });
  const sessionStorage = storageWith({ 'cache:own-profile': '{}', 'draft me thread': 'Hello', other: '2' });
  vi.stubGlobal('window', { localStorage, sessionStorage });
  clearLocalStorage();
  expect([Object.keys(localStorage), Object.keys(sessionStorage)]).toEqual([
    ['theme', 'listing_draft:me'],
    ['draft me thread'],
  ]);
});

test('[UI-06] [ST-12] a storage that the browser blocks stops neither the other nor the connection', () => {
  const sessionStorage = storageWith({ 'cache:b': '1' });
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('window', Object.defineProperty({ sessionStorage }, 'localStorage', { get: refuse }));
  expect(clearLocalCache).not.toThrow();
  expect(Object.keys(sessionStorage)).toEqual([]);
});
