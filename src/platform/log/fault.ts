import { scrubber } from './scrub.ts';
import { inSource } from './source-lines.ts';

const scrub = scrubber([]);

/**
 * Why something failed, in words that repeat nothing of what it was given. The ORM's message holds a statement's
 * values, PostgreSQL's the value that it could not read, Stripe's the field that it refused, a parser's a piece of the
 * text: each is written without. What lies under an error is said after it.
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

/** Where it came from, without the message that stands above it: that one is `reasonOf`'s. */
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

/** What leads to the whole of it in Stripe's own log. */
function stripeReason(type: string, error: Error): string {
  const { code, param, requestId } = error as { code?: string; param?: string; requestId?: string };
  return [type, code, param && `at ${param}`, requestId && `in request ${requestId}`].filter(Boolean).join(' ');
}

/** SQLSTATE class 22: a value was not what it should be, and the message shows it. */
const isDataFault = (code: string) => code.startsWith('22');

const withoutQuoted = (message: string) => message.replace(/"[\s\S]*"/, '"…"');
