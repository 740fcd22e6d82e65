type Intent = 'dispute' | 'refund' | 'cancel' | 'propose' | 'request_cancellation';

/**
 * Several of these forms, and the review's, may be on one page: each form's fields have ids of their own, which its
 * error summary links to.
 */
export const own = (intent: Intent, name: string) => `${intent}-${name}`;
export const ownErrors = (intent: Intent, errors: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(errors).map(([name, said]) => [own(intent, name), said]));
