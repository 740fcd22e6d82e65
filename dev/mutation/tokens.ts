import { parseSync } from 'vite';

export interface Token {
  text: string;
  start: number;
  end: number;
}

/**
 * Words and signs of a source, the same before and after formatting: without white space, comments, trailing commas and
 * the kind of quotes. Texts are split too, because statements of SQL are texts.
 */
export function tokensOf(source: string, path?: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: text, index } of withoutComments(source, path).matchAll(/[\p{L}\p{N}_$]+|\S/gu)) {
    if (/[)\]}]/.test(text) && tokens.at(-1)?.text === ',') tokens.pop();
    tokens.push({ text: /["'`]/.test(text) ? "'" : text, start: index, end: index + text.length });
  }
  return tokens;
}

/** Spaces in their place. Only modules are parsed: a fragment, SQL and CSS are taken as they are. */
function withoutComments(source: string, path = ''): string {
  if (!/\.tsx?$/.test(path)) return source;
  let text = source;
  for (const { start, end } of parseSync(path, source).comments)
    text = text.slice(0, start) + ' '.repeat(end - start) + text.slice(end);
  return text;
}

/** Where these tokens stand in a row. */
export function findTokens(source: readonly Token[], wanted: readonly Token[]): { start: number; end: number }[] {
  return source.flatMap(({ start }, at) => {
    const last = source[at + wanted.length - 1];
    return last && wanted.every(({ text }, i) => source[at + i]?.text === text) ? { start, end: last.end } : [];
  });
}
