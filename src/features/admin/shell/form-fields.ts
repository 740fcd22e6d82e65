/**
 * The known fields of an address, without empty ones: a form without script sends those too, and they filter nothing.
 * Without NUL, which PostgreSQL does not store.
 */
export function queryFields(request: Request, names: readonly string[]): Record<string, string> {
  const { searchParams } = new URL(request.url);
  return Object.fromEntries(
    names
      .map((name) => [name, (searchParams.get(name) ?? '').replaceAll('\0', '')])
      .filter(([, value]) => value !== ''),
  );
}
