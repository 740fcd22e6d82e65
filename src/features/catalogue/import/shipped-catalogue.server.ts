import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Platform } from '#platform/platform.ts';
import { ensureIndex, filesNotYetImported, type ImportReport, importCatalogueFiles, type ReportProgress } from './import-catalogue.server.ts';

const shippedFolder = resolve(import.meta.dirname, '../../../../data/catalogue');

/**
 * Imports the catalogue that ships with the product, unless these very files were imported before. Null: nothing was to be done.
 * What an operator imported since stays as it is.
 */
export async function ensureShippedCatalogue(
  platform: Pick<Platform, 'pool' | 'clock'>,
  report: ReportProgress,
  folder = shippedFolder,
): Promise<ImportReport | null> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ndjson.gz'));
  // Sets first: they know more of a set than its cards do.
  names.sort((a, b) => Number(b.startsWith('sets.')) - Number(a.startsWith('sets.')) || a.localeCompare(b));
  const missing = await filesNotYetImported(
    platform.pool,
    names.map((name) => join(folder, name)),
  );
  if (missing.length > 0) return importCatalogueFiles(platform, missing, report);
  await ensureIndex(platform, report);
  return null;
}
