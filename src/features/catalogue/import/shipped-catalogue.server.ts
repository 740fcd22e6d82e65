import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Platform } from '#platform/platform.ts';
import { rootFolder } from '#platform/program.ts';
import { isIndexStale } from '../search/index/build-index.server.ts';
import {
  ensureIndex,
  filesNotYetImported,
  type ImportReport,
  importCatalogueFiles,
  type ReportProgress,
} from './import-catalogue.server.ts';

const shippedFolder = join(rootFolder, 'data/catalogue');

/** Whether the files that ship with this version have been imported here and can be searched. Reads no card. */
export async function isShippedCatalogueLoaded(pool: Platform['pool'], folder = shippedFolder): Promise<boolean> {
  const missing = await filesNotYetImported(pool, await shippedFiles(folder));
  return missing.length === 0 && !(await isIndexStale(pool));
}

/**
 * Imports the catalogue that ships with the product, unless these very files were imported before. Null: nothing to do.
 * Later imports of the operator stay.
 */
export async function ensureShippedCatalogue(
  platform: Pick<Platform, 'pool' | 'clock'>,
  report: ReportProgress,
  folder = shippedFolder,
): Promise<ImportReport | null> {
  const missing = await filesNotYetImported(platform.pool, await shippedFiles(folder));
  if (missing.length > 0) return importCatalogueFiles(platform, missing, report);
  await ensureIndex(platform, report);
  return null;
}

/** Every table that the shipped files fill. */
const tables = ['game', 'card_set', 'card', 'catalogue_state', 'catalogue_index', 'catalogue_file'];

/**
 * The tables that a backup can omit, because the next start fills them from the shipped files: all or, after an import
 * by the operator, none.
 */
export async function tablesShippedAgain(pool: Platform['pool'], folder = shippedFolder): Promise<readonly string[]> {
  const files = await shippedFiles(folder);
  if ((await filesNotYetImported(pool, files)).length > 0) return [];
  const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from catalogue_file');
  return rows[0]?.n === files.length ? tables : [];
}

async function shippedFiles(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ndjson.gz'));
  // Sets first: they know more of a set than its cards do.
  names.sort((a, b) => Number(b.startsWith('sets.')) - Number(a.startsWith('sets.')) || a.localeCompare(b));
  return names.map((name) => join(folder, name));
}
