import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { cardIdOf } from '../import/card-id.server.ts';
import { anyText } from '../testing.ts';
import { type ArtCard, cardArtSvg, cardBackSvg } from './card-art.ts';

const games = ['pokemon', 'magic', 'yugioh', 'lorcana', 'sports', 'fab', 'onepiece', 'a-new-one'];
const cardOf = (n: number, more: Partial<ArtCard> = {}): ArtCard => {
  const game = games[n % games.length] as string;
  return {
    id: cardIdOf(game, String(n)),
    game,
    name: `Card ${n}`,
    number: String(n),
    rarity: n % 2 ? 'Secret Rare' : null,
    setCode: 'x-hockey',
    setName: 'A set',
    ...more,
  };
};

describe('card art', () => {
  test('is the same every time and another for every card', () => {
    const drawings = new Set<string>();
    for (let n = 0; n < 200; n++) {
      expect(cardArtSvg(cardOf(n))).toBe(cardArtSvg(cardOf(n)));
      drawings.add(cardArtSvg(cardOf(n)));
    }
    expect(drawings.size).toBe(200);
  });

  test('stays under 8 kB for every card', () => {
    const lengths = Array.from({ length: 2_000 }, (_, n) => Buffer.byteLength(cardArtSvg(cardOf(n))));
    expect(Math.max(...lengths)).toBeLessThan(8_400);
  });

  test('no text of a card gets out of its place', () => {
    fc.assert(
      fc.property(anyText(80), anyText(30), fc.nat(2_000), (name, number, n) => {
        const svg = cardArtSvg(cardOf(n, { name, number, rarity: name, setName: `</text><script>${name}` }));
        expect(svg).not.toMatch(/<script|<foreignObject|\son\w+=|javascript:/i);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be there
        expect(svg).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/);
        expect(svg.replace(/xmlns="[^"]*"/, '')).not.toMatch(/https?:/);
      }),
      { numRuns: 200 },
    );
  });

  test('a renderer parses each scene and frame', async () => {
    for (let n = 0; n < 64; n++) {
      const { data, info } = await sharp(Buffer.from(cardArtSvg(cardOf(n, { name: 'Æther & <Vial> "★" — Ωmega' }))))
        .resize(63)
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect([info.width, info.height]).toEqual([63, 88]);
      expect(new Set(data).size).toBeGreaterThan(40);
    }
  });

  test('the back is one picture', () => {
    expect(cardBackSvg()).toBe(cardBackSvg());
    expect(cardBackSvg()).toContain('viewBox="0 0 630 880"');
  });
});
