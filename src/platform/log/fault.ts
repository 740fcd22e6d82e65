import { scrubber } from './scrub.ts';
import { inSource } from './source-lines.ts';

const scrub = scrubber([]);

/**
 * The reason of an error without its input. The ORM's message contains a statement's values, PostgreSQL's the value
 * that it could not parse, Stripe's the refused field, a parser's a piece of the text: all of these are left out. The
 * reasons of causes follow.
 */
export function reasonOf(error: unknown): string {
  return scrub(reasonsOf(error, 3));
}

function reasonsOf(error: unknown, deep: number): string {
  if (!(error instanceof Error))
    return typeof error === 'object' ? 'something was thrown that is no error' : String(error);
  const own = ownReason(error);
  return error.cause instanceof Error && deep > 0 ? `${own}: ${reasonsOf(error.cause, deep - 1)}` : own;
}

/** The stack frames, without the message, which is part of `reasonOf`. */
export function stackOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return frames.length > 0 ? inSource(frames).join('\n') : undefined;
}

// By properties and not by `instanceof`: the log then loads none of these libraries.
function ownReason(error: Error): string {
  const { query, params, severity, code, type } = error as Partial<
    Record<'query' | 'params' | 'severity' | 'code' | 'type', unknown>
  >;
  if (typeof query === 'string' && params !== undefined) return `Failed query: ${query}`;
  if (typeof type === 'string' && /^Stripe(InvalidRequest|Card|Idempotency)Error$/.test(type))
    return stripeReason(type, error);
  const message = error.message || (typeof code === 'string' ? code : error.name);
  if (severity !== undefined && typeof code === 'string') return isDataFault(code) ? withoutQuoted(message) : message;
  return error instanceof SyntaxError ? withoutQuoted(message) : message;
}

/** Enough to find the whole error in Stripe's own log. */
function stripeReason(type: string, error: Error): string {
  const { code, param, requestId } = error as { code?: string; param?: string; requestId?: string };
  return [type, code, param && `at ${param}`, requestId && `in request ${requestId}`].filter(Boolean).join(' ');
}

/** SQLSTATE class 22: invalid data, which the message repeats. */
const isDataFault = (code: string) => code.startsWith('22');

const withoutQuoted = (message: string) => message.replace(/"[\s\S]*"/, '"…"');
