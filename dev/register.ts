import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asvsLevels } from './asvs.ts';

/** A test that a document names: its file, and words that its title holds. */
interface Proof {
  file: string;
  title: string;
}

interface Requirement {
  id: string;
  level: string;
  state: string;
  where: string;
  proofs: Proof[];
}

/** The states of a requirement, and the words of the document's head for them. */
const states = { met: 'met', setup: 'met by setup', 'not applicable': 'not applicable', open: 'open' } as const;

/** The rows of the table of requirements: `| 1.2.3 | level | what is asked | state | where, or why | shown by |`. */
function readRequirements(document: string): Requirement[] {
  return rowsOf(document, /^\d+\.\d+\.\d+$/).map(([id = '', level = '', , state = '', where = '', shown = '']) => ({
    id,
    level,
    state,
    where,
    proofs: readProofs(shown),
  }));
}

/** The two documents, as they are written. */
export function readRegisters(root: string): { security: string; faults: string } {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  return { security: read('docs/security.md'), faults: read('docs/faults.md') };
}

/**
 * What the tables of `docs/security.md` and `docs/faults.md` say and is not so: requirements of the standard without a
 * row, files and tests that are not there, counts.
 */
export function registerProblems(root: string, { security, faults } = readRegisters(root)): string[] {
  const requirements = readRequirements(security);
  const problems = [...standardProblems(requirements), ...countProblems(security, requirements)];
  for (const { id, state, where, proofs } of requirements) {
    problems.push(...pathProblems(root, id, where), ...proofProblems(root, id, proofs));
    if (state === 'met' && proofs.length === 0 && where === '')
      problems.push(`${id}: met, and the row says neither where nor by which test`);
    if (state !== 'met' && where === '') problems.push(`${id}: ${state}, and the row does not say why`);
  }
  return [...problems, ...faultProblems(root, readFaults(faults))];
}

/** The tests that `docs/faults.md` names, file by file. */
export function faultFiles(root: string): string[] {
  return [
    ...new Set(readFaults(readRegisters(root).faults).flatMap(({ proofs }) => proofs.map(({ file }) => file))),
  ].sort();
}

function standardProblems(requirements: readonly Requirement[]): string[] {
  const seen = new Map<string, string>();
  const problems: string[] = [];
  for (const { id, level, state } of requirements) {
    if (seen.has(id)) problems.push(`${id}: stands there twice`);
    seen.set(id, level);
    if (!Object.hasOwn(states, state)) problems.push(`${id}: no such state: ${state}`);
    const asked = asvsLevels.get(id);
    if (String(asked) !== level)
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

function readFaults(document: string): { id: string; proofs: Proof[] }[] {
  return rowsOf(document, /^[MA]\d+$/).map(([id = '', , shown = '']) => ({ id, proofs: readProofs(shown) }));
}

function faultProblems(root: string, rows: ReturnType<typeof readFaults>): string[] {
  const ids = rows.map(({ id }) => id);
  const problems =
    ids.join() === points.join()
      ? []
      : [
          `docs/faults.md: its rows are ${ids.join(', ')}; they must be M1 to M16 and A1 to A29, once each and in order`,
        ];
  for (const { id, proofs } of rows) {
    if (proofs.length === 0) problems.push(`${id}: names no test`);
    problems.push(...proofProblems(root, id, proofs));
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

/** `` `path/of.test.ts`: words of the title ``, several parted by `<br>`. */
function readProofs(cell: string): Proof[] {
  return cell.split('<br>').flatMap((part) => {
    const [, file, title] = /^`([^`]+)`: (.+)$/.exec(part.trim()) ?? [];
    return file && title ? [{ file, title }] : [];
  });
}

/** Whatever looks like a file of ours in the cell must be one. */
function pathProblems(root: string, id: string, cell: string): string[] {
  const paths = [
    ...cell.matchAll(/`((?:src|dev|docs|deploy|e2e|bench|migrations|tests)\/[^`]+|\.\w+|compose\.yaml)`/g),
  ].map(([, path = '']) => path);
  return paths.filter((path) => !existsSync(join(root, path))).map((path) => `${id}: there is no file ${path}`);
}

function proofProblems(root: string, id: string, proofs: readonly Proof[]): string[] {
  return proofs.flatMap(({ file, title }) => {
    if (!existsSync(join(root, file))) return [`${id}: there is no file ${file}`];
    return titlesIn(readFileSync(join(root, file), 'utf8')).some((each) => each.includes(title))
      ? []
      : [`${id}: ${file} has no test “${title}”`];
  });
}

/** The first word of each call that has more: the titles, and little else. */
function titlesIn(source: string): string[] {
  return [...source.matchAll(/\(\s*(['"`])((?:\\.|(?!\1)[^\\\n])+)\1,/g)].map(([, , title = '']) =>
    title.replaceAll('\\', ''),
  );
}
