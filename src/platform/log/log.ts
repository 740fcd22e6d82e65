import { reasonOf, stackOf } from './fault.ts';
import { scrubber } from './scrub.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Facts beside the sentence. Never a password, a token, a cookie, an address of a person or a card number. */
export interface LogFields {
  [name: string]: unknown;
  /** What was thrown, as it was thrown: its reason and where it came from are written, of a failed statement without its values. */
  error?: unknown;
}

export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** One line of another log among these (`log` names it), whatever the level, unless that is `silent`. */
  record(fields: { log: string; [name: string]: string | number | boolean | undefined }): void;
}

const order: LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent'];

/**
 * One JSON object a line on standard error, so that standard output stays for what a person reads at the start.
 * JSON escapes line breaks, so no input can forge a second line. `secrets` and whatever looks like an e-mail are taken out of every text: the errors of other
 * people's programs repeat what they were given.
 */
export function createLog(
  level: LogLevel,
  write: (line: string) => void = (line) => process.stderr.write(line),
  secrets: readonly string[] = [],
): Log {
  const threshold = order.indexOf(level);
  const scrub = scrubber(secrets);
  const line = (fields: Record<string, unknown>) =>
    write(`${JSON.stringify({ at: new Date().toISOString(), ...fields }, (_, value) => (typeof value === 'string' ? scrub(value) : value))}\n`);
  const emit = (at: LogLevel, message: string, fields: LogFields = {}) => {
    if (order.indexOf(at) < threshold) return;
    const { error, ...rest } = fields;
    line({ level: at, message, ...rest, ...(error === undefined ? {} : { error: reasonOf(error), stack: stackOf(error) }) });
  };
  return {
    debug: (message, fields) => emit('debug', message, fields),
    info: (message, fields) => emit('info', message, fields),
    warn: (message, fields) => emit('warn', message, fields),
    error: (message, fields) => emit('error', message, fields),
    record: (fields) => {
      if (level !== 'silent') line(fields);
    },
  };
}
