import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '#platform/http/free-port.ts';
import type { TestMarket } from '#testing/server.ts';

/** A worker process of a market, started again after each kill. */
export interface KilledWorker {
  /** Ends it with SIGKILL and starts another one; resolves when that one runs jobs. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

export async function startKilledWorker(market: TestMarket): Promise<KilledWorker> {
  let child = await start(market);
  const end = async () => {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  return {
    kill: async () => {
      await end();
      child = await start(market);
    },
    close: end,
  };
}

async function start({ platform: { config } }: TestMarket): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'worker-target.ts')], {
    env: {
      ...process.env,
      MODE: 'sandbox',
      APP_URL: config.appUrl,
      PORT: String(await freePort()),
      DATA_DIR: config.dataDir,
      DATABASE_URL: config.databaseUrl ?? '',
      DATABASE_POOL: '8',
      DEMO: '0',
      LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => (String(chunk).includes('ready') ? resolve() : undefined));
    child.on('exit', (code, signal) => reject(new Error(`a worker ended with ${code ?? signal} while starting`)));
  });
  return child;
}
