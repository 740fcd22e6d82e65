/**
 * Maximum bytes of a request's body by content; larger ones are refused (413) before they are read. Files are not
 * included: the multipart reader has the limits of each receiver, and starts only after authorisation.
 */
export const bodyLimits = {
  /** The longest description of a listing, 20,000 characters, each escaped as `\uXXXX`. */
  json: 128 * 1024,
  /** The same text in a form: nine bytes per non-Latin character. */
  form: 256 * 1024,
  /** Several times the size of Stripe's largest events. */
  webhook: 512 * 1024,
} as const;
