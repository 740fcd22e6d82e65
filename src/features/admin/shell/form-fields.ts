/**
 * What an address says, of the fields that a page knows: a form without script sends what was left empty too, and that
 * asks for nothing.
 */
export function askedFields(request: Request, names: readonly string[]): Record<string, string> {
  const { searchParams } = new URL(request.url);
  return Object.fromEntries(
    names.map((name) => [name, searchParams.get(name) ?? '']).filter(([, value]) => value !== ''),
  );
}
