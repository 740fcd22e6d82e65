import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asvsLevels } from './asvs.ts';

/** A test that a document names: its file, and a part of its title where the file has others. */
interface NamedTest {
  file: string;
  title?: string;
}

interface Requirement {
  id: string;
  /** Null in a row for several requirements. */
  level: number | null;
  state: string;
  control: string;
  code: string;
  tests: NamedTest[];
}

/** The states of a requirement, and the words of the document's head for them. */
const states = { met: 'met', setup: 'met by setup', 'n/a': 'not applicable', open: 'open' } as const;

/** `1.2.3`, `1.2.3*` (level 1), or `1.2.3 to 5` for several that share a row. */
const idPattern = /^(\d+\.\d+)\.(\d+)(?: to (\d+))?(\*?)$/;

/** The rows of the table of requirements: `| id | control | state | code | tests |`. */
function readRequirements(document: string): Requirement[] {
  return rowsOf(document, idPattern).flatMap(([ids = '', control = '', state = '', code = '', tests = '']) => {
    const [, section, first, last = first, star] = idPattern.exec(ids) ?? [];
    const level = last === first ? (star ? 1 : 2) : null;
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => ({
      id: `${section}.${Number(first) + i}`,
      level,
      state,
      control,
      code,
      tests: testsIn(tests),
    }));
  });
}

/** The two documents, as they are written. */
export function readRegisters(root: string): { security: string; faults: string } {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  return { security: read('docs/security.md'), faults: read('docs/faults.md') };
}

/**
 * Errors in the tables of `docs/security.md` and `docs/faults.md`: requirements of the standard without a row,
 * missing files, tests and titles, wrong counts.
 */
export function registerProblems(root: string, { security, faults } = readRegisters(root)): string[] {
  const requirements = readRequirements(security);
  const problems = [...standardProblems(requirements), ...countProblems(security, requirements)];
  for (const { id, state, control, code, tests } of requirements) {
    problems.push(...pathProblems(root, id, code), ...testProblems(root, id, tests));
    if (control === '') problems.push(`${id}: the row names no control or reason`);
    if (state === 'met' && tests.length === 0 && code === '')
      problems.push(`${id}: met, and the row names neither code nor a test`);
  }
  return [...problems, ...faultProblems(root, readFaults(faults))];
}

/** The tests that `docs/faults.md` names, file by file. */
export function faultFiles(root: string): string[] {
  return [
    ...new Set(readFaults(readRegisters(root).faults).flatMap(({ tests }) => tests.map(({ file }) => file))),
  ].sort();
}

function standardProblems(requirements: readonly Requirement[]): string[] {
  const seen = new Set<string>();
  const problems: string[] = [];
  for (const { id, level, state } of requirements) {
    if (seen.has(id)) problems.push(`${id}: stands there twice`);
    seen.add(id);
    if (!Object.hasOwn(states, state)) problems.push(`${id}: no such state: ${state}`);
    const asked = asvsLevels.get(id);
    if (asked === undefined || (level !== null && asked !== level))
      problems.push(
        `${id}: level ${level}, the standard ${asked === undefined ? 'has no such requirement of levels 1 and 2' : `says ${asked}`}`,
      );
  }
  for (const id of asvsLevels.keys()) if (!seen.has(id)) problems.push(`${id}: has no row`);
  return problems;
}

function countProblems(document: string, requirements: readonly Requirement[]): string[] {
  const count = (state: string) => requirements.filter((each) => each.state === state).length;
  const said = `${requirements.length} requirements: ${Object.entries(states)
    .map(([state, words]) => `${count(state)} ${words}`)
    .join(', ')}.`;
  return document.includes(said) ? [] : [`docs/security.md: its head must say “${said}”`];
}

const points = [
  ...Array.from({ length: 16 }, (_, i) => `M${i + 1}`),
  ...Array.from({ length: 29 }, (_, i) => `A${i + 1}`),
];

function readFaults(document: string): { id: string; tests: NamedTest[] }[] {
  return rowsOf(document, /^[MA]\d+$/).map(([id = '', , tests = '']) => ({ id, tests: testsIn(tests) }));
}

function faultProblems(root: string, rows: ReturnType<typeof readFaults>): string[] {
  const ids = rows.map(({ id }) => id);
  const problems =
    ids.join() === points.join()
      ? []
      : [
          `docs/faults.md: its rows are ${ids.join(', ')}; they must be M1 to M16 and A1 to A29, once each and in order`,
        ];
  for (const { id, tests } of rows) {
    if (tests.length === 0) problems.push(`${id}: names no test`);
    problems.push(...testProblems(root, id, tests));
  }
  return problems;
}

function rowsOf(document: string, id: RegExp): string[][] {
  return document
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .slice(2, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
    .filter(([first = '']) => id.test(first));
}

/** The tests of a cell, in backticks: `file`, or `file › title`. */
function testsIn(cell: string): NamedTest[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, named = '']) => {
    const [file = '', title] = named.split(' › ');
    return title === undefined ? { file } : { file, title };
  });
}

/** Whatever looks like a file of ours in the cell must be one. */
function pathProblems(root: string, id: string, cell: string): string[] {
  const paths = [
    ...cell.matchAll(/`((?:src|dev|docs|deploy|e2e|bench|migrations|tests)\/[^`]+|\.\w+|compose\.yaml)`/g),
  ].map(([, path = '']) => path);
  return paths.filter((path) => !existsSync(join(root, path))).map((path) => `${id}: there is no file ${path}`);
}

function testProblems(root: string, id: string, tests: readonly NamedTest[]): string[] {
  return tests.flatMap(({ file, title }) => {
    if (!existsSync(join(root, file))) return [`${id}: there is no file ${file}`];
    const source = readFileSync(join(root, file), 'utf8');
    if (!hasTests(source)) return [`${id}: ${file} has no test`];
    if (title === undefined || titlesIn(source).some((each) => each.includes(title))) return [];
    return [`${id}: ${file} has no test “${title}”`];
  });
}

/** The first argument of each call with a string and more arguments: the titles of tests, among others. */
function titlesIn(source: string): string[] {
  const calls = source.matchAll(/\(\s*(['"`])((?:\\.|(?!\1)[^\\\n])+)\1,/g);
  return [...calls].map(([, , title = '']) => title.replaceAll('\\', ''));
}

/** `test(…)`, `test.each(…)`, `journey(…)`, or a function with titles that a test file calls. */
function hasTests(source: string): boolean {
  return /\b(?:test|it|describe|journey)(?:\.\w+)*[(`]/.test(source);
}
