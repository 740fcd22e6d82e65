export type FieldErrors = Record<string, string>;

export interface RefusalOptions {
  /** What was wrong with which input field, by its path (`price`, `shipping.0.name`). */
  errors?: FieldErrors;
  /** Seconds after which trying again makes sense; becomes `Retry-After`. */
  retryAfterSeconds?: number;
  /** Facts that a client needs to react, merged into the problem document (for example the new price). */
  details?: Record<string, unknown>;
}

/** A refusal is the product saying no, in words that a person reads. Everything else that is thrown is a fault. */
export class Refusal extends Error {
  readonly code: string;
  /** HTTP status, 400 to 499 (503 where a part that we need is away, 507 where the disk is full). */
  readonly status: number;
  readonly errors: FieldErrors | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly details: Record<string, unknown> | undefined;
  /** The rule of a policy that said no, as its noun and verb: for the security log, never for whoever asked. */
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
  }
}

export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Refusal;
}

/** `said` in the place of a policy's own refusal: other words, and for the security log the same rule. */
export function sameRule({ rule }: Refusal, said: Refusal): Refusal {
  said.rule = rule;
  return said;
}

/**
 * 422: a field is wrong. The first field's sentence is the message as well, so that a plain client shows something
 * useful.
 */
export function invalid(errors: FieldErrors): Refusal {
  return new Refusal(422, 'invalid', Object.values(errors)[0] ?? 'Check the marked fields.', { errors });
}

/** 404, also where the caller may not even know that the thing exists. */
export function notFound(message: string): Refusal {
  return new Refusal(404, 'not_found', message);
}

/** 401: the caller must sign in first. */
export function signInFirst(message = 'Sign in to do that.'): Refusal {
  return new Refusal(401, 'not_signed_in', message);
}

/** 403: known, but not allowed. */
export function notAllowed(message: string, code = 'not_allowed'): Refusal {
  return new Refusal(403, code, message);
}

/** 429: asked too often; says when to come back. */
export function tooMany(message: string, retryAfterSeconds: number, code = 'too_many_requests'): Refusal {
  return new Refusal(429, code, message, { retryAfterSeconds });
}

/** 409: the thing is in another state than the call needs. */
export function conflict(code: string, message: string, details?: Record<string, unknown>): Refusal {
  return new Refusal(409, code, message, details ? { details } : {});
}
