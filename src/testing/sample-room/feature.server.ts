import { createRoute, z } from '@hono/zod-openapi';
import { sql } from 'drizzle-orm';
import type { Feature } from '#platform/feature.ts';
import { body, json } from '#platform/http/answers.ts';
import { type Api, refusals, requireActor } from '#platform/http/api.ts';
import { defineJob, runs } from '#platform/jobs/jobs.ts';
import { defineEvent } from '#platform/outbox/events.ts';
import { wakes } from '#platform/outbox/reactions.ts';
import { write } from '#platform/outbox/write.ts';
import { all } from '#platform/personal-data/personal-data.ts';
import type { Platform } from '#platform/platform.ts';

/** A room that the market does not have: members keep notes. It shows what a room brings, by its manifest alone. */

const noteWritten = defineEvent('note.written', z.object({ text: z.string() }));
const countNoteJob = defineJob('notes.count', z.object({ memberId: z.string(), length: z.int() }), { formerly: ['note.count'] });

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
  openToVisitors: /^\/api\/notes\/wave$/,
  guarded: ['/notes/mine'],
  hidden: ['/notes'],
  sitemap: { pages: ['/about-notes'], things: { name: 'notes', list: async () => ['/notes/1'] } },
  personalData: { sample_note: { rowsOf: 'member_id = $1', columns: { ...all('own', 'text length'), member_id: 'none' } } },
  exports: {
    part: 'notes',
    read: async (db, memberId) => ({ notes: (await db.execute(sql`select text, length from sample_note where member_id = ${memberId}`)).rows }),
  },
  forgets: { rank: 80, forget: (tx, { memberId }) => tx.db.execute(sql`delete from sample_note where member_id = ${memberId}`) },
  events: [noteWritten],
  jobs: [
    runs(countNoteJob, ({ db }, { memberId, length }) => db.execute(sql`update sample_note set length = ${length} where member_id = ${memberId}`)),
  ],
  reactions: [wakes(noteWritten, countNoteJob, { payload: ({ subject, data }) => ({ memberId: subject, length: data.text.length }) })],
  hearsStripe: {
    types: ['payout.failed'],
    connectedTypes: ['account.updated'],
    hear: ({ db }, { type, objectId, account }) =>
      db.execute(sql`insert into sample_note (member_id, text) values ('stripe', ${`${type} ${objectId} of ${account ?? 'the market'}`})`),
  },
};

function addNotesApi(api: Api, platform: Platform): void {
  api.openapi(noteRoute, async (c) => {
    const { id } = requireActor(c);
    const note = c.req.valid('json');
    await write(platform, async (tx) => {
      await tx.db.execute(sql`insert into sample_note (member_id, text) values (${id}, ${note.text})`);
      tx.append(noteWritten, { subject: id, version: 0, topics: [`user:${id}`], data: note });
    });
    return c.json(note, 201);
  });
  api.openapi(waveRoute, (c) => c.body(null, 204));
}
