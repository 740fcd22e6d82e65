import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { createWorker, OEM, PSM } from 'tesseract.js';
import { darkPrint } from '#features/listings/components/create/read-photo/picture.ts';
import { photoSide, searchSide, stripsOf } from '#features/listings/components/create/read-photo/strips.ts';
import { chromiumFlags, findChromium } from '../../dev/chromium.ts';
import { chooseCards } from './cards.ts';
import { drawPhoto } from './draw-photo.ts';

const games = (process.argv[2] ?? 'lorcana').split(',');
const cards = (await chooseCards(1)).filter((c) => games.includes(c.game)).slice(0, Number(process.argv[3] ?? 6));
const dir = '/tmp/e/n/premium-tmp';
const need = cards.some((c) => !existsSync(`${dir}/${c.externalId}.jpg`));
const browser = need ? await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags }) : null;
const easel = browser && (await browser.newPage());
const worker = await createWorker('eng', OEM.LSTM_ONLY, { langPath: 'node_modules/@tesseract.js-data/eng/4.0.0_best_int', cachePath: dir });
await worker.setParameters({ tessedit_pageseg_mode: PSM.SINGLE_BLOCK, user_defined_dpi: '300' } as never);
async function coloured(file: Buffer, side: number) {
  const { data, info } = await sharp(file)
    .resize({ width: side, height: side, fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, points: new Uint8ClampedArray(data) };
}
for (const card of cards) {
  const path = `${dir}/${card.externalId}.jpg`;
  const file = existsSync(path) ? readFileSync(path) : await drawPhoto(easel!, card);
  if (!existsSync(path)) writeFileSync(path, file);
  const { strip, isFound } = stripsOf(await coloured(file, photoSide), await coloured(file, searchSide));
  console.log('==', card.game, card.name, card.number, card.printedTotal, isFound);
  for (const name of ['title', 'foot', 'middle'] as const) {
    const grey = strip(name);
    for (const [what, pic] of [
      ['as it was', grey],
      ['dark print', darkPrint(grey)],
    ] as const) {
      const png = await sharp(Buffer.from(pic.points), { raw: { width: pic.width, height: pic.height, channels: 1 } })
        .png()
        .toBuffer();
      writeFileSync(`${dir}/${card.externalId}-${name}-${what.replace(/ /g, '')}.png`, png);
      const { data } = await worker.recognize(png, {}, { text: true });
      console.log(`  ${name}, ${what}:`, JSON.stringify(data.text.split('\n').filter(Boolean).slice(0, 6)));
    }
  }
}
await worker.terminate();
await browser?.close();
