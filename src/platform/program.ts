import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Whether this runs as `npm run build` has bundled it, or from its sources: tests, development and the administration's commands. */
const isBundled = import.meta.filename.endsWith('.js');

/** The folder of package.json, with the migrations, the catalogue and the built pages. Sources and bundle lie at different depths below it. */
export const rootFolder = above(import.meta.dirname);

/** What to start as a process of its own: the file of that name in `src`, or what was made of it. `name` as `dev/program.ts` lists it, such as `app/server/prepare`. */
export function programFile(name: string): string {
  return isBundled ? join(rootFolder, 'build/program', `${name}.js`) : join(rootFolder, 'src', `${name}.ts`);
}

/** The pages' code: bundled with the program they share its libraries. */
export const pagesFile = join(rootFolder, isBundled ? 'build/program/pages.js' : 'build/server/index.js');

function above(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : above(dirname(folder));
}
