import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Plugin } from 'vite';

const root = join(import.meta.dirname, '..');

/**
 * Where the server's pages are built, our own modules that draw nothing stay outside: what imports the build (`dev/program.ts`, tests) brings one copy of each for pages and program
 * together, where each had its own, with its schemas, its compiled code and its text in memory.
 */
export function sharedSources(): Plugin {
  let shared: ReadonlySet<string> = new Set();
  return {
    name: 'shared-sources',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'ssr',
    buildStart() {
      shared = drawingNothing(join(root, 'src'));
    },
    resolveId(id, importer) {
      const file = importer === undefined ? null : sourceFile(id, importer, join(root, 'src'));
      return file !== null && shared.has(file) ? { id: named(file), external: true, moduleSideEffects: false } : null;
    },
  };
}

/** As package.json's `imports` have it: good from wherever the build lies. */
const named = (file: string) => `#${relative(join(root, 'src'), file).replaceAll('\\', '/')}`;

const source = /\.tsx?$/;
const notBundled = /\.(test|testing|d)\.tsx?$/;
/** What the pages' build makes something else of: drawings, and what only a browser has. */
const made = /^virtual:|^lucide-react$|\?|\.css$|\.client\.tsx?$/;
/** Imports and what is passed on; types are gone by then. */
const imported = /(?:^|\n)\s*(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'([^']+)'|import\(\s*'([^']+)'/g;

/** Modules of which neither they nor whatever they import has elements in it: those the build for pages changes, and of their contexts there may be one alone. */
export function drawingNothing(folder: string): Set<string> {
  const files = globSync('**/*.{ts,tsx}', { cwd: folder }).filter((file) => !notBundled.test(file));
  const imports = new Map(files.map((file) => [join(folder, file), importsOf(join(folder, file), folder)] as const));
  const drawing = new Set(
    [...imports].filter(([file, ids]) => file.endsWith('.tsx') || [file, ...ids].some((id) => made.test(id))).map(([file]) => file),
  );
  for (let before = -1; before !== drawing.size; ) {
    before = drawing.size;
    for (const [file, ids] of imports) if (ids.some((id) => drawing.has(id))) drawing.add(file);
  }
  return new Set([...imports.keys()].filter((file) => !drawing.has(file)));
}

function importsOf(file: string, folder: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(imported)].map(([, fixed, later]) => {
    const id = (fixed ?? later) as string;
    return sourceFile(id, file, folder) ?? id;
  });
}

/** Null: of a library. */
function sourceFile(id: string, importer: string, folder: string): string | null {
  if (!source.test(id)) return null;
  if (id.startsWith('#')) return join(folder, id.slice(1));
  return id.startsWith('.') ? resolve(dirname(importer), id) : null;
}
