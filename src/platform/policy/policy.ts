import { notAllowed, type Refusal, signInFirst } from '#kernel/refusal.ts';
import type { Actor } from '../identity/sessions/actor.ts';

/**
 * The caller: a member, an admin (who is a member too), or null for a visitor. A suspended member has no session and
 * counts as a visitor.
 */
export type Caller = Pick<Actor, 'id' | 'role'> | null;

/** The minimum role, before the thing is known. */
export type Status = 'anybody' | 'member' | 'operator';

/**
 * Where a rule is checked: an operation of the API (`POST /api/orders`), a page (`page /orders/:id`), a live query
 * (`live listing`).
 */
export type Edge = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}` | `page /${string}` | `live ${string}`;

/** The rule of one verb. Pure: it gets the thing as a parameter. */
export interface Rule<Thing = never> {
  needs: Status;
  /** Who may, after "by": `its seller`. For docs/reference/permissions.md. */
  by: string;
  at: readonly Edge[];
  /** The message for a visitor in place of the common one. */
  signIn?: string;
  /**
   * Requires a recent proof of identity in the session (403 `step_up_required`): each time, only with a second factor,
   * or unless the act is about this session. Checked by the use case, which reads it.
   */
  stepUp?: 'always' | 'with a second factor' | 'for another device';
  /**
   * The edges that refuse a member without the tier (403 `tier_limit`), always or above a limit. Checked by the use
   * case, which reads the tier.
   */
  tier?: readonly Edge[];
  /**
   * Requires a confirmed email address where `REQUIRE_VERIFIED_EMAIL` says so (403 `email_unverified`). Checked by the
   * use case, which reads the account.
   */
  verifiedEmail?: true;
  /** Whether the caller may act on this thing; checked again under the thing's lock where it can change. */
  of?(caller: Caller, thing: Thing): true | Refusal;
}

// biome-ignore lint/suspicious/noExplicitAny: each verb has its own type of thing.
type Rules = Readonly<Record<string, Rule<any>>>;
type ThingOf<R> = 'of' extends keyof R
  ? R extends { of?(caller: Caller, thing: infer Thing): true | Refusal }
    ? Thing
    : undefined
  : undefined;

export interface Policy<R extends Rules = Rules> {
  /** The things that the verbs are about. */
  noun: string;
  rules: R;
  /** Whether the caller may; without the thing, the answer that needs no thing. */
  may<V extends keyof R & string>(caller: Caller, verb: V, thing?: ThingOf<R[V]>): true | Refusal;
  /** Throws the refusal of `may`. */
  check<V extends keyof R & string>(caller: Caller, verb: V, thing?: ThingOf<R[V]>): void;
}

// biome-ignore lint/suspicious/noExplicitAny: of any feature.
export type AnyPolicy = Policy<any>;

const adminOnly = 'Only admins can do this.';

export function definePolicy<R extends Rules>(noun: string, rules: R): Policy<R> {
  const answer = (rule: Rule<unknown>, caller: Caller, thing: unknown): true | Refusal => {
    if (rule.needs !== 'anybody' && caller === null) return signInFirst(rule.signIn);
    if (rule.needs === 'operator' && caller?.role !== 'admin') return notAllowed(adminOnly);
    return thing === undefined ? true : (rule.of?.(caller, thing) ?? true);
  };
  const may: Policy<R>['may'] = (caller, verb, thing) => {
    const verdict = answer(rules[verb] as Rule<unknown>, caller, thing);
    if (verdict !== true) verdict.rule = `${noun}: ${verb}`;
    return verdict;
  };
  return {
    noun,
    rules,
    may,
    check: (caller, verb, thing) => {
      const verdict = may(caller, verb, thing);
      if (verdict !== true) throw verdict;
    },
  };
}
