import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeFlags, program } from '../dev/node-flags.mjs';
import { freePort } from '../src/platform/http/free-port.ts';

const root = join(import.meta.dirname, '..');

/**
 * Starts the market that people get from `npm start`, demo market included, on a free port with a folder of its own.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_URL) return undefined;
  const dataDir = mkdtempSync(join(tmpdir(), 'sleeved-e2e-'));
  const { child, url } = await started(dataDir);
  process.env.E2E_URL = url;
  return async () => {
    const gone = new Promise((resolve) => child.on('exit', resolve));
    child.kill('SIGTERM');
    await gone;
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/** A free port may be taken by the time the database runs: the tests beside the journeys take some too. */
async function started(dataDir: string): Promise<{ child: ChildProcess; url: string }> {
  for (let left = 3; ; left--) {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const child = spawn(join(root, 'node_modules/node/bin/node'), [...nodeFlags, program], {
      cwd: root,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        MODE: 'sandbox',
        PORT: String(port),
        APP_URL: url,
        DATA_DIR: dataDir,
        DATABASE_URL: '',
        LOG_LEVEL: 'warn',
        // Each journey says an address of its own, so that the limits per address see many people.
        TRUSTED_PROXIES: '127.0.0.1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const end = await readyOrEnd(child);
    if (end === null) return { child, url };
    if (left === 0 || !/Port \d+ is taken/.test(end)) throw new Error(`the market ended:\n${end}`);
  }
}

/** Null when it is ready; what it said where it ended before. */
function readyOrEnd(child: ChildProcess): Promise<string | null> {
  return new Promise((resolve) => {
    let said = '';
    const receive = (chunk: Buffer) => {
      said += chunk;
      if (said.includes('Ready in')) resolve(null);
    };
    child.stdout?.on('data', receive);
    child.stderr?.on('data', receive);
    child.on('exit', () => resolve(said));
  });
}
