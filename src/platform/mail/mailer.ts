import { createTransport } from 'nodemailer';
import type pg from 'pg';
import type { Mail, Mailer } from './mail.ts';
import { claimMail, noteSent, releaseMail } from './sent-mail.ts';

/** Mails through an SMTP server. `from` is what people see as the sender. */
export function createMailer(smtpUrl: string, from: string, pool: pg.Pool): Mailer {
  const transport = createTransport({ url: smtpUrl, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 } as object);
  return {
    send: async (mail, messageId) => {
      if (!(await claimMail(pool, messageId))) return;
      try {
        const { to, subject, text, html } = mail;
        await transport.sendMail({ from, to, subject, text, html, messageId: `<${messageId}@sleeved>`, headers: headersOf(mail) });
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
