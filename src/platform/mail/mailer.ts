import type { Socket } from 'node:net';
import { createTransport } from 'nodemailer';
import type pg from 'pg';
import type { Mail, Mailer } from './mail.ts';
import { claimMail, noteSent, releaseMail } from './sent-mail.ts';

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/**
 * Sends email through an SMTP server: the one at `server`, or the one that `server.connect` opens a connection to.
 * `from` is the sender that people see.
 */
export function createMailer(server: string | { connect(): Socket }, from: string, pool: pg.Pool): Mailer {
  const transport =
    typeof server === 'string'
      ? createTransport({ url: server, ...timeouts } as object)
      : localTransport(server.connect);
  return {
    send: async (mail, messageId) => {
      if (!(await claimMail(pool, messageId))) return;
      try {
        const { to, subject, text, html } = mail;
        await transport.sendMail({
          from,
          to,
          subject,
          text,
          html,
          messageId: `<${messageId}@sleeved>`,
          headers: headersOf(mail),
        });
      } catch (error) {
        await releaseMail(pool, messageId);
        throw error;
      }
      await noteSent(pool, messageId);
    },
    close: async () => transport.close(),
  };
}

function headersOf({ unsubscribeUrl }: Mail): Record<string, string> {
  // Answers of out-of-office programs would reach nobody.
  const own = { 'Auto-Submitted': 'auto-generated' };
  if (unsubscribeUrl === undefined) return own;
  return { ...own, 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** A proxy of our own kind is nodemailer's documented way to bring the connection along. */
function localTransport(connect: () => Socket) {
  const transport = createTransport({
    host: 'mailbox',
    ignoreTLS: true,
    proxy: 'local://mailbox',
    ...timeouts,
  } as object);
  transport.set(
    'proxy_handler_local',
    (_proxy: unknown, _options: unknown, done: (error: Error | null, socket?: { connection: Socket }) => void) => {
      const connection = connect();
      connection.once('error', done);
      connection.once('connect', () => {
        connection.off('error', done);
        done(null, { connection });
      });
    },
  );
  return transport;
}
