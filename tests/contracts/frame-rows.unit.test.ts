import { describe, expect, test } from 'vitest';
import { wantsLive } from '#app/rendering/navigation.ts';
import { market } from '#app/server/features.server.ts';
import { navigationLinks, regions } from '#platform/frame.ts';
import { routeFiles } from './route-files.testing.ts';

const { frame } = market;
const member = { id: 'u1', role: 'member' } as const;
/** The operator's tabs stand on the operator's pages only. */
const around = regions.filter((region) => region !== 'operator');
const addresses = (who: typeof member | null) =>
  new Set(around.flatMap((region) => navigationLinks(frame, region, who).map(({ to }) => to)));

describe('[UI-06] the live connection', () => {
  test('stands for visitors on exactly the pages that the specification names', () => {
    expect([...frame.livePages].sort()).toEqual([
      '/dashboard',
      '/listings/:id',
      '/messages',
      '/profile/:id',
      '/wanted/:id',
    ]);
    for (const path of ['/dashboard', '/dashboard/listings', '/messages', '/listings/l1', '/profile/u1', '/wanted/w1'])
      expect(wantsLive(frame.livePages, false, path), path).toBe(true);
    for (const path of [
      '/',
      '/browse',
      '/listings',
      '/profile',
      '/wanted',
      '/about',
      '/auth/sign-in',
      '/dashboards',
      '/faq/listings/l1',
    ])
      expect(wantsLive(frame.livePages, false, path), path).toBe(false);
  });

  test('stands for a member everywhere', () => {
    for (const path of ['/', '/browse', '/about', '/listings/l1'])
      expect(wantsLive(frame.livePages, true, path), path).toBe(true);
  });
});

describe('[GD-01] addresses that require a member', () => {
  const { under, alone } = frame.guarded;
  const isBelow = (prefix: string) => (path: string) => path === prefix || path.startsWith(`${prefix}/`);
  const paths = routeFiles.map(([path]) => path);
  const needs = (path: string) => market.edges.get(`page ${path}`)?.rule.needs ?? 'no rule';

  test('the guard includes those that the specification names', () => {
    expect(under).toEqual(
      expect.arrayContaining([
        '/dashboard',
        '/messages',
        '/notifications',
        '/settings',
        '/listings/create',
        '/listings/import',
        '/wanted/create',
        '/want-lists/add',
        '/saved-searches',
      ]),
    );
    expect(alone).toEqual(expect.arrayContaining(['/profile', '/want-lists']));
  });

  test('the guard covers only pages whose policy requires a member', () => {
    const covered = paths.filter((path) => alone.includes(path) || under.some((prefix) => isBelow(prefix)(path)));
    expect(covered.filter((path) => needs(path) !== 'member')).toEqual([]);
    expect([...under, ...alone].filter((prefix) => !paths.some(isBelow(prefix)))).toEqual([]);
  });
});

test('[RT-11] what the routes imply is one press away: for a visitor, and more of it for a member', () => {
  const forVisitor = addresses(null);
  const forMember = addresses(member);
  for (const to of [
    '/browse',
    '/wanted',
    '/listings/create',
    '/about',
    '/faq',
    '/privacy-policy',
    '/guides',
    '/fees',
    '/grading-guide',
  ])
    expect(forVisitor, to).toContain(to);
  for (const to of [
    '/browse',
    '/dashboard',
    '/dashboard/listings',
    '/listings/create',
    '/orders',
    '/notifications',
    '/favorites',
    '/settings/data',
    '/profile/u1',
  ])
    expect([to, forMember.has(to)]).toEqual([to, true]);
  expect([...forMember].filter((to) => to.includes(':me') || to.startsWith('/admin'))).toEqual([]);
});

test('[UI-07] each counter counts for one member and listens to that member’s own news', () => {
  for (const { topics } of Object.values(frame.counters)) {
    expect(topics('u1').length).toBeGreaterThan(0);
    for (const topic of topics('u1')) expect(topic.split(':')).toContain('u1');
  }
  const waiting = Object.entries(frame.counters).filter(([, { waits }]) => waits);
  expect(waiting.map(([name]) => name)).toEqual(expect.arrayContaining(['orders', 'notifications']));
  expect(navigationLinks(frame, 'dashboard', member).find(({ to }) => to === '/orders')?.counter).toBe('orders');
  expect(navigationLinks(frame, 'icons', member).find(({ to }) => to === '/notifications')?.counter).toBe(
    'notifications',
  );
  // A visitor has a cart too, and nothing else that waits.
  expect(navigationLinks(frame, 'icons', null).map(({ to }) => to)).toEqual(['/cart']);
});
