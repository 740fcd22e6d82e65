import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#platform/http/free-port.ts';
import { Connection } from './connection.ts';
import { findBinaries, initialise, type Owner, passwordOf, requireReachable, superuser, unprivilegedOwner } from './embedded-folder.ts';
import { ensureMarketDatabase, marketPasswordOf, marketRole } from './embedded-role.ts';
import { holderOf } from './folder-lock.ts';
import { watchServer } from './keep-alive.ts';

/** A PostgreSQL server of our own in a folder: the real server's binaries, fsync on, listening on loopback only. */
export interface EmbeddedServer {
  /** Connection string of the market's database on it, as a role that owns it and is no superuser. */
  url: string;
  /** Whether this call started it (false: one was already running and was adopted). */
  started: boolean;
  /** Stops it cleanly, also when it was adopted. */
  stop(): Promise<void>;
  /** Stops it where this call started it and nobody else has come to use it meanwhile: for whoever needs it for a moment only. */
  leave(): Promise<void>;
  /** Ends it at once: it recovers at its next start. */
  kill(): void;
  /**
   * From now on a server that ends by itself is started again on its port, after a pause that grows. `onGivenUp` hears a sentence when it ended for the
   * third time in a minute.
   */
  keepAlive(say: (line: string) => void, onGivenUp: (sentence: string) => void): void;
}

export interface EmbeddedOptions {
  /** Extra `-c name=value` settings; the tests turn fsync off with them, nothing else does. */
  settings?: Record<string, string>;
  database?: string;
  /** For tests and benches, which make databases of their own beside it. */
  mayMakeDatabases?: boolean;
}

/**
 * Starts (or adopts) the server whose files are under `folder`. After a kill of our process the server may still run: it is adopted.
 * After a kill of the server itself the pid of a zombie holds the lock for a moment: starting is tried for five seconds.
 * Throws an error whose message says what to do when the folder cannot be used.
 */
export async function startEmbedded(folder: string, options: EmbeddedOptions = {}): Promise<EmbeddedServer> {
  const data = join(folder, 'postgres');
  const database = options.database ?? 'sleeved';
  const binaries = await findBinaries();
  const owner = unprivilegedOwner();
  mkdirSync(folder, { recursive: true });
  if (owner) {
    // The folder is ours: others may pass through it (its secrets are closed one by one). Its parents are not ours to open.
    chmodSync(folder, (statSync(folder).mode & 0o7777) | 0o011);
    requireReachable(owner, [folder, dirname(binaries.postgres)]);
  }

  const password = passwordOf(folder);
  if (!existsSync(join(data, 'PG_VERSION'))) await initialise(binaries.initdb, data, password, owner);

  const start = (port: number | null) => startServer({ binaries, data, password, owner, settings: options.settings ?? {} }, port);
  const adopted = await connectRunning(data, password);
  let running = adopted ?? (await start(null));
  const { port } = running;
  const marketPassword = marketPasswordOf(password);
  await ensureMarketDatabase((name) => dialOwn(port, password, name), {
    name: database,
    password: marketPassword,
    mayMakeDatabases: options.mayMakeDatabases ?? false,
  });
  let isWanted = true;
  return {
    url: url(port, marketRole, marketPassword, database),
    started: adopted === null,
    stop: () => {
      isWanted = false;
      return stopByPid(data, running.pid);
    },
    leave: async () => {
      if (adopted === null && holderOf(folder) === null && !(await isUsed(port, password))) await stopByPid(data, running.pid);
    },
    kill: () => {
      isWanted = false;
      if (isAlive(running.pid)) process.kill(running.pid, 'SIGQUIT');
    },
    keepAlive: (say, onGivenUp) => {
      const watched = watchServer({
        isWanted: () => isWanted,
        ended: () => endOf(running.pid),
        startAgain: async () => {
          running = await start(port);
          // Told to stop while it came up.
          if (!isWanted) await stopByPid(data, running.pid);
        },
        say,
      });
      void watched.then((sentence) => sentence !== null && onGivenUp(sentence));
    },
  };
}

interface ServerParts {
  binaries: { postgres: string };
  data: string;
  password: string;
  owner: Owner | undefined;
  settings: Record<string, string>;
}

async function startServer(
  { binaries, data, password, owner, settings }: ServerParts,
  wanted: number | null,
): Promise<{ pid: number; port: number }> {
  for (let attempt = 1; ; attempt++) {
    const port = wanted ?? (await freePort());
    const child = spawn(binaries.postgres, ['-D', data, '-p', String(port), ...settingFlags(settings)], {
      ...owner,
      stdio: ['ignore', 'ignore', 'pipe'],
      // A group of its own: Ctrl-C reaches us, and we stop the server after the requests under way have ended.
      detached: true,
      env: { ...process.env, LC_ALL: 'C' },
    });
    const failure = await readyOrFailure(child, port, password);
    if (failure === null) {
      child.unref();
      return { pid: child.pid ?? 0, port };
    }
    if (attempt >= 20) throw new Error(`The embedded database did not start. It said:\n${failure}`);
    await pause(250);
  }
}

/** Resolves when no such process lives. Looked at, not waited for: an adopted server is nobody's child. */
async function endOf(pid: number): Promise<void> {
  while (isAlive(pid)) await pause(100, undefined, { ref: false });
}

function settingFlags(settings: Record<string, string> = {}): string[] {
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    // Three are the superuser's, so that the market's hundred never keep us out.
    max_connections: '103',
    superuser_reserved_connections: '3',
    shared_buffers: '128MB',
    // Plans on small rows cost more to compile than to run.
    jit: 'off',
    ...settings,
  };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function url(port: number, role: string, password: string, database: string): string {
  return `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;
}

async function connectRunning(data: string, password: string): Promise<{ pid: number; port: number } | null> {
  const file = join(data, 'postmaster.pid');
  for (let attempt = 0; attempt < 20 && existsSync(file); attempt++) {
    const lines = readFileSync(file, 'utf8').split('\n');
    const pid = Number(lines[0]);
    const port = Number(lines[3]);
    if (!pid || !isAlive(pid)) return null;
    if (port && (await canConnect(port, password)) === null) return { pid, port };
    await pause(250);
  }
  return null;
}

/** Null when the server answers; otherwise what it wrote before it ended. */
async function readyOrFailure(child: ChildProcess, port: number, password: string): Promise<string | null> {
  let said = '';
  let ended = false;
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4_000);
  });
  child.on('exit', () => {
    ended = true;
  });
  child.on('error', (error) => {
    said += error.message;
    ended = true;
  });
  // Recovery after a kill can take a while on a large market; the server says "not yet accepting connections" meanwhile.
  for (let waited = 0; waited < 120_000; waited += 40) {
    if (ended) return said;
    if ((await canConnect(port, password)) === null) return null;
    await pause(40);
  }
  child.kill('SIGINT');
  return `${said}\nIt did not accept connections for two minutes.`;
}

async function canConnect(port: number, password: string): Promise<string | null> {
  const client = dialOwn(port, password);
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return null;
  } catch (error) {
    return String(error);
  }
}

/** As the superuser, for a question or two. A server that is recovering says so at once; one that has just been started may not. */
function dialOwn(port: number, password: string, database = 'postgres'): Connection {
  return new Connection({ connectionString: url(port, superuser, password, database), connectionTimeoutMillis: 2_000, query_timeout: 30_000 });
}

/** Whether anybody but us is connected. */
async function isUsed(port: number, password: string): Promise<boolean> {
  const client = dialOwn(port, password);
  client.on('error', () => {});
  await client.connect();
  try {
    // Our own connections may still be on their way out.
    for (let looks = 0; looks < 20; looks++) {
      const { rows } = await client.query<{ n: number }>(
        "select count(*)::int as n from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
      );
      if (rows[0]?.n === 0) return false;
      await pause(50);
    }
    return true;
  } finally {
    await client.end();
  }
}

async function stopByPid(data: string, pid: number): Promise<void> {
  if (!pid || !isAlive(pid)) return;
  // SIGINT is PostgreSQL's fast shutdown: sessions are ended, a checkpoint is written.
  process.kill(pid, 'SIGINT');
  for (let waited = 0; waited < 30_000; waited += 50) {
    if (!existsSync(join(data, 'postmaster.pid')) || !isAlive(pid)) return;
    await pause(50);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}
