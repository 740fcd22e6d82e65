import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Whether this runs as the bundle of `npm run build`. False from the sources: tests, development, admin commands. */
const isBundled = import.meta.filename.endsWith('.js');

/**
 * The folder of package.json, with the migrations, the catalogue and the built pages. Sources and bundle are at
 * different depths below it.
 */
export const rootFolder = above(import.meta.dirname);

/**
 * The file of a process: the source, or the entry that `dev/server-build.ts` makes of it. `name` is the path in `src`,
 * such as `app/server/prepare`.
 */
export function programFile(name: string): string {
  return isBundled ? join(rootFolder, 'build/server', `${name}.js`) : join(rootFolder, 'src', `${name}.ts`);
}

function above(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : above(dirname(folder));
}
