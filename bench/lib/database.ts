import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { startEmbedded } from '#platform/db/embedded/embedded.ts';
import { EndedEarly, onFreePort } from './ports.ts';

const run = promisify(execFile);

export interface BenchDatabase {
  /** What is measured, in words for the report. */
  kind: string;
  url: string;
  /**
   * Kills the server in the middle of everything and starts it again, as a service manager would. Null: the server is
   * not ours.
   */
  killAndRestart: (() => Promise<void>) | null;
  /** The address of a copy of this database. Nothing may be connected to it meanwhile. */
  copy(): Promise<string>;
  close(): Promise<void>;
}

/**
 * A fresh database on a real server: the one of `DATABASE_URL`, else Debian's PostgreSQL in a cluster of its own with
 * its durable default settings, else the embedded one. The databases go away afterwards; a given server stays.
 */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  const given = process.env.DATABASE_URL;
  if (given) return freshDatabase('DATABASE_URL', { url: given, stop: async () => {}, killAndRestart: null });
  const binaries = debianBinaries();
  if (binaries) return freshDatabase(`Debian's PostgreSQL, default settings`, await startCluster(binaries));
  const folder = mkdtempSync(join(tmpdir(), 'sleeved-bench-'));
  chmodSync(folder, 0o755);
  const embedded = await startEmbedded(folder, { mayMakeDatabases: true });
  const stop = async () => {
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return freshDatabase('the embedded PostgreSQL', { url: embedded.url, stop, killAndRestart: null });
}

interface BenchServer extends Pick<BenchDatabase, 'killAndRestart'> {
  url: string;
  stop(): Promise<void>;
}

async function freshDatabase(kind: string, server: BenchServer): Promise<BenchDatabase> {
  const name = `sleeved_bench_${process.pid}_${Date.now().toString(36)}`;
  const copies: string[] = [];
  const version = await withClient(server.url, async (client) => {
    await client.query(`create database ${name}`);
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    return rows[0]?.server_version.split(' ')[0] ?? '';
  });
  return {
    kind: `${kind} (${version})`,
    url: databaseOf(server.url, name),
    copy: async () => {
      const copy = `${name}_copy_${copies.length}`;
      copies.push(copy);
      await withClient(server.url, (client) =>
        client.query(`create database ${copy} template ${name} strategy file_copy`),
      );
      return databaseOf(server.url, copy);
    },
    killAndRestart: server.killAndRestart,
    close: async () => {
      await withClient(server.url, async (client) => {
        for (const each of [name, ...copies]) await client.query(`drop database if exists ${each} with (force)`);
      });
      await server.stop();
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
  // Servers are killed here: a statement under way fails by itself, and an idle connection has nothing to report.
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

/** A cluster in the temporary folder; as root it belongs to the `postgres` user, since PostgreSQL refuses root. */
async function startCluster(binaries: string): Promise<BenchServer> {
  const owner = process.getuid?.() === 0 ? userOf('postgres') : null;
  const folder = mkdtempSync(join(tmpdir(), 'sleeved-bench-'));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const env = { ...process.env, LC_ALL: 'C' };
  const options = ['-D', data, '-U', 'sleeved', '--auth=trust', '-E', 'UTF8', '--locale=C'];
  await run(join(binaries, 'initdb'), options, { ...owner, env, cwd: folder });
  const { launch, url, first } = await onFreePort(async (port) => {
    const flags = [
      '-D',
      data,
      '-p',
      String(port),
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
    ];
    const launch = () =>
      spawn(join(binaries, 'postgres'), flags, { ...owner, env, cwd: folder, stdio: 'ignore', detached: true });
    const url = `postgres://sleeved@127.0.0.1:${port}/postgres`;
    const first = launch();
    await untilReady(first, url);
    return { launch, url, first };
  });
  let server = first;
  return {
    url,
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
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function userOf(name: string): { uid: number; gid: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (!uid || !gid)
    throw new Error(
      `PostgreSQL does not run as root, and this machine has no user named ${name}. Run the benchmark as an ordinary user.`,
    );
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
  throw new EndedEarly('the PostgreSQL server of the benchmark did not start');
}
