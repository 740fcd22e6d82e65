/** Files by key (`photos/abc/640.webp`). Keys are made by us: lower-case letters, digits, `-`, `.`, `/`; never from a person's file name. */
export interface ObjectStore {
  /** Stored whole or not at all; when it resolves the bytes survive a crash. Writing a key again replaces it. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Null when there is no such file. */
  get(key: string): Promise<{ bytes: Uint8Array<ArrayBuffer>; contentType: string } | null>;
  /** Removing what is not there is not an error. */
  remove(key: string): Promise<void>;
}

const shape = /^[a-z0-9][a-z0-9-]*(?:\/[a-z0-9][a-z0-9-]*)*(?:\.[a-z0-9]+)?$/;

/** A key that could name anything outside the store is a fault of ours, so it throws and is no refusal. */
export function checkKey(key: string): string {
  if (key.length > 200 || !shape.test(key)) throw new RangeError(`not a storage key: ${JSON.stringify(key)}`);
  return key;
}
