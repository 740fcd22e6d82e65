import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { idShape, newId } from '#kernel/ids.ts';
import { defineEvent } from '#platform/outbox/events.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { auditSecurity } from './audit.security.ts';

/** The name under which acts from `npm run admin` are kept. */
export const commandLine = 'command line';

export interface Act {
  /** An operator's id, or `command line`. */
  by: string;
  /** What was done: `premium.granted`. */
  act: string;
  /** Id of the member or thing that it was done to. */
  subject: string;
  data?: Record<string, unknown>;
}

/** Whoever hears this topic hears of every act; for operators alone. */
export const actsTopic = 'operator:acts';

/** Told to operators; what was done stands in the audit log. */
export const adminActed = defineEvent('operator.acted', z.object({}));

/** Keeps an operator's act, in the transaction that does it: an act without its row does not exist. */
export async function recordAct(tx: Tx, { by, act, subject, data = {} }: Act, at: Date): Promise<void> {
  await tx.db.execute(
    sql`insert into audit_log (id, at, by, act, subject, data) values (${newId()}, ${at}, ${by}, ${act}, ${subject}, ${JSON.stringify(data)}::jsonb)`,
  );
  tx.note(auditSecurity.act, {
    outcome: 'done',
    act,
    subject: idShape.test(subject) ? subject : undefined,
    by: by === commandLine ? 'command-line' : 'operator',
  });
  tx.append(adminActed, { subject, version: at.getTime(), topics: [actsTopic] });
}
