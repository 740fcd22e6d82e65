import { yieldingToEventLoop } from '#platform/yield-loop.ts';

/**
 * Lines that are no rows because of a quotation mark within a cell, and the text without them; lines retain their
 * numbers.
 */
export interface StrayQuotes {
  text: string;
  /** By the number of their line, 1 being the first. */
  lines: Map<number, string>;
  /** The line of an unclosed quotation mark, after which the rows are ambiguous; null where there is none. */
  openFrom: number | null;
}

/** Removes the single lines with invalid quotation marks, so that the others can be read. */
export async function withoutStrayQuotes(text: string, delimiter: string): Promise<StrayQuotes> {
  const lines = new Map<number, string>();
  const yieldIfDue = yieldingToEventLoop();
  const parts = text.split(/(\r\n|\n|\r)/);
  let open: number | null = null;
  for (let at = 0; at < parts.length; at += 2) {
    await yieldIfDue();
    const [written = '', line] = [parts[at], at / 2 + 1];
    const end = endOfLine(written, delimiter, open !== null);
    if (end === 'stray' && open !== null) return { text, lines, openFrom: open };
    if (end === 'stray') {
      lines.set(line, written);
      parts[at] = '';
    }
    open = end === 'open' ? (open ?? line) : null;
  }
  return { text: parts.join(''), lines, openFrom: open };
}

/** The state at the end of a line: between rows, within a quoted cell, or after an invalid mark. */
function endOfLine(line: string, delimiter: string, isOpenBefore: boolean): 'closed' | 'open' | 'stray' {
  let isOpen = isOpenBefore;
  let isCellStart = !isOpenBefore;
  for (let at = 0; at < line.length; at++) {
    const letter = line[at];
    if (isOpen) {
      if (letter !== '"') continue;
      if (line[at + 1] === '"') at++;
      else if (at + 1 < line.length && line[at + 1] !== delimiter) return 'stray';
      else isOpen = false;
    } else if (letter === '"') {
      if (!isCellStart) return 'stray';
      isOpen = true;
    }
    isCellStart = !isOpen && letter === delimiter;
  }
  return isOpen ? 'open' : 'closed';
}
