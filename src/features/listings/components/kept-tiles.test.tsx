import * as fc from 'fast-check';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { type MarkPart, MarkPartContext } from '#ui/kept.tsx';
import { ToastProvider } from '#ui/toast.tsx';
import { ListingTile } from './listing-tile.tsx';
import type { TileFacts } from './listing-words.ts';

const text = fc.oneof(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), fc.constantFrom('Urza’s Tower', 'A & B "x"', '<i>', "'"));
const name = fc.stringMatching(/^[a-z0-9_]{3,12}$/);
const cents = fc.record({ amount: fc.integer({ min: 0, max: 2_000_000 }), currency: fc.constantFrom('EUR' as const, 'USD' as const) });
const maybe = <T,>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });

const facts = fc.record(
  {
    id: name,
    name: text,
    setLine: text,
    photo: fc.option(
      fc.record({
        url: fc.constantFrom('/photos/a/1280.webp', '/art/x.svg', 'https://cdn.market.test/p/2000.jpg'),
        width: fc.integer({ min: 1, max: 3_000 }),
        height: fc.integer({ min: 1, max: 3_000 }),
        alt: fc.oneof(text, fc.constant('')),
        widths: fc.constantFrom([160, 320, 640], [160], [], [160, 320, 640, 1280]),
        placeholder: fc.constantFrom('o4cKHIKH', 'cLJxQjds', 'bad', null),
      }),
    ),
    price: cents,
    language: fc.constantFrom('en', 'de'),
    condition: fc.constantFrom('near_mint', 'poor', 'mint', 'odd'),
    seller: fc.record(
      { id: name, username: name, avatarUrl: fc.constant('/photos/b/160.webp'), rating: fc.double({ min: 1, max: 5, noNaN: true }) },
      { requiredKeys: ['id', 'username'] },
    ),
    post: cents,
    finish: maybe(text),
    grading: maybe(fc.record({ company: fc.constantFrom('PSA', 'CGC'), grade: fc.constantFrom('10', '9.5') })),
    gone: maybe(fc.constantFrom('Sold', 'Away until 12 Nov 2026')),
  },
  { requiredKeys: ['id', 'name', 'setLine', 'photo', 'price', 'condition', 'seller', 'post'] },
) as unknown as fc.Arbitrary<TileFacts>;

/** Pictures that React announces in the head are taken out there (`fewer-bytes.server.ts`). */
const plain = (of: ReactNode) =>
  renderToString(
    <MemoryRouter>
      <ToastProvider>{of}</ToastProvider>
    </MemoryRouter>,
  ).replace(/<link rel="preload" as="image"[^>]*>/g, '');

/** As the market's server puts parts together (`kept-parts.server.ts`, which is the composition's), of shapes that are learnt and then filled. */
function keeper() {
  const learnt = new Map<string, string>();
  return (of: ReactNode): { html: string; drawnParts: number } => {
    const parts: { by: string; words: readonly string[]; known: string | undefined }[] = [];
    const markPart: MarkPart = (by, words) => {
      const known = learnt.get(by);
      const n = parts.push({ by, words, known }) - 1;
      return { before: `[[${n}:`, after: `:${n}]]`, isKnown: known !== undefined, holes: words.map((_, word) => `HOLE-${word}-`) };
    };
    const drawn = plain(<MarkPartContext value={markPart}>{of}</MarkPartContext>);
    const written = (word: string) => renderToString(<p title={word} />).slice('<p title="'.length, -'"></p>'.length);
    const html = drawn.replace(/\[\[(\d+):(.*?):\1\]\]/gs, (_, n: string, inside: string) => {
      const part = parts[Number(n)] as (typeof parts)[number];
      if (part.known === undefined) learnt.set(part.by, inside);
      return (part.known ?? inside).replace(/HOLE-(\d+)-/g, (_, word: string) => written(part.words[Number(word)] as string));
    });
    return { html, drawnParts: parts.filter(({ known }) => known === undefined).length };
  };
}

test('[10-1] a tile made of its shape and its words is to the letter the tile that React draws, whatever is for sale and whoever looks', () => {
  const kept = keeper();
  const look = fc.record({
    liked: fc.boolean(),
    isMember: fc.boolean(),
    isOwn: fc.boolean(),
    isSellerNamed: fc.boolean(),
    guided: fc.boolean(),
    priority: fc.constantFrom('first' as const, 'eager' as const, 'lazy' as const),
    level: fc.constantFrom(2 as const, 3 as const, undefined),
  });
  fc.assert(
    fc.property(facts, look, (listing, how) => {
      const others = (['liked', 'isMember', 'isOwn', 'isSellerNamed', 'guided'] as const).map((flag) => ({ ...how, [flag]: !how[flag] }));
      const condition = listing.condition === 'poor' ? 'mint' : 'poor';
      // The same words in one shape after the other, and once more when all are known.
      const tiles = [how, ...others].map((one) => <ListingTile key="" listing={listing} {...one} />);
      tiles.push(<ListingTile key="" listing={{ ...listing, condition }} {...how} />);
      for (const tile of [...tiles, ...tiles]) expect(kept(tile).html).toBe(plain(tile));
      if (how.priority !== 'first') expect(kept(tiles[0]).drawnParts).toBe(0);
    }),
    { numRuns: 30 },
  );
});

test('[10-1] listings that differ in their words alone are of one shape', () => {
  const kept = keeper();
  const listing = (more: Partial<TileFacts>): TileFacts => ({
    id: 'a',
    name: 'Charizard',
    setLine: 'Base Set · 4/102 · EN',
    photo: { url: '/photos/a/1280.webp', width: 1280, height: 1792, alt: 'Front', widths: [320, 640], placeholder: 'o4cKHIKH' },
    price: { amount: 900, currency: 'USD' },
    condition: 'near_mint',
    language: 'en',
    seller: { id: 'ben', username: 'ben_sells', rating: 4.5 },
    post: { amount: 150, currency: 'USD' },
    ...more,
  });
  const drawn = (more: Partial<TileFacts>) => kept(<ListingTile listing={listing(more)} isMember={false} />).drawnParts;
  expect(drawn({})).toBe(1);
  expect(drawn({ id: 'b', name: 'Mew', price: { amount: 5, currency: 'EUR' }, post: { amount: 0, currency: 'EUR' } })).toBe(0);
  expect(
    drawn({ seller: { id: 'mara', username: 'mara', rating: 5 }, photo: { ...listing({}).photo!, url: '/photos/b/2000.webp', width: 99 } }),
  ).toBe(0);
  expect(drawn({ condition: 'poor' })).toBe(1);
  expect(drawn({ finish: 'Foil' })).toBe(1);
});
