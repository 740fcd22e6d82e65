import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import type { Printing, SetName } from '#features/catalogue/index.server.ts';
import { type CardSource, readStock, type Stock } from './read-stock.ts';

const samples = join(import.meta.dirname, 'samples');
const catalogue = join(import.meta.dirname, '../../../data/catalogue');

interface Expected {
  file: string;
  row: number;
  status: 'ok' | 'warn' | 'error';
  externalId?: string;
  grade?: string;
  language?: string;
}
const expected: Expected[] = readFileSync(join(samples, 'expected.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

const nami = { game: 'onepiece', setCode: 'OP-01', setName: 'Romance Dawn', number: 'OP01-016', name: 'Nami', rarity: 'Rare' };
const luffy = {
  game: 'onepiece',
  setCode: 'OP-05',
  setName: 'Awakening of the New Era',
  number: 'OP05-119',
  name: 'Monkey.D.Luffy',
  rarity: 'Secret Rare',
};
const sink = {
  game: 'fab',
  setCode: 'WTR',
  setName: 'Welcome to Rathe',
  number: 'WTR215',
  name: 'Sink Below (Red)',
  rarity: 'Common',
  finishes: ['nonfoil', 'rainbow-foil'],
};
/** Of the games that an operator brings by `catalogue import`: the few that the samples name, with the printings that they could be mistaken for. */
const brought = [
  { ...nami, externalId: 'OP01-016' },
  { ...nami, externalId: 'OP01-016_p1', variants: ['parallel'] },
  { ...nami, setCode: 'OP-05', setName: 'Awakening of the New Era', externalId: 'OP01-016_p4', variants: ['parallel'] },
  { ...luffy, externalId: 'OP05-119' },
  { ...luffy, externalId: 'OP05-119_p1', variants: ['parallel'] },
  { ...sink, externalId: 'WTR215/A', variants: ['alpha'] },
  { ...sink, externalId: 'WTR215/U', variants: ['unlimited'] },
];

/** What of a line of the catalogue's files matters here. */
type CatalogueLine = Pick<Printing, 'game' | 'setCode' | 'name' | 'externalId'> &
  Partial<Pick<Printing, 'number' | 'rarity' | 'finishes' | 'variants' | 'ids'>> & { setName: string; setAbbr?: string };

/** The catalogue that the product ships, without the database. */
function shipped(): CardSource {
  const cards: CatalogueLine[] = ['pokemon', 'magic', 'yugioh', 'lorcana'].flatMap((game) =>
    gunzipSync(readFileSync(join(catalogue, `${game}.ndjson.gz`)))
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as CatalogueLine),
  );
  cards.push(...brought);
  const sets = new Map<string, SetName>();
  const bySet = new Map<string, Printing[]>();
  for (const { game, setCode, setAbbr, setName, externalId, number, name, rarity, finishes, variants, ids } of cards) {
    const key = `${game} ${setCode}`;
    sets.set(key, { game, code: setCode, abbr: setAbbr ?? null, name: setName });
    const printing: Printing = {
      id: externalId,
      game,
      setCode,
      externalId,
      number: number ?? null,
      name,
      rarity: rarity ?? null,
      finishes: finishes ?? [],
      variants: variants ?? [],
      ids: ids ?? {},
    };
    bySet.set(key, [...(bySet.get(key) ?? []), printing]);
  }
  return {
    sets: async (games) => [...sets.values()].filter(({ game }) => games.includes(game)),
    printings: async (wanted) => wanted.flatMap(({ game, code }) => bySet.get(`${game} ${code}`) ?? []),
  };
}

let source: CardSource;
beforeAll(() => {
  source = shipped();
}, 60_000);

const statuses = { sure: 'ok', doubtful: 'warn', rejected: 'error' } as const;
const files = [...new Set(expected.map(({ file }) => file))];

test.each(files)('[11-2] %s is read as its expected answers say', async (file) => {
  const rows = expected.filter((entry) => entry.file === file);
  const stock: Stock | Error = await readStock(readFileSync(join(samples, file)), source).catch((error: Error) => error);
  const seen = rows.map(({ row, externalId, grade, language }) => {
    if (row === 0) return { row, status: stock instanceof Error ? 'error' : stock.notes.length > 0 ? 'warn' : 'ok' };
    const of = stock instanceof Error ? undefined : stock.rows.find((entry) => entry.row === row);
    return {
      row,
      status: of && statuses[of.status],
      ...(externalId !== undefined && { externalId: of?.card?.externalId, why: of?.notes }),
      ...(grade !== undefined && { grade: of?.grading && `${of.grading.company} ${of.grading.grade}` }),
      ...(language !== undefined && { language: of?.language }),
    };
  });
  const wanted = rows.map(({ row, status, externalId, grade, language }) => ({
    row,
    status,
    ...(externalId !== undefined && { externalId, why: expect.anything() }),
    ...(grade !== undefined && { grade }),
    ...(language !== undefined && { language }),
  }));
  expect(seen).toEqual(wanted);
});
