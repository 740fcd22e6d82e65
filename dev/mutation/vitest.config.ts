import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import tests from '../../vitest.config.ts';

const root = join(import.meta.dirname, '../..');
const project = tests.test?.projects?.find(
  (each) => typeof each === 'object' && 'test' in each && each.test?.name === 'unit',
);
if (typeof project !== 'object' || !('test' in project)) throw new Error('vitest.config.ts has no project "unit"');

/** Tests of source texts and documents read files that Stryker changes or does not copy. */
const readingFiles = globSync('src/**/*.test.ts', { cwd: root }).filter((file) =>
  readFileSync(join(root, file), 'utf8').includes("'node:fs"),
);

/** They load many modules and reach few mutants. */
const slow = ['**/{components,pages,language,search}/**'];

/** The tests that need no database and no files: Stryker runs those that reach a mutant. */
export default defineConfig({
  test: {
    ...project.test,
    root,
    include: ['src/**/*.unit.test.ts'],
    exclude: [...(project.test?.exclude ?? []), ...readingFiles, ...slow],
  },
});
