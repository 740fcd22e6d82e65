import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeFlags, program } from '../dev/node-flags.mjs';
import { freePort } from '../src/platform/http/free-port.ts';

/** Starts the market that people get from `npm start`, demo market included, on a free port with a folder of its own. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_URL) return undefined;
  const root = join(import.meta.dirname, '..');
  const dataDir = mkdtempSync(join(tmpdir(), 'sleeved-e2e-'));
  const port = await freePort();
  const child = spawn(join(root, 'node_modules/node/bin/node'), [...nodeFlags, program], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      MODE: 'sandbox',
      PORT: String(port),
      APP_URL: `http://127.0.0.1:${port}`,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      LOG_LEVEL: 'warn',
      // Each journey says an address of its own, so that the limits per address see many people.
      TRUSTED_PROXIES: '127.0.0.1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await new Promise<void>((resolve, reject) => {
    let said = '';
    const hear = (chunk: Buffer) => {
      said += chunk;
      if (said.includes('Ready in')) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('exit', (code) => reject(new Error(`the market ended with code ${code}:\n${said}`)));
  });
  process.env.E2E_URL = `http://127.0.0.1:${port}`;
  return async () => {
    const gone = new Promise((resolve) => child.on('exit', resolve));
    child.kill('SIGTERM');
    await gone;
    rmSync(dataDir, { recursive: true, force: true });
  };
}
