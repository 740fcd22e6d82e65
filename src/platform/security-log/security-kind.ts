import * as z from 'zod';
import { idShape } from '#kernel/ids.ts';

/**
 * The result: done; asked (more is required first: a second step, a confirmation); refused; failed (an unexpected error
 * of ours).
 */
export const outcomes = ['done', 'asked', 'refused', 'failed'] as const;
export type Outcome = (typeof outcomes)[number];

const safe = <T extends z.ZodType>(schema: T) => Object.assign(schema, { isSafe: true as const });
type Safe = z.ZodType & { readonly isSafe: true };

/**
 * The allowed types of a fact. Each is too narrow for personal data and secrets: an email address has an @ or a dot, a
 * token is longer and mixes upper and lower case, a one-time code and a card number are larger than any count.
 */
export const fact = {
  /** One of our ids, as `newId` creates it. */
  id: safe(z.string().regex(idShape)),
  /** A name from the code: of a refusal, a limit, an act. */
  code: safe(
    z
      .string()
      .max(64)
      .regex(/^[a-z]+(?:[_.-][a-z]+)*$/),
  ),
  /** A short phrase from the code, such as a policy's verb. */
  words: safe(
    z
      .string()
      .max(100)
      .regex(/^[\p{L}’ :,-]+$/u),
  ),
  count: safe(z.int().min(0).max(9_999)),
  /** An id that is only known at the end. */
  maybeId: safe(z.string().regex(idShape).optional()),
  flag: safe(z.boolean()),
  oneOf: <const V extends readonly [string, ...string[]]>(...values: V) => safe(z.enum(values)),
};

export type Facts = Readonly<Record<string, Safe>>;

/**
 * A kind of entry in the security log, as data. Each feature lists its own in its manifest; docs/reference/security-log.md is
 * generated from all of them.
 */
export interface SecurityKind<F extends Facts = Facts> {
  /** `feature.what`, the same in every release: alerts refer to it. */
  readonly name: string;
  /** The meaning of an entry. */
  readonly says: string;
  readonly outcomes: readonly Outcome[];
  /** What to watch, and the threshold; null when an entry is only useful beside others. */
  readonly watch: string | null;
  readonly facts: F;
}

type Definition<F extends Facts> = Omit<SecurityKind<F>, 'name' | 'facts' | 'watch'> & { facts?: F; watch?: string };
type KindsOf<T> = {
  readonly [K in keyof T]: SecurityKind<T[K] extends { facts: infer F extends Facts } ? F : Record<never, never>>;
};

/** Fields of every entry; no kind may have a fact of these names. */
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

/** Names each kind `feature.key`. Throws when a fact has a reserved name. */
export function defineSecurityKinds<const T extends Readonly<Record<string, Definition<Facts>>>>(
  feature: string,
  table: T,
): KindsOf<T> {
  const named = Object.entries(table).map(([key, { facts = {}, watch = null, ...kind }]) => {
    const taken = Object.keys(facts).find((name) => reserved.includes(name));
    if (taken) throw new TypeError(`${feature}.${key}: every line of the log has a ${taken} of its own`);
    const kebab = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return [key, Object.freeze({ ...kind, watch, facts, name: `${feature}.${kebab}` })] as const;
  });
  return Object.freeze(Object.fromEntries(named)) as unknown as KindsOf<T>;
}
