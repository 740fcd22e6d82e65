import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** What a visitor's page may need of script before somebody touches it. */
export const earlyLimitKb = 45;

const client = join(import.meta.dirname, '../build/client');
const packed = (bytes: string | Buffer) => gzipSync(bytes, { level: 9 }).byteLength;

export interface EarlyScript {
  /** Kilobytes (1,000 bytes) of gzipped script that come without a touch: what stands in the page, its data for the page's script included, and files. */
  kb: number;
  /** Files that the page has fetched by then, with all that they import. */
  files: string[];
}

/** What a page as it was sent makes a browser load and run while nobody touches it. */
export function earlyScript(html: string): EarlyScript {
  const waiting = [...html.matchAll(/<link rel="modulepreload"[^>]*? href="([^"]+)"|<script[^>]* src="([^"]+)"| data-watch="([^"]+)"/g)].map(
    ([, preload, source, watch]) => preload ?? source ?? watch ?? '',
  );
  let inline = '';
  for (const [, attributes = '', text = ''] of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (/type="(text\/plain|application\/(ld\+)?json)"/.test(attributes)) continue;
    inline += text;
    if (attributes.includes('type="module"')) waiting.push(...importsOf(text));
  }
  const files = new Set<string>();
  let bytes = packed(inline);
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    const source = readFileSync(join(client, file));
    bytes += packed(source);
    const base = file.slice(0, file.lastIndexOf('/') + 1);
    waiting.push(...importsOf(source.toString()).map((path) => path.replace(/^\.\//, base)));
  }
  return { kb: bytes / 1_000, files: [...files] };
}

/** `import … from "x.js"`, `import "x.js"`, `export … from "x.js"`, packed or not; and the entry, which the framework's own script imports by a call. */
const imports = /\b(?:import|export)\s*(?:[\w*{][^"'()]*?\bfrom\s*)?["']([^"']+\.js)["']|^import\("([^"]+\.js)"\)/gm;

/** What is imported at once: a file that asks for another only later need not do so before a touch. */
const importsOf = (source: string) => [...source.matchAll(imports)].map(([, fixed, called]) => fixed ?? called ?? '');
