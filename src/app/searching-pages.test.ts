import { expect, test } from 'vitest';
import { isSearching } from './searching-pages.ts';

const routes = Object.fromEntries(
  [
    { id: 'root', path: '' },
    { id: 'boundary', parentId: 'root' },
    { id: 'home', parentId: 'boundary', index: true },
    { id: 'listing', parentId: 'boundary', path: 'listings/:id' },
    { id: 'profile', parentId: 'boundary', path: 'profile/:id' },
    { id: 'settings', parentId: 'boundary', path: 'settings' },
    { id: 'data', parentId: 'settings', path: 'data' },
    { id: 'missing', parentId: 'boundary', path: '*' },
  ].map((route) => [route.id, route]),
) as unknown as Parameters<typeof isSearching>[1];

test('[M-14] pages that search are browse, those of members, and those of addresses that nobody has', () => {
  for (const path of ['/browse', '/Browse/', '/profile/mara', '/pokemon/charizard', '/listings', '/listings/a/b', '/settings/none'])
    expect([path, isSearching(path, routes)]).toEqual([path, true]);
  for (const path of ['/', '/listings/l1', '/settings', '/settings/data']) expect([path, isSearching(path, routes)]).toEqual([path, false]);
  // Before the pages' code has been asked for once.
  expect([isSearching('/nowhere', null), isSearching('/browse', null)]).toEqual([false, true]);
});
