import pg from 'pg';
import { migrate, migrationNames } from '#platform/db/migrate.ts';
import { createEmptyDatabase, type TestDatabase } from '#testing/servers/test-database.ts';

/**
 * A database with the schema that a release had, and the rows of another database as far as that schema has their
 * columns. `before`: the first migration that the release did not have.
 */
export async function createOlderDatabase(source: pg.Pool, serverUrl: string, before: string): Promise<TestDatabase> {
  const database = await createEmptyDatabase(serverUrl);
  await migrate(database.url, undefined, { only: new Set(migrationNames().filter((file) => file < before)) });
  const older = new pg.Client({ connectionString: database.url });
  await older.connect();
  try {
    // Rows that others refer to first.
    const left = await tablesOf(older);
    for (let table = left.shift(); table; table = left.shift())
      if (!(await copyRows(source, older, table))) left.push(table);
  } finally {
    await older.end();
  }
  return database;
}

const foreignKeyViolation = '23503';

interface Table {
  name: string;
  columns: string[];
  /** Its column with numbers of a sequence. */
  numbered: string | null;
}

async function tablesOf(older: pg.Client): Promise<Table[]> {
  const { rows } = await older.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns,
       max(a.attname) filter (where pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null) as numbered
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> 'schema_migration'
     group by c.oid, c.relname`,
  );
  return rows;
}

/** False where rows that these refer to are missing. */
async function copyRows(source: pg.Pool, older: pg.Client, { name, columns, numbered }: Table): Promise<boolean> {
  const list = columns.map((column) => `"${column}"`).join(', ');
  const { rows } = await source.query<{ all: string }>(
    `select coalesce(json_agg(t), '[]')::text as all from (select ${list} from "${name}") t`,
  );
  // The rows were checked when they were written, and some tables refuse deletions.
  await older.query(`alter table "${name}" disable trigger user`);
  await older.query(`delete from "${name}"`);
  const isCopied = await older
    .query(
      `insert into "${name}" (${list}) overriding system value
       select ${list} from json_populate_recordset(null::"${name}", $1::json)`,
      [rows[0]?.all],
    )
    .then(() => true)
    .catch((error: { code?: string }) => {
      if (error.code !== foreignKeyViolation) throw error;
      return false;
    });
  await older.query(`alter table "${name}" enable trigger user`);
  if (numbered)
    await older.query(
      `select setval(pg_get_serial_sequence($1, $2), (select coalesce(max("${numbered}"), 0) + 1 from "${name}"), false)`,
      [`"${name}"`, numbered],
    );
  return isCopied;
}
