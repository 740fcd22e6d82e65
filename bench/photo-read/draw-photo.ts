import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { Chance, seedOf } from '#features/catalogue/art/brush.ts';
import type { PhotographedCard } from './cards.ts';
import { drawCard } from './draw-card.ts';

const font = readFileSync(join(import.meta.dirname, '../../src/ui/fonts/inter-latin.woff2')).toString('base64');
const [width, height] = [1_500, 2_000];
const tables = ['#6b4a2f', '#3a3d42', '#b9a58a', '#24324a', '#7d8583', '#41563f'];

/**
 * A photo as taken with a phone: the card at an angle on a table, in perspective, under a lamp that shines
 * in it, not quite sharp, with noise, as JPEG.
 */
export async function drawPhoto(page: Page, card: PhotographedCard): Promise<Buffer> {
  const chance = new Chance(seedOf(card.externalId + card.game));
  await page.setViewportSize({ width, height });
  await page.setContent(sceneOf(card, chance));
  await page.evaluate(() => document.fonts.ready);
  const sharpPhoto = await page.screenshot({ type: 'png' });
  const noise = sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: chance.between(6, 14) },
    },
  });
  return sharp(sharpPhoto)
    .blur(chance.between(0.5, 1.3))
    .composite([{ input: await noise.png().toBuffer(), blend: 'soft-light' }])
    .jpeg({ quality: chance.whole(72, 88) })
    .toBuffer();
}

function sceneOf(card: PhotographedCard, chance: Chance): string {
  const turned = `perspective(2600px) rotateX(${chance.between(-20, 20)}deg) rotateY(${chance.between(-18, 18)}deg) rotateZ(${chance.between(-14, 14)}deg) scale(${chance.between(1.55, 1.85)})`;
  const place = `translate(${chance.between(-40, 40)}px, ${chance.between(-60, 60)}px)`;
  const table = chance.pick(tables);
  const lamp = `radial-gradient(ellipse ${chance.whole(10, 26)}% ${chance.whole(6, 14)}% at ${chance.whole(20, 80)}% ${chance.whole(15, 85)}%, rgba(255,255,255,${chance.between(0.55, 0.95)}), rgba(255,255,255,0))`;
  const window = `linear-gradient(${chance.whole(100, 170)}deg, transparent ${chance.whole(20, 40)}%, rgba(255,255,255,${chance.between(0.2, 0.5)}) ${chance.whole(45, 52)}%, transparent ${chance.whole(58, 70)}%)`;
  const dusk = `linear-gradient(${chance.whole(0, 359)}deg, rgba(0,0,0,${chance.between(0.1, 0.45)}), transparent 70%)`;
  return `<!doctype html><style>
    @font-face { font-family: Inter; font-weight: 400 700; src: url(data:font/woff2;base64,${font}) }
    body { margin: 0; width: ${width}px; height: ${height}px; overflow: hidden; position: relative; font-family: Inter;
      background: repeating-linear-gradient(${chance.whole(80, 100)}deg, rgba(0,0,0,.07) 0 3px, transparent 3px ${chance.whole(17, 60)}px), ${table}; }
    .at { position: absolute; left: ${(width - 630) / 2}px; top: ${(height - 880) / 2}px; transform: ${place} ${turned}; filter: drop-shadow(6px 10px 12px rgba(0,0,0,.5)); }
    .card { position: relative; width: 630px; height: 880px; border-radius: 30px; overflow: hidden; border: 0; }
    .light { position: absolute; inset: 0; background: ${lamp}, ${window}; }
    .dusk { position: absolute; inset: 0; background: ${dusk}; }
  </style><div class="at"><div class="card">${drawCard(card, chance)}<div class="light"></div></div></div><div class="dusk"></div>`;
}
