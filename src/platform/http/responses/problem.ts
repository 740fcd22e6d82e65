import { isRefusal, Refusal } from '#kernel/refusal.ts';
import { isDatabaseAway } from '../../db/db.ts';
import type { Log } from '../../log/log.ts';
import { problemTitle } from '../requests/api.ts';

/** The problem document (RFC 9457) of a refusal, with the fields that the contract names. */
function problemBody(refusal: Refusal, requestId: string): Record<string, unknown> {
  return {
    // First, so that a detail never replaces a field of the contract.
    ...refusal.details,
    type: 'about:blank',
    title: problemTitle(refusal.status),
    status: refusal.status,
    code: refusal.code,
    message: refusal.message,
    ...(refusal.errors ? { errors: refusal.errors } : {}),
    requestId,
  };
}

/**
 * Maps any thrown value to an answer. Unexpected errors are logged under the request's id, and the answer contains only
 * the id.
 */
export function problemResponse(thrown: unknown, requestId: string, log: Log): Response {
  const error = isDatabaseAway(thrown) ? awayRefusal(thrown, log) : thrown;
  if (isRefusal(error)) {
    // A dependency is unavailable or full: the client gets a message, the log the cause. An unavailable database is
    // logged already.
    if (error.status >= 500 && error === thrown)
      log.warn('a request could not be served', {
        requestId,
        status: error.status,
        code: error.code,
        error: error.cause ?? error.message,
      });
    const headers = new Headers({ 'content-type': 'application/problem+json', 'cache-control': 'no-store' });
    if (error.retryAfterSeconds !== undefined)
      headers.set('retry-after', String(Math.max(1, Math.ceil(error.retryAfterSeconds))));
    return new Response(JSON.stringify(problemBody(error, requestId)), { status: error.status, headers });
  }
  log.error('a request failed', { requestId, error });
  const body = {
    type: 'about:blank',
    title: problemTitle(500),
    status: 500,
    code: 'fault',
    message: `Something went wrong. Try again. If it keeps happening, contact support with code ${requestId}.`,
    requestId,
  };
  return new Response(JSON.stringify(body), {
    status: 500,
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store' },
  });
}

/** Seconds after which a killed database is usually back. */
export const awayRetrySeconds = 3;

function awayRefusal(error: unknown, log: Log): Refusal {
  log.warn('a request found no database', { error });
  return new Refusal(503, 'unavailable', 'We’re having trouble right now. Try again in a few seconds.', {
    retryAfterSeconds: awayRetrySeconds,
  });
}
