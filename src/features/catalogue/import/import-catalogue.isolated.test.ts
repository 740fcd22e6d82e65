import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '#platform/db/db.ts';
import { startTestMarket, type TestMarket } from '#testing/server.ts';
import { findSet, listCards } from '../read/catalogue.queries.server.ts';
import { forgetIndex } from '../search/index/index-store.server.ts';
import { searchCards } from '../search/search-cards.server.ts';
import { cardRow, importLines, importTestCards, testCards } from '../testing.ts';
import { cardIdOf } from './card-id.server.ts';
import { importCatalogueFiles } from './import-catalogue.server.ts';
import { ensureShippedCatalogue } from './shipped-catalogue.server.ts';

let market: TestMarket;
let folder: string;
beforeAll(async () => {
  market = await startTestMarket();
  folder = await mkdtemp(join(tmpdir(), 'sleeved-import-'));
});
afterAll(async () => {
  await market.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  await market.platform.pool.query(
    'truncate card, card_set, catalogue_file, catalogue_index; update catalogue_state set revision = 0',
  );
  forgetIndex(market.platform.pool);
});

const cards = async () => {
  const { rows } = await market.platform.pool.query('select c.*, xmin::text from card c order by id');
  return rows as { id: string; name: string; xmin: string }[];
};
const revision = async () =>
  (await market.platform.pool.query<{ revision: number }>('select revision from catalogue_state')).rows[0]?.revision;

describe('the import', () => {
  test('adds cards and their sets, and says what it did', async () => {
    const report = await importTestCards(market.platform);
    expect(report).toMatchObject({ rows: testCards.length, added: testCards.length, changed: 0 });
    expect(await cards()).toHaveLength(testCards.length);
    expect(await findSet(market.platform.db, 'pokemon', 'base1')).toMatchObject({
      setName: 'Base Set',
      cards: 3,
      printedTotal: 102,
    });
  });

  test('a second run changes nothing at all', async () => {
    await importTestCards(market.platform);
    const [before, was] = [await cards(), await revision()];
    const report = await importTestCards(market.platform);
    expect(report).toMatchObject({ added: 0, changed: 0 });
    expect(await cards()).toEqual(before);
    expect(await revision()).toBe(was);
  });

  test('a corrected row changes its card and no other, and is found by its new name', async () => {
    await importTestCards(market.platform);
    const before = new Map((await cards()).map((card) => [card.id, card.xmin]));
    const report = await importTestCards(
      market.platform,
      testCards.map((card) => (card.externalId === 'fow' ? { ...card, name: 'Farce of Will' } : card)),
    );
    expect(report).toMatchObject({ added: 0, changed: 1 });
    const moved = (await cards()).filter((card) => before.get(card.id) !== card.xmin);
    expect(moved.map(({ name }) => name)).toEqual(['Farce of Will']);
    expect((await searchCards(market.platform, { q: 'farce' })).cards.map(({ name }) => name)).toEqual([
      'Farce of Will',
    ]);
  });

  test('another process finds what was imported with its first search after five seconds', async () => {
    await importTestCards(market.platform);
    // Its own pool makes it another process for the index.
    const other = openDatabase(market.platform.config.databaseUrl ?? '', market.platform.log, 1);
    const found = async () => (await searchCards(other, { q: 'farce' })).cards.map(({ name }) => name);
    expect(await found()).toEqual(['Force of Will']);
    await importTestCards(
      market.platform,
      testCards.map((card) => (card.externalId === 'fow' ? { ...card, name: 'Farce of Will' } : card)),
    );
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 5_001);
    await expect.poll(found, { timeout: 10_000 }).toEqual(['Farce of Will']);
    clock.mockRestore();
    await other.close();
  });

  test('a card has the same id in every installation', async () => {
    await importTestCards(market.platform);
    expect((await cards()).map(({ id }) => id)).toContain(cardIdOf('pokemon', 'base1-4'));
    expect(cardIdOf('pokemon', 'base1-4')).toBe('yh8cbn0sdmm7avhn');
  });

  test('a game of an import gets its position', async () => {
    await importLines(market.platform, [
      cardRow({ game: 'star-saga', setCode: 'S1', setName: 'First', name: 'Pilot' }),
    ]);
    const { rows } = await market.platform.pool.query("select name from game where slug = 'star-saga'");
    expect(rows).toEqual([{ name: 'Star Saga' }]);
    await market.platform.pool.query(
      "delete from card; delete from card_set; delete from game where slug = 'star-saga'",
    );
  });

  test('a file of sets has the last word on its sets', async () => {
    await importTestCards(market.platform);
    const row = {
      game: 'pokemon',
      setCode: 'base1',
      setName: 'Base',
      series: 'Base',
      releaseDate: '1999-01-09',
      printedTotal: 102,
      parallels: ['Shadowless'],
      source: 'test',
    };
    expect(await importLines(market.platform, [row], 'sets.ndjson')).toMatchObject({ added: 0, changed: 1 });
    expect(await findSet(market.platform.db, 'pokemon', 'base1')).toMatchObject({
      setName: 'Base',
      parallels: ['Shadowless'],
      cards: 3,
    });
    await importTestCards(market.platform);
    expect(await findSet(market.platform.db, 'pokemon', 'base1')).toMatchObject({ setName: 'Base' });
  });

  test.each([
    ['not JSON', '{"game":', /cards\.ndjson, line 3: this is not JSON/],
    ['no name', { ...cardRow({ name: 'x' }), name: undefined }, /line 3: name/],
    ['a number where text belongs', { ...cardRow({ name: 'x' }), number: 4 }, /line 3: number/],
    [
      'a date that is none',
      cardRow({ name: 'x', releaseDate: '9 January' }),
      /line 3: releaseDate: must be YYYY or YYYY-MM-DD/,
    ],
    [
      'a control character',
      cardRow({ name: 'x\u0000y', externalId: 'nul' }),
      /line 3: name: holds a control character/,
    ],
    ['a game with a space', cardRow({ name: 'x', game: 'My Game' }), /line 3: game/],
    ['a set that cannot stand in an address', cardRow({ name: 'x', setCode: 'a/../b' }), /line 3: setCode/],
    ['an entry twice', cardRow({ ...testCards[0], name: 'x' }), /line 3: the same entry as line 1/],
    ['a list instead of a row', '[1]', /line 3: /],
  ])('a line with %s names file and line, and nothing of the file is imported', async (_, line, message) => {
    const lines = [
      cardRow(testCards[0] as never),
      cardRow(testCards[1] as never),
      line,
      cardRow(testCards[2] as never),
    ];
    await expect(importLines(market.platform, lines)).rejects.toMatchObject({
      code: 'catalogue_file',
      message: expect.stringMatching(message),
    });
    expect(await cards()).toEqual([]);
    expect(await revision()).toBe(0);
    // And the connection is whole again.
    expect(await importTestCards(market.platform)).toMatchObject({ added: testCards.length });
  });

  test('files before a broken one stay, and are found', async () => {
    const good = join(folder, 'good.ndjson');
    const bad = join(folder, 'bad.ndjson');
    await writeFile(good, `${JSON.stringify(cardRow(testCards[0] as never))}\n`);
    await writeFile(bad, 'nonsense\n');
    await expect(importCatalogueFiles(market.platform, [good, bad], () => {})).rejects.toMatchObject({
      message: expect.stringContaining('bad.ndjson, line 1'),
    });
    expect((await searchCards(market.platform, { q: 'charizard' })).cards).toHaveLength(1);
  });

  test('a missing, cut or foreign file is refused in words', async () => {
    const cut = join(folder, 'cut.ndjson.gz');
    await writeFile(cut, gzipSync(JSON.stringify(cardRow(testCards[0] as never)).repeat(50)).subarray(0, 60));
    const foreign = join(folder, 'foreign.ndjson');
    await writeFile(foreign, Buffer.from([0x7b, 0xff, 0xfe]));
    for (const [path, message] of [
      [join(folder, 'none.ndjson'), 'none.ndjson: file not found.'],
      [cut, 'cut.ndjson.gz: the gzip file is incomplete or damaged.'],
      [foreign, 'foreign.ndjson: this is not UTF-8 text.'],
    ] as const) {
      await expect(importCatalogueFiles(market.platform, [path], () => {})).rejects.toMatchObject({ message });
    }
  });

  test('an empty file is an import of nothing', async () => {
    expect(await importLines(market.platform, [''])).toMatchObject({ rows: 0, added: 0 });
  });

  test('two imports at once take turns', async () => {
    const [first, second] = await Promise.all([importTestCards(market.platform), importTestCards(market.platform)]);
    expect((first?.added ?? 0) + (second?.added ?? 0)).toBe(testCards.length);
  });

  test('the shipped files are read once', async () => {
    const lines = testCards.map((card) => JSON.stringify(cardRow(card))).join('\n');
    const shipped = await mkdtemp(join(tmpdir(), 'sleeved-shipped-'));
    await writeFile(join(shipped, 'cards.ndjson.gz'), gzipSync(lines));
    expect(await ensureShippedCatalogue(market.platform, () => {}, shipped)).toMatchObject({ added: testCards.length });
    expect(await ensureShippedCatalogue(market.platform, () => {}, shipped)).toBeNull();
    // As after an update whose index has another form.
    await market.platform.pool.query('update catalogue_index set format = -1');
    expect(await ensureShippedCatalogue(market.platform, () => {}, shipped)).toBeNull();
    expect((await searchCards(market.platform, { q: 'umbreon' })).cards).toHaveLength(1);
    await rm(shipped, { recursive: true });
  });
});

test('cards of a set come as people count', async () => {
  await importLines(
    market.platform,
    ['10', '9', 'TG2', 'TG10', '1', undefined].map((number, i) => cardRow({ name: `Card ${i}`, number })),
  );
  const { items } = await listCards(market.platform.db, { game: 'pokemon', set: 'base1' });
  expect(items.map(({ number }) => number)).toEqual(['1', '9', '10', 'TG2', 'TG10', null]);
});
