import { yieldingToEventLoop } from '#platform/yield-loop.ts';

/** Characters that are processed before the event loop runs other work. */
const pieceLength = 1 << 15;

/** Properties of a text before it is read as a table or a list. */
export interface Lines {
  count: number;
  /** The first line with more than `longest` characters, 1 being the file's first; null where there is none. */
  tooLong: number | null;
  /** Whether it has several kinds of line ends. */
  hasMixedEnds: boolean;
  hasNul: boolean;
}

/**
 * Scans the text in pieces and yields to the event loop between them. Stops at the first line that is too long, and
 * after `most` lines.
 */
export async function measureLines(text: string, { most, longest }: { most: number; longest: number }): Promise<Lines> {
  const ends = new Set<string>();
  const yieldIfDue = yieldingToEventLoop();
  const lines: Lines = { count: 0, tooLong: null, hasMixedEnds: false, hasNul: false };
  let lineFrom = 0;
  for (let from = 0; from < text.length && lines.count <= most && lines.tooLong === null; ) {
    await yieldIfDue();
    // Not between the two characters of one line end.
    const until = from + pieceLength + (text.charAt(from + pieceLength - 1) === '\r' ? 1 : 0);
    const piece = text.slice(from, until);
    lines.hasNul ||= piece.includes('\0');
    for (const { 0: end, index } of piece.matchAll(/\r\n|\r|\n/g)) {
      ends.add(end);
      lines.count++;
      if (from + index - lineFrom > longest) lines.tooLong ??= lines.count;
      lineFrom = from + index + end.length;
    }
    from = until;
    if (Math.min(from, text.length) - lineFrom > longest) lines.tooLong ??= lines.count + 1;
  }
  if (lineFrom < text.length) lines.count++;
  lines.hasMixedEnds = ends.size > 1;
  return lines;
}
