import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { floorProblems } from './floors.ts';
import { internalsProblems } from './internals.ts';
import { migrationProblems } from './migrations.ts';
import { registerProblems } from './register.ts';
import { specificationProblems } from './specification.ts';
import { statusWriterProblems } from './status-writers.ts';
import { textProblems } from './texts.ts';
import { wordProblems } from './words.ts';

const root = join(import.meta.dirname, '..');
const bin = (name: string) => join(root, 'node_modules/.bin', name);

interface Step {
  name: string;
  run(): Promise<string | null>;
}

const command =
  (program: string, ...args: string[]): Step['run'] =>
  () =>
    new Promise((resolve) => {
      const child = spawn(bin(program), args, { cwd: root, env: { ...process.env, FORCE_COLOR: '0' } });
      let said = '';
      child.stdout.on('data', (chunk: Buffer) => {
        said += chunk;
      });
      child.stderr.on('data', (chunk: Buffer) => {
        said += chunk;
      });
      child.on('error', (error) => resolve(error.message));
      child.on('exit', (code) => resolve(code === 0 ? null : said || `ended with code ${code}`));
    });

/**
 * The others read what this writes. They begin at once, beside each other: one that uses a single core leaves the other
 * to the rest.
 */
const pageTypes: Step = { name: 'page types', run: command('react-router', 'typegen') };

/** Format, lint, types, import rules, minimum versions: everything that needs no running server. */
const steps: Step[] = [
  { name: 'format and lint', run: command('biome', 'check', '--error-on-warnings', '--diagnostic-level=warn', '.') },
  { name: 'types', run: command('tsc', '-p', '.') },
  {
    name: 'imports between features',
    run: command('depcruise', '--config', '.dependency-cruiser.mjs', 'src', 'tests'),
  },
  { name: 'dead code: files, exports and packages that nobody uses', run: command('knip', '--no-progress') },
  { name: 'one writer of a listing’s status', run: async () => statusWriterProblems(root).join('\n') || null },
  { name: 'no internals of frameworks', run: async () => internalsProblems(root).join('\n') || null },
  { name: 'specification and tests agree', run: async () => specificationProblems().join('\n') || null },
  {
    name: 'requirements of security, faults and their tests agree',
    run: async () => registerProblems(root).join('\n') || null,
  },
  {
    name: 'migrations that an older process survives',
    run: async () => (await migrationProblems()).join('\n') || null,
  },
  { name: 'no private words', run: async () => wordProblems(root).join('\n') || null },
  { name: 'texts follow the copy guide', run: async () => textProblems(root).join('\n') || null },
  { name: 'library versions', run: async () => (await floorProblems(root)).join('\n') || null },
];

let failed = 0;
const written = await pageTypes.run();
const started = [
  { name: pageTypes.name, done: Promise.resolve(written) },
  ...steps.map(({ name, run }) => ({ name, done: run() })),
];
for (const { name, done } of started) {
  const problem = await done;
  process.stdout.write(`${problem === null ? 'ok    ' : 'FAILED'} ${name}\n`);
  if (problem !== null) {
    failed++;
    process.stdout.write(`${problem}\n`);
  }
}
process.exit(failed === 0 ? 0 : 1);
