import type * as z from 'zod';
import type { Facts, Outcome, SecurityKind } from './security-kind.ts';

/** The input of an entry. The log adds time, request, client and actor. */
export type SecurityNote<F extends Facts = Facts> = {
  outcome: Outcome;
  /** The refusal's code. */
  code?: string | undefined;
  /** Id of the member concerned, if known. */
  member?: string | null | undefined;
  /** The email address that was entered. Only its keyed hash is logged. */
  account?: string | undefined;
} & ([keyof F] extends [never] ? unknown : z.input<z.ZodObject<F>>);

/** The facts that are known before the result. */
export type SecurityFacts<F extends Facts> = Omit<SecurityNote<F>, 'outcome' | 'code'>;

export interface SecurityLog {
  /** Writes one entry. Never throws: a fact that does not match its kind is left out, and an error is logged. */
  note<F extends Facts>(kind: SecurityKind<F>, note: SecurityNote<F>): void;
  /** Awaits `work` and logs its result: done, refused with its code, or failed. `more` adds facts from the result. */
  follow<T, F extends Facts>(
    kind: SecurityKind<F>,
    facts: SecurityFacts<F>,
    work: Promise<T>,
    more?: (result: T) => Partial<SecurityNote<F>>,
  ): Promise<T>;
  /** The number of entries of this process, by kind and outcome. */
  counts(): readonly Counted[];
}

export interface Counted {
  kind: string;
  outcome: Outcome;
  count: number;
}
