import type { Platform } from '#platform/platform.ts';
import { soughtNames } from './wanted-names.ts';
import type { DemoCard } from './stock.ts';

interface Row {
  id: string;
  game: string;
  name: string;
  rarity: string | null;
  finishes: string[];
  release_date: string | null;
}

/** Printings of a game that are not sought by name, for the rest of the binder. */
const othersPerGame = 400;

/** Real cards of the catalogue to fill the market with: every printing of what people look for, and some of everything else. Always in the same order. */
export async function readDemoCards(platform: Pick<Platform, 'pool'>): Promise<DemoCard[]> {
  const names = Object.entries(soughtNames).flatMap(([game, list]) => list.map((name, rank) => ({ game, name, rank })));
  const columns = 'c.id, c.game, c.name, c.rarity, c.finishes, coalesce(c.release_date, s.release_date) as release_date';
  const { rows: sought } = await platform.pool.query<Row & { rank: number }>(
    `select ${columns}, n.rank from jsonb_to_recordset($1::jsonb) as n(game text, name text, rank int)
     join card c on c.game = n.game and c.name = n.name join card_set s on s.game = c.game and s.code = c.set_code order by n.rank, c.id`,
    [JSON.stringify(names)],
  );
  const { rows: others } = await platform.pool.query<Row>(
    `select * from (
       select ${columns}, row_number() over (partition by c.game order by md5(c.id)) as place
       from card c join card_set s on s.game = c.game and s.code = c.set_code
       where c.rarity is distinct from 'Common' and c.rarity is distinct from 'common'
     ) shuffled where place <= $1 order by game, id`,
    [othersPerGame],
  );
  const card = (row: Row, soughtRank: number | null): DemoCard => {
    const { id, game, name, rarity, finishes, release_date } = row;
    return { id, game, name, rarity, finishes, releaseDate: release_date, soughtRank };
  };
  const seen = new Set(sought.map((row) => row.id));
  return [...sought.map((row) => card(row, row.rank)), ...others.filter((row) => !seen.has(row.id)).map((row) => card(row, null))];
}
