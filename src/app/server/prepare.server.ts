import { spawn } from 'node:child_process';
import { ensureShippedCatalogue, isShippedCatalogueLoaded } from '#features/catalogue/index.server.ts';
import { formatNumber } from '#kernel/format.ts';
import type { Platform } from '#platform/platform.ts';
import { programFile } from '#platform/program.ts';

/** The minimum interval between progress lines of one step. */
const beatMs = 10_000;

/** Whether there is nothing for `prepareMarket` to do; quick. */
export async function isPrepared(platform: Platform): Promise<boolean> {
  if (!(await isShippedCatalogueLoaded(platform.pool))) return false;
  if (!platform.config.demo) return true;
  const { isDemoSettled } = await import('../../../dev/demo/ensure-demo.ts');
  return isDemoSettled(platform.pool);
}

/** Loads what a new installation lacks: the shipped catalogue and, in the sandbox, the demo market. */
export async function prepareMarket(platform: Platform, say: (line: string) => void): Promise<void> {
  const startedAt = Date.now();
  let saidAt = startedAt;
  const report = await ensureShippedCatalogue(platform, ({ file, rows, step }) => {
    if (Date.now() - saidAt < beatMs) return;
    saidAt = Date.now();
    const read = formatNumber(rows);
    say(
      step === 'indexing'
        ? `  indexing the card database: ${read} cards`
        : `  loading the card database: ${file}, ${read} rows`,
    );
  });
  if (report)
    say(
      `Loaded the card database (${formatNumber(report.rows)} rows) in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`,
    );
  if (platform.config.demo) {
    const { ensureDemo } = await import('../../../dev/demo/ensure-demo.ts');
    await ensureDemo(platform, say);
  }
}

/**
 * Runs `prepareMarket` in a child process: loading a quarter of a million cards leaves some 200 MB of heap behind, too
 * much for a process that then serves for weeks. Throws when the child fails; `signal` ends it.
 */
export function prepareElsewhere(databaseUrl: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...process.execArgv, programFile('app/server/prepare')], {
      stdio: 'inherit',
      env: { ...process.env, DATABASE_URL: databaseUrl },
      signal,
    });
    child.on('error', (error) => (signal.aborted ? resolve() : reject(error)));
    child.on('exit', (code) =>
      code === 0 || signal.aborted
        ? resolve()
        : reject(
            new Error(
              `Couldn’t load the card database or the demo data (exit code ${code}). Read the lines above, then start again.`,
            ),
          ),
    );
  });
}
