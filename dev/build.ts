import { spawn } from 'node:child_process';
import { createReadStream, createWriteStream, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { ServerBuild } from 'react-router';

const root = join(import.meta.dirname, '..');

/**
 * Builds the pages, then packs each text file beside itself: the server sends the packed bytes and spends nothing on
 * them.
 */
await new Promise<void>((resolve, reject) => {
  const program = join(root, 'node_modules/@react-router/dev/bin.cjs');
  const child = spawn(process.execPath, [program, 'build'], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  child.on('exit', (code) =>
    code === 0 ? resolve() : reject(new Error(`${said}\nthe build ended with code ${code}`)),
  );
});

const assets = join(root, 'build/client/assets');
for (const name of readdirSync(assets)) {
  const file = join(assets, name);
  if (!/\.(js|css|svg|json)$/.test(name) || statSync(file).size < 512) continue;
  await pipeline(createReadStream(file), createGzip({ level: 9 }), createWriteStream(`${file}.gz`));
  await pipeline(
    createReadStream(file),
    createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    createWriteStream(`${file}.br`),
  );
}

/** The scripts and styles of each route, for tests and benches that run the pages' sources. */
const { assets: routeAssets } = (await import(pathToFileURL(join(root, 'build/server/pages.js')).href)) as ServerBuild;
writeFileSync(join(root, 'build/route-assets.json'), JSON.stringify(routeAssets));
