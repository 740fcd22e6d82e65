import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const root = join(import.meta.dirname, '..');
const lucide = join(root, 'node_modules/lucide-react/dist/esm');

type Node = [tag: string, attributes: Record<string, string>];

interface Sheet {
  /** Names as they stand in the sheet, by what the sources import: `Grid2x2` → `grid-2x2`. */
  names: Map<string, string>;
  text: string;
  file: string;
}

/**
 * Makes one file of all drawings that the sources import from Lucide, and of each import an `<svg>` that points into
 * it: a page carries a hundred bytes for an icon instead of five hundred, its script none of the drawing. While
 * developing Lucide's own are used.
 */
export function icons(): Plugin {
  let sheet: Sheet;
  return {
    name: 'icons',
    apply: 'build',
    enforce: 'pre',
    async buildStart() {
      sheet ??= await drawnSheet(root);
    },
    resolveId: (id) => (id === 'lucide-react' || id.startsWith('virtual:icon/') ? `\0${id}` : null),
    load(id) {
      if (id === '\0lucide-react')
        return pure(
          [...sheet.names.keys()].map((name) => `export { ${name} } from 'virtual:icon/${name}';`).join('\n'),
        );
      if (id === '\0virtual:icon/of')
        return pure((this.environment.name === 'ssr' ? written : pointing)(`/${sheet.file}#`));
      if (!id.startsWith('\0virtual:icon/')) return null;
      const name = id.slice('\0virtual:icon/'.length);
      return pure(
        `import { iconOf } from 'virtual:icon/of';\nexport const ${name} = /* @__PURE__ */ iconOf('${sheet.names.get(name)}');`,
      );
    },
    generateBundle() {
      if (this.environment.name === 'client')
        this.emitFile({ type: 'asset', fileName: sheet.file, source: sheet.text });
    },
  };
}

const pure = (code: string) => ({ code, moduleSideEffects: false as const });

/** Most icons are as wide as the style sheet makes one that does not say it (`styles/base.css`). */
const pointing = (sheet: string) => `import { jsx } from 'react/jsx-runtime';
const usual = { width: undefined, height: undefined };
export const iconOf = (name) => (props) =>
  jsx('svg', { ...props, ...(props.width === 18 ? usual : {}), children: jsx('use', { href: '${sheet}' + name }) });`;

/**
 * The same as the server writes it: with what it points at as a text, which is shorter, and one element fewer to draw
 * for each of a page's sixty icons.
 */
const written = (sheet: string) => `import { jsx } from 'react/jsx-runtime';
const usual = { width: undefined, height: undefined };
export const iconOf = (name) => {
  const inside = { __html: '<use href="${sheet}' + name + '"/>' };
  return (props) => jsx('svg', { ...props, ...(props.width === 18 ? usual : {}), dangerouslySetInnerHTML: inside });
};`;

export async function drawnSheet(folder: string): Promise<Sheet> {
  const files = fileOfEach(readFileSync(join(lucide, 'lucide-react.mjs'), 'utf8'));
  const names = new Map<string, string>();
  const symbols: string[] = [];
  for (const name of importedIcons(folder)) {
    const file = files.get(name);
    if (!file) throw new Error(`Lucide has no icon ${name}`);
    names.set(name, file);
    const { __iconData } = (await import(pathToFileURL(join(lucide, `icons/${file}.mjs`)).href)) as {
      __iconData: { node: Node[] };
    };
    symbols.push(`<symbol id="${file}" viewBox="0 0 24 24">${__iconData.node.map(markup).join('')}</symbol>`);
  }
  const text = `<svg xmlns="http://www.w3.org/2000/svg">${[...new Set(symbols)].join('')}</svg>`;
  return { names, text, file: `assets/i-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.svg` };
}

function markup([tag, { key: _key, ...attributes }]: Node): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
  return `<${tag}${written.join('')}/>`;
}

/** `export { default as Heart, default as HeartIcon } from './icons/heart.mjs'`. */
function fileOfEach(index: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const [, names = '', file = ''] of index.matchAll(/export \{([^}]+)\} from '\.\/icons\/([\w-]+)\.mjs'/g))
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, file);
  return files;
}

function importedIcons(folder: string): string[] {
  const found = new Set<string>();
  for (const file of globSync('src/**/*.{ts,tsx}', { cwd: folder }))
    for (const [, names = ''] of readFileSync(join(folder, file), 'utf8').matchAll(
      /import \{([^}]+)\} from 'lucide-react'/g,
    ))
      for (const name of names.split(',').map((one) => one.trim()))
        if (name && !name.startsWith('type ')) found.add(name);
  return [...found].sort();
}
