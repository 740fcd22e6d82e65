import type { Plugin } from 'vite';

const ofIcon = /\/node_modules\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/;

/**
 * An icon as it is drawn: its parts counted in the place of keys of six letters by chance, which no compression makes smaller, and without its former names. Some
 * forty icons are in the frame of every page.
 */
export function plainIcons(): Plugin {
  return {
    name: 'plain-icons',
    enforce: 'pre',
    transform: (code, id) => (ofIcon.test(id) ? { code: plainIcon(code), map: null } : null),
  };
}

export function plainIcon(code: string): string {
  let part = 0;
  return code
    .replace(/\bkey: "\w+"/g, () => `key: "${part++}"`)
    .replace(/,\s*aliases: \[[^\]]*\]/, '')
    .replace(/^__iconData\.node;\n/m, '');
}
