import { createTransport } from 'nodemailer';
import type { Mailer } from './mail.ts';

/** Mails through an SMTP server. `from` is what people see as the sender. */
export function createMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport({ url: smtpUrl, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 } as object);
  return {
    send: async (mail, messageId) => {
      await transport.sendMail({ from, to: mail.to, subject: mail.subject, text: mail.text, html: mail.html, messageId: `<${messageId}@sleeved>` });
    },
    close: async () => transport.close(),
  };
}
