import { Square } from 'lucide-react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, test } from 'vitest';
import { Button } from './button.tsx';
import { CardTile, type TileCopy } from './card/card-tile.tsx';
import { FavoriteButton } from './card/favorite-button.tsx';
import { Dialog } from './dialog.tsx';
import { ConnectionAlert } from './feedback/connection-alert.tsx';
import { EmptyState } from './feedback/empty-state.tsx';
import { LoadingScreen, SkeletonBars } from './feedback/skeleton.tsx';
import { ErrorSummary } from './form/error-summary.tsx';
import { PasswordInput, TextInput } from './form/field.tsx';
import { MoneyInput } from './form/money-input.tsx';
import { SearchBox } from './form/search-box.tsx';
import { AdSlot } from './page/ad-slot.tsx';
import { pageMeta } from './page/page-meta.ts';
import { PremiumBadge } from './page/premium-badge.tsx';
import { CounterLink } from './page/site-header.tsx';

function html(node: ReactNode): string {
  const Page = createRoutesStub([{ path: '/', Component: () => node }]);
  return renderToStaticMarkup(<Page initialEntries={['/']} />);
}
const nothing = () => undefined;

test('[GD-04] three skeleton bars while the guard checks, a loading screen while the user loads', () => {
  expect(html(<SkeletonBars />).match(/data-testid="skeleton-bar"/g)).toHaveLength(3);
  expect(html(<SkeletonBars />)).toContain('aria-busy="true"');
  expect(html(<LoadingScreen />)).toContain('data-testid="loading-screen"');
  expect(html(<LoadingScreen />)).toContain('role="status"');
  expect(html(<LoadingScreen />)).toContain('<span>Loading</span>');
  expect(html(<SkeletonBars />)).toContain('<span class="sr">Loading</span>');
});

describe('[UI-03] the connection alert', () => {
  const alert = (shown: boolean, busy: boolean) =>
    html(<ConnectionAlert shown={shown} busy={busy} onRetry={nothing} onDismiss={nothing} />);
  test('says exactly what the specification says', () => {
    const said = alert(true, false);
    for (const words of [
      'Connection Issue',
      'There was a problem connecting to our database services.',
      'Retry Connection',
      'Dismiss',
    ])
      expect(said).toContain(`>${words}<`);
    expect(said).toContain('data-testid="connection-alert"');
  });
  test('its button reads Reconnecting... while busy', () => {
    expect(alert(true, true)).toContain('>Reconnecting...<');
    expect(alert(true, true)).not.toContain('Retry Connection');
  });
  test('is not there when not shown, but its live region is', () => {
    expect(alert(false, false)).toBe('<div role="alert"></div>');
  });
});

describe('the card tile', () => {
  const copy: TileCopy = {
    name: 'Charizard',
    setLine: 'Base Set · 4/102 · EN',
    photo: null,
    price: { amount: 3450, currency: 'EUR' },
    finish: 'Holo',
    seller: { username: 'moonbinder', rating: 4.98 },
    post: { amount: 120, currency: 'EUR' },
  };
  const tile = (over: Partial<TileCopy> = {}) =>
    html(<CardTile to="/listings/l1" condition="near_mint" copy={{ ...copy, ...over }} />);

  test('is an article with one link, price, condition, seller and post', () => {
    const said = tile();
    expect(said).toContain('data-testid="listing-tile"');
    expect(said.match(/<a /g)).toHaveLength(1);
    for (const words of ['Charizard', '€34.50', 'Holo', 'Near mint', 'moonbinder', '4.98', '+ €1.20 shipping'])
      expect(said).toContain(words);
  });
  test('a sold copy stays in its position and says so', () => {
    expect(tile({ gone: 'Sold' })).toMatch(/class="tile gone"[\s\S]*<strong>Sold<\/strong>/);
  });
  test('a slab shows the grade in place of a condition', () => {
    const said = tile({ grading: { company: 'PSA', grade: 9 } });
    expect(said).toContain('PSA 9');
    expect(said).not.toContain('condition-badge');
  });
  test('without a photo the drawing of the card, or its back, is marked', () => {
    const drawn = tile({ drawing: '/art/cards/c1.svg' });
    expect([drawn.includes('src="/art/cards/c1.svg"'), drawn.includes('>No photo<')]).toEqual([true, true]);
    expect(tile()).toContain('>No photo<');
    const photo = { url: '/p.webp', width: 630, height: 880, alt: 'Front' };
    expect(tile({ photo, drawing: '/art/cards/c1.svg' })).not.toMatch(/No photo|art\/cards/);
  });
  test('free post and an unrated seller have their words', () => {
    expect(tile({ post: { amount: 0, currency: 'EUR' } })).toContain('Free shipping');
    expect(tile({ seller: { username: 'new' } })).not.toContain('Rated');
  });
});

describe('fields', () => {
  test('label, help and error belong to the control', () => {
    const said = html(<TextInput label="Price" name="price" required help="Median €38.20." />);
    expect(said).toContain('for="f-price"');
    expect(said).toContain('aria-describedby="f-price-help"');
    expect(said).toContain('Required');
    const wrong = html(<TextInput label="Price" name="price" required help="Median €38.20." error="Enter a price." />);
    expect(wrong).toContain('aria-invalid="true"');
    expect(wrong).toContain('aria-describedby="f-price-error"');
    expect(wrong).not.toContain('Median');
  });
  test('a password is masked until its button shows it', () => {
    const field = html(<PasswordInput label="Password" name="password" />);
    expect(field).toContain('type="password"');
    expect(field).toContain('aria-label="Show password"');
  });
  test('a price takes text with a decimal keyboard', () => {
    expect(html(<MoneyInput label="Price" name="price" currency="EUR" />)).toMatch(/inputMode="decimal"/i);
  });
  test('the summary links to each field and is silent without errors', () => {
    expect(html(<ErrorSummary errors={{}} />)).toBe('');
    const said = html(<ErrorSummary errors={{ price: 'Enter a price.', 'shipping.0.name': 'Name it.' }} />);
    expect(said).toContain('There is a problem');
    expect(said).toContain('href="#f-price"');
    expect(said).toContain('href="#f-shipping-0-name"');
    expect(
      html(<ErrorSummary errors={undefined} message="The email or password you entered is incorrect" />),
    ).toContain('<h2>The email or password you entered is incorrect</h2>');
  });
});

test('a busy button stays focusable and says so', () => {
  const said = html(
    <Button busy busyLabel="Publishing…">
      Publish listing
    </Button>,
  );
  expect(said).toContain('aria-busy="true"');
  expect(said).not.toContain('disabled');
});

test('a favourite works as a form before scripts', () => {
  const said = html(<FavoriteButton card="Charizard" pressed action="/favorites" listingId="l1" />);
  expect(said).toContain('method="post"');
  expect(said).toContain('aria-pressed="true"');
  expect(said).toContain('aria-label="Favorite Charizard"');
  expect(said).toContain('name="favorite" value="0"');
  expect(said).toMatch(/<button[^>]* value="l1"[^>]* name="listingId"/);
  expect(html(<FavoriteButton card="Charizard" pressed={false} action="/favorites" listingId="l1" />)).not.toContain(
    'type="hidden"',
  );
});

test('the search is a plain form to /browse', () => {
  const said = html(<SearchBox main query="charizard" />);
  expect(said).toContain('action="/browse"');
  expect(said).toContain('name="q"');
  expect(said).toContain('value="charizard"');
});

test('a dialog that the server opens is readable without script', () => {
  const said = html(
    <Dialog open title="Make an offer" onClose={nothing} testId="offer-dialog">
      Amount
    </Dialog>,
  );
  expect(said).toContain('<dialog open=""');
  expect(said).toContain('data-testid="offer-dialog"');
  expect(
    html(
      <Dialog open={false} title="x" onClose={nothing}>
        Amount
      </Dialog>,
    ),
  ).not.toContain('Amount');
});

test('counters, badges and slots carry the names that tests hold on to', () => {
  const counter = (count: number) =>
    html(<CounterLink to="/messages" icon={Square} label="Messages" count={count} testId="counter-messages" />);
  expect(counter(2)).toContain('aria-label="Messages, 2 unread"');
  expect(counter(0)).toContain('aria-label="Messages"');
  expect(counter(120)).toContain('aria-label="Messages, 99+ unread"');
  expect(html(<PremiumBadge />)).toContain('data-testid="premium-badge"');
  expect(html(<PremiumBadge />)).toContain('#star');
  expect(html(<AdSlot />)).toContain('data-testid="ad-slot"');
  expect(html(<EmptyState title="No favorites yet">Tap the heart.</EmptyState>)).toContain('<h2>No favorites yet</h2>');
});

test('[RT-12] a page says its title, description, canonical address, Open Graph and JSON-LD', () => {
  const root = { id: 'root', loaderData: { brand: { name: 'Cardhaven' }, appUrl: 'https://cards.example/' } };
  const meta = pageMeta([root], {
    title: 'Charizard',
    description: ' A  card. ',
    path: '/listings/1',
    image: '/photos/1/640.webp',
    kind: 'product',
    jsonLd: { '@type': 'Product' },
  });
  expect(meta).toContainEqual({ title: 'Charizard · Cardhaven' });
  expect(meta).toContainEqual({ name: 'description', content: 'A card.' });
  expect(meta).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'https://cards.example/listings/1' });
  expect(meta).toContainEqual({ property: 'og:image', content: 'https://cards.example/photos/1/640.webp' });
  expect(meta).toContainEqual({ 'script:ld+json': { '@context': 'https://schema.org', '@type': 'Product' } });
  expect(meta).toContainEqual({ property: 'og:title', content: 'Charizard' });
  expect(meta).toContainEqual({ property: 'og:description', content: 'A card.' });
  expect(meta).toContainEqual({ property: 'og:type', content: 'product' });
  expect(meta).toContainEqual({ property: 'og:url', content: 'https://cards.example/listings/1' });
  expect(meta).toContainEqual({ property: 'og:site_name', content: 'Cardhaven' });
  expect(meta).toContainEqual({ name: 'twitter:card', content: 'summary_large_image' });
  expect(JSON.stringify(meta)).not.toMatch(/noindex|referrer/);
  // A public page that has nothing more to say still says what it is; a page that is not public says nothing.
  expect(pageMeta([root], { title: 'Fees', description: 'What it costs.', path: '/fees' })).toContainEqual({
    'script:ld+json': {
      '@context': 'https://schema.org',
      '@type': 'WebPage',
      name: 'Fees',
      description: 'What it costs.',
      url: 'https://cards.example/fees',
    },
  });
  expect(
    JSON.stringify(pageMeta([root], { description: 'x', path: '/', noIndex: true, jsonLd: { '@type': 'Product' } })),
  ).not.toContain('ld+json');
  const plain = pageMeta([root], { description: 'x', path: '/', noIndex: true });
  expect(plain).toContainEqual({ title: 'Cardhaven: buy and sell trading cards' });
  expect(plain).toContainEqual({ name: 'robots', content: 'noindex' });
  expect(plain).toContainEqual({ property: 'og:type', content: 'website' });
  expect(JSON.stringify(plain)).not.toMatch(/canonical|og:image|ld\+json|referrer/);
  const secret = pageMeta([root], { description: 'x'.repeat(400), path: '/auth/x', isSecret: true });
  expect(secret).toContainEqual({ name: 'robots', content: 'noindex' });
  expect(secret).toContainEqual({ name: 'referrer', content: 'same-origin' });
  expect(secret).toContainEqual({ name: 'description', content: 'x'.repeat(300) });
});
