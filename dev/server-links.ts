import type { Plugin } from 'vite';

const named = /import \{([^}]*)\} from 'react-router';/;

/** Where the server's pages are built, links of our own sources are those of `src/ui/server-link.tsx`. The browser's stay the router's. */
export function serverLinks(): Plugin {
  return {
    name: 'server-links',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'ssr',
    transform: (code, id) => (/\/src\/(?!ui\/server-link\.).*\.tsx$/.test(id.split('?')[0] ?? '') ? withServerLinks(code) : null),
  };
}

/** Null where nothing of the router's links is imported. Lines stay where they are. */
export function withServerLinks(code: string): { code: string; map: null } | null {
  const [statement, list = ''] = named.exec(code) ?? [];
  const names = list.split(',').map((name) => name.trim());
  if (!statement || !names.includes('Link')) return null;
  const others = list.replace(/(^|[\s,])Link\s*(,|$)/, '$1');
  return { code: code.replace(statement, `import { Link } from '#ui/server-link.tsx'; import {${others}} from 'react-router';`), map: null };
}
