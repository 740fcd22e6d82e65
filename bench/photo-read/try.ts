import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import Tesseract from 'tesseract.js';
import type { Grey } from '../../src/features/listings/components/create/read-photo/picture.ts';
import { namesIn, numbersIn, queriesOf } from '../../src/features/listings/components/create/read-photo/reading.rules.ts';
import { likeliest, scoreOf } from '../../src/features/listings/components/create/read-photo/score-printings.rules.ts';
import { photoSide, searchSide, stripsOf } from '../../src/features/listings/components/create/read-photo/strips.ts';
import type { PhotographedCard } from './cards.ts';

const folder = '/tmp/pr/photos';
const only = process.argv[2]?.split(',').map(Number);
const verbose = process.env.V;
const cards = JSON.parse(readFileSync(`${folder}/cards.json`, 'utf8')) as PhotographedCard[];
const worker = await Tesseract.createWorker('eng', 1, {
  langPath: `${process.cwd()}/node_modules/@tesseract.js-data/eng/4.0.0_best_int`,
  cacheMethod: 'none',
});
await worker.setParameters({ tessedit_pageseg_mode: (process.env.PSM ?? '6') as any, user_defined_dpi: '300' });
const png = (g: Grey) =>
  sharp(g.points, { raw: { width: g.width, height: g.height, channels: 1 } })
    .png()
    .toBuffer();
const read = async (g: Grey) => {
  const { data } = await worker.recognize(await png(g), {}, { text: true });
  return data.text
    .split('\n')
    .map((l) => l.trim())
    .filter(Boolean);
};
const coloured = async (file: string, side: number) => {
  const { data, info } = await sharp(file).rotate().resize(side, side, { fit: 'inside' }).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, points: data };
};
let right = 0,
  tried = 0;
const times: number[] = [];
const per: Record<string, [number, number]> = {};
for (const [at, card] of cards.entries()) {
  if (only && !only.includes(at)) continue;
  const t0 = performance.now();
  const file = `${folder}/${at}.jpg`;
  const { strip, isFound } = stripsOf(await coloured(file, photoSide), await coloured(file, searchSide));
  const strips = { title: strip('title'), foot: strip('foot'), middle: strip('middle') };
  const t1 = performance.now();
  if (verbose) for (const [n, s] of Object.entries(strips)) await sharp(await png(s)).toFile(`/tmp/pr/strip-${at}-${n}.png`);
  const t2 = performance.now();
  const title = await read(strips.title);
  const ta = performance.now();
  const foot = await read(strips.foot);
  const tb = performance.now();
  const middle = await read(strips.middle);
  const t3 = performance.now();
  const reading = { title, foot, middle };
  const qs = queriesOf(reading);
  const found = new Map<string, any>();
  for (const q of qs) {
    const r = await fetch(`http://127.0.0.1:48731/api/catalogue/cards?limit=50&q=${encodeURIComponent(q)}`);
    if (!r.ok) console.log(r.status);
    else for (const c of ((await r.json()) as any).items) found.set(c.id, c);
  }
  const best = likeliest(reading, [...found.values()]);
  const ok = best.some((c) => c.externalId === card.externalId && c.game === card.game);
  tried++;
  if (ok) right++;
  times.push(t3 - t0);
  const p = (per[card.game] ??= [0, 0]);
  p[1]++;
  if (ok) p[0]++;
  const has = [...found.values()].some((c) => c.externalId === card.externalId);
  console.log(
    `${ok ? 'ok  ' : 'MISS'} ${at} ${card.game} ${card.name} | ${card.setAbbr ?? card.setCode} ${card.number}/${card.printedTotal} found=${isFound} has=${has} prep=${(t1 - t0) | 0} title=${(ta - t2) | 0} foot=${(tb - ta) | 0} mid=${(t3 - tb) | 0}`,
  );
  if (!ok || verbose)
    console.log(
      '   ',
      JSON.stringify({
        title,
        foot,
        middle: middle.slice(0, 12),
        nums: numbersIn(reading),
        qs,
        best: best.map((b) => [b.name, b.setAbbr, b.number, scoreOf(reading, b).toFixed(2)]),
      }),
    );
}
times.sort((a, b) => a - b);
console.log(right, tried, per, 'median', times[times.length >> 1]! | 0, 'max', times.at(-1)! | 0);
await worker.terminate();
