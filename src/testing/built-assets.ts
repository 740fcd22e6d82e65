import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerBuild } from 'react-router';
import { rootFolder } from '#platform/program.ts';

const file = join(rootFolder, 'build/route-assets.json');

/** The scripts and styles of each route in the built pages. */
export function builtAssets(): ServerBuild['assets'] {
  if (!existsSync(file)) throw new Error('The pages have not been built. Run `npm run build`.');
  return JSON.parse(readFileSync(file, 'utf8')) as ServerBuild['assets'];
}
