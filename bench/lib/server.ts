import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { freePort } from '#platform/http/free-port.ts';

export interface MeasuredProcess {
  url: string;
  /** Peak resident memory in megabytes: of the process, and of its running child processes together. */
  peak(): { ownMb: number; childrenMb: number };
  stop(): Promise<void>;
}

export const root = join(import.meta.dirname, '../..');

interface ServerOptions {
  databaseUrl: string;
  secret: string;
  env?: Record<string, string>;
  /** Another built checkout. */
  folder?: string;
}

/** The server as `npm start` runs it, on a free port. */
export async function startServer(options: ServerOptions): Promise<MeasuredProcess> {
  const { databaseUrl, secret, env = {}, folder = root } = options;
  const flagsFile = pathToFileURL(join(folder, 'dev/node-flags.mjs')).href;
  const { nodeEnvironment, nodeFlags, program }: typeof import('../../dev/node-flags.mjs') = await import(flagsFile);
  if (!existsSync(join(folder, program))) throw new Error(`${folder} is not built: run "npm run build" there`);
  const dataDir = mkdtempSync(join(tmpdir(), 'sleeved-bench-data-'));
  const settings = {
    ...nodeEnvironment,
    NODE_ENV: 'production',
    MODE: 'sandbox',
    DEMO: '0',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    AUTH_SECRET: secret,
    LOG_LEVEL: 'warn',
    ...env,
  };
  const app = await startProcess([...nodeFlags, program], settings, '/api/ready', folder);
  return {
    ...app,
    stop: async () => {
      await app.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A stand-in for Stripe, in a process of its own. */
export const startStripe = () => startProcess(['bench/lib/stripe-server.ts'], {}, '/', root);

async function startProcess(args: readonly string[], env: Record<string, string>, readyPath: string, cwd: string) {
  const port = await freePort();
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(child, url + readyPath);
  return {
    url,
    peak: () => ({
      ownMb: peakMb(child.pid ?? 0),
      childrenMb: descendants(child.pid ?? 0).reduce((sum, pid) => sum + peakMb(pid), 0),
    }),
    stop: async () => {
      if (child.exitCode !== null) return;
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  for (let waited = 0; waited < 300_000 && child.exitCode === null; waited += 100) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await pause(100);
  }
  throw new Error(`${url} ${child.exitCode === null ? 'is not ready' : 'ended before it was ready'}`);
}

/** Pages that processes share are counted in each. */
const peakMb = (pid: number) => statusField(pid, 'VmHWM') / 1_024;

function descendants(pid: number): number[] {
  const ids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  const below = (parent: number): number[] =>
    ids.filter((id) => statusField(id, 'PPid') === parent).flatMap((id) => [id, ...below(id)]);
  return below(pid);
}

function statusField(pid: number, name: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  } catch {
    // The process has ended.
    return 0;
  }
}
