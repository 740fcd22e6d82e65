import { SMTPServer } from 'smtp-server';
import { expect, test, vi } from 'vitest';
import { createMailer } from '#platform/mail/mailer.ts';
import { add, found } from '#testing/secrets.ts';
import type { SecurityRun } from './security-log.testing.ts';

/** The log of faults: a part of `security-log.isolated.test.ts`, as `security-log-sign-in.testing.ts` is. */
export function faultsAreNotified({ at, output, updates, from }: SecurityRun): void {
  test('faults that carry a member’s values are logged without them: statements, jobs, mails', async () => {
    const member = await at.market.signUp('Life_14');
    await at.market.runJobs();
    const { pool, mail, config } = at.market.platform;
    const bio = 'I live at 12 Planted Alley, write to planted.canary@example.test';
    add(at.secrets, 'a profile', '12 Planted Alley');
    const until = (text: RegExp) =>
      vi.waitFor(() => expect(output.some((line) => text.test(line))).toBe(true), { timeout: 30_000 });

    await pool.query('alter table profile rename column bio to bio_away');
    expect((await at.market.request('PATCH', '/api/profile', { as: member, body: { bio } })).status).toBe(500);
    await pool.query('alter table profile rename column bio_away to bio');
    await until(/"a request failed".*Failed query: .*bio/);
    // PostgreSQL's own message repeats the value that it could not take.
    await pool.query(
      `create function planted() returns trigger language plpgsql as $$ begin perform new.bio::int; return new; end $$`,
    );
    await pool.query('create trigger planted before update on profile for each row execute function planted()');
    expect((await at.market.request('PATCH', '/api/profile', { as: member, body: { bio } })).status).toBe(500);
    await pool.query('drop trigger planted on profile');
    await until(/invalid input syntax for type integer: \\"…\\"/);

    // The job of a reset asks for the address by the address.
    await pool.query('alter table auth_user rename column email to email_away');
    await at.market.request('POST', '/api/auth/request-password-reset', {
      body: { email: 'job.canary@example.test' },
      headers: from(),
    });
    await until(/"a job failed".*Failed query: .*email/);
    await pool.query('alter table auth_user rename column email_away to email');

    // A mail server that names the unknown recipient.
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onRcptTo: ({ address }, _session, answer) =>
        answer(new Error(`5.1.1 <${address}>: Recipient address rejected: User unknown`)),
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.server.address() as { port: number };
    const refusing = createMailer(`smtp://127.0.0.1:${port}`, config.mailFrom, pool);
    const send = vi.spyOn(mail, 'send').mockImplementation((email, id) => refusing.send(email, id));
    await at.market.request('POST', '/api/auth/request-password-reset', {
      body: { email: member.email },
      headers: from(),
    });
    await until(/"a job failed".*\[email\]/);
    send.mockRestore();
    await refusing.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    const { rows } = await pool.query<{ last_error: string }>(
      'select last_error from graphile_worker.jobs where last_error is not null',
    );
    expect(found(at.secrets, rows.map((row) => row.last_error).join('\n'))).toEqual([]);
    updates();
  });
}
