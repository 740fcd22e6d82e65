import { createHmac, createSecretKey, hkdfSync } from 'node:crypto';
import * as z from 'zod';
import { isRefusal } from '#kernel/refusal.ts';
import type { Log } from '#platform/log/log.ts';
import { network } from '../http/responses/network.rules.ts';
import { currentScene } from './scene.ts';
import { type Facts, fact, type Outcome, outcomes, type SecurityKind } from './security-kind.ts';
import type { Counted, SecurityFacts, SecurityLog, SecurityNote } from './security-log.ts';

export interface SecurityLogParts {
  log: Log;
  /** Key of the pseudonyms: the same in all processes. */
  secret: string;
}

/** The fields of every entry, beside the facts of its kind. */
const common = z.object({
  outcome: z.enum(outcomes),
  code: fact.code.optional(),
  actor: fact.id.optional(),
  member: fact.id.optional(),
});

/**
 * Writes security events as lines of the common log, one JSON object each with `"log":"security"`, at every LOG_LEVEL
 * but `silent`. Email addresses and client networks are logged as keyed hashes: equal ones are recognisable, without
 * revealing whose they are.
 */
export function createSecurityLog({ log, secret }: SecurityLogParts): SecurityLog {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'security log', 32)));
  const pseudonym = (sort: 'account' | 'client', value: string) =>
    value === '' ? undefined : createHmac('sha256', key).update(`${sort}:${value}`).digest('base64url').slice(0, 16);
  const counted = new Map<string, Counted>();

  function note<F extends Facts>(kind: SecurityKind<F>, given: SecurityNote<F>): void {
    const { outcome, code, member, account, ...facts } = given;
    count(kind.name, outcome);
    const scene = currentScene();
    const address = scene?.address() ?? '';
    const base = fitting(common.shape, {
      outcome,
      code,
      actor: scene?.actor ?? undefined,
      member: member ?? undefined,
    });
    const own = fitting(kind.facts, facts);
    const unfit = [...base.unfit, ...own.unfit];
    if (unfit.length > 0)
      log.error('a fact of the security log was left out: it is not what its kind says', {
        kind: kind.name,
        facts: unfit.join(', '),
      });
    log.record({
      log: 'security',
      kind: kind.name,
      ...base.facts,
      account: pseudonym('account', account ?? ''),
      client: pseudonym('client', address === '' ? '' : network(address)),
      request: scene?.requestId,
      ...own.facts,
    });
  }

  function count(kind: string, outcome: Outcome): void {
    const name = `${kind} ${outcome}`;
    const row = counted.get(name) ?? { kind, outcome, count: 0 };
    row.count++;
    counted.set(name, row);
  }

  async function follow<T, F extends Facts>(
    kind: SecurityKind<F>,
    facts: SecurityFacts<F>,
    work: Promise<T>,
    more?: (result: T) => Partial<SecurityNote<F>>,
  ): Promise<T> {
    try {
      const result = await work;
      note(kind, { outcome: 'done', ...facts, ...more?.(result) } as SecurityNote<F>);
      return result;
    } catch (error) {
      const ending = isRefusal(error) ? { outcome: 'refused', code: error.code } : { outcome: 'failed' };
      note(kind, { ...facts, ...ending } as SecurityNote<F>);
      throw error;
    }
  }

  return { note, follow, counts: () => [...counted.values()] };
}

/** The facts that match their schema, and the names of the invalid and undeclared ones. */
function fitting(shape: Readonly<Record<string, z.ZodType>>, given: Readonly<Record<string, unknown>>) {
  const facts: Record<string, string | number | boolean> = {};
  const unfit: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const read = Object.hasOwn(shape, name) ? shape[name]?.safeParse(value) : undefined;
    if (read?.success) facts[name] = read.data as string | number | boolean;
    else unfit.push(name);
  }
  return { facts, unfit };
}
