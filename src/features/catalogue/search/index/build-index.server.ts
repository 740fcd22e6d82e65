import type pg from 'pg';
import { packIndex } from './card-index.ts';
import { IndexBuilder, type SetForIndex } from './index-builder.ts';

/**
 * Counts up whenever the index is built or read differently, so that a new program does not read an old program's
 * bytes.
 */
export const indexFormat = 4;
const pieceBytes = 1 << 20;
const rowsAtATime = 10_000;

/** Rebuilds the search index and stores it, unless the stored one is up to date. The caller holds the import lock. */
export async function rebuildIndexIfStale(client: pg.PoolClient, onRows: (rows: number) => void): Promise<boolean> {
  // One snapshot for the revision, the sets and the cards.
  await client.query('begin isolation level repeatable read');
  try {
    await client.query('set local idle_in_transaction_session_timeout = 0');
    const revision = await staleRevision(client);
    if (revision !== null) await storeIndex(client, packIndex(await readIntoIndex(client, revision, onRows)), revision);
    await client.query('commit');
    return revision !== null;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

export async function isIndexStale(pool: pg.Pool): Promise<boolean> {
  return (await staleRevision(pool)) !== null;
}

/** The catalogue's revision when the stored index is of another one. */
async function staleRevision(client: pg.Pool | pg.PoolClient): Promise<number | null> {
  const found = await client.query<{ revision: number; built: number | null }>(
    'select revision, (select max(i.revision) from catalogue_index i where i.format = $1) as built from catalogue_state',
    [indexFormat],
  );
  const state = found.rows[0];
  return state && state.revision !== state.built ? state.revision : null;
}

async function readIntoIndex(client: pg.PoolClient, revision: number, onRows: (rows: number) => void) {
  const sets = await client.query<SetForIndex>(`
    select s.game, s.code, s.abbr, s.name, s.series, s.release_date as "releaseDate", s.printed_total as "printedTotal"
    from card_set s join game g on g.slug = s.game
    where s.card_count > 0 order by g.sort_order, s.game, s.release_date nulls last, s.code`);
  const total = await client.query<{ cards: number }>('select count(*)::int as cards from card where not is_hidden');
  const builder = new IndexBuilder(sets.rows, total.rows[0]?.cards ?? 0);
  await client.query(`
    declare cards no scroll cursor for
    select c.id, c.game, c.set_code, c.name, c.number, concat(c.rarity, '|', array_to_string(c.finishes, ','), '|', array_to_string(c.variants, ','), '|',
      (select string_agg(a, ',') from jsonb_array_elements_text(c.extra -> 'attributes') a), '|', c.extra ->> 'printRun')
    from card c join card_set s on s.game = c.game and s.code = c.set_code join game g on g.slug = c.game
    where not c.is_hidden
    order by g.sort_order, c.game, s.release_date nulls last, c.set_code, c.number_order, c.id`);
  for (let rows = 0; ; ) {
    const batch = await client.query<string[]>({ text: `fetch ${rowsAtATime} from cards`, rowMode: 'array' });
    for (const [id, game, setCode, name, number, trait] of batch.rows) {
      builder.add(id as string, game as string, setCode as string, name as string, number ?? null, trait as string);
    }
    rows += batch.rows.length;
    onRows(rows);
    if (batch.rows.length < rowsAtATime) break;
  }
  await client.query('close cards');
  return builder.build(revision);
}

async function storeIndex(client: pg.PoolClient, bytes: Uint8Array, revision: number): Promise<void> {
  await client.query('delete from catalogue_index');
  for (let piece = 0; piece * pieceBytes < bytes.length; piece++) {
    const part = Buffer.from(
      bytes.buffer,
      bytes.byteOffset + piece * pieceBytes,
      Math.min(pieceBytes, bytes.length - piece * pieceBytes),
    );
    await client.query('insert into catalogue_index (format, piece, revision, bytes) values ($1, $2, $3, $4)', [
      indexFormat,
      piece,
      revision,
      part,
    ]);
  }
}
