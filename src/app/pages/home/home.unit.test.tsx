import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, test } from 'vitest';
import type { TileFacts } from '#features/listings/widgets.tsx';
import { ToastProvider } from '#ui/feedback/toast.tsx';
import Home, { meta } from './home.tsx';

function html(node: ReactNode): string {
  const Page = createRoutesStub([{ path: '/', Component: () => <ToastProvider>{node}</ToastProvider> }]);
  return renderToStaticMarkup(<Page initialEntries={['/']} />);
}

describe('[RT-01] the home page', () => {
  const tile = (id: string, name: string) =>
    ({
      id,
      name,
      setLine: 'Base Set · 4/102 · EN',
      photo: null,
      price: { amount: 3_450, currency: 'USD' },
      finish: 'holo',
      condition: 'near_mint',
      grading: null,
      seller: { username: 'mara', rating: null },
      post: { amount: 0, currency: 'USD' },
    }) as unknown as TileFacts;
  const data = {
    total: 1_234,
    catalogue: 264_000,
    games: [
      { game: 'pokemon', label: 'Pokémon', count: 1_200 },
      { game: 'magic', label: 'Magic', count: 34 },
    ],
    featured: [tile('f1', 'Charizard')],
    newest: [tile('n1', 'Mew')],
    ending: [],
    liked: [],
    wanted: [],
    tries: [{ label: 'charizard 4/102', to: '/browse?q=charizard+4%2F102' }],
    viewerId: null,
    now: '2026-11-20T12:00:00.000Z',
    origin: 'https://cards.example',
  };
  const shown = (change: Partial<typeof data> = {}) =>
    html(<Home {...({ loaderData: { ...data, ...change } } as unknown as Parameters<typeof Home>[0])} />);

  test('says what the market is, how much is for sale, in which games, and a search that finds', () => {
    const said = shown();
    expect(said).toContain('<h1>Find the exact card you want</h1>');
    expect(said).toContain(
      '1,234 cards for sale from collectors and small shops, with photos, clear conditions and shipping prices.',
    );
    for (const [to, label, count] of [
      ['/browse', 'All games', '1,234'],
      ['/browse?game=pokemon', 'Pokémon', '1,200'],
      ['/browse?game=magic', 'Magic', '34'],
    ])
      expect(said).toMatch(new RegExp(`href="${to?.replace('?', '\\?')}"[^>]*>${label}<span[^>]*>${count}<`));
    expect(said).toContain('href="/browse?q=charizard+4%2F102"');
    expect(said).toContain('How it works');
  });

  test('shows the newest and the featured, each in its own carousel', () => {
    const said = shown();
    const [newest, featured] = [said.indexOf('Just listed'), said.indexOf('>Featured<')];
    expect(newest).toBeGreaterThan(0);
    expect(featured).toBeGreaterThan(newest);
    expect(said.slice(newest, featured)).toContain('href="/listings/n1"');
    expect(said.slice(newest, featured)).not.toContain('href="/listings/f1"');
    expect(said.slice(featured)).toContain('href="/listings/f1"');
  });

  test('says so where nothing is for sale yet, and leads to the first listing', () => {
    const said = shown({ total: 0, games: [], featured: [], newest: [], tries: [] });
    expect(said).toContain('No cards for sale yet');
    expect(said).toContain('Choose from 264,000 printings');
    expect(said.match(/href="\/listings\/create"[^>]*>List a card</g)?.length).toBeGreaterThan(1);
    expect(said).not.toMatch(/Just listed|>Featured</);
  });

  test('[RT-12] says in its head what it is, with a search action in JSON-LD', () => {
    const head = meta({ matches: [], loaderData: data } as never);
    expect(head).toContainEqual({
      property: 'og:description',
      content: expect.stringContaining('1,234 trading cards for sale'),
    });
    expect(JSON.stringify(head)).toContain('"@type":"WebSite","url":"https://cards.example/"');
    expect(JSON.stringify(head)).toContain('"@type":"SearchAction"');
    expect(JSON.stringify(head)).toContain('"urlTemplate":"https://cards.example/browse?q={search_term_string}"');
  });
});
