import { mkdirSync, writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { chromiumFlags, findChromium } from '../../dev/chromium.ts';
import { chooseCards } from './cards.ts';
import { drawPhoto } from './draw-photo.ts';

const seed = Number(process.argv[2] ?? 1);
const out = process.argv[3] ?? '/tmp/pr/photos';
mkdirSync(out, { recursive: true });
const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
const page = await browser.newPage();
const cards = await chooseCards(seed);
writeFileSync(`${out}/cards.json`, JSON.stringify(cards));
for (const [at, card] of cards.entries()) writeFileSync(`${out}/${at}.jpg`, await drawPhoto(page, card));
await browser.close();
