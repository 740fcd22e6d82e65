import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { html } from 'hono/html';
import type pg from 'pg';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { newId } from '#kernel/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';

export interface Mailbox {
  /** Connects the app's mailer: a real SMTP server on a local socket, which needs no port. */
  connect(): Socket;
  /** The routes of /sandbox/mail and /sandbox/mail.json. `render` puts the content into the app's frame. */
  pages(render: RenderMailbox): Hono;
  close(): Promise<void>;
}

export type RenderMailbox = (
  cookies: string | undefined,
  page: { title: string; content: ReturnType<typeof html> },
) => ReturnType<typeof html>;

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
/** Headers that a mail program acts on. */
const storedHeaders = new Set(['auto-submitted', 'list-unsubscribe', 'list-unsubscribe-post']);

/** The sandbox's mailbox of all recipients: an SMTP server that stores what it receives, and a page to read it. */
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
        store(pool, clock, Buffer.concat(chunks), recipients).then(() => done(), done);
      });
    },
  });
  const folder = mkdtempSync(join(tmpdir(), 'sleeved-mail-'));
  // Windows has named pipes outside the file system.
  const path = process.platform === 'win32' ? `\\\\.\\pipe\\sleeved-mail-${newId()}` : join(folder, 'smtp');
  await new Promise<void>((resolve, reject) => {
    smtp.on('error', reject);
    smtp.server.listen(path, () => resolve());
  });
  // After the start an error of one connection (a reset) must not end the process.
  smtp.removeAllListeners('error');
  smtp.on('error', () => {});
  return {
    connect: () => connect(path),
    pages: (render) => mailPages(pool, render),
    close: async () => {
      await new Promise<void>((resolve) => smtp.close(() => resolve()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function store(pool: pg.Pool, clock: Clock, raw: Buffer, recipients: string[]): Promise<void> {
  const mail = await PostalMime.parse(raw);
  const headers = Object.fromEntries(
    mail.headers.filter(({ key }) => storedHeaders.has(key)).map(({ key, value }) => [key, value]),
  );
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

function mailPages(pool: pg.Pool, render: RenderMailbox): Hono {
  const app = new Hono();
  const read = async (to: string | undefined) => {
    const { rows } =
      to !== undefined
        ? await pool.query<Row>(
            `select ${columns} from sandbox_mail where lower(recipient) = lower($1) order by sent_at desc, id desc limit 200`,
            [to],
          )
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
    const to = addressIn(c.req.query('to')) || undefined;
    const rows = await read(to);
    const content = html`<main id="main" class="wrap reading pt-8 pb-16"><h1>Mailbox</h1>
      <p class="dim">${to === undefined ? 'All emails of this sandbox, newest first.' : html`Emails to ${to}, newest first.`} They stay on this machine.</p>
      <form class="mt-5 flex flex-wrap items-end gap-2"><div class="fld"><label for="f-to">Recipient</label><input class="in" id="f-to" name="to" value="${to ?? ''}" placeholder="name@example.com" autocomplete="off" /></div><button class="btn">Search</button></form>
      ${rows.length === 0 ? html`<p class="mt-5">No emails yet</p>` : ''}
      ${rows.map(mailOf)}
    </main>`;
    return c.html(render(c.req.header('cookie'), { title: 'Mailbox', content }));
  });
  return app;
}

function mailOf(row: Row) {
  return html`<article class="panel mt-5"><h2>${row.subject}</h2>
    <p class="dim">To ${row.recipient} · <time datetime="${row.sent_at.toISOString()}">${sentFormat.format(row.sent_at)} UTC</time></p>
    <p class="mt-3 whitespace-pre-wrap">${row.body_text}</p>
    ${linksIn(row).map((link) => html`<p class="mt-2"><a class="link" href="${link}">${link}</a></p>`)}</article>`;
}

const sentFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** Without NUL, which neither addresses nor PostgreSQL's text may contain. */
function addressIn(text: string | undefined): string | undefined {
  return text?.replaceAll('\0', '');
}

function linksIn(row: Row): string[] {
  const found = `${row.body_text}\n${row.body_html.replaceAll('&amp;', '&')}`.match(/https?:\/\/[^\s"'<>]+/g) ?? [];
  return [...new Set(found.map((link) => link.replace(/[.,)]+$/, '')))];
}
