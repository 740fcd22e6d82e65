import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { idShape, newId } from '#kernel/ids.ts';
import { defineEvent } from '#platform/outbox/events.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { auditSecurity } from './audit.security.ts';

/** The actor of acts from `npm run admin`. */
export const commandLine = 'command line';

export interface Act {
  /** An admin's id, or `command line`. */
  by: string;
  /** What was done: `premium.granted`. */
  act: string;
  /** Id of the member or thing that was changed. */
  subject: string;
  data?: Record<string, unknown>;
}

/** The topic of all acts; for admins only. */
export const actsTopic = 'operator:acts';

/** Notifies admins; the audit log has the details. */
export const adminActed = defineEvent('operator.acted', z.object({}));

/** Records an admin's act in its transaction: an act without its row does not exist. */
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
