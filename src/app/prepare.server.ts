import { ensureShippedCatalogue } from '#features/catalogue/index.server.ts';
import type { Platform } from '#platform/platform.ts';

/** Loads what a new installation lacks: the shipped catalogue, and in the sandbox the demo market. Both are quick when they are there. */
export async function prepareMarket(platform: Platform, say: (line: string) => void): Promise<void> {
  await ensureShippedCatalogue(platform, ({ file, rows, share }) => say(`Loading the catalogue: ${file}, ${rows.toLocaleString('en')} rows (${Math.round(share * 100)} %)`));
}
