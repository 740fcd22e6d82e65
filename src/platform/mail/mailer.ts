import type { Socket } from 'node:net';
import { createTransport } from 'nodemailer';
import type pg from 'pg';
import type { Mail, Mailer } from './mail.ts';
import { claimMail, noteSent, releaseMail } from './sent-mail.ts';

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/**
 * Sends emails through an SMTP server: `server` is its URL, or opens a connection to it. `from` is the visible sender.
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
  // Out-of-office replies would reach no one.
  const own = { 'Auto-Submitted': 'auto-generated' };
  if (unsubscribeUrl === undefined) return own;
  return { ...own, 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** A custom proxy protocol is nodemailer's documented way to pass an open connection. */
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
