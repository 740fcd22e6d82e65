import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '#platform/db/embedded/embedded.ts';

export interface BenchDatabase {
  /** The server and its version, for the report. */
  kind: string;
  url: string;
  /** Kills the server, which is restarted on its port. Throws where the server is a given one. */
  kill(): void;
  /** The URL of a copy of this database. Nothing may be connected to it meanwhile. */
  copy(): Promise<string>;
  close(): Promise<void>;
}

/** A new database on the server of `DATABASE_URL`, else on an embedded server of its own. */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  const given = process.env.DATABASE_URL;
  if (given) {
    const kill = () => {
      throw new Error('only an embedded PostgreSQL can be killed: leave DATABASE_URL out');
    };
    return newDatabase('DATABASE_URL', given, kill, async () => {});
  }
  const folder = mkdtempSync(join(tmpdir(), 'sleeved-bench-'));
  // The server of a root process belongs to another user.
  chmodSync(folder, 0o755);
  const embedded = await startEmbedded(folder, { mayMakeDatabases: true });
  embedded.keepAlive(() => {}, console.error);
  const kill = () => process.kill(runningServer(folder)?.pid ?? 0, 'SIGKILL');
  return newDatabase('the embedded PostgreSQL', embedded.url, kill, async () => {
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  });
}

async function newDatabase(kind: string, serverUrl: string, kill: () => void, stop: () => Promise<void>) {
  const name = `sleeved_bench_${process.pid}_${Date.now().toString(36)}`;
  const databases = [name];
  const urlOf = (database: string) => Object.assign(new URL(serverUrl), { pathname: `/${database}` }).href;
  const version = await withClient(serverUrl, async (client) => {
    await client.query(`create database ${name}`);
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    return rows[0]?.server_version.split(' ')[0];
  });
  return {
    kind: `${kind} (${version})`,
    url: urlOf(name),
    kill,
    copy: async () => {
      const copy = `${name}_copy_${databases.length}`;
      databases.push(copy);
      await withClient(serverUrl, (client) =>
        client.query(`create database ${copy} template ${name} strategy file_copy`),
      );
      return urlOf(copy);
    },
    close: async () => {
      await withClient(serverUrl, async (client) => {
        for (const each of databases) await client.query(`drop database if exists ${each} with (force)`);
      });
      await stop();
    },
  };
}

/** The embedded server of a folder; null while it starts. */
export function runningServer(folder: string): { pid: number; port: string } | null {
  try {
    const [pid, , , port = ''] = readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(pid), port };
  } catch {
    return null;
  }
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  // A killed server: the statement fails by itself, and an idle connection has nothing to report.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export async function withPool<T>(url: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on('error', () => {});
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
