import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Platform } from '#platform/platform.ts';
import { cardIdOf } from './import/card-id.server.ts';
import { type ImportReport, importCatalogueFiles } from './import/import-catalogue.server.ts';

/** A row of a catalogue file; what is left out is filled in. */
export interface TestCard {
  game?: string;
  setCode?: string;
  setName?: string;
  name: string;
  number?: string;
  externalId?: string;
  [field: string]: unknown;
}

/** A handful of real cards, enough to search in. */
export const testCards: readonly TestCard[] = [
  {
    name: 'Charizard',
    number: '4',
    printedTotal: 102,
    setAbbr: 'BS',
    releaseDate: '1999-01-09',
    rarity: 'Rare',
    finishes: ['holo'],
    externalId: 'base1-4',
  },
  {
    name: 'Blastoise',
    number: '2',
    printedTotal: 102,
    setAbbr: 'BS',
    releaseDate: '1999-01-09',
    rarity: 'Rare',
    finishes: ['holo'],
    externalId: 'base1-2',
  },
  {
    name: 'Pikachu',
    number: '58',
    printedTotal: 102,
    setAbbr: 'BS',
    releaseDate: '1999-01-09',
    rarity: 'Common',
    finishes: ['normal'],
    externalId: 'base1-58',
  },
  {
    ...{ setCode: 'base4', setName: 'Base Set 2', setAbbr: 'B2', printedTotal: 130, releaseDate: '2000-02-24' },
    ...{ name: 'Charizard', number: '4', rarity: 'Rare', finishes: ['holo'], externalId: 'base4-4' },
  },
  {
    ...{ setCode: 'swsh7', setName: 'Evolving Skies', setAbbr: 'EVS', printedTotal: 203, releaseDate: '2021-08-27' },
    ...{ name: 'Umbreon VMAX', number: '215', rarity: 'Secret Rare', finishes: ['holo'], externalId: 'swsh7-215' },
  },
  {
    ...{ setCode: 'base5', setName: 'Team Rocket', setAbbr: 'RO', printedTotal: 82, releaseDate: '2000-04-24' },
    ...{
      name: 'Dark Charizard',
      number: '4',
      rarity: 'Rare',
      variants: ['holo', 'holo:1st-edition'],
      finishes: ['holo'],
      externalId: 'base5-4',
    },
  },
  {
    ...{
      game: 'magic',
      setCode: 'LEA',
      setName: 'Limited Edition Alpha',
      printedTotal: 295,
      releaseDate: '1993-08-05',
    },
    ...{ name: 'Black Lotus', number: '232', rarity: 'rare', finishes: ['nonfoil'], externalId: 'lotus-alpha' },
  },
  {
    ...{ game: 'magic', setCode: 'LEB', setName: 'Limited Edition Beta', printedTotal: 302, releaseDate: '1993-10-04' },
    ...{ name: 'Black Lotus', number: '233', rarity: 'rare', finishes: ['nonfoil'], externalId: 'lotus-beta' },
  },
  {
    ...{ game: 'magic', setCode: 'ALL', setName: 'Alliances', releaseDate: '1996-06-10' },
    ...{ name: 'Force of Will', number: '28', rarity: 'uncommon', finishes: ['nonfoil'], externalId: 'fow' },
  },
  {
    ...{ game: 'yugioh', setCode: 'LOB', setName: 'Legend of Blue Eyes White Dragon', releaseDate: '2002-03-08' },
    ...{
      name: 'Blue-Eyes White Dragon',
      number: 'LOB-001',
      rarity: 'Ultra Rare',
      variants: ['1st-edition'],
      externalId: 'LOB/LOB-001/ultra',
    },
  },
  {
    ...{
      game: 'sports',
      setCode: '1986-87-fleer-basketball',
      setName: '1986-87 Fleer Basketball',
      series: 'Basketball',
      releaseDate: '1986',
    },
    ...{ name: 'Michael Jordan', number: '57', attributes: ['RC'], externalId: 'jordan-57' },
  },
  {
    ...{
      game: 'sports',
      setCode: '1986-87-fleer-basketball/stickers',
      setName: '1986-87 Fleer Basketball Stickers',
      series: 'Basketball',
      releaseDate: '1986',
    },
    ...{ name: 'Michael Jordan', number: '8', externalId: 'jordan-sticker' },
  },
];

export function cardRow(card: TestCard): Record<string, unknown> {
  return {
    game: 'pokemon',
    setCode: 'base1',
    setName: 'Base Set',
    series: 'Base',
    language: 'en',
    source: 'test',
    externalId: card.name,
    ...card,
  };
}

/** The id that a test card gets. */
export function testCardId(externalId: string): string {
  const card = testCards.find((each) => each.externalId === externalId);
  return cardIdOf(String(card?.game ?? 'pokemon'), externalId);
}

/** Writes lines into a file and imports it, as an operator would. */
export async function importLines(
  platform: Pick<Platform, 'pool' | 'clock'>,
  lines: readonly (object | string)[],
  name = 'cards.ndjson',
): Promise<ImportReport> {
  const folder = await mkdtemp(join(tmpdir(), 'sleeved-catalogue-'));
  try {
    const file = join(folder, name);
    await writeFile(file, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
    return await importCatalogueFiles(platform, [file], () => {});
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Imports a small catalogue into a test server. */
export async function importTestCards(
  platform: Pick<Platform, 'pool' | 'clock'>,
  cards: readonly TestCard[] = testCards,
): Promise<ImportReport> {
  return importLines(platform, cards.map(cardRow));
}

/** Any text at all: letters, signs, control characters, halves of characters. */
export function anyText(maxLength = 100): fc.Arbitrary<string> {
  const code = fc.oneof(fc.integer({ min: 0, max: 0x7f }), fc.integer({ min: 0, max: 0xffff }));
  return fc.array(code, { maxLength }).map((codes) => String.fromCharCode(...codes));
}
