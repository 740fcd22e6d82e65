import type * as z from 'zod';
import type { Facts, Outcome, SecurityKind } from './security-kind.ts';

/** What is told of one thing that happened. Time, request, client and who asked are put to it by the log itself. */
export type SecurityNote<F extends Facts = Facts> = {
  outcome: Outcome;
  /** Of the refusal. */
  code?: string | undefined;
  /** Id of the member whom it concerns, where that is known. */
  member?: string | null | undefined;
  /** The e-mail that was given. Never written: a keyed hash of it is. */
  account?: string | undefined;
} & ([keyof F] extends [never] ? unknown : z.input<z.ZodObject<F>>);

/** What is known before it is known how it ends. */
export type SecurityFacts<F extends Facts> = Omit<SecurityNote<F>, 'outcome' | 'code'>;

export interface SecurityLog {
  /** Writes one line. Never throws: a fact that does not fit its kind is left out, and the log says which. */
  note<F extends Facts>(kind: SecurityKind<F>, note: SecurityNote<F>): void;
  /**
   * Waits for `work` and writes how it ended: done, refused with its code, or failed. `more` says what only the result
   * tells.
   */
  follow<T, F extends Facts>(
    kind: SecurityKind<F>,
    facts: SecurityFacts<F>,
    work: Promise<T>,
    more?: (result: T) => Partial<SecurityNote<F>>,
  ): Promise<T>;
  /** How many lines this process has written, by kind and outcome. */
  counts(): readonly Counted[];
}

export interface Counted {
  kind: string;
  outcome: Outcome;
  count: number;
}
