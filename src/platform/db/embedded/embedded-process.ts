import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../http/free-port.ts';
import { Connection } from '../connection.ts';
import { type Owner, superuser } from './embedded-folder.ts';
import { isRunning } from './process-state.ts';

export interface Running {
  pid: number;
  port: number;
}

export interface ServerParts {
  binaries: { postgres: string };
  data: string;
  password: string;
  owner: Owner | undefined;
  settings: Record<string, string>;
}

/**
 * Starts a server on `wanted.port`; on a free port if there is none, or if it is taken and not required (`mustBe`).
 * Retries for five seconds.
 */
export async function startServer(
  { binaries, data, password, owner, settings }: ServerParts,
  wanted: { port: number | null; mustBe: boolean },
): Promise<Running> {
  let { port: first } = wanted;
  for (let attempt = 1; ; attempt++) {
    const port = first ?? (await freePort());
    const child = spawn(binaries.postgres, ['-D', data, '-p', String(port), ...settingFlags(settings)], {
      ...owner,
      stdio: ['ignore', 'ignore', 'pipe'],
      // Its own process group: Ctrl-C reaches us, and we stop the server after running requests have ended.
      detached: true,
      env: { ...process.env, LC_ALL: 'C' },
    });
    const failure = await readyOrFailure(child, port, password);
    if (failure === null) {
      child.unref();
      // Else this process would not exit while the server runs on for another one.
      if (child.stderr instanceof Socket) child.stderr.unref();
      return { pid: child.pid ?? 0, port };
    }
    if (attempt >= 20) throw new Error(`The embedded database didn’t start. Its output:\n${failure}`);
    if (!wanted.mustBe && failure.includes('could not create any TCP/IP sockets')) first = null;
    await pause(250);
  }
}

/** Resolves when the process has ended. By polling: an adopted server is not our child. */
export async function endOf(pid: number): Promise<void> {
  while (isRunning(pid)) await pause(100, undefined, { ref: false });
}

function settingFlags(settings: Record<string, string> = {}): string[] {
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    // Three are the superuser's, so that the app's hundred never block it.
    max_connections: '103',
    superuser_reserved_connections: '3',
    shared_buffers: '128MB',
    // Plans on small rows cost more to compile than to run.
    jit: 'off',
    // A refused purchase fails with its last statement, which is long and needs no log entry.
    log_min_error_statement: 'fatal',
    ...settings,
  };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

export function url(port: number, role: string, password: string, database: string): string {
  return `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;
}

/** The server that runs on these files, or null. */
export async function connectRunning(data: string, password: string): Promise<Running | null> {
  const file = join(data, 'postmaster.pid');
  for (let attempt = 0; attempt < 20 && existsSync(file); attempt++) {
    const { pid, port } = lastServer(data);
    if (!pid || !isRunning(pid)) return null;
    if (port && (await canConnect(port, password)) === null) return { pid, port };
    await pause(250);
  }
  return null;
}

/** Null when the server answers; otherwise its output before it ended. */
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
  // Recovery after a kill can take long on a large database; meanwhile the server says "not yet accepting connections".
  for (let waited = 0; waited < 120_000; waited += 40) {
    if (ended) return said;
    if ((await canConnect(port, password)) === null) return null;
    await pause(40);
  }
  child.kill('SIGINT');
  return `${said}\nThe embedded database accepted no connections for 2 minutes.`;
}

/**
 * The server that used these files last, or uses them now; zeros if unknown. A killed server leaves this file behind, a
 * stopped one does not.
 */
export function lastServer(data: string): Running {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]) || 0, port: Number(lines[3]) || 0 };
  } catch {
    return { pid: 0, port: 0 };
  }
}

async function canConnect(port: number, password: string): Promise<string | null> {
  const client = connectAsSuperuser(port, password);
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return null;
  } catch (error) {
    return String(error);
  }
}

/**
 * A connection as the superuser, for a few queries. A server in recovery refuses at once; one that was just started may
 * not answer.
 */
export function connectAsSuperuser(port: number, password: string, database = 'postgres'): Connection {
  return new Connection({
    connectionString: url(port, superuser, password, database),
    connectionTimeoutMillis: 2_000,
    query_timeout: 30_000,
  });
}

export async function stopByPid(data: string, pid: number): Promise<void> {
  if (!pid || !isRunning(pid)) return;
  // SIGINT is PostgreSQL's fast shutdown: sessions are ended, a checkpoint is written.
  process.kill(pid, 'SIGINT');
  for (let waited = 0; waited < 30_000; waited += 50) {
    if (!existsSync(join(data, 'postmaster.pid')) || !isRunning(pid)) return;
    await pause(50);
  }
}
