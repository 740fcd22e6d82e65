import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, test } from 'vitest';
import routes from '../../routes.ts';
import { market } from '../server/features.server.ts';

const frame = 'app/pages/dashboard/dashboard-frame.tsx';

/** Addresses of pages by whether they stand inside the dashboard's frame. */
function framed(entries: readonly RouteConfigEntry[], base = '', inside = false): Map<string, boolean> {
  return new Map(
    entries.flatMap((entry) => {
      const path = entry.path ? `${base}/${entry.path}` : base;
      const isInside = inside || entry.file === frame;
      return [
        ...(entry.path || entry.index ? [[path, isInside] as const] : []),
        ...framed(entry.children ?? [], path, isInside),
      ];
    }),
  );
}

test('the pages of the dashboard and an order show its side navigation; the settings have their own', () => {
  const pages = framed(routes as RouteConfigEntry[]);
  const beside = market.frame.navigation.dashboard.map(({ to }) => to);
  const sections = market.frame.navigation.settings.map(({ to }) => to);
  expect(beside).toEqual(expect.arrayContaining(['/dashboard', '/dashboard/listings', '/orders', '/favorites']));
  for (const to of [...beside, '/orders/:id']) expect(pages.get(to), to).toBe(true);
  for (const to of [...sections, '/settings']) expect(pages.get(to), to).toBe(false);
  // Pages with steps, and pages that are public too, have no side navigation.
  for (const to of ['/listings/create', '/profile/:id', '/listings/:id', '/browse'])
    expect(pages.get(to), to).toBe(false);
});
