export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Facts beside the sentence. Never a password, a token, a cookie or a card number. */
export interface LogFields {
  [name: string]: unknown;
  /** What was thrown: its message and stack are written. */
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
    const fault = error instanceof Error ? { error: error.message, stack: error.stack } : error === undefined ? {} : { error: String(error) };
    write(`${JSON.stringify({ at: new Date().toISOString(), level: at, message, ...rest, ...fault })}\n`);
  };
  return {
    debug: (message, fields) => emit('debug', message, fields),
    info: (message, fields) => emit('info', message, fields),
    warn: (message, fields) => emit('warn', message, fields),
    error: (message, fields) => emit('error', message, fields),
  };
}
