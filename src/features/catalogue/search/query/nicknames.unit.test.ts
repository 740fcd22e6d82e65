import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { cardIdOf } from '../../import/card-id.server.ts';
import { readLines } from '../../import/read-lines.server.ts';
import type { CardRow } from '../../import/rows.ts';
import { type CardIndex, cardIdAt } from '../index/card-index.ts';
import { IndexBuilder } from '../index/index-builder.ts';
import { searchIndex } from '../index/search-index.ts';
import { Matcher } from '../match-cards.ts';
import { nicknames } from './nicknames.ts';

const shipped = resolve(import.meta.dirname, '../../../../../data/catalogue');
const all = Object.entries(nicknames).flatMap(([game, list]) => list.map((nickname) => ({ game, ...nickname })));
const meant = new Set(all.map(({ game, card }) => `${game} ${card}`));
const whole = new Set(['yugioh LOB', 'yugioh MRD', 'magic MRD']);

/** Of the shipped catalogue all cards with a nickname, three sets whole, and each fortieth card as a contrast. */
const cards = new Map<string, CardRow>();
let index: CardIndex;
let matcher: Matcher;

beforeAll(async () => {
  const rows: CardRow[] = [];
  for (const game of Object.keys(nicknames)) {
    let line = 0;
    for await (const batch of readLines(join(shipped, `${game}.ndjson.gz`))) {
      for (const text of batch.lines) {
        if (text === '') continue;
        const row = JSON.parse(text) as CardRow;
        if (meant.has(`${game} ${row.name}`) || whole.has(`${game} ${row.setCode}`) || line++ % 40 === 0)
          rows.push(row);
      }
    }
  }
  const sets = new Map(rows.map((row) => [`${row.game}\n${row.setCode}`, row]));
  const bySet = Map.groupBy(rows, (row) => `${row.game}\n${row.setCode}`);
  const builder = new IndexBuilder(
    [...sets.values()].map(({ game, setCode, setAbbr, setName, series, releaseDate, printedTotal }) => ({
      ...{ game, code: setCode, abbr: setAbbr ?? null, name: setName, series: series ?? null },
      ...{ releaseDate: releaseDate ?? null, printedTotal: printedTotal ?? null },
    })),
    rows.length,
  );
  for (const key of sets.keys()) {
    for (const row of bySet.get(key) ?? []) {
      const id = cardIdOf(row.game, row.externalId);
      cards.set(id, row);
      const trait = [
        row.rarity ?? '',
        row.finishes ?? '',
        row.variants ?? '',
        row.attributes ?? '',
        row.printRun ?? '',
      ].join('|');
      builder.add(id, row.game, row.setCode, row.name, row.number ?? null, trait);
    }
  }
  index = builder.build(1);
  matcher = new Matcher(index);
}, 120_000);

function first(query: string, game: string | null = null): CardRow | undefined {
  const scope = { game: game === null ? null : index.games.indexOf(game), sets: null };
  const [best] = searchIndex(index, matcher, query, { scope, most: 10, isTyping: true, fill: true }).matches;
  return best && cards.get(cardIdAt(index, best.card));
}

describe('what collectors write', () => {
  test('each nickname finds first the card that it means, which the shipped catalogue holds', () => {
    expect(all.length).toBeGreaterThan(60);
    const wrong = all.flatMap(({ game, says, card }) => {
      const found = first(says, game);
      return found?.name === card ? [] : [`${says} (${game}) means ${card} and finds ${found?.name ?? 'nothing'}`];
    });
    expect(wrong).toEqual([]);
  });

  test('each nickname says where it comes from, and is written as a query is read', () => {
    expect(all.filter(({ why }) => why.length < 8)).toEqual([]);
    expect(
      all.filter(
        ({ says, reads }) => !/^[a-z0-9]+( [a-z0-9]+)*$/.test(says) || !/^[a-z0-9]+( [a-z0-9]+)*$/.test(reads),
      ),
    ).toEqual([]);
  });

  test.each([
    ['lob 001', 'LOB-001'],
    ['mrd 060', 'MRD-060'],
    ['001 lob', undefined],
    ['lob blue eyes 001', 'LOB-001'],
    ['moonbreon', '215'],
  ])('%s finds %s first', (query, number) => {
    // Without a set before them the zeros say nothing.
    if (number === undefined) expect(first(query)?.number).toBe(first('1 lob')?.number);
    else expect(first(query)?.number).toBe(number);
  });
});
