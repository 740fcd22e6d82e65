import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Lock, nameOf } from './floors.ts';

const root = join(import.meta.dirname, '..');

/** What runs the market although it is installed as a tool: the pinned Node. */
const runtime = new Set(['node']);
/**
 * What browsers get although it is installed as a tool: the reader of photos with what its worker is made of. The
 * server and its image need none of it.
 */
const shipped = new Set([
  'tesseract.js',
  'tesseract.js-core',
  '@tesseract.js-data/eng',
  'idb-keyval',
  'is-url',
  'regenerator-runtime',
  'wasm-feature-detect',
  'zlibjs',
]);

interface Component {
  'bom-ref': string;
  type: 'library' | 'platform';
  name: string;
  version: string;
  /** As CycloneDX says it: `excluded` only builds, tests or measures; `optional` is for another machine than this. */
  scope: 'required' | 'optional' | 'excluded';
  purl: string;
  hashes: { alg: string; content: string }[];
  licenses: ({ expression: string } | { license: { name: string } })[];
}

/**
 * The lock file as a CycloneDX document: each package that an install brings, with its hash, and its dependencies. The
 * same lock file gives the same text. Not `npm sbom`: with `--omit dev` it leaves out whatever a tool needs too (React
 * among it), and without it fails.
 */
export function makeSbom(
  { packages }: Lock,
  { name, version, license }: { name: string; version: string; license: string },
) {
  const components = new Map<string, Component>();
  const needs = new Map<string, Set<string>>();
  const scopes = ['excluded', 'optional', 'required'] as const;
  // Workspaces are this project's own: what they need is needed by it, and their links in node_modules install nothing.
  const own = { ...packages['']?.devDependencies };
  for (const [path, found] of Object.entries(packages))
    if (isWorkspace(path)) Object.assign(own, found.devDependencies);
  for (const [path, found] of Object.entries(packages)) {
    if (found.link || isWorkspace(path)) continue;
    const ref = path === '' ? purlOf(name, version) : purlOf(nameOf(path), found.version ?? '');
    const wanted = Object.keys({
      ...found.dependencies,
      ...found.optionalDependencies,
      ...found.peerDependencies,
      ...(path === '' ? own : {}),
    });
    const known = needs.get(ref) ?? new Set<string>();
    for (const one of wanted) {
      const at = placeOf(packages, path, one);
      if (at !== null) known.add(purlOf(one, packages[at]?.version ?? ''));
    }
    needs.set(ref, known);
    if (path === '') continue;
    const component = componentOf(nameOf(path), found, ref);
    // One version may lie in two places: what it is needed for most counts.
    const before = components.get(ref);
    if (!before || scopes.indexOf(before.scope) < scopes.indexOf(component.scope)) components.set(ref, component);
  }
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        'bom-ref': purlOf(name, version),
        type: 'application',
        name,
        version,
        licenses: licensesOf(license),
      },
    },
    components: [...components.values()],
    dependencies: [...needs].map(([ref, on]) => ({ ref, dependsOn: [...on].sort() })),
  };
}

const isWorkspace = (path: string) => path !== '' && !path.includes('node_modules/');

function componentOf(name: string, found: Lock['packages'][string], ref: string): Component {
  const isRuntime = runtime.has(name);
  const isRequired = isRuntime || shipped.has(name) || !(found.dev || found.devOptional);
  return {
    'bom-ref': ref,
    type: isRuntime ? 'platform' : 'library',
    name,
    version: found.version ?? '',
    scope: isRequired ? (found.optional ? 'optional' : 'required') : 'excluded',
    purl: ref,
    hashes: (found.integrity ?? '').split(' ').filter(Boolean).map(hashOf),
    licenses: licensesOf(found.license),
  };
}

function purlOf(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** `sha512-…` in base 64, as npm has it, is `SHA-512` in hexadecimals there. */
function hashOf(integrity: string) {
  const [, alg = '', base64 = ''] = /^sha(\d+)-(.+)$/.exec(integrity) ?? [];
  return { alg: `SHA-${alg}`, content: Buffer.from(base64, 'base64').toString('hex') };
}

function licensesOf(license: string | undefined): Component['licenses'] {
  if (!license) return [];
  return [
    /^[\w.+()-]+( (AND|OR|WITH) [\w.+()-]+)*$/.test(license) ? { expression: license } : { license: { name: license } },
  ];
}

/** Where Node finds the package that the one at `from` asks for: beside it, or in a folder above. */
function placeOf(packages: Lock['packages'], from: string, name: string): string | null {
  for (let at = from; ; at = at.includes('/node_modules/') ? at.slice(0, at.lastIndexOf('/node_modules/')) : '') {
    const place = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (place in packages) return place;
    if (at === '') return null;
  }
}

async function main(file: string): Promise<void> {
  const read = async (name: string) => JSON.parse(await readFile(join(root, name), 'utf8'));
  const sbom = makeSbom(await read('package-lock.json'), await read('package.json'));
  await writeFile(file, `${JSON.stringify(sbom, null, 2)}\n`);
  process.stdout.write(`${file}: CycloneDX ${sbom.specVersion}, ${sbom.components.length} packages\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main(process.argv[2] ?? 'sbom.cdx.json');
