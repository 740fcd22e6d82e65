import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { NeedsPanel } from './needs-panel.tsx';

type Needs = Parameters<typeof NeedsPanel>[0]['needs'];

test('says how many of all tasks it lists, without updates, and links to all of them', () => {
  const item = { id: 'a', title: 'Arcanine', about: '$6.80', to: '/orders/a', action: 'View order', until: null };
  const said = (all: number) => {
    const items = [
      { ...item, kind: 'send' },
      { ...item, kind: 'look', id: 'b' },
    ];
    const element = (
      <NeedsPanel needs={{ items, all, updates: 2 } as unknown as Needs} now="2026-12-04T10:00:00.000Z" />
    );
    return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
  };
  expect(said(6)).toContain('1 of 6 tasks, most urgent first');
  expect(said(6)).toContain('href="/dashboard?tasks=all#needs"');
  expect(said(1)).not.toContain('View all');
  expect(said(1)).toContain('2 order updates');
});

test('what should have been sent already is overdue: it has not ended', () => {
  const item = { kind: 'send', id: 'a', title: 'Ship Arcanine', about: '$6.80', to: '/orders/a', action: 'View order' };
  const said = (until: string) => {
    const needs = { items: [{ ...item, until }], all: 1, updates: 0 } as unknown as Needs;
    const element = <NeedsPanel needs={needs} now="2026-12-04T10:00:00.000Z" />;
    return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />).replace(
      /<!-- -->/g,
      '',
    );
  };
  expect(said('2026-12-04T09:00:00.000Z')).toContain('$6.80 · overdue');
  expect(said('2026-12-04T13:00:00.000Z')).toContain('$6.80 · 3 hr left');
});
