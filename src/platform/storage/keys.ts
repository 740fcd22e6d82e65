const shape = /^[a-z0-9][a-z0-9-]*(?:[./][a-z0-9][a-z0-9-]*)*$/;

/** Throws for a key that we would never make: a person's text must not become a path. */
export function requireKey(key: string): string {
  if (key.length > 200 || !shape.test(key)) throw new RangeError(`not a storage key: ${JSON.stringify(key.slice(0, 80))}`);
  return key;
}

const types: Record<string, string> = { webp: 'image/webp', avif: 'image/avif', svg: 'image/svg+xml', json: 'application/json' };

export function contentTypeOf(key: string): string {
  return types[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}
