/**
 * The folders that we write to. A bucket may contain files of others: outside of these folders nothing is listed,
 * copied or removed.
 */
export const ownFolders = ['photos', 'avatars', 'ads', 'brand', 'checks'] as const;

/**
 * Files by key (`photos/abc/640.webp`). We create the keys, in one of `ownFolders`: lower-case letters, digits, `-`,
 * `.`, `/`; never from a user's file name.
 */
export interface ObjectStore {
  /** Stored completely or not at all; when it resolves the bytes survive a crash. An existing key is replaced. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Null when there is no such file. */
  get(key: string): Promise<{ bytes: Uint8Array<ArrayBuffer>; contentType: string } | null>;
  /** A missing file is no error. */
  remove(key: string): Promise<void>;
  /**
   * All our files, in no particular order. A file that is added or removed meanwhile may be listed or not. `size` in
   * bytes.
   */
  list(): AsyncIterable<{ key: string; size: number }>;
  /** A description of the location for the host, without keys and passwords. */
  readonly place: string;
}

const shape = new RegExp(`^(?:${ownFolders.join('|')})(?:/[a-z0-9][a-z0-9-]*)+(?:\\.[a-z0-9]+)?$`);

export function isKey(key: string): boolean {
  return key.length <= 200 && shape.test(key);
}

/** Throws a `RangeError` for a key outside the store: a programming error. */
export function checkKey(key: string): string {
  if (!isKey(key)) throw new RangeError(`not a storage key: ${JSON.stringify(key)}`);
  return key;
}

const types: Record<string, string> = {
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.json': 'application/json',
  '.csv': 'text/csv; charset=utf-8',
  '.zip': 'application/zip',
};

/** By the extension of the key, which we create. */
export function contentTypeOf(key: string): string {
  return types[key.slice(key.lastIndexOf('.'))] ?? 'application/octet-stream';
}
