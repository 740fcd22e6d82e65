import { invalid, type Refusal } from '../refusal.ts';

export interface Page<T> {
  items: T[];
  /** Opaque; pass it as `cursor` for the next page. Null on the last page. */
  nextCursor: string | null;
}

type CursorPart = string | number | null;

/** Validates one part of a cursor; undefined when it does not have the type of the sort key. */
export type PartReader<T> = (part: CursorPart) => T | undefined;

export const cursorPart = {
  /** PostgreSQL cannot store NUL. */
  text: (part: CursorPart) => (typeof part === 'string' && !part.includes('\0') ? part : undefined),
  id: (part: CursorPart) => (typeof part === 'string' && part.length <= 64 && !part.includes('\0') ? part : undefined),
  /** An integer: an amount, microseconds since 1970. */
  whole: (part: CursorPart) => (typeof part === 'number' && Number.isSafeInteger(part) ? part : undefined),
  /** RFC 3339 in UTC, as JSON writes a `Date`. */
  moment: (part: CursorPart) =>
    typeof part === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/.test(part) && isDay(part) ? part : undefined,
};

/** `Date` parses 30 February as a day in March and has a year 0; PostgreSQL refuses both. */
function isDay(part: string): boolean {
  const at = Date.parse(part);
  return !Number.isNaN(at) && !part.startsWith('0000') && new Date(at).toISOString().startsWith(part.slice(0, 19));
}

/**
 * A page of a list, from `limit + 1` rows. Its cursor is the sort key of the last row, so that paging never skips or
 * repeats a row while others are added.
 */
export function pageOf<Row>(rows: readonly Row[], limit: number, key: (row: Row) => readonly CursorPart[]): Page<Row> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last !== undefined ? encodeCursor(key(last)) : null };
}

export function encodeCursor(key: readonly CursorPart[]): string {
  return toBase64Url(JSON.stringify(key));
}

/** Decodes a cursor, each part by its reader. Throws a refusal (422) naming `cursor` for any other text. */
export function readCursor<Parts extends unknown[]>(
  cursor: string,
  ...readers: { [At in keyof Parts]: PartReader<Parts[At]> }
): Parts {
  const key = keyOf(cursor);
  if (key.length !== readers.length) throw badCursor();
  return readers.map((read, at) => {
    const part = read(key[at] as CursorPart);
    if (part === undefined) throw badCursor();
    return part;
  }) as Parts;
}

function keyOf(cursor: string): readonly unknown[] {
  try {
    const key: unknown = JSON.parse(fromBase64Url(cursor));
    if (Array.isArray(key)) return key;
  } catch {
    // Falls through to the refusal: it is not one of our cursors.
  }
  throw badCursor();
}

export const badCursorWords = 'This page is no longer available. Start again from the first page.';

export function badCursor(): Refusal {
  return invalid({ cursor: badCursorWords });
}

/** The address of a list's page: `query` without empty parameters, and the cursor if there is one. */
export function listAddress(path: string, query: Readonly<Record<string, string | null | undefined>>): string {
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  ).toString();
  return search === '' ? path : `${path}?${search}`;
}

function toBase64Url(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function fromBase64Url(text: string): string {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(binary, (c) => c.charCodeAt(0)));
}
