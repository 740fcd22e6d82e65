import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { startEmbedded } from '#platform/db/embedded.ts';
import { familyCpuMs } from './cpu.ts';
import { EndedEarly, onFreePort } from './ports.ts';

const run = promisify(execFile);

export interface BenchDatabase {
  /** What is measured, in words for the report. */
  kind: string;
  url: string;
  /** Kills the server in the middle of everything and starts it again, as a service manager would. Null: the server is not ours. */
  killAndRestart: (() => Promise<void>) | null;
  /** Processor time that the server has used so far, in milliseconds. Null: it is not ours. */
  cpuMs: (() => number) | null;
  close(): Promise<void>;
}

/**
 * A fresh database on a real server: the one of `DATABASE_URL`, else Debian's PostgreSQL in a cluster of its own with every setting at its
 * durable default, else the embedded one. The database goes away afterwards; a given server stays as it was.
 */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  return openFresh();
}

/**
 * The same, with a copy of a market that `fill` has filled: in a cluster that stays in `folder`, where filling a million listings would be most of a run. It
 * is filled the first time that this size is asked for; a market of another release is brought up to date in the copy.
 */
export async function openKeptDatabase(folder: string, size: number, fill: (url: string) => Promise<void>): Promise<BenchDatabase> {
  const binaries = debianBinaries();
  if (!binaries) throw new Error("a market is kept in a cluster of Debian's PostgreSQL only");
  const cluster = await startCluster(binaries, folder);
  const market = `market_${size}`;
  try {
    const isThere = await withClient(
      cluster.url,
      async (client) => (await client.query('select 1 from pg_database where datname = $1', [market])).rowCount,
    );
    if (!isThere) {
      // Only what was filled to the end gets the name.
      await withClient(cluster.url, async (client) => {
        await client.query(`drop database if exists ${market}_begun with (force)`);
        await client.query(`create database ${market}_begun`);
      });
      await fill(databaseOf(cluster.url, `${market}_begun`));
      await withClient(cluster.url, (client) => client.query(`alter database ${market}_begun rename to ${market}`));
    }
    return await freshDatabase(cluster.url, `Debian's PostgreSQL, default settings`, cluster, market);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

async function openFresh(): Promise<BenchDatabase> {
  const given = process.env.DATABASE_URL;
  if (given) return freshDatabase(given, 'DATABASE_URL', { stop: async () => {}, killAndRestart: null, cpuMs: null });
  const binaries = debianBinaries();
  if (binaries) {
    const cluster = await startCluster(binaries);
    return freshDatabase(cluster.url, `Debian's PostgreSQL, default settings`, cluster);
  }
  const folder = mkdtempSync(join(tmpdir(), 'sleeved-bench-'));
  chmodSync(folder, 0o755);
  const embedded = await startEmbedded(folder, { mayMakeDatabases: true });
  const stop = async () => {
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return freshDatabase(embedded.url, 'the embedded PostgreSQL', { stop, killAndRestart: null, cpuMs: null });
}

interface BenchServer extends Pick<BenchDatabase, 'killAndRestart' | 'cpuMs'> {
  stop(): Promise<void>;
}

async function freshDatabase(
  serverUrl: string,
  kind: string,
  { stop, killAndRestart, cpuMs }: BenchServer,
  template = 'template1',
): Promise<BenchDatabase> {
  const name = `sleeved_bench_${process.pid}_${Date.now().toString(36)}`;
  const version = await withClient(serverUrl, async (client) => {
    await client.query(`create database ${name} template ${template} strategy file_copy`);
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    return rows[0]?.server_version.split(' ')[0] ?? '';
  });
  return {
    kind: `${kind} (${version})`,
    url: databaseOf(serverUrl, name),
    killAndRestart,
    cpuMs,
    close: async () => {
      await withClient(serverUrl, (client) => client.query(`drop database if exists ${name} with (force)`));
      await stop();
    },
  };
}

function databaseOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  // Servers are killed here: whoever asks hears of it by their statement, and a line that is idle at that moment has nothing to tell.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function debianBinaries(): string | null {
  const base = '/usr/lib/postgresql';
  if (!existsSync(base)) return null;
  const newest = readdirSync(base)
    .filter((name) => existsSync(join(base, name, 'bin/postgres')))
    .sort((a, b) => Number(b) - Number(a))[0];
  return newest ? join(base, newest, 'bin') : null;
}

/** A cluster in the temporary folder, or in one that is kept; as root it belongs to the `postgres` user, since PostgreSQL refuses root. */
async function startCluster(binaries: string, kept: string | null = null): Promise<BenchServer & { url: string }> {
  const owner = process.getuid?.() === 0 ? userOf('postgres') : null;
  if (kept) mkdirSync(kept, { recursive: true });
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'sleeved-bench-'));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const env = { ...process.env, LC_ALL: 'C' };
  if (!existsSync(data))
    await run(join(binaries, 'initdb'), ['-D', data, '-U', 'sleeved', '--auth=trust', '-E', 'UTF8', '--locale=C'], { ...owner, env, cwd: folder });
  const { launch, url, first } = await onFreePort(async (port) => {
    const flags = ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
    const launch = () => spawn(join(binaries, 'postgres'), flags, { ...owner, env, cwd: folder, stdio: 'ignore', detached: true });
    const url = `postgres://sleeved@127.0.0.1:${port}/postgres`;
    const first = launch();
    await untilReady(first, url);
    return { launch, url, first };
  });
  let server = first;
  return {
    url,
    cpuMs: () => familyCpuMs(server.pid),
    killAndRestart: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGKILL');
      await ended;
      // Its children need a moment to notice; until then the folder is taken.
      for (let tries = 0; tries < 40; tries++) {
        server = launch();
        if (
          await untilReady(server, url).then(
            () => true,
            () => false,
          )
        )
          return;
        await pause(250);
      }
      throw new Error('the killed PostgreSQL server did not start again');
    },
    stop: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGINT');
      await ended;
      if (!kept) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function userOf(name: string): { uid: number; gid: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (!uid || !gid)
    throw new Error(`PostgreSQL does not run as root, and this machine has no user named ${name}. Run the benchmark as an ordinary user.`);
  return { uid: Number(uid), gid: Number(gid) };
}

async function untilReady(server: ChildProcess, url: string): Promise<void> {
  for (let waited = 0; waited < 20_000 && server.exitCode === null; waited += 50) {
    try {
      return await withClient(url, async () => {});
    } catch {
      await pause(50);
    }
  }
  throw new EndedEarly(
    'the PostgreSQL server of the benchmark did not start (while another run measures in the same folder, none does: give a copy of it)',
  );
}
