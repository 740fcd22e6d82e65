import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { nodeEnvironment, nodeFlags, program } from '../dev/node-flags.mjs';
import { familyCpuMs } from './cpu.ts';
import { EndedEarly, onFreePort } from './ports.ts';

export interface MeasuredProcess {
  url: string;
  /** The largest resident set seen since the last call, in megabytes. */
  peakMb(): number;
  residentMb(): number;
  /** Processor time used so far, all threads and the processes that it has started, in milliseconds. */
  cpuMs(): number;
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, '..');

/** One process of the market as `npm start` runs it, on its own port; `more` of Node's flags, to try what they cost. */
export async function startApp(
  databaseUrl: string,
  secret: string,
  profileTo: string | null,
  extra: Record<string, string> = {},
  more: readonly string[] = [],
): Promise<MeasuredProcess> {
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
  const flags = [...nodeFlags, ...more, ...(profileTo ? ['--cpu-prof', `--cpu-prof-dir=${profileTo}`] : [])];
  const measured = await startOn([...flags, program], env, '/api/ready');
  return {
    ...measured,
    stop: async () => {
      await measured.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The bare servers to compare with, in one process of their own. */
export async function startBare(databaseUrl: string, recordedFile: string): Promise<MeasuredProcess> {
  return startOn(['bench/bare.ts'], { ...process.env, NODE_ENV: 'production', DATABASE_URL: databaseUrl, RECORDED: recordedFile }, '/hello');
}

/** Stripe, in a process of its own. */
export async function startStripe(): Promise<MeasuredProcess> {
  return startOn(['bench/stripe.ts'], process.env, '/');
}

function startOn(words: readonly string[], env: NodeJS.ProcessEnv, readyAt: string): Promise<MeasuredProcess> {
  return onFreePort(async (port) => {
    const child = spawn(process.execPath, words, { cwd: root, env: { ...env, PORT: String(port) }, stdio: ['ignore', 'ignore', 'inherit'] });
    const measured = watch(child, `http://127.0.0.1:${port}`);
    await untilReady(child, measured.url + readyAt);
    return measured;
  });
}

function watch(child: ChildProcess, url: string): MeasuredProcess {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, residentKb(child.pid));
  }, 50);
  timer.unref();
  return {
    url,
    residentMb: () => residentKb(child.pid) / 1024,
    cpuMs: () => familyCpuMs(child.pid),
    peakMb: () => {
      const seen = Math.max(peak, residentKb(child.pid)) / 1024;
      peak = 0;
      return seen;
    },
    stop: async () => {
      clearInterval(timer);
      if (child.exitCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function residentKb(pid: number | undefined): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  for (let waited = 0; waited < 300_000 && child.exitCode === null; waited += 100) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await pause(100);
  }
  throw child.exitCode === null ? new Error(`${url} did not answer`) : new EndedEarly(`${url} ended before it was ready`);
}
