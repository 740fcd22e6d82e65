import { type Config, ConfigError } from '#platform/config/config.ts';
import { Connection } from '#platform/db/connection.ts';

/** Production does not open the doors of a market whose members, an operator among them, have a password that is printed at every start of the demo. Throws `ConfigError`. */
export async function requireNoDemo(databaseUrl: string, { mode }: Pick<Config, 'mode'>): Promise<void> {
  if (mode !== 'production') return;
  const client = new Connection({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000, query_timeout: 10_000 });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from demo_market');
    if (rowCount)
      throw new ConfigError([
        'DATABASE_URL or DATA_DIR: this database holds the demo market, whose members have a password that everybody knows; give production a database of its own',
      ]);
  } finally {
    await client.end();
  }
}
