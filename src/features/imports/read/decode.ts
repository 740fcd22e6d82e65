import chardet from 'chardet';

export interface Decoded {
  text: string;
  /** What the seller should know of the way it was read; sentences. */
  notes: string[];
}

/** Bytes of a file as text: by its byte order mark, as UTF-8 where it is valid, else as what it looks like most. */
export function decode(bytes: Uint8Array): Decoded {
  const marked = encodingOfMark(bytes);
  if (marked) return { text: new TextDecoder(marked).decode(bytes), notes: marked === 'utf-8' ? [] : [readAs(marked)] };
  const text = asUtf8(bytes);
  if (text !== null) return repaired(text);
  const guess = chardet.detect(bytes) ?? 'windows-1252';
  // Names from the west of Europe differ between these two in characters that no card has.
  const encoding = guess.startsWith('ISO-8859-') || !isKnown(guess) ? 'windows-1252' : guess;
  return { text: new TextDecoder(encoding).decode(bytes), notes: [readAs(encoding)] };
}

const readAs = (encoding: string) => `The file is not UTF-8; it was read as ${encoding.toUpperCase()}. Look at names with accents.`;

function encodingOfMark([first, second, third]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : null;
}

function isKnown(encoding: string): boolean {
  try {
    return Boolean(new TextDecoder(encoding));
  } catch {
    return false;
  }
}

function asUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** `Ã¡` for `á`: UTF-8 that somebody read as Windows-1252 and saved again. Put right where the whole file is read so without a fault. */
function repaired(text: string): Decoded {
  if (!/[\u00c2-\u00f4][\u0080-\u00bf\u2013-\u203a\u20ac\u2122\u0152-\u017e\u0192\u02c6\u02dc]/.test(text)) return { text, notes: [] };
  const bytes = Uint8Array.from(text, (letter) => windowsBytes.get(letter) ?? 0);
  const better = [...text].every((letter) => windowsBytes.has(letter)) ? asUtf8(bytes) : null;
  if (better === null) return { text, notes: [] };
  return { text: better, notes: ['The file was saved with a wrong encoding once; names with accents were put right. Look at them.'] };
}

const windowsBytes = new Map(Array.from({ length: 256 }, (_, byte) => [new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte] as const));
