/**
 * The folders that we write to. A bucket may hold what others put there: what lies beside these is neither listed, nor
 * carried, nor removed.
 */
export const ownFolders = ['photos', 'avatars', 'ads', 'checks'] as const;

/**
 * Files by key (`photos/abc/640.webp`). Keys are made by us, in one of `ownFolders`: lower-case letters, digits, `-`,
 * `.`, `/`; never from a person's file name.
 */
export interface ObjectStore {
  /** Stored whole or not at all; when it resolves the bytes survive a crash. Writing a key again replaces it. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Null when there is no such file. */
  get(key: string): Promise<{ bytes: Uint8Array<ArrayBuffer>; contentType: string } | null>;
  /** Removing what is not there is not an error. */
  remove(key: string): Promise<void>;
  /**
   * Every file of ours, in no order that may be relied on. One that comes or goes meanwhile may be there or not. `size`
   * in bytes.
   */
  list(): AsyncIterable<{ key: string; size: number }>;
  /** Where it is, in words for an operator: no key and no password. */
  readonly place: string;
}

const shape = new RegExp(`^(?:${ownFolders.join('|')})(?:/[a-z0-9][a-z0-9-]*)+(?:\\.[a-z0-9]+)?$`);

export function isKey(key: string): boolean {
  return key.length <= 200 && shape.test(key);
}

/** A key that could name anything outside the store is a fault of ours, so it throws and is no refusal. */
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

/** The kind of content follows from the key's ending, which is ours. */
export function contentTypeOf(key: string): string {
  return types[key.slice(key.lastIndexOf('.'))] ?? 'application/octet-stream';
}
