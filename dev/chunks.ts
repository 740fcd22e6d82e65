import type { Plugin } from 'vite';

type Imports = (id: string) => readonly string[];

const frame = [/\/src\/root\.tsx\?__react-router-build-client-route$/, /\/src\/entry\.client\.tsx$/];
/** The listings as every page shows them: home, browse, a card, a listing, a profile, the dashboard. */
const tiles = [
  /\/src\/features\/listings\/components\/((browse|listing)\/)?(browse-address|favorite|listing-grid|listing-tile|listing-words|carousel)\.tsx?$/,
];
/** Each is a name (`icons.ts`): a piece of its own would cost many times that. */
const icon = /^\0virtual:icon\//;
/** What nearly every page takes besides: a piece of its own for each would be compressed apart. */
const everyday = [
  /\/src\/ui\/(page\/(page-meta|panel|breadcrumbs)|form\/use-answer)\.tsx?$/,
  /\/src\/app\/(rendering\/root-data\.ts|pages\/errors\/plain-error\.tsx)$/,
  /\/src\/features\/auth\/sign-in\/sessions\/sign-out-browser\.ts$/,
];
const framework = /\/node_modules\/(react|react-dom|react-router|scheduler|cookie)\//;
/**
 * Files that pass on the exports of many others: what a page takes through them says nothing about what it needs of
 * them.
 */
const passesOn = /^\0lucide-react$|\/widgets\.tsx$/;

/**
 * Puts what pages share into two files, one for the framework, one for the frame around the pages and the listings that
 * most of them show. Left alone the bundler cuts it into some thirty chunks, whose imports and separate compression
 * cost 9 kB of the 150 that a public page may ship.
 */
export function wholeFrame(): Plugin {
  let everywhere = new Set<string>();
  let around = new Set<string>();
  return {
    name: 'whole-frame',
    applyToEnvironment: (environment) => environment.name === 'client',
    buildEnd() {
      const ids = [...this.getModuleIds()];
      const imports: Imports = (id) => this.getModuleInfo(id)?.importedIds ?? [];
      const matching = (patterns: RegExp[]) => ids.filter((id) => patterns.some((pattern) => pattern.test(id)));
      everywhere = reachedFrom(matching(frame), imports);
      around = reachedFrom(matching([...tiles, ...everyday]), imports);
    },
    configEnvironment(name) {
      if (name !== 'client') return;
      const isScript = (id: string) => !passesOn.test(id) && !id.includes('.css');
      // A group takes along what its members import: the app's own files use the public API of features, and would bring
      // whole faces with them.
      const isOfFrame = (id: string) => icon.test(id) || isOfPages(id);
      const isOfPages = (id: string) =>
        isScript(id) && (around.has(id) || (everywhere.has(id) && !/\/src\/(app|root|entry)/.test(id)));
      const groups = [
        { name: 'framework', priority: 2, test: (id: string) => everywhere.has(id) && framework.test(id) },
        { name: 'frame', priority: 1, test: isOfFrame },
      ];
      return { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } };
    },
  };
}

function reachedFrom(starts: readonly string[], imports: Imports): Set<string> {
  const reached = new Set<string>();
  const waiting = [...starts];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    if (!passesOn.test(id)) waiting.push(...imports(id));
  }
  return reached;
}
