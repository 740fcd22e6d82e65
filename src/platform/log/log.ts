import { reasonOf, stackOf } from './fault.ts';
import { scrubber } from './scrub.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Fields beside the message. Never a password, a token, a cookie, an address of a person or a card number. */
export interface LogFields {
  [name: string]: unknown;
  /** The thrown value: its reason and stack are logged, of a failed statement without its values. */
  error?: unknown;
}

export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** An entry of another log (`log` names it), at any level but `silent`. */
  record(fields: { log: string; [name: string]: string | number | boolean | undefined }): void;
}

const order: LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent'];

export type LogFormat = 'pretty' | 'json';

export interface LogOptions {
  /** Default: standard error, so that standard output has only the start messages. */
  write?: ((line: string) => void) | undefined;
  /** Texts that are never written. */
  secrets?: readonly string[];
  /** `json`, the default: one object a line. `pretty`: time, level, message, then the fields. */
  format?: LogFormat;
}

/**
 * One line an entry in either format: line breaks are escaped, so no input can forge a second line. `secrets` and email
 * addresses are removed from every text, since other programs' errors repeat their input.
 */
export function createLog(
  level: LogLevel,
  { write = toStandardError, secrets = [], format = 'json' }: LogOptions = {},
): Log {
  const threshold = order.indexOf(level);
  const scrub = scrubber(secrets);
  const scrubbed = (_: string, value: unknown) => (typeof value === 'string' ? scrub(value) : value);
  const line = (fields: Record<string, unknown>) => {
    const entry = { at: new Date().toISOString(), ...fields };
    write(
      format === 'json'
        ? `${JSON.stringify(entry, scrubbed)}\n`
        : prettyLine(JSON.parse(JSON.stringify(entry, scrubbed))),
    );
  };
  const emit = (at: LogLevel, message: string, fields: LogFields = {}) => {
    if (order.indexOf(at) < threshold) return;
    const { error, ...rest } = fields;
    line({
      level: at,
      message,
      ...rest,
      ...(error === undefined ? {} : { error: reasonOf(error), stack: stackOf(error) }),
    });
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

const toStandardError = (line: string) => void process.stderr.write(line);

/**
 * `04:12:07 warn a job failed job=expire error="…"`. Values with spaces or control characters are quoted and escaped.
 */
function prettyLine({ at, level, message, log, ...facts }: Record<string, unknown>): string {
  const texts = Object.entries(facts).map(
    ([name, value]) => `${name}=${plain(typeof value === 'string' ? value : JSON.stringify(value))}`,
  );
  const head = `${String(at).slice(11, 19)} ${String(level ?? log).padEnd(5)}`;
  return `${[head, ...(message === undefined ? [] : [escaped(String(message))]), ...texts].join(' ')}\n`;
}

const plain = (text: string) => (/^[\w.:/@+-]+$/.test(text) ? text : JSON.stringify(text));
const escaped = (text: string) => JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
