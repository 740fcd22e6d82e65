/**
 * Demo photos: a card lying on somebody's table, drawn by this project from the card's own art, the same for the same
 * seed every time.
 */
export const artViews = ['front', 'back', 'corner', 'surface'] as const;
export type ArtView = (typeof artViews)[number];

/** Of a scene, in its own units: upright, like a telephone's photo. */
export const sceneSize = { width: 1_280, height: 1_600 } as const;

/** Half of the usual widths: nobody looks at a demo photo under a loupe. */
export const artWidths = [160, 320, 640, 1280] as const;

export interface SceneInput {
  /** The card's art, an SVG of the shape 63:88. */
  art: string;
  view: ArtView;
  /** Anything that is the photo's own, so that two photos of one card differ. */
  seed: string;
  /** Worn cards show white edges. */
  condition: string;
  isFoil: boolean;
}

/** Whole SVG of the photo. */
export function artScene({ art, view, seed, condition, isFoil }: SceneInput): string {
  const random = randomFrom(seed);
  const table = tables[Math.floor(random() * tables.length)] ?? tables[0];
  const tilt = (random() - 0.5) * (view === 'corner' ? 24 : 9);
  const scale = view === 'corner' ? 2.1 : view === 'surface' ? 1.5 : 1;
  const width = 980 * scale;
  const height = (width * 88) / 63;
  // A corner stands in the upper left of the picture, with the rest of the card beyond its edge.
  const x = view === 'corner' ? 210 : (sceneSize.width - width) / 2 + (random() - 0.5) * 40;
  const y = view === 'corner' ? 260 : (sceneSize.height - height) / 2 + (random() - 0.5) * 40;
  const radius = width * 0.045;
  const face = view === 'back' ? cardBack(x, y, width, height) : placed(art, x, y, width, height);
  const light = { x: 15 + random() * 70, y: 5 + random() * 40 };
  const wear = wearOf(condition);
  const turn =
    view === 'corner'
      ? `rotate(${tilt.toFixed(2)} ${x} ${y})`
      : `rotate(${tilt.toFixed(2)} ${sceneSize.width / 2} ${sceneSize.height / 2})`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${sceneSize.width} ${sceneSize.height}" width="${sceneSize.width}" height="${sceneSize.height}">
<defs>
<radialGradient id="scene-light" cx="${light.x.toFixed(1)}%" cy="${light.y.toFixed(1)}%" r="95%"><stop offset="0" stop-color="#fff" stop-opacity=".32"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".4"/></radialGradient>
<linearGradient id="scene-glare" x1="0" y1="0" x2="1" y2="1"><stop offset=".3" stop-color="#fff" stop-opacity="0"/><stop offset=".46" stop-color="#fff" stop-opacity="${isFoil ? '.3' : '.12'}"/><stop offset=".6" stop-color="#fff" stop-opacity="0"/></linearGradient>
<clipPath id="scene-card"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}"/></clipPath>
</defs>
${backdrop(table, random)}
<g transform="${turn}">
${shadow(x, y, width, height, radius)}
<g clip-path="url(#scene-card)">${face}<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="url(#scene-glare)"/>${scratches(view, x, y, width, height, wear, random)}</g>
${edgeWear(x, y, width, height, radius, wear, random)}
</g>
<rect width="100%" height="100%" fill="url(#scene-light)"/>
</svg>`;
}

interface Table {
  base: string;
  line: string;
  kind: 'wood' | 'felt' | 'cloth';
}
const tables: readonly [Table, ...Table[]] = [
  { base: '#6b4a30', line: '#543822', kind: 'wood' },
  { base: '#a98459', line: '#8f6c45', kind: 'wood' },
  { base: '#22332c', line: '#2b4037', kind: 'felt' },
  { base: '#23283a', line: '#2d3450', kind: 'felt' },
  { base: '#8d8f94', line: '#7d7f85', kind: 'cloth' },
  { base: '#d8d2c4', line: '#c8c1b1', kind: 'cloth' },
];

function backdrop(table: Table, random: () => number): string {
  const { width, height } = sceneSize;
  const lines: string[] = [];
  if (table.kind === 'wood') {
    for (let y = 0; y < height; y += 26 + random() * 60) {
      const bend = (random() - 0.5) * 60;
      lines.push(
        `<path d="M0 ${y.toFixed(0)} Q${width / 2} ${(y + bend).toFixed(0)} ${width} ${(y + bend / 3).toFixed(0)}" stroke-width="${(1 + random() * 5).toFixed(1)}"/>`,
      );
    }
  } else {
    const step = table.kind === 'felt' ? 46 : 18;
    for (let at = -height; at < width; at += step)
      lines.push(`<path d="M${at} 0 L${at + height} ${height}" stroke-width="1.5"/>`);
    if (table.kind === 'cloth')
      for (let at = 0; at < width + height; at += step)
        lines.push(`<path d="M${at} 0 L${at - height} ${height}" stroke-width="1.5"/>`);
  }
  return `<rect width="100%" height="100%" fill="${table.base}"/><g fill="none" stroke="${table.line}" stroke-opacity=".7">${lines.join('')}</g>`;
}

/** Layers instead of a blur filter: a tenth of the time, and nobody can tell. */
function shadow(x: number, y: number, width: number, height: number, radius: number): string {
  return [28, 20, 12, 6]
    .map(
      (spread) =>
        `<rect x="${x - spread + 8}" y="${y - spread + 16}" width="${width + 2 * spread}" height="${height + 2 * spread}" rx="${radius + spread}" fill="#000" fill-opacity=".1"/>`,
    )
    .join('');
}

/** The art as a part of the scene, at its place and size. */
function placed(art: string, x: number, y: number, width: number, height: number): string {
  const start = art.indexOf('<svg');
  const end = art.indexOf('>', start);
  const tag = art.slice(start, end).replace(/\s(?:x|y|width|height|preserveAspectRatio)="[^"]*"/g, '');
  return `${tag} x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="none"${art.slice(end)}`;
}

/** A back of our own: no publisher's. */
function cardBack(x: number, y: number, width: number, height: number): string {
  const cx = x + width / 2;
  const cy = y + height / 2;
  const rings = [0.36, 0.29, 0.2, 0.1].map(
    (part, i) =>
      `<ellipse cx="${cx}" cy="${cy}" rx="${width * part}" ry="${height * part}" fill="${i % 2 ? '#1d2b3f' : '#d7dee8'}" fill-opacity="${i % 2 ? 1 : 0.85}"/>`,
  );
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="#e9e4d8"/><rect x="${x + width * 0.045}" y="${y + width * 0.045}" width="${width * 0.91}" height="${height - width * 0.09}" rx="${width * 0.03}" fill="#1d2b3f"/>${rings.join('')}`;
}

function wearOf(condition: string): number {
  return (
    { mint: 0, near_mint: 0, excellent: 0.15, good: 0.35, light_played: 0.5, played: 0.75, poor: 1 }[condition] ?? 0.2
  );
}

function scratches(
  view: ArtView,
  x: number,
  y: number,
  width: number,
  height: number,
  wear: number,
  random: () => number,
): string {
  const count = Math.round(wear * (view === 'surface' ? 26 : 10));
  let out = '';
  for (let i = 0; i < count; i++) {
    const sx = x + random() * width;
    const sy = y + random() * height;
    out += `<path d="M${sx.toFixed(0)} ${sy.toFixed(0)} l${((random() - 0.5) * width * 0.3).toFixed(0)} ${((random() - 0.5) * width * 0.2).toFixed(0)}" stroke="#fff" stroke-opacity="${(0.1 + random() * 0.22).toFixed(2)}" stroke-width="${(1 + random() * 2).toFixed(1)}" fill="none"/>`;
  }
  return out;
}

function edgeWear(
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
  wear: number,
  random: () => number,
): string {
  if (wear === 0) return '';
  const dashes = `${(4 + random() * 30).toFixed(0)} ${((1.2 - wear) * 420 + random() * 60).toFixed(0)}`;
  return `<rect x="${x + 2}" y="${y + 2}" width="${width - 4}" height="${height - 4}" rx="${radius}" fill="none" stroke="#fff" stroke-opacity=".75" stroke-width="${(2 + wear * 6).toFixed(1)}" stroke-dasharray="${dashes}" stroke-linecap="round"/>`;
}

/** A small generator of its own (mulberry32 over an FNV hash): the same seed draws the same scene on every machine. */
function randomFrom(seed: string): () => number {
  let state = 2_166_136_261;
  for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 16_777_619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
