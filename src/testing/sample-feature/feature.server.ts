import { createRoute, z } from '@hono/zod-openapi';
import { sql } from 'drizzle-orm';
import { mailMember } from '#features/notifications/index.server.ts';
import type { Feature } from '#platform/feature.ts';
import { type Api, refusals, requireActor } from '#platform/http/requests/api.ts';
import { body, json } from '#platform/http/responses/answers.ts';
import { defineJob, runs } from '#platform/jobs/jobs.ts';
import type { MailKind } from '#platform/mail/mail-kind.ts';
import { defineEvent } from '#platform/outbox/events.ts';
import { wakes } from '#platform/outbox/reactions.ts';
import { write } from '#platform/outbox/write.ts';
import { all } from '#platform/personal-data/personal-data.ts';
import type { Platform } from '#platform/platform.ts';
import { notePolicy } from './note.policy.ts';
import { listNotes } from './notes.server.ts';

/**
 * A feature that the app does not have: members store notes. It shows what a feature provides through its manifest
 * alone.
 */

const noteWritten = defineEvent('note.written', z.object({ text: z.string() }));
const countNoteJob = defineJob('notes.count', z.object({ memberId: z.string(), length: z.int() }), {
  formerly: ['note.count'],
});

const mailNoteJob = defineJob('notes.mail', z.object({ memberId: z.string(), text: z.string() }));

const noteMails: MailKind = {
  name: 'notes',
  rank: 100,
  label: 'What you note',
  means: 'You kept a note.',
  why: 'You’re receiving this email because you keep notes here.',
};

const noteInput = z.strictObject({ text: z.string().min(1).max(200) });
const noteRoute = createRoute({
  method: 'post',
  path: '/api/notes',
  tags: ['notes'],
  summary: 'Keep a note.',
  request: { body: body(noteInput, false) },
  responses: { 201: json(noteInput, 'It is kept.'), ...refusals(401, 422) },
});
const waveRoute = createRoute({
  method: 'post',
  path: '/api/notes/wave',
  tags: ['notes'],
  summary: 'Wave, as anybody may.',
  responses: { 204: { description: 'Seen.' } },
});

export const feature: Feature = {
  name: 'notes',
  api: addNotesApi,
  policy: notePolicy,
  memberPages: ['/notes/mine'],
  exactMemberPages: ['/notes'],
  livePages: ['/notes/:id'],
  adPages: ['/about-notes'],
  navigation: [
    { in: 'main', rank: 900, to: '/about-notes', label: 'Notes' },
    { in: 'icons', rank: 900, to: '/notes/mine', label: 'Your notes', icon: 'bell', counter: 'notes', for: 'member' },
    { in: 'dashboard', rank: 900, to: '/notes/mine', label: 'Your notes', icon: 'bell', counter: 'notes' },
    { in: 'settings', rank: 900, to: '/settings/notes', label: 'Notes', about: 'What is kept', icon: 'data' },
    { in: 'operator', rank: 900, to: '/admin/notes', label: 'Notes' },
  ],
  counters: {
    notes: {
      waits: 'kept',
      stored: { kinds: { notes: 'select member_id, count(*) as n from sample_note group by 1' } },
      topics: (memberId) => [`notes:${memberId}`],
    },
  },
  mailKinds: [noteMails],
  alwaysMailed: [{ rank: 100, what: 'A note that is lost', why: 'Nobody else has it.' }],
  adminPanels: [
    {
      id: 'notes',
      rank: 100,
      title: 'Notes',
      read: async ({ db }, memberId) => [{ label: 'Kept', value: String((await listNotes(db, memberId)).length) }],
    },
  ],
  robotsDisallow: ['/notes'],
  sitemap: { pages: ['/about-notes'], entries: { name: 'notes', list: async () => ['/notes/1'] } },
  personalData: {
    sample_note: { rowsOf: 'member_id = $1', columns: { ...all('own', 'text length'), member_id: 'none' } },
  },
  retention: [
    { rank: 900, title: 'What you note', says: 'Your notes, so that you find them again.', tables: ['sample_note'] },
  ],
  dataExport: {
    part: 'notes',
    read: async (db, memberId) => ({ notes: await listNotes(db, memberId) }),
  },
  erasure: {
    rank: 80,
    erase: (tx, { memberId }) => tx.db.execute(sql`delete from sample_note where member_id = ${memberId}`),
  },
  events: [noteWritten],
  jobs: [
    runs(countNoteJob, ({ db }, { memberId, length }) =>
      db.execute(sql`update sample_note set length = ${length} where member_id = ${memberId}`),
    ),
    runs(mailNoteJob, (platform, { memberId, text }) =>
      mailMember(platform, {
        userId: memberId,
        kind: noteMails,
        messageId: `note-${memberId}-${text}`,
        email: { subject: `Noted: ${text}`, paragraphs: [text] },
      }),
    ),
  ],
  reactions: [
    wakes(noteWritten, countNoteJob, {
      payload: ({ subject, data }) => ({ memberId: subject, length: data.text.length }),
    }),
    wakes(noteWritten, mailNoteJob, { payload: ({ subject, data }) => ({ memberId: subject, text: data.text }) }),
  ],
  handlesStripe: {
    types: ['payout.failed'],
    connectedTypes: ['account.updated'],
    handle: ({ db }, { type, objectId, account }) =>
      db.execute(
        sql`insert into sample_note (member_id, text) values ('stripe', ${`${type} ${objectId} of ${account ?? 'the market'}`})`,
      ),
  },
};

function addNotesApi(api: Api, platform: Platform): void {
  api.openapi(noteRoute, async (c) => {
    const { id } = requireActor(c);
    const note = c.req.valid('json');
    await write(platform, async (tx) => {
      await tx.db.execute(sql`insert into sample_note (member_id, text) values (${id}, ${note.text})`);
      tx.append(noteWritten, { subject: id, version: 0, topics: [`notes:${id}`], data: note });
    });
    return c.json(note, 201);
  });
  api.openapi(waveRoute, (c) => c.body(null, 204));
}
