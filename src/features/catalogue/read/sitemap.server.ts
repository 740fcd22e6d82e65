import type pg from 'pg';
import { setAddress } from './addresses.ts';

/** The pages of the sets that hold cards; 50,000 are what one sitemap may name. */
export async function setPages(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ game: string; code: string }>(
    'select game, code from card_set where card_count > 0 order by game, code limit 50000',
  );
  return rows.map(({ game, code }) => setAddress(game, code));
}
