import type { FormAnswer } from '#platform/http/page-form.server.ts';

/** The answer of a form of the cart. */
export interface CartAnswer extends FormAnswer {
  /** What was removed, for the button that puts it back. */
  removed?: { listingId: string; title: string; quantity: number };
}
