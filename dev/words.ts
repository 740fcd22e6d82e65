import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * Words of a former private vocabulary, and what is said instead. They are looked for in comments, titles of tests,
 * names of files and declarations, and documents; not in texts on the screen.
 */
const words: readonly (readonly [word: RegExp, instead: string])[] = [
  [/\b(who|whom)(so)?ever\b|\bwhom\b/i, 'the noun itself: the caller, the member, the process'],
  [/\b(some|no|any)body\b/i, 'the noun itself: a member, no visitor, any process'],
  [/\banew\b/i, 'again'],
  [/\brooms?\b/i, 'feature; quota; disk space'],
  [/\bthe house\b/i, 'the app'],
  [/\b(tell|tells|telling|told)\b/i, 'notify, say, distinguish'],
  [/\b(hears?|heard|hearing|deaf)\b/i, 'receive, subscribed, disconnected'],
  [/\brumours?\b/i, 'hint'],
  [/\bwhisper(s|ed)?\b/i, 'ephemeral message'],
  [/\bforesee(s|n)?\b/i, 'preview'],
  [/\b(sieves?|sift)\b/i, 'predicate, scan'],
  [/\blanes?\b/i, 'limiter, queue'],
  [/\b(asleep|awake)\b/i, 'hydrated'],
  [/\bsought\b/i, 'criteria, searched'],
  [/\bpapers\b/i, 'documents'],
  [/\bshel(f|ves)\b/i, 'carousel, queue, storage location'],
  [/\bstanding\b/i, 'status'],
  [/\bbegun\b/i, 'started'],
  [/\bkeepers?\b/i, 'cache, refresh'],
  [/\baskers?\b/i, 'caller'],
];

/** Files that need a word in its plain meaning. */
const exceptions: readonly (readonly [file: RegExp, word: RegExp])[] = [
  // The copy guide lists the words that texts avoid.
  [/^docs\/copy\.md$/, /./],
  // The text of a licence.
  [/^data\/catalogue\/NOTICE\.md$/, /^whom$/],
];

const declared = /\b(?:function|class|interface|type|enum|const|let)\s+(\w+)/g;
const title = /\b(?:test|it|describe)(?:\.\w+(?:\([^)]*\))?)*\(\s*(['"`])(.*?)\1/g;

/** Where a private word stands: `file:line: word (instead: …)`. */
export function wordProblems(root: string): string[] {
  const files = execFileSync(
    'git',
    ['ls-files', 'src', 'tests', 'dev', 'bench', 'e2e', 'docs', '*.md', ':(glob)*.mjs', ':(glob)*.ts'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
    .split('\n')
    .filter((file) => /\.(tsx?|mjs|md)$/.test(file) && !/\/samples\/|^docs\/reference\/|^dev\/words\.ts$/.test(file));
  return [...new Set(files)].flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n');
    const said = file.endsWith('.md') ? proseOf(lines) : lines.map(saidIn);
    said[0] = `${said[0] ?? ''} ${namesOf(basename(file))}`;
    return said.flatMap((text, at) =>
      words.flatMap(([word, instead]) => {
        const hit = word.exec(text)?.[0];
        if (!hit || exceptions.some(([path, allowed]) => path.test(file) && allowed.test(hit))) return [];
        return [`${file}:${at + 1}: "${hit}" (instead: ${instead})`];
      }),
    );
  });
}

/** Prose without code: fenced blocks and spans. */
function proseOf(lines: string[]): string[] {
  let isCode = false;
  return lines.map((line) => {
    if (line.startsWith('```')) isCode = !isCode;
    return isCode ? '' : line.replace(/`[^`]*`/g, '').replace(/\]\([^)]*\)/g, ']');
  });
}

/** Comment, titles and declared names of a line of code. */
function saidIn(line: string): string {
  const comment = /^\s*(?:\/\/|\/\*\*?|\*)(.*)/.exec(line)?.[1] ?? /\s\/\/ (.*)/.exec(line)?.[1] ?? '';
  const names = [...line.matchAll(declared)].map(([, name = '']) => namesOf(name));
  const titles = [...line.matchAll(title)].map(([, , text = '']) => text);
  return [comment.replace(/`[^`]*`/g, ''), ...names, ...titles].join(' ');
}

/** `tellSides` → `tell sides`. */
const namesOf = (name: string) => name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/[._-]/g, ' ');
