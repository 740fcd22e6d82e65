import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { EndedEarly, onFreePort } from './ports.ts';

export interface MeasuredProcess {
  url: string;
  /** The most resident memory seen so far, in megabytes: of the process, and of the processes that it has started. */
  peak(): { ownMb: number; childrenMb: number };
  stop(): Promise<void>;
}

export const root = join(import.meta.dirname, '../..');

/** The server of a built checkout as its `npm start` runs it, on a free port. */
export async function startServer(
  databaseUrl: string,
  secret: string,
  extra: Record<string, string> = {},
  folder = root,
): Promise<MeasuredProcess> {
  const flagsFile = pathToFileURL(join(folder, 'dev/node-flags.mjs')).href;
  const { nodeEnvironment, nodeFlags, program } = (await import(
    flagsFile
  )) as typeof import('../../dev/node-flags.mjs');
  if (!existsSync(join(folder, program))) throw new Error(`${folder} is not built: run "npm run build" there`);
  const dataDir = mkdtempSync(join(tmpdir(), 'sleeved-bench-data-'));
  const env = {
    ...process.env,
    ...nodeEnvironment,
    NODE_ENV: 'production',
    MODE: 'sandbox',
    DEMO: '0',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    AUTH_SECRET: secret,
    LOG_LEVEL: 'warn',
    ...extra,
  };
  const app = await startOnFreePort([...nodeFlags, program], env, '/api/ready', folder);
  return {
    ...app,
    stop: async () => {
      await app.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A stand-in for Stripe, in a process of its own. */
export async function startStripe(): Promise<MeasuredProcess> {
  return startOnFreePort(['bench/lib/stripe-server.ts'], process.env, '/', root);
}

function startOnFreePort(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  readyPath: string,
  cwd: string,
): Promise<MeasuredProcess> {
  return onFreePort(async (port) => {
    const child = spawn(process.execPath, words, {
      cwd,
      env: { ...env, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const measured = watch(child, `http://127.0.0.1:${port}`);
    await untilReady(child, measured.url + readyPath);
    return measured;
  });
}

function watch(child: ChildProcess, url: string): MeasuredProcess {
  const pid = child.pid ?? 0;
  let ownMb = 0;
  let ofChildrenMb = 0;
  const timers = [
    setInterval(() => {
      ownMb = Math.max(ownMb, residentMb(pid));
    }, 50),
    setInterval(() => {
      ofChildrenMb = Math.max(ofChildrenMb, childrenMb(pid));
    }, 1_000),
  ];
  for (const timer of timers) timer.unref();
  return {
    url,
    peak: () => ({ ownMb, childrenMb: ofChildrenMb }),
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
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
  throw child.exitCode === null
    ? new Error(`${url} did not answer`)
    : new EndedEarly(`${url} ended before it was ready`);
}

/** Resident memory of a process, in megabytes; 0 once it has ended. */
function residentMb(pid: number): number {
  return field(pid, 'VmRSS') / 1_024;
}

/** The same of all processes that it has started, and of theirs. Pages that they share are counted in each. */
function childrenMb(pid: number): number {
  const parents = new Map(processIds().map((id) => [id, field(id, 'PPid')]));
  const isBelow = (id: number): boolean => {
    const parent = parents.get(id) ?? 0;
    return parent === pid || (parent > 1 && isBelow(parent));
  };
  return [...parents.keys()].filter(isBelow).reduce((sum, id) => sum + residentMb(id), 0);
}

const processIds = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

function field(pid: number, name: string): number {
  try {
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
