import { type Chance, paletteOf } from '#features/catalogue/art/brush.ts';
import { escapeMarkup } from '#kernel/text/escape-markup.ts';
import type { PhotographedCard } from './cards.ts';

/**
 * A card 630 points wide and 880 high, in HTML: a frame of our own that prints name, number and words where the game
 * prints them, and as large.
 */
export function drawCard(card: PhotographedCard, chance: Chance): string {
  const palette = paletteOf(chance);
  const body = { pokemon: pokemonLike, magic: magicLike, yugioh: yugiohLike, lorcana: lorcanaLike, sports: sportsBack }[
    card.game
  ](card, chance);
  return `<div class="card" style="background:${palette.deep};--paper:${palette.pale};--ink:#15151a;--main:${palette.main};
    --art:linear-gradient(${chance.whole(0, 359)}deg, ${palette.skyTop}, ${palette.skyMiddle} 45%, ${palette.glow} 60%, ${palette.skyLow})">${body}</div>`;
}

interface Box {
  x: number;
  y: number;
  w?: number;
  size: number;
  bold?: boolean;
  serif?: boolean;
  colour?: string;
  right?: boolean;
}

function text(
  words: string,
  { x, y, w = 540, size, bold = false, serif = false, colour = 'var(--ink)', right = false }: Box,
): string {
  const side = right ? `right:${x}px;text-align:right` : `left:${x}px`;
  const font = serif ? 'font-family:serif' : '';
  return `<div style="position:absolute;${side};top:${y}px;width:${w}px;font-size:${size}px;line-height:1.2;font-weight:${bold ? 700 : 450};color:${colour};${font}">${escapeMarkup(words)}</div>`;
}

/** A title is made narrower until it fits, as printers do. */
function title(words: string, box: Box): string {
  const most = ((box.w ?? 540) / Math.max(words.length, 1)) * 1.85;
  return text(words, { ...box, size: Math.min(box.size, most) });
}

const block = (x: number, y: number, w: number, h: number, fill: string, round = 6) =>
  `<div style="position:absolute;left:${x}px;top:${y}px;width:${w}px;height:${h}px;background:${fill};border-radius:${round}px"></div>`;

const sentences = [
  'During your turn, you may look at the top three cards of your deck and put them back in any order.',
  'Flip a coin. If heads, this attack does 20 more damage to one of your opponent’s cards.',
  'When this enters the battlefield, draw a card, then discard a card unless you control another.',
  'You can send one card from your hand to the graveyard to destroy all cards on the field.',
];

function pokemonLike(card: PhotographedCard, chance: Chance): string {
  const isNew = (card.releaseDate ?? '') >= '2016';
  const number =
    /^\d+$/.test(card.number) && card.printedTotal
      ? `${isNew ? card.number.padStart(3, '0') : card.number}/${card.printedTotal}`
      : card.number;
  return [
    block(24, 24, 582, 832, 'var(--paper)', 14),
    title(card.name, { x: 62, y: 38, w: 380, size: 41, bold: true }),
    text(`HP ${chance.whole(3, 30) * 10}`, { x: 50, y: 44, w: 130, size: 30, bold: true, right: true }),
    block(50, 96, 530, 370, 'var(--art)'),
    text('Slash', { x: 130, y: 500, w: 300, size: 32, bold: true }),
    text(chance.pick(sentences), { x: 60, y: 546, w: 510, size: 23 }),
    text('weakness  ×2      resistance  −30      retreat', { x: 60, y: 742, w: 520, size: 17 }),
    text(`Illus. ${card.artist ?? 'Unknown'}`, { x: 48, y: 796, w: 260, size: 15 }),
    isNew
      ? text(`${(card.setAbbr ?? '').toUpperCase()} EN  ${number}`, { x: 48, y: 820, w: 300, size: 19, bold: true })
      : text(number, { x: 48, y: 816, w: 200, size: 20, bold: true, right: true }),
  ].join('');
}

function magicLike(card: PhotographedCard, chance: Chance): string {
  const isNew = (card.releaseDate ?? '') >= '2014-07';
  const foot = isNew
    ? text(`${card.number.padStart(3, '0')}/${card.printedTotal} ${(card.rarity ?? 'c')[0]?.toUpperCase()}`, {
        x: 42,
        y: 818,
        w: 250,
        size: 18,
        bold: true,
        colour: '#f4f4f4',
      }) +
      text(`${card.setCode} • EN  ${card.artist ?? ''}`, {
        x: 42,
        y: 840,
        w: 380,
        size: 18,
        bold: true,
        colour: '#f4f4f4',
      })
    : text(`™ & © ${(card.releaseDate ?? '').slice(0, 4)}  ${card.number}/${card.printedTotal}`, {
        x: 60,
        y: 832,
        w: 500,
        size: 18,
        colour: '#f4f4f4',
      });
  return [
    block(26, 26, 578, 784, 'var(--main)', 10),
    block(38, 40, 554, 56, 'var(--paper)', 18),
    title(card.name, { x: 54, y: 46, w: 440, size: 36, bold: true, serif: true }),
    block(48, 102, 534, 388, 'var(--art)', 2),
    block(38, 496, 554, 52, 'var(--paper)', 18),
    text('Creature — Shapeshifter', { x: 54, y: 504, w: 430, size: 29, bold: true, serif: true }),
    block(44, 552, 542, 248, 'var(--paper)', 2),
    text(chance.pick(sentences), { x: 58, y: 572, w: 514, size: 28, serif: true }),
    foot,
  ].join('');
}

function yugiohLike(card: PhotographedCard, chance: Chance): string {
  return [
    block(16, 16, 598, 848, 'var(--main)', 4),
    block(40, 42, 550, 64, 'var(--paper)', 2),
    title(card.name, { x: 54, y: 48, w: 450, size: 44, bold: true, serif: true }),
    block(76, 164, 478, 478, 'var(--art)', 0),
    block(400, 646, 180, 24, 'var(--paper)', 0),
    text(card.number, { x: 56, y: 646, w: 180, size: 20, bold: true, right: true }),
    block(44, 674, 542, 152, 'var(--paper)', 0),
    text('[ Warrior / Effect ]', { x: 56, y: 680, w: 500, size: 20, bold: true, serif: true }),
    text(chance.pick(sentences), { x: 56, y: 706, w: 518, size: 19, serif: true }),
    text(String(chance.whole(10_000_000, 99_999_999)), { x: 30, y: 834, w: 200, size: 17 }),
  ].join('');
}

function lorcanaLike(card: PhotographedCard, chance: Chance): string {
  const [name = '', version = ''] = card.name.split(' - ');
  return [
    block(26, 26, 578, 440, 'var(--art)', 8),
    block(26, 460, 578, 84, '#1d1a24', 0),
    title(name, { x: 50, y: 462, w: 430, size: 38, bold: true, colour: '#f6f1e4' }),
    text(version, { x: 50, y: 508, w: 430, size: 23, colour: '#f6f1e4' }),
    block(26, 550, 578, 268, 'var(--paper)', 0),
    text(chance.pick(sentences), { x: 50, y: 580, w: 530, size: 25 }),
    text(`${card.number}/${card.printedTotal ?? ''} • EN • ${card.setAbbr ?? ''}`, {
      x: 40,
      y: 828,
      w: 300,
      size: 18,
      bold: true,
      colour: '#f6f1e4',
    }),
  ].join('');
}

function sportsBack(card: PhotographedCard, chance: Chance): string {
  const row = () => Array.from({ length: 9 }, () => chance.whole(0, 400)).join('  ');
  return [
    block(24, 24, 582, 832, 'var(--paper)', 4),
    text(card.number, { x: 48, y: 40, w: 120, size: 40, bold: true }),
    title(card.name.toUpperCase(), { x: 170, y: 44, w: 400, size: 38, bold: true }),
    text('outfield   height 6’1”   weight 190   bats right   throws right', { x: 50, y: 110, w: 530, size: 19 }),
    ...Array.from({ length: 8 }, (_, at) => text(row(), { x: 50, y: 170 + at * 60, w: 530, size: 22 })),
    text(`© ${card.setName}`, { x: 50, y: 818, w: 530, size: 18, bold: true }),
  ].join('');
}
