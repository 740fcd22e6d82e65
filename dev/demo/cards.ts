import type { Platform } from '#platform/platform.ts';
import type { DemoCard } from './stock.ts';
import { queryNames } from './wanted-names.ts';

interface Row {
  id: string;
  game: string;
  name: string;
  rarity: string | null;
  finishes: string[];
  release_date: string | null;
}

/**
 * Printings of one popular name: few enough that several sellers have the same card. The oldest are always among them.
 */
const printingsPerName = 7;
const oldestPerName = 2;
/** Other printings of a game, for the rest of the binder. */
const othersPerGame = 260;

/**
 * Real cards of the catalogue to fill the market with: every printing of what people look for, and some of everything
 * else. Always in the same order.
 */
export async function readDemoCards(platform: Pick<Platform, 'pool'>): Promise<DemoCard[]> {
  const names = Object.entries(queryNames).flatMap(([game, list]) => list.map((name, rank) => ({ game, name, rank })));
  const columns =
    'c.id, c.game, c.name, c.rarity, c.finishes, coalesce(c.release_date, s.release_date) as release_date';
  const { rows: popular } = await platform.pool.query<Row & { rank: number }>(
    `select * from (
       select ${columns}, n.rank,
         row_number() over (partition by c.game, c.name order by coalesce(c.release_date, s.release_date), c.id) as age,
         row_number() over (partition by c.game, c.name order by md5(c.id)) as place
       from jsonb_to_recordset($1::jsonb) as n(game text, name text, rank int)
       join card c on c.game = n.game and c.name = n.name join card_set s on s.game = c.game and s.code = c.set_code
     ) printing where age <= ${oldestPerName} or place <= ${printingsPerName - oldestPerName} order by rank, id`,
    [JSON.stringify(names)],
  );
  const { rows: others } = await platform.pool.query<Row>(
    `select shuffled.* from game g cross join lateral (
       select ${columns} from card c join card_set s on s.game = c.game and s.code = c.set_code
       where c.game = g.slug and c.rarity is distinct from 'Common' and c.rarity is distinct from 'common'
       order by md5(c.id) limit $1
     ) shuffled order by game, id`,
    [othersPerGame],
  );
  const card = (row: Row, popularity: number | null): DemoCard => {
    const { id, game, name, rarity, finishes, release_date } = row;
    return { id, game, name, rarity, finishes, releaseDate: release_date, popularity };
  };
  const seen = new Set(popular.map((row) => row.id));
  return [
    ...popular.map((row) => card(row, row.rank)),
    ...others.filter((row) => !seen.has(row.id)).map((row) => card(row, null)),
  ];
}
