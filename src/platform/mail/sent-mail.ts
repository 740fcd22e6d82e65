import type pg from 'pg';
import { sweepRows } from '#platform/db/sweep-rows.ts';

/** Longer than any SMTP timeout: an older claim belongs to a process that has died. */
const claimLife = '2 minutes';
/** Longer than the retries of a job. */
const retention = '7 days';

/**
 * Claims an email for sending; false when it was sent already. Throws while another run is sending it, so that the job
 * retries later.
 */
export async function claimMail(pool: pg.Pool, messageId: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'mail-claim',
    text: `insert into sent_mail (message_id, claimed_at) values ($1, now())
     on conflict (message_id) do update set claimed_at = now(), failed_at = null
     where sent_mail.sent_at is null and (sent_mail.failed_at is not null or sent_mail.claimed_at < now() - interval '${claimLife}')`,
    values: [messageId],
  });
  if (rowCount === 1) return true;
  const { rows } = await pool.query<{ sent_at: Date | null }>('select sent_at from sent_mail where message_id = $1', [
    messageId,
  ]);
  if (rows[0]?.sent_at) return false;
  throw new Error(`the mail ${messageId} is being handed over by another run of its job`);
}

export async function noteSent(pool: pg.Pool, messageId: string): Promise<void> {
  await pool.query({
    name: 'mail-sent',
    text: 'update sent_mail set sent_at = now() where message_id = $1',
    values: [messageId],
  });
}

/**
 * Releases the claim when the server did not accept the email: the next run may try at once. Counts the failures for
 * the host.
 */
export async function releaseMail(pool: pg.Pool, messageId: string): Promise<void> {
  await pool.query(
    'update sent_mail set failed_at = now(), failures = failures + 1 where message_id = $1 and sent_at is null',
    [messageId],
  );
}

export async function sweepSentMail(pool: pg.Pool): Promise<void> {
  await sweepRows(pool, 'sent_mail', `claimed_at < now() - interval '${retention}'`, []);
}
