import { notAllowed, type Refusal, signInFirst } from '#kernel/refusal.ts';
import type { Actor } from '../identity/sessions/actor.ts';

/**
 * Who asks: a member, an operator (who is a member too), or nobody that we know. Whoever is suspended has no session
 * and asks as nobody.
 */
export type Asker = Pick<Actor, 'id' | 'role'> | null;

/** The least that an asker must be, before anything is known of the thing. */
export type Status = 'anybody' | 'member' | 'operator';

/**
 * Where a rule is asked: an operation of the API (`POST /api/orders`), a page (`page /orders/:id`), a live query (`live
 * listing`).
 */
export type Edge = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}` | `page /${string}` | `live ${string}`;

/** One verb of a room. Pure: what it must know of the thing is handed to it. */
export interface Rule<Thing = never> {
  needs: Status;
  /** Who may, after "by": `its seller`. For docs/reference/permissions.md. */
  by: string;
  at: readonly Edge[];
  /** What a visitor hears instead of the common sentence. */
  signIn?: string;
  /**
   * The session must have shown lately who is at the keyboard (403 `step_up_required`): each time, where there is a
   * second factor, or unless it is about this session. Asked by the use case, which reads it.
   */
  stepUp?: 'always' | 'with a second factor' | 'for another device';
  /**
   * Of its edges those at which whoever's tier does not have it is refused (403 `tier_limit`), always or where more is
   * asked for. Asked by the use case, which reads the tier.
   */
  tier?: readonly Edge[];
  /**
   * The member must have confirmed their e-mail address where `REQUIRE_VERIFIED_EMAIL` says so (403
   * `email_unverified`). Asked by the use case, which reads the account.
   */
  verifiedEmail?: true;
  /** Whether this one may with this thing; asked again under the thing's lock where it can change. */
  of?(asker: Asker, thing: Thing): true | Refusal;
}

// biome-ignore lint/suspicious/noExplicitAny: each verb has a thing of its own.
type Rules = Readonly<Record<string, Rule<any>>>;
type ThingOf<R> = 'of' extends keyof R
  ? R extends { of?(asker: Asker, thing: infer Thing): true | Refusal }
    ? Thing
    : undefined
  : undefined;

export interface Policy<R extends Rules = Rules> {
  /** What the verbs are about. */
  noun: string;
  rules: R;
  /** Whether the asker may; without the thing, as far as that can be said before the thing is known. */
  may<V extends keyof R & string>(asker: Asker, verb: V, thing?: ThingOf<R[V]>): true | Refusal;
  /** The same for whoever goes on only if so: throws the refusal. */
  check<V extends keyof R & string>(asker: Asker, verb: V, thing?: ThingOf<R[V]>): void;
}

// biome-ignore lint/suspicious/noExplicitAny: of any room.
export type AnyPolicy = Policy<any>;

const adminOnly = 'Only an operator can do that.';

export function definePolicy<R extends Rules>(noun: string, rules: R): Policy<R> {
  const answer = (rule: Rule<unknown>, asker: Asker, thing: unknown): true | Refusal => {
    if (rule.needs !== 'anybody' && asker === null) return signInFirst(rule.signIn);
    if (rule.needs === 'operator' && asker?.role !== 'admin') return notAllowed(adminOnly);
    return thing === undefined ? true : (rule.of?.(asker, thing) ?? true);
  };
  const may: Policy<R>['may'] = (asker, verb, thing) => {
    const said = answer(rules[verb] as Rule<unknown>, asker, thing);
    if (said !== true) said.rule = `${noun}: ${verb}`;
    return said;
  };
  return {
    noun,
    rules,
    may,
    check: (asker, verb, thing) => {
      const answer = may(asker, verb, thing);
      if (answer !== true) throw answer;
    },
  };
}
