import * as z from 'zod';
import { idShape } from '#kernel/ids.ts';

/**
 * How it ended: done; more is asked for first (a second step, a confirmation); refused to whoever asked; failed by a
 * fault of ours.
 */
export const outcomes = ['done', 'asked', 'refused', 'failed'] as const;
export type Outcome = (typeof outcomes)[number];

const safe = <T extends z.ZodType>(schema: T) => Object.assign(schema, { isSafe: true as const });
type Safe = z.ZodType & { readonly isSafe: true };

/**
 * All that a fact of a line may be. Each is too narrow for what must never stand there: an address has an @ or a dot, a
 * token is longer and mixes its letters, a one-time code and the number of a card are larger than any count.
 */
export const fact = {
  /** An id of ours, as `newId` makes it. */
  id: safe(z.string().regex(idShape)),
  /** A name that the code gives something: of a refusal, a limit, an act. */
  code: safe(
    z
      .string()
      .max(64)
      .regex(/^[a-z]+(?:[_.-][a-z]+)*$/),
  ),
  /** A short phrase of ours, such as a rule's verb. */
  words: safe(
    z
      .string()
      .max(100)
      .regex(/^[\p{L}’ :,-]+$/u),
  ),
  count: safe(z.int().min(0).max(9_999)),
  /** The id of what is only known at the end. */
  maybeId: safe(z.string().regex(idShape).optional()),
  flag: safe(z.boolean()),
  oneOf: <const V extends readonly [string, ...string[]]>(...values: V) => safe(z.enum(values)),
};

export type Facts = Readonly<Record<string, Safe>>;

/**
 * A sort of line in the security log, as data. Each room lists its own in its manifest; docs/reference/security-log.md is
 * generated from all of them.
 */
export interface SecurityKind<F extends Facts = Facts> {
  /** `room.what`, the same in every release: alarms are written for it. */
  readonly name: string;
  /** What a line of it means. */
  readonly says: string;
  readonly outcomes: readonly Outcome[];
  /** Where somebody should look, and from how many on; null where a line is of use only beside others. */
  readonly watch: string | null;
  readonly facts: F;
}

type Definition<F extends Facts> = Omit<SecurityKind<F>, 'name' | 'facts' | 'watch'> & { facts?: F; watch?: string };
type KindsOf<T> = {
  readonly [K in keyof T]: SecurityKind<T[K] extends { facts: infer F extends Facts } ? F : Record<never, never>>;
};

/** What every line says; no kind has a fact of such a name. */
export const reserved: readonly string[] = [
  'at',
  'log',
  'kind',
  'outcome',
  'code',
  'actor',
  'member',
  'account',
  'client',
  'request',
];

/** Names each kind `room.key`. Throws when a fact would take the place of what every line says. */
export function defineSecurityKinds<const T extends Readonly<Record<string, Definition<Facts>>>>(
  room: string,
  table: T,
): KindsOf<T> {
  const named = Object.entries(table).map(([key, { facts = {}, watch = null, ...kind }]) => {
    const taken = Object.keys(facts).find((name) => reserved.includes(name));
    if (taken) throw new TypeError(`${room}.${key}: every line of the log has a ${taken} of its own`);
    const kebab = key.replace(/[A-Z]/g, (email) => `-${email.toLowerCase()}`);
    return [key, Object.freeze({ ...kind, watch, facts, name: `${room}.${kebab}` })] as const;
  });
  return Object.freeze(Object.fromEntries(named)) as unknown as KindsOf<T>;
}
