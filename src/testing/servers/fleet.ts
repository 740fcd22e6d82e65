import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '#platform/http/free-port.ts';
import { nodeEnvironment, nodeFlags, program } from '../../../dev/node-flags.mjs';
import { type ProxyServer, startProxy } from './haproxy.ts';

const root = join(import.meta.dirname, '../../..');
const catalogue = join(root, 'data/catalogue');

/** One server process, as `npm start` runs it. It can be stopped and started again on its port. */
export interface AppProcess {
  name: string;
  url: string;
  pid(): number;
  /** Resolves when it is ready. */
  start(): Promise<void>;
  /** Resolves with its exit code, null when the signal ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** Its output on stdout and stderr. */
  output(): string;
}

export interface Fleet {
  /** The address of the proxy. */
  url: string;
  proxy: ProxyServer;
  processes: AppProcess[];
  close(): Promise<void>;
}

export interface FleetOptions {
  databaseUrl: string;
  /** The roles of each process; an empty list means all of them. */
  roles: readonly (readonly string[])[];
  env?: Record<string, string>;
  /** Restarts a process that has ended, as systemd or compose would. */
  restart?: boolean;
}

/** Several server processes on one database, behind haproxy. */
export async function startFleet({ databaseUrl, roles, env = {}, restart = false }: FleetOptions): Promise<Fleet> {
  await skipCatalogue(databaseUrl);
  const dataDir = mkdtempSync(join(tmpdir(), 'sleeved-fleet-'));
  const proxyPort = await freePort();
  const url = `http://127.0.0.1:${proxyPort}`;
  const shared = {
    ...nodeEnvironment,
    NODE_ENV: 'production',
    MODE: 'sandbox',
    DEMO: '0',
    LOG_LEVEL: 'warn',
    APP_URL: url,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    DATABASE_POOL: '8',
    TRUSTED_PROXIES: '127.0.0.1',
    DRAIN_SECONDS: '1',
    ...env,
  };
  const processes: AppProcess[] = [];
  for (const [i, own] of roles.entries()) {
    const name = `${own.join('-') || 'all'}-${i}`;
    processes.push(
      appProcess({ name, port: await freePort(), flags: own.map((role) => `--role=${role}`), env: shared, restart }),
    );
  }
  // One after the other: the first one migrates an empty database.
  await processes[0]?.start();
  await Promise.all(processes.slice(1).map((each) => each.start()));
  const serving = (role: string) => processes.filter((_, i) => roles[i]?.length === 0 || roles[i]?.includes(role));
  const proxy = await startProxy(proxyPort, serving('web'), serving('realtime'));
  return {
    url,
    proxy,
    processes,
    close: async () => {
      await proxy.close();
      // Their database is dropped next: there is nothing to finish.
      await Promise.all(processes.map((each) => each.stop('SIGKILL')));
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export interface ProcessOptions {
  name: string;
  port: number;
  flags: string[];
  env: Record<string, string>;
  restart?: boolean;
}

/** A process that has not been started yet. */
export function appProcess({ name, port, flags, env, restart = false }: ProcessOptions): AppProcess {
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  let output = '';
  let isWanted = false;

  const launch = () => {
    const fresh = spawn(process.execPath, [...nodeFlags, program, ...flags], {
      cwd: root,
      env: { ...process.env, ...env, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = fresh;
    const receive = (chunk: Buffer) => {
      output = (output + chunk).slice(-20_000);
    };
    fresh.stdout?.on('data', receive);
    fresh.stderr?.on('data', receive);
    fresh.on('exit', () => {
      if (restart && isWanted && child === fresh) setTimeout(() => isWanted && launch(), 500);
    });
  };
  return {
    name,
    url,
    pid: () => child?.pid ?? 0,
    output: () => output,
    start: async () => {
      isWanted = true;
      launch();
      for (let waited = 0; waited < 90_000; waited += 50) {
        if (!restart && child?.exitCode !== null) break;
        const answer = await fetch(`${url}/api/ready`, { signal: AbortSignal.timeout(3_000) }).catch(() => null);
        await answer?.body?.cancel();
        if (answer?.ok) return;
        await pause(50);
      }
      throw new Error(`${name} did not get ready. It said:\n${output}`);
    },
    stop: async (signal = 'SIGTERM') => {
      isWanted = false;
      const old = child;
      if (!old || old.exitCode !== null || old.signalCode !== null) return old?.exitCode ?? null;
      const gone = new Promise<number | null>((resolve) => old.once('exit', resolve));
      old.kill(signal);
      return gone;
    },
  };
}

/** Marks the catalogue's files as imported: these processes need not load a quarter of a million cards. */
export async function skipCatalogue(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (const name of readdirSync(catalogue).filter((file) => file.endsWith('.ndjson.gz'))) {
    const digest = createHash('sha256')
      .update(readFileSync(join(catalogue, name)))
      .digest('hex');
    await client.query(
      'insert into catalogue_file (digest, name, rows, imported_at) values ($1, $2, 0, now()) on conflict do nothing',
      [digest, name],
    );
  }
  await client.end();
}
