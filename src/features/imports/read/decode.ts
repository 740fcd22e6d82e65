import chardet from 'chardet';
import { yieldingToEventLoop } from '#platform/yield-loop.ts';
import type { Note } from '../model/note.texts.ts';

export interface Decoded {
  text: string;
  /** How it was decoded. */
  notes: Note[];
}

/** Bytes and characters that are processed before the event loop runs other work: a file may have 25 MB. */
const pieceLength = 1 << 15;

/** Decodes a file: by its byte order mark, as UTF-8 where it is valid, else in the likeliest encoding. */
export async function decode(bytes: Uint8Array): Promise<Decoded> {
  const marked = encodingOfMark(bytes);
  if (marked) return { text: await readAs(bytes, marked), notes: marked === 'utf-8' ? [] : [notUtf8(marked)] };
  const { text, invalidFrom } = await asUtf8(bytes);
  if (text !== null) return repaired(text);
  // 64 kB around the first byte that is not UTF-8: plain ASCII before it says nothing about the encoding.
  const sample = bytes.subarray(Math.max(0, invalidFrom - pieceLength), invalidFrom + pieceLength);
  const guess = chardet.detect(sample) ?? 'windows-1252';
  // Western European names differ between these two in characters that no card has.
  const encoding = guess.startsWith('ISO-8859-') || !isKnown(guess) ? 'windows-1252' : guess;
  return { text: await readAs(bytes, encoding), notes: [notUtf8(encoding)] };
}

const notUtf8 = (encoding: string): Note => ({ code: 'not_utf8', params: { encoding: encoding.toUpperCase() } });

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

/** Throws a `TypeError` for bytes that are invalid in the encoding, where `fatal`. */
async function readAs(
  bytes: Uint8Array,
  encoding: string,
  { fatal = false, onPiece = (_from: number) => {} } = {},
): Promise<string> {
  const decoder = new TextDecoder(encoding, { fatal });
  const yieldIfDue = yieldingToEventLoop();
  const pieces: string[] = [];
  for (let from = 0; from < bytes.length; from += pieceLength) {
    await yieldIfDue();
    onPiece(from);
    pieces.push(decoder.decode(bytes.subarray(from, from + pieceLength), { stream: true }));
  }
  pieces.push(decoder.decode());
  return pieces.join('');
}

/** The text, or null and about where the bytes stop being UTF-8. */
async function asUtf8(bytes: Uint8Array): Promise<{ text: string | null; invalidFrom: number }> {
  let invalidFrom = 0;
  const onPiece = (from: number) => {
    invalidFrom = from;
  };
  const text = await readAs(bytes, 'utf-8', { fatal: true, onPiece }).catch((error: unknown) => {
    if (error instanceof TypeError) return null;
    throw error;
  });
  return { text, invalidFrom };
}

const twiceEncoded = /[\u00c2-\u00f4][\u0080-\u00bf\u2013-\u203a\u20ac\u2122\u0152-\u017e\u0192\u02c6\u02dc]/;

/**
 * `Ã¡` for `á`: UTF-8 that was decoded as Windows-1252 and saved again. Repaired where the whole file decodes without
 * an error.
 */
async function repaired(text: string): Promise<Decoded> {
  if (!(await looksTwiceEncoded(text))) return { text, notes: [] };
  const bytes = await windowsBytesOf(text);
  const better = bytes && (await asUtf8(bytes)).text;
  if (better === null) return { text, notes: [] };
  return {
    text: better,
    notes: [{ code: 'encoding_repaired' }],
  };
}

async function looksTwiceEncoded(text: string): Promise<boolean> {
  const yieldIfDue = yieldingToEventLoop();
  for (let from = 0; from < text.length; from += pieceLength) {
    await yieldIfDue();
    // With the first character of the next piece: the pair may be split by the boundary.
    if (twiceEncoded.test(text.slice(from, from + pieceLength + 1))) return true;
  }
  return false;
}

const windowsBytes = new Map(
  Array.from(
    { length: 256 },
    (_, byte) => [new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte] as const,
  ),
);

/** The text encoded as Windows-1252; null where a character has no byte there. */
async function windowsBytesOf(text: string): Promise<Uint8Array | null> {
  const bytes = new Uint8Array(text.length);
  const yieldIfDue = yieldingToEventLoop();
  for (let at = 0; at < text.length; at++) {
    if (at % 8_192 === 0) await yieldIfDue();
    const byte = windowsBytes.get(text.charAt(at));
    if (byte === undefined) return null;
    bytes[at] = byte;
  }
  return bytes;
}
