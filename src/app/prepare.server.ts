import { ensureShippedCatalogue } from '#features/catalogue/index.server.ts';
import type { Platform } from '#platform/platform.ts';

/** A line at least this far apart: progress is for people. */
const beatMs = 2_000;

/** Loads what a new installation lacks: the shipped catalogue. Quick when it is there. */
export async function prepareMarket(platform: Platform, say: (line: string) => void): Promise<void> {
  let saidAt = 0;
  const startedAt = Date.now();
  const report = await ensureShippedCatalogue(platform, ({ file, rows, step }) => {
    if (Date.now() - saidAt < beatMs) return;
    saidAt = Date.now();
    say(
      step === 'indexing'
        ? `Making the catalogue searchable: ${rows.toLocaleString('en')} cards`
        : `Loading the catalogue: ${file}, ${rows.toLocaleString('en')} rows`,
    );
  });
  if (report) say(`The catalogue is loaded: ${report.rows.toLocaleString('en')} rows in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  if (platform.config.demo) {
    const { ensureDemo } = await import('../../dev/demo/ensure-demo.ts');
    await ensureDemo(platform, say);
  }
}
