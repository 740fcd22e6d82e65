import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Printing, SetName } from '#features/catalogue/index.server.ts';
import type { IdsSaid } from './find-cards.ts';
import { isNearly, nameKey } from './match/names.ts';
import type { WantSource } from './parse/read-wants.ts';

const catalogue = join(import.meta.dirname, '../../../data/catalogue');

const nami = {
  game: 'onepiece',
  setCode: 'OP-01',
  setName: 'Romance Dawn',
  number: 'OP01-016',
  name: 'Nami',
  rarity: 'Rare',
};
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
/**
 * A few cards that an admin adds with `catalogue import`: those that the samples name, with the printings that they
 * could be confused with.
 */
const imported = [
  { ...nami, externalId: 'OP01-016' },
  { ...nami, externalId: 'OP01-016_p1', variants: ['parallel'] },
  { ...nami, setCode: 'OP-05', setName: 'Awakening of the New Era', externalId: 'OP01-016_p4', variants: ['parallel'] },
  { ...luffy, externalId: 'OP05-119' },
  { ...luffy, externalId: 'OP05-119_p1', variants: ['parallel'] },
  { ...sink, externalId: 'WTR215/A', variants: ['alpha'] },
  { ...sink, externalId: 'WTR215/U', variants: ['unlimited'] },
];

/** The fields of a catalogue file's line that are needed here. */
type CatalogueLine = Pick<Printing, 'game' | 'setCode' | 'name' | 'externalId'> &
  Partial<Pick<Printing, 'number' | 'rarity' | 'finishes' | 'variants' | 'ids'>> & {
    setName: string;
    setAbbr?: string;
  };

const isOfIds = ({ externalId, ids }: Printing, said: IdsSaid) =>
  said.external.includes(externalId) ||
  said.cardmarket.some((id) => ids.cardmarket?.map(String).includes(id)) ||
  said.tcgplayer.some((id) => ids.tcgplayer?.map(String).includes(id));

/** The catalogue of the product, without the database. */
export function shippedCards(): WantSource {
  const cards: CatalogueLine[] = ['pokemon', 'magic', 'yugioh', 'lorcana'].flatMap((game) =>
    gunzipSync(readFileSync(join(catalogue, `${game}.ndjson.gz`)))
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as CatalogueLine),
  );
  cards.push(...imported);
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
  const all = [...bySet.values()].flat();
  const byName = Map.groupBy(all, ({ name }) => name.toLowerCase());
  const near = (name: string) => [...byName.keys()].filter((other) => isNearly(nameKey(other), nameKey(name)));
  return {
    byIds: async (games, ids) => all.filter((printing) => games.includes(printing.game) && isOfIds(printing, ids)),
    named: async (names) => {
      const wanted = new Set(names.map((name) => name.toLowerCase()));
      return all.filter(({ name }) => [name, ...name.split(' // ')].some((one) => wanted.has(one.toLowerCase())));
    },
    similar: async (name) => near(name).flatMap((other) => byName.get(other) ?? []),
    // The index of the search needs the database.
    search: async () => ({ printings: [], isAsTyped: true }),
    sets: async (games) => [...sets.values()].filter(({ game }) => games.includes(game)),
    printings: async (wanted) => wanted.flatMap(({ game, code }) => bySet.get(`${game} ${code}`) ?? []),
  };
}
