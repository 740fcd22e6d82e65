/** Whether Stripe refused a call or did not answer. Checks the name of the error without loading the library. */
export function isStripeFault(error: unknown): boolean {
  return error instanceof Error && 'type' in error && String(error.type).startsWith('Stripe');
}
