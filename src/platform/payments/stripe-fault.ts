/**
 * Whether Stripe did not answer, or refused. By the name that the library gives its errors, without loading the
 * library.
 */
export function isStripeFault(error: unknown): boolean {
  return error instanceof Error && 'type' in error && String(error.type).startsWith('Stripe');
}
