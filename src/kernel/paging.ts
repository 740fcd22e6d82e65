import { invalid, type Refusal } from './refusal.ts';

export interface Page<T> {
  items: T[];
  /** Opaque; pass it as `cursor` for the next page. Null on the last page. */
  nextCursor: string | null;
}

/** A cursor is the sort key of the last row, so that paging never skips or repeats a row while others are added. */
export function encodeCursor(key: readonly (string | number | null)[]): string {
  return toBase64Url(JSON.stringify(key));
}

/** Throws a refusal naming `cursor` when the text is not a cursor of `length` parts. */
export function decodeCursor(cursor: string, length: number): (string | number | null)[] {
  try {
    const key: unknown = JSON.parse(fromBase64Url(cursor));
    const isPart = (part: unknown) => part === null || typeof part === 'string' || Number.isFinite(part);
    if (Array.isArray(key) && key.length === length && key.every(isPart)) return key;
  } catch {
    // Falls through to the refusal: whatever is wrong with it, it is not one of our cursors.
  }
  throw badCursor();
}

/** For a cursor of the right length whose parts are not what the list sorts by. */
export function badCursor(): Refusal {
  return invalid({ cursor: 'That page marker is not one of ours. Start again from the first page.' });
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
