import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { features } from '#app/server/features.server.ts';

const source = join(import.meta.dirname, '../../src');
const folders = readdirSync(join(source, 'features')).sort();
/** The folders of the features that a file imports this module of. */
const importedBy = (file: string, module: string) =>
  [...readFileSync(join(source, file), 'utf8').matchAll(/features\/([\w-]+)\/([\w.]+)\.ts'/g)]
    .flatMap(([, name = '', imported]) => (imported === module ? [name] : []))
    .sort();
const foldersWith = (file: string) => folders.filter((name) => existsSync(join(source, 'features', name, file)));

test('src/app/server/features.server.ts registers each feature', () => {
  expect(importedBy('app/server/features.server.ts', 'feature.server')).toEqual(folders);
  expect(features).toHaveLength(folders.length);
});

test('src/routes.ts joins the routes of each feature that has pages', () => {
  expect(importedBy('routes.ts', 'routes')).toEqual(foldersWith('routes.ts'));
});

test('each feature has a README', () => {
  expect(foldersWith('README.md')).toEqual(folders);
});
