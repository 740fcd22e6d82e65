/**
 * Lists the visible texts of the product with their place (docs/copy.md).
 *
 *   node dev/texts.ts [FOLDER]                     all texts, or those of a folder
 *   node dev/texts.ts --random 150 [--seed 7]      a random sample of the screens, to read
 *   node dev/texts.ts --kind api                   only descriptions of the API; also `host` (start, commands), `screen`
 *   node dev/texts.ts --problems [FOLDER]          where texts differ from the guide
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { extractTexts, type VisibleText } from './texts/extract.ts';
import { type Finding, findProblems, type RuleName } from './texts/rules.ts';

/** Findings that a rule may have; none. */
const allowed: Record<RuleName, number> = { word: 0, sign: 0, length: 0, button: 0 };

/** Tests, samples, stand-ins of the sandbox, data of cards, documents for developers, specified texts, stored sentences. */
const notShown =
  /\.test\.tsx?$|testing\.ts$|\/samples\/|^src\/testing\/|\/sandbox\/|^src\/features\/catalogue\/(art|search\/query\/nicknames|model\/fact-words)|\.(security|tables)\.ts$|\/metrics\.server\.ts$|(specified-texts|stored-notes)\.ts$/;
/** Read by hosts at start and in commands. */
const hostFiles = /^dev\/|^src\/(main\.ts|app\/server\/|platform\/(config|db|program|jobs|troubles|storage|audit))/;

/** Where a text is read: the document of the API, the start and the commands, or a screen. */
export function readerOf({ kind, file }: VisibleText): 'api' | 'host' | 'screen' {
  if (kind === 'api') return 'api';
  return hostFiles.test(file) ? 'host' : 'screen';
}

export function visibleTexts(root: string, folder = ''): VisibleText[] {
  const listed = execFileSync('git', ['ls-files', 'src', 'dev/admin*.ts'], { cwd: root, encoding: 'utf8' }).split('\n');
  return [...new Set(listed)]
    .filter((file) => /\.tsx?$/.test(file) && !notShown.test(file) && file.startsWith(folder))
    .flatMap((file) => extractTexts(file, readFileSync(join(root, file), 'utf8')));
}

/** The problems of each rule with more findings than allowed. */
export function textProblems(root: string): string[] {
  const found = visibleTexts(root).flatMap(findProblems);
  return (Object.keys(allowed) as RuleName[]).flatMap((rule) => {
    const own = found.filter((finding) => finding.rule === rule);
    if (own.length <= allowed[rule]) return [];
    return [`${own.length} findings of the rule “${rule}”, ${allowed[rule]} allowed:`, ...own.map(lineOf)];
  });
}

const lineOf = ({ text, problem }: Finding) => `${text.file}:${text.line}: ${problem}: ${text.text}`;

/** A random sample of distinct texts; the same seed gives the same sample (mulberry32). */
export function sampleTexts(texts: readonly VisibleText[], count: number, seed: number): VisibleText[] {
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const distinct = [...new Map(texts.map((text) => [text.text, text])).values()];
  return distinct
    .map((text) => ({ text, order: random() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({ text }) => text);
}

if (import.meta.main) {
  const options = {
    random: { type: 'string' },
    seed: { type: 'string' },
    kind: { type: 'string' },
    problems: { type: 'boolean' },
  } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const reader = values.kind ?? (values.random ? 'screen' : null);
  const texts = visibleTexts(join(import.meta.dirname, '..'), positionals[0]).filter(
    (text) => reader === null || readerOf(text) === reader,
  );
  const chosen = values.random ? sampleTexts(texts, Number(values.random), Number(values.seed ?? 1)) : texts;
  const lines = values.problems
    ? chosen.flatMap(findProblems).map((finding) => `${finding.rule}\t${lineOf(finding)}`)
    : chosen.map(({ file, line, kind, text }) => `${file}:${line}\t${kind}\t${text}`);
  process.stdout.write(`${lines.join('\n')}\n`);
}
