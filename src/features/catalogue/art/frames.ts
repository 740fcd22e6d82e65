import type { ListingGame } from '#kernel/cards/games.ts';
import { ownValue } from '#kernel/own-value.ts';
import { n, type Palette, path } from './brush.ts';

export interface FrameText {
  name: string;
  line: string;
  number: string;
}

/** How a game's cards are framed. Our own looks: none follows a publisher's. `scene` is 590 × 840. */
export type Frame = (scene: string, text: FrameText, palette: Palette, gem: string) => string;

const font = 'font-family="Inter Variable,Inter,system-ui,sans-serif"';

/** The widest common fallback font takes this much of its size for a bold letter. */
const letterWidth = 0.62;

/** Text that fits in any font: smaller when long, down to two thirds, then cut. */
function fitted(text: string, x: number, y: number, size: number, maxWidth: number, attributes: string): string {
  const letters = [...text];
  const most = Math.floor(maxWidth / (size * 0.66 * letterWidth));
  const shown =
    letters.length > most
      ? `${letters
          .slice(0, most - 1)
          .join('')
          .trimEnd()}…`
      : text;
  const scaled = Math.max(size * 0.66, Math.min(size, maxWidth / (Math.max(1, [...shown].length) * letterWidth)));
  return `<text x="${x}" y="${y}" ${font} font-size="${n(scaled)}" ${attributes}>${escapeText(shown)}</text>`;
}

function small(text: string, x: number, y: number, fill: string, anchor = 'start'): string {
  return `<text x="${x}" y="${y}" ${font} font-size="23" font-weight="600" fill="${fill}" text-anchor="${anchor}">${escapeText(text)}</text>`;
}

/** Text between tags. Control characters have no place in XML at all. */
function escapeText(text: string): string {
  return text
    .replace(/[\p{Cc}\u{fffe}\u{ffff}\p{Cs}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function gemAt(x: number, y: number, fill: string): string {
  return `<path d="M${x} ${y - 15}L${x + 14} ${y}L${x} ${y + 15}L${x - 14} ${y}Z" fill="${fill}" stroke="#0005" stroke-width="1.5"/>`;
}

function inWindow(scene: string, window: string, x = 20, y = 20): string {
  return `<clipPath id="w0">${window}</clipPath><g clip-path="url(#w0)"><g transform="translate(${x} ${y})">${scene}</g></g>`;
}

/** Art to the edge, dark plates. */
const full: Frame = (scene, text, p, gem) =>
  inWindow(scene, '<rect x="20" y="20" width="590" height="840" rx="18"/>') +
  `<rect x="20" y="500" width="590" height="360" rx="18" fill="url(#shade)"/><rect x="44" y="44" width="542" height="62" rx="14" fill="#0b0c10" fill-opacity=".6" stroke="#fff" stroke-opacity=".22" stroke-width="2"/>` +
  fitted(text.name, 66, 86, 33, 450, 'font-weight="700" fill="#fff"') +
  `<circle cx="556" cy="75" r="15" fill="${p.glow}"/>` +
  fitted(text.line, 52, 812, 25, 330, 'font-weight="600" fill="#fff" fill-opacity=".92"') +
  small(text.number, 548, 812, '#fff', 'end') +
  gemAt(570, 803, gem);

/** A rounded arch over a pale panel. */
const arch: Frame = (scene, text, p, gem) =>
  `<rect x="20" y="20" width="590" height="840" rx="18" fill="${p.second}"/><rect x="20" y="20" width="590" height="840" rx="18" fill="url(#shade)"/>` +
  inWindow(scene, '<path d="M46 330C46 150 150 118 315 118S584 150 584 330V724H46Z"/>', 20, 70) +
  `<path d="M46 330C46 150 150 118 315 118S584 150 584 330V724H46Z" fill="none" stroke="${p.glow}" stroke-width="5"/>` +
  fitted(text.name, 52, 84, 36, 526, 'font-weight="750" fill="#fff"') +
  `<rect x="46" y="744" width="538" height="92" rx="14" fill="${p.pale}"/>` +
  fitted(text.line, 70, 800, 26, 310, `font-weight="650" fill="${p.deep}"`) +
  small(text.number, 532, 800, p.deep, 'end') +
  gemAt(556, 791, gem);

/** An octagonal window, a spine of colour. */
const facet: Frame = (scene, text, p, gem) =>
  `<rect x="20" y="20" width="590" height="840" rx="18" fill="${p.deep}"/><path d="M20 38a18 18 0 0 1 18-18H90V860H38a18 18 0 0 1-18-18Z" fill="${p.main}"/>` +
  inWindow(scene, '<path d="M150 130H540L584 174V700L540 744H150L106 700V174Z"/>', 50, 80) +
  `<path d="M150 130H540L584 174V700L540 744H150L106 700V174Z" fill="none" stroke="${p.glow}" stroke-width="4"/>` +
  fitted(text.name, 112, 92, 34, 470, 'font-weight="750" fill="#fff"') +
  fitted(text.line, 112, 806, 25, 230, `font-weight="600" fill="${p.pale}"`) +
  small(text.number, 548, 806, p.pale, 'end') +
  gemAt(570, 797, gem) +
  `<g transform="translate(66 830) rotate(-90)">${fitted(text.name, 0, 0, 26, 720, `font-weight="700" fill="${p.deep}" fill-opacity=".75"`)}</g>`;

/** A storybook page: oval picture, paper border. */
const page: Frame = (scene, text, p, gem) =>
  `<rect x="20" y="20" width="590" height="840" rx="18" fill="${p.pale}"/><rect x="36" y="36" width="558" height="808" rx="12" fill="none" stroke="${p.second}" stroke-width="3"/>` +
  inWindow(
    scene,
    '<path d="M60 220C60 110 170 60 315 60S570 110 570 220V560C570 660 460 704 315 704S60 660 60 560Z"/>',
    20,
    10,
  ) +
  `<path d="M60 220C60 110 170 60 315 60S570 110 570 220V560C570 660 460 704 315 704S60 660 60 560Z" fill="none" stroke="${p.main}" stroke-width="6"/>` +
  fitted(text.name, 315, 766, 34, 500, `text-anchor="middle" font-weight="750" fill="${p.deep}"`) +
  fitted(text.line, 64, 820, 23, 300, `font-weight="600" fill="${p.second}"`) +
  small(text.number, 540, 820, p.second, 'end') +
  gemAt(562, 811, gem);

/** A print with a white border and a slanted band. */
const print: Frame = (scene, text, p, gem) =>
  '<rect x="20" y="20" width="590" height="840" rx="18" fill="#f7f5f0"/>' +
  inWindow(scene, '<rect x="44" y="44" width="542" height="692" rx="8"/>', 20, 20) +
  path('M44 636L586 596V736H44Z', p.main) +
  path('M44 652L586 622V736H44Z', p.deep) +
  fitted(text.name, 66, 714, 42, 490, 'font-weight="800" fill="#fff"') +
  fitted(text.line, 48, 800, 24, 350, 'font-weight="600" fill="#26272e"') +
  small(text.number, 540, 800, '#26272e', 'end') +
  gemAt(566, 791, gem);

const frames: Readonly<Record<ListingGame, Frame>> = {
  pokemon: arch,
  magic: full,
  yugioh: facet,
  lorcana: page,
  sports: print,
  onepiece: full,
  fab: facet,
  other: full,
};

/** An import of cards may add games. */
export function frameOf(game: string): Frame {
  return ownValue(frames, game) ?? full;
}
