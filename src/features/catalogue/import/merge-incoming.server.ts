import type pg from 'pg';
import { Refusal } from '#kernel/refusal.ts';
import type { FileKind } from './rows.ts';

const cardColumns = [
  'id',
  'game',
  'set_code',
  'external_id',
  'number',
  'number_order',
  'name',
  'rarity',
  'finishes',
  'variants',
  'artist',
  'language',
  'release_date',
  'release_date_approx',
  'extra',
  'source',
];
const setColumns = [
  'game',
  'code',
  'abbr',
  'name',
  'series',
  'release_date',
  'release_date_approx',
  'printed_total',
  'sport',
  'parallels',
  'source',
];

/** Makes the empty staging table and returns the COPY that fills it. */
export async function prepareIncoming(client: pg.PoolClient, kind: FileKind): Promise<string> {
  const [table, columns] = kind === 'cards' ? ['card', cardColumns] : ['card_set', setColumns];
  await client.query(
    `create temp table incoming_${table} on commit drop as select ${columns.join(', ')}, 0 as line from ${table} with no data`,
  );
  return `copy incoming_${table} from stdin`;
}

/**
 * Moves the staged rows into the catalogue, writing only those that are new or differ, so that a second run changes
 * nothing.
 */
export async function mergeIncoming(
  client: pg.PoolClient,
  kind: FileKind,
  file: string,
): Promise<{ added: number; changed: number }> {
  if (kind === 'cards') await refuseTwice(client, 'incoming_card', ['id'], file);
  else await refuseTwice(client, 'incoming_card_set', ['game', 'code'], file);
  await client.query(`
    insert into game (slug, name) select distinct game, initcap(replace(game, '-', ' ')) from incoming_card_set on conflict do nothing`);
  const sets = await mergeSets(client, kind);
  const cards = kind === 'cards' ? await mergeCards(client) : { added: 0, changed: 0 };
  if (kind === 'cards') await hideCorrected(client);
  if (cards.added + cards.changed > 0) await countCards(client);
  const result = kind === 'cards' ? cards : sets;
  if (cards.added + cards.changed + sets.added + sets.changed > 0)
    await client.query('update catalogue_state set revision = revision + 1');
  return result;
}

async function refuseTwice(client: pg.PoolClient, table: string, key: string[], file: string): Promise<void> {
  const columns = key.join(', ');
  const twice = await client.query<{ lines: number[] }>(
    `select array_agg(line order by line) as lines from ${table} group by ${columns} having count(*) > 1 order by min(line) limit 1`,
  );
  const lines = twice.rows[0]?.lines;
  if (!lines) return;
  throw new Refusal(
    422,
    'catalogue_file',
    `${file}, line ${lines[1]}: the same entry as line ${lines[0]}. Nothing from this file was imported.`,
  );
}

/** A set that only card rows name is added when it is new; a file of sets takes precedence. */
async function mergeSets(client: pg.PoolClient, kind: FileKind) {
  const key = 't.game = i.game and t.code = i.code';
  const columns = setColumns.join(', ');
  const changed =
    kind === 'sets'
      ? ((await client.query(updateSql('card_set', 'incoming_card_set', key, setColumns.slice(2)))).rowCount ?? 0)
      : 0;
  const added = await client.query(`
    insert into card_set (${columns})
    select ${columns} from incoming_card_set i where not exists (select from card_set t where ${key})`);
  return { added: added.rowCount ?? 0, changed };
}

async function mergeCards(client: pg.PoolClient) {
  await applyCorrections(client);
  const columns = cardColumns.join(', ');
  const inOrder = 'order by game, set_code, number_order, id';
  // A first start: nothing of these games is there, so there is nothing to compare with. An id is made of its game.
  const known = await client.query('select from card where game in (select distinct game from incoming_card) limit 1');
  if (known.rowCount === 0) {
    const all = await client.query(`insert into card (${columns}) select ${columns} from incoming_card ${inOrder}`);
    return { added: all.rowCount ?? 0, changed: 0 };
  }
  await client.query('analyze incoming_card');
  const changed = await client.query(updateSql('card', 'incoming_card', 't.id = i.id', cardColumns.slice(1)));
  const added = await client.query(`
    insert into card (${columns}) select ${columns} from incoming_card i where not exists (select from card t where t.id = i.id) ${inOrder}`);
  return { added: added.rowCount ?? 0, changed: changed.rowCount ?? 0 };
}

/** What an admin has corrected takes precedence over the file. */
async function applyCorrections(client: pg.PoolClient): Promise<void> {
  await client.query(`
    update incoming_card i set name = c.name, number = c.number, number_order = c.number_order, rarity = c.rarity, set_code = c.set_code
    from card_correction c where c.card_id = i.id`);
}

/** Cards that a correction hid before this database had them, as after a restore of a backup. */
async function hideCorrected(client: pg.PoolClient): Promise<void> {
  await client.query(`
    update card set is_hidden = true from card_correction c where c.card_id = card.id and c.is_hidden and not card.is_hidden`);
}

function updateSql(table: string, incoming: string, key: string, columns: readonly string[]): string {
  const set = columns.map((column) => `${column} = i.${column}`).join(', ');
  const row = (alias: string) => `row(${columns.map((column) => `${alias}.${column}`).join(', ')})`;
  return `update ${table} t set ${set} from ${incoming} i where ${key} and ${row('t')} is distinct from ${row('i')}`;
}

async function countCards(client: pg.PoolClient): Promise<void> {
  await client.query(`
    update card_set s set card_count = n.cards
    from (select game, set_code, count(*) filter (where not is_hidden)::int as cards from card where game in (select distinct game from incoming_card) group by 1, 2) n
    where s.game = n.game and s.code = n.set_code and s.card_count <> n.cards`);
}
