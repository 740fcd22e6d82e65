import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { builtAssets } from '../src/testing/built-assets.ts';
import { table } from './lib/table.ts';

const buildFolder = join(import.meta.dirname, '../build');
export const isBuilt = existsSync(join(buildFolder, 'server/index.js'));
/** The most JavaScript that a public page may load at first. */
export const publicLimitKb = 166;

export interface PageWeight {
  path: string;
  /** Kilobytes (1,000 bytes), gzipped. */
  scriptKb: number;
  styleKb: number;
}

/** The entry, the page, its layouts and all that these import, each file once. */
export async function pageWeights(): Promise<PageWeight[]> {
  const assets = builtAssets();
  const sizes = new Map<string, number>();
  const sizeOf = (file: string) => {
    const path = join(buildFolder, 'client', file.replace(/[?#].*/, ''));
    const size = sizes.get(file) ?? gzipSync(readFileSync(path), { level: 9 }).byteLength;
    sizes.set(file, size);
    return size;
  };
  const packedKb = (files: string[]) => [...new Set(files)].reduce((sum, file) => sum + sizeOf(file), 0) / 1_000;
  const weights: PageWeight[] = [];
  for (const route of Object.values(assets.routes)) {
    if (!route?.path && !route?.index) continue;
    const scripts = [assets.entry.module, ...assets.entry.imports];
    const styles: string[] = [];
    const parts: string[] = [];
    for (let at: typeof route | undefined = route; at; at = at.parentId ? assets.routes[at.parentId] : undefined) {
      scripts.push(at.module, ...(at.imports ?? []));
      styles.push(...(at.css ?? []));
      if (at.path) parts.unshift(at.path);
    }
    weights.push({
      path: `/${parts.join('/')}`.replace(/\/+/g, '/'),
      scriptKb: packedKb(scripts),
      styleKb: packedKb(styles),
    });
  }
  return weights.sort((a, b) => b.scriptKb - a.scriptKb);
}

if (import.meta.main) {
  const weights = await pageWeights();
  const rows = weights.map(({ path, scriptKb, styleKb }) => [
    path,
    scriptKb.toFixed(1),
    styleKb.toFixed(1),
    scriptKb <= publicLimitKb ? 'ok' : 'SHORT',
  ]);
  process.stdout.write(`${table(['page', 'JS kB gz', 'CSS kB gz', `≤ ${publicLimitKb} kB`], rows)}\n`);
}
