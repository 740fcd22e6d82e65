/** Files by key (`photos/abc/640.webp`). Keys are made by us: lower-case letters, digits, `-`, `.`, `/`; never from a person's file name. */
export interface ObjectStore {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Null when there is no such file. */
  get(key: string): Promise<{ bytes: Uint8Array; contentType: string } | null>;
  /** Removing what is not there is not an error. */
  remove(key: string): Promise<void>;
}
