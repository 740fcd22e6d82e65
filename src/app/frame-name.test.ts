import { expect, test } from 'vitest';
import { frameName } from './frame-name.ts';
import type { RootData } from './root.server.ts';

const places = {
  main: [
    { to: '/browse', label: 'Browse' },
    { to: '/wanted', label: 'Wanted' },
  ],
  icons: [],
  menu: [],
  bar: [{ to: '/', label: 'Home', end: true }],
  footer: [{ to: '/faq', label: 'Questions' }],
};
const root = {
  brand: { name: 'Sleeved' },
  theme: { choice: 'dark', source: 'cookie' },
  viewer: null,
  sandbox: true,
  frame: { places },
} as unknown as RootData;

test('[10-3] a visitor’s frame is the same wherever none of its places is, and has a name of its own at each of them', () => {
  expect(frameName(root, '/listings/a', '')).toBe(frameName(root, '/faq', '?q=x'));
  const names = ['/listings/a', '/', '/browse', '/wanted'].map((path) => frameName(root, path, ''));
  expect(new Set(names).size).toBe(4);
  expect(frameName({ ...root, theme: { choice: 'light', source: 'cookie' } }, '/faq', '')).not.toBe(frameName(root, '/faq', ''));
});

test('[10-3] a member’s frame has a name of its own by each of the facts that it shows', () => {
  const viewer = { id: 'm', username: 'mara', avatarUrl: null, tier: 'free', role: 'member' } as RootData['viewer'];
  const counts = { messages: { n: 0, waits: 'unread' } };
  const member = { ...root, viewer, frame: { ...root.frame, counts } } as RootData;
  const frameOf = (change: object) => ({ ...member, frame: { ...member.frame, ...change } });
  const all = [
    root,
    member,
    ...Object.entries({ id: 'n', username: 'ben', avatarUrl: '/a.webp', tier: 'premium', role: 'admin' }).map(([fact, other]) => ({
      ...member,
      viewer: { ...viewer, [fact]: other } as RootData['viewer'],
    })),
    frameOf({ counts: { messages: { n: 1, waits: 'unread' } } }),
    ...Object.keys(places).map((region) => frameOf({ places: { ...places, [region]: [{ to: '/other', label: 'Other' }] } })),
  ];
  expect(new Set(all.map((one) => frameName(one, '/listings/a', ''))).size).toBe(all.length);
  expect(frameName({ ...member }, '/listings/b', '')).toBe(frameName(member, '/listings/a', ''));
});

test('[10-3] it is drawn each time for what is searched, and below one of its places', () => {
  expect(frameName(root, '/browse', '?q=pikachu')).toBeNull();
  expect(frameName(root, '/browse', '?game=pokemon')).not.toBeNull();
  for (const path of ['/wanted/w1', '/Browse', '/browse/']) expect([path, frameName(root, path, '')]).toEqual([path, null]);
});
