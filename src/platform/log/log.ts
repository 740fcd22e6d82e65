import { DrizzleQueryError } from 'drizzle-orm/errors';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Facts beside the sentence. Never a password, a token, a cookie or a card number. */
export interface LogFields {
  [name: string]: unknown;
  /** What was thrown: its message and stack are written, of a failed statement without its values. */
  error?: unknown;
}

export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

const order: LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent'];

/**
 * One JSON object a line on standard error, so that standard output stays for what a person reads at the start.
 * JSON escapes line breaks, so no input can forge a second line.
 */
export function createLog(level: LogLevel, write: (line: string) => void = (line) => process.stderr.write(line)): Log {
  const threshold = order.indexOf(level);
  const emit = (at: LogLevel, message: string, fields: LogFields = {}) => {
    if (order.indexOf(at) < threshold) return;
    const { error, ...rest } = fields;
    const fault = error instanceof Error ? faultOf(error) : error === undefined ? {} : { error: String(error) };
    write(`${JSON.stringify({ at: new Date().toISOString(), level: at, message, ...rest, ...fault })}\n`);
  };
  return {
    debug: (message, fields) => emit('debug', message, fields),
    info: (message, fields) => emit('info', message, fields),
    warn: (message, fields) => emit('warn', message, fields),
    error: (message, fields) => emit('error', message, fields),
  };
}

/** A statement's values are addresses, hashes and tokens of members: the ORM's error has them in its message, and so in its stack. */
function faultOf(error: Error): { error: string; stack: string | undefined } {
  if (!(error instanceof DrizzleQueryError)) return { error: error.message, stack: error.stack };
  const message = `Failed query: ${error.query}: ${error.cause?.message ?? 'no reason given'}`;
  return { error: message, stack: error.stack?.replace(error.message, () => message) };
}
