import { existsSync, readdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import type { Plugin } from 'vite';

const folder = join(import.meta.dirname, '../build/client/assets');

/** In tests a file that a page imports by its address has the address of `npm run build`. */
export function builtFiles(): Plugin {
  return {
    name: 'built-files',
    enforce: 'pre',
    load(id) {
      const [file = '', query = ''] = id.split('?');
      if (!/^(url|no-inline)$/.test(query) || !existsSync(folder)) return null;
      const extension = extname(file);
      const name = `${basename(file, extension)}-`;
      const built = readdirSync(folder).find((each) => each.startsWith(name) && each.endsWith(extension));
      return built ? `export default ${JSON.stringify(`/assets/${built}`)};` : null;
    },
  };
}
