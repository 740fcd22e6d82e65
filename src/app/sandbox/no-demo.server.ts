import { demoPassword } from '#features/auth/index.server.ts';
import { type Config, ConfigError } from '#platform/config/config.ts';
import { Connection } from '#platform/db/connection.ts';
import { createPasswordHasher } from '#platform/identity/password-hash.ts';

/** So many different hashes are tried at the start, 25 ms each. The sign-in refuses the password for everybody else. */
const triedAtMost = 100;

/**
 * The accounts whose hashes are tried: admins, demo addresses (`example.test` accepts no others), and hashes that
 * several accounts share. Each hash has a salt, so only the demo's members, created with one hash, share theirs,
 * whatever else of them was changed.
 */
const suspects = `
  select password as hash, min(u.id::text) as id from auth_account a join auth_user u on u.id = a.user_id
  where a.provider_id = 'credential' and password is not null and (u.role = 'admin' or u.email like '%@example.test'
    or password in (select password from auth_account where provider_id = 'credential' group by password having count(*) > 1))
  group by password order by bool_or(u.role = 'admin') desc limit ${triedAtMost}`;

/**
 * Refuses to start production with a database whose members, an admin among them, have the published password of the
 * demo. Throws `ConfigError`.
 */
export async function requireNoDemo(databaseUrl: string, { mode }: Pick<Config, 'mode'>): Promise<void> {
  if (mode !== 'production') return;
  const client = new Connection({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
  });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from demo_market');
    if (rowCount)
      throw new ConfigError([
        'DATABASE_URL or DATA_DIR: this database has the demo data, and its members have a public password. Run “npm run admin -- demo remove”, or use another database for production.',
      ]);
    const { rows } = await client.query<{ hash: string; id: string }>(suspects);
    const hasher = createPasswordHasher();
    const open = await Promise.all(
      rows.map(async ({ hash, id }) => ((await hasher.verify(hash, demoPassword)) ? [id] : [])),
    );
    const problems = open
      .flat()
      .map(
        (id) =>
          `The account ${id} has the public password of the demo. Delete the account or change its password first.`,
      );
    if (problems.length > 0) throw new ConfigError(problems);
  } finally {
    await client.end();
  }
}
