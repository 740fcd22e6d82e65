export type FieldErrors = Record<string, string>;

export interface RefusalOptions {
  /** Messages by the path of the input field (`price`, `shipping.0.name`). */
  errors?: FieldErrors;
  /** Seconds until a retry makes sense; becomes `Retry-After`. */
  retryAfterSeconds?: number;
  /** Data that a client needs to react, merged into the problem document (for example the new price). */
  details?: Record<string, unknown>;
  /** The message as a code with parameters, for a place that stores why something was refused. */
  coded?: { readonly code: string; readonly params: object };
}

/** A domain error: the app refuses a request, with a message for the user. Any other thrown error is a bug. */
export class Refusal extends Error {
  readonly code: string;
  /** HTTP status, 400 to 499 (503 when an external part is unavailable, 507 when the disk is full). */
  readonly status: number;
  readonly errors: FieldErrors | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly details: Record<string, unknown> | undefined;
  readonly coded: RefusalOptions['coded'];
  /** The policy rule that refused, as its noun and verb: for the security log, never for the client. */
  rule: string | undefined;

  constructor(status: number, code: string, message: string, options: RefusalOptions = {}) {
    super(message);
    if (status === 429 && options.retryAfterSeconds === undefined)
      throw new RangeError(`the refusal ${code} must say when to come back`);
    this.name = 'Refusal';
    this.status = status;
    this.code = code;
    this.errors = options.errors;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.details = options.details;
    this.coded = options.coded;
  }
}

export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Refusal;
}

/** Replaces the refusal of a policy by another one, with the same rule for the security log. */
export function sameRule({ rule }: Refusal, other: Refusal): Refusal {
  other.rule = rule;
  return other;
}

/**
 * 422: invalid fields. The first field's message is also the refusal's, so that a plain client shows something useful.
 */
export function invalid(errors: FieldErrors, { coded }: Pick<RefusalOptions, 'coded'> = {}): Refusal {
  const message = Object.values(errors)[0] ?? 'Check the highlighted fields.';
  return new Refusal(422, 'invalid', message, { errors, ...(coded && { coded }) });
}

/** 404, also when the caller may not know that the thing exists. */
export function notFound(message: string): Refusal {
  return new Refusal(404, 'not_found', message);
}

/** 401: the caller must sign in first. */
export function signInFirst(message = 'Sign in to continue.'): Refusal {
  return new Refusal(401, 'not_signed_in', message);
}

/** 403: signed in, but not allowed. */
export function notAllowed(message: string, code = 'not_allowed'): Refusal {
  return new Refusal(403, code, message);
}

/** 429: too many requests, with Retry-After. */
export function tooMany(message: string, retryAfterSeconds: number, code = 'too_many_requests'): Refusal {
  return new Refusal(429, code, message, { retryAfterSeconds });
}

/** 409: the thing is not in the required state. */
export function conflict(code: string, message: string, details?: Record<string, unknown>): Refusal {
  return new Refusal(409, code, message, details ? { details } : {});
}
