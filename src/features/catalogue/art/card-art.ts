import { Chance, paletteOf, seedOf } from './brush.ts';
import { frameOf } from './frames.ts';
import { motifFor } from './motifs.ts';

/** What a drawing is made of. */
export interface ArtCard {
  id: string;
  game: string;
  name: string;
  number: string | null;
  rarity: string | null;
  setName?: string | undefined;
  setCode?: string | undefined;
}

/**
 * A card's drawing, 63 × 88: made by this project from the card's facts, the same every time, in nobody's style but our
 * own. Safe to serve and to place in a page: no script, no outside reference, all text escaped. At most 8 kB.
 */
export function cardArtSvg(card: ArtCard): string {
  const chance = new Chance(seedOf(card.id));
  const palette = paletteOf(chance);
  const scene = motifFor(card, chance)(chance, palette);
  const sky = `<rect width="590" height="840" fill="url(#sky)"/>`;
  const text = { name: card.name, line: card.setName ?? card.rarity ?? '', number: card.number ?? '' };
  const foil = isFoilish(card.rarity) ? '<rect x="20" y="20" width="590" height="840" rx="18" fill="url(#foil)"/>' : '';
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 630 880" width="630" height="880"><defs>' +
    gradient('sky', [palette.skyTop, palette.skyMiddle, palette.skyLow]) +
    gradient('blade', [palette.glow, palette.main, palette.second]) +
    `<radialGradient id="halo"><stop offset="0" stop-color="${palette.glow}" stop-opacity=".75"/><stop offset=".4" stop-color="${palette.glow}" stop-opacity=".22"/><stop offset="1" stop-color="${palette.glow}" stop-opacity="0"/></radialGradient>` +
    '<linearGradient id="shade" x2="0" y2="1"><stop offset="0" stop-color="#07080d" stop-opacity="0"/><stop offset="1" stop-color="#07080d" stop-opacity=".86"/></linearGradient>' +
    (foil
      ? '<linearGradient id="foil" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".2"/><stop offset=".3" stop-color="#8ef" stop-opacity=".06"/><stop offset=".46" stop-color="#fff" stop-opacity=".26"/><stop offset=".56" stop-color="#fbf" stop-opacity=".1"/><stop offset=".78" stop-color="#ffe9a8" stop-opacity=".18"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></linearGradient>'
      : '') +
    '</defs><rect width="630" height="880" rx="30" fill="#0c0d11"/>' +
    frameOf(card.game)(sky + scene, text, palette, gemOf(card.rarity)) +
    `${foil}</svg>`
  );
}

/** The back of every card, shown where there is no picture. */
export function cardBackSvg(): string {
  const chance = new Chance(seedOf('sleeved'));
  let rays = '';
  for (let i = 0; i < 24; i++)
    rays += `<path d="M315 440L${i % 2 ? 308 : 304} 120H${i % 2 ? 322 : 326}Z" transform="rotate(${i * 15} 315 440)" fill="#6d7cff" opacity="${i % 2 ? 0.3 : 0.16}"/>`;
  let dots = '';
  for (let i = 0; i < 40; i++)
    dots += `<circle cx="${chance.whole(60, 570)}" cy="${chance.whole(60, 820)}" r="${chance.whole(1, 3)}" fill="#fff" opacity=".4"/>`;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 630 880" width="630" height="880"><defs><linearGradient id="b" x2="1" y2="1"><stop offset="0" stop-color="#2a3bd0"/><stop offset="1" stop-color="#141a4d"/></linearGradient></defs>' +
    '<rect width="630" height="880" rx="30" fill="#0c0d11"/><rect x="20" y="20" width="590" height="840" rx="18" fill="url(#b)"/>' +
    `${dots}${rays}<rect x="44" y="44" width="542" height="792" rx="12" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="3"/>` +
    '<circle cx="315" cy="440" r="118" fill="#141a4d" stroke="#fff" stroke-opacity=".5" stroke-width="4"/><path d="M315 350L332 423L405 440L332 457L315 530L298 457L225 440L298 423Z" fill="#fff"/></svg>'
  );
}

function gradient(id: string, [first, second, third]: readonly [string, string, string]): string {
  return `<linearGradient id="${id}" x2="0" y2="1"><stop offset="0" stop-color="${first}"/><stop offset=".55" stop-color="${second}"/><stop offset="1" stop-color="${third}"/></linearGradient>`;
}

function isFoilish(rarity: string | null): boolean {
  return /holo|ultra|secret|illustration|hyper|mythic|ghost|starlight|enchanted|legendary|shiny|double|epic|iconic/i.test(
    rarity ?? '',
  );
}

function gemOf(rarity: string | null): string {
  const text = (rarity ?? '').toLowerCase();
  if (/secret|hyper|special|enchanted|starlight|ghost|iconic|mythic/.test(text)) return '#ff7a45';
  if (/uncommon/.test(text)) return '#b9c4d6';
  if (/common/.test(text)) return '#3a3d49';
  if (/rare|holo|ultra|legendary|epic/.test(text)) return '#f2c14e';
  return '#8fd0ff';
}
