/**
 * The most bytes of a request's body, by what it carries. Refused (413) before anything reads the body. Files are not
 * here: the multipart reader has the limits of whoever receives them, and starts only after it is known who may send
 * them.
 */
export const bodyLimits = {
  /** A listing's longest description, 20,000 characters, each escaped as `\uXXXX`. */
  json: 128 * 1024,
  /** The same text in a form: nine bytes a character where it is not Latin. */
  form: 256 * 1024,
  /** Stripe's largest events are a fraction of it. */
  webhook: 512 * 1024,
} as const;
