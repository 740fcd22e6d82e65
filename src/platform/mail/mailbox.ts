import type { AddressInfo } from 'node:net';
import { Hono } from 'hono';
import { html } from 'hono/html';
import type pg from 'pg';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { newId } from '#kernel/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';

export interface Mailbox {
  /** Where the app's own mailer delivers to: a real SMTP server on loopback. */
  smtpUrl: string;
  /** The page and its JSON, to be mounted at /sandbox/mail and /sandbox/mail.json. */
  app: Hono;
  close(): Promise<void>;
}

interface Row {
  id: string;
  recipient: string;
  subject: string;
  body_text: string;
  body_html: string;
  sent_at: Date;
  message_id: string;
  headers: Record<string, string>;
}

const maxBytes = 2 * 1024 * 1024;
const columns = 'id, recipient, subject, body_text, body_html, sent_at, message_id, headers';
/** What a mail program would act on. */
const keptHeaders = new Set(['auto-submitted', 'list-unsubscribe', 'list-unsubscribe-post']);

/** The sandbox's stand-in for everybody's mailbox: an SMTP server that keeps what it gets, and a page to read it. */
export async function startMailbox(pool: pg.Pool, clock: Clock): Promise<Mailbox> {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: maxBytes,
    logger: false,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map((to) => to.address);
        keep(pool, clock, Buffer.concat(chunks), recipients).then(() => done(), done);
      });
    },
  });
  await new Promise<void>((resolve, reject) => {
    smtp.on('error', reject);
    smtp.listen(0, '127.0.0.1', () => resolve());
  });
  // After the start an error of one connection (a reset) must not end the process.
  smtp.removeAllListeners('error');
  smtp.on('error', () => {});
  const { port } = smtp.server.address() as AddressInfo;
  return {
    smtpUrl: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
    app: mailPages(pool),
    close: () => new Promise((resolve) => smtp.close(() => resolve())),
  };
}

async function keep(pool: pg.Pool, clock: Clock, raw: Buffer, recipients: string[]): Promise<void> {
  const mail = await PostalMime.parse(raw);
  const headers = Object.fromEntries(mail.headers.filter(({ key }) => keptHeaders.has(key)).map(({ key, value }) => [key, value]));
  for (const recipient of recipients) {
    await pool.query(`insert into sandbox_mail (${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8)`, [
      newId(),
      recipient,
      mail.subject ?? '',
      mail.text ?? '',
      mail.html ?? '',
      clock.now(),
      mail.messageId ?? '',
      headers,
    ]);
  }
}

function mailPages(pool: pg.Pool): Hono {
  const app = new Hono();
  const read = async (to: string | undefined) => {
    const { rows } =
      to !== undefined
        ? await pool.query<Row>(`select ${columns} from sandbox_mail where lower(recipient) = lower($1) order by sent_at desc, id desc limit 200`, [
            to,
          ])
        : await pool.query<Row>(`select ${columns} from sandbox_mail order by sent_at desc, id desc limit 200`);
    return rows;
  };
  app.get('/mail.json', async (c) => {
    const rows = await read(addressIn(c.req.query('to')));
    return c.json(
      rows.map((row) => ({
        id: row.id,
        to: row.recipient,
        subject: row.subject,
        text: row.body_text,
        html: row.body_html,
        links: linksIn(row),
        sentAt: row.sent_at,
        messageId: row.message_id,
        headers: row.headers,
      })),
    );
  });
  app.get('/mail', async (c) => {
    const rows = await read(addressIn(c.req.query('to')));
    // A page of its own with its own style: the strict policy of the API would leave it bare.
    c.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
    return c.html(
      html`<!doctype html><html lang="en"><head><meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" /><title>Mailbox · Sandbox</title>
        <style>body{font:15px/23px ui-sans-serif,system-ui,sans-serif;max-width:720px;margin:32px auto;padding:0 16px;color:#1c1c24;background:#fbfaf8}article{background:#fff;border:1px solid #dddcd8;border-radius:12px;padding:16px 20px;margin:16px 0}h2{font-size:17px;margin:0}h1,p{overflow-wrap:anywhere}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}small{color:#55555c}</style></head>
        <body><main><h1>Mailbox</h1><p>Every mail that this sandbox sent, newest first. None has left this machine.</p>
        ${rows.length === 0 ? html`<p>No mail yet.</p>` : ''}
        ${rows.map((row) => html`<article><h2>${row.subject}</h2><small>To ${row.recipient} · ${row.sent_at.toISOString()}</small><pre>${row.body_text}</pre>${linksIn(row).map((link) => html`<p><a href="${link}">${link}</a></p>`)}</article>`)}
        </main></body></html>`,
    );
  });
  return app;
}

/** NUL belongs in no address and not in PostgreSQL's text either. */
function addressIn(asked: string | undefined): string | undefined {
  return asked?.replaceAll('\0', '');
}

function linksIn(row: Row): string[] {
  const found = `${row.body_text}\n${row.body_html.replaceAll('&amp;', '&')}`.match(/https?:\/\/[^\s"'<>]+/g) ?? [];
  return [...new Set(found.map((link) => link.replace(/[.,)]+$/, '')))];
}
