import pg from 'pg';
import { digestOf, settle, tablesOf } from '#platform/db/snapshot.ts';
import type { ObjectStore } from '#platform/storage/storage.ts';
import { digestOfBytes } from './manifest.ts';

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await settle(client);
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Each table's rows and hash, read by the database itself, and each file's. */
export async function everythingOf(url: string, storage: ObjectStore): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  await withClient(url, async (client) => {
    for (const table of await tablesOf(client)) {
      // A backup writes it when it has finished, so that it is not in the same backup.
      if (table.name === 'backup_made') continue;
      const { rows, sha256 } = await digestOf(client, table);
      found[`${table.schema}.${table.name}`] = `${rows} ${sha256}`;
    }
  });
  for await (const { key } of storage.list())
    found[key] = digestOfBytes((await storage.get(key))?.bytes ?? new Uint8Array());
  return found;
}
