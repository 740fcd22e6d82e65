import { newId } from '#kernel/ids.ts';
import { actsTopic } from '#platform/audit/audit.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import type { ReportInput, ReportSubject } from '../contract.ts';
import { reportFiled } from '../model/message.events.ts';
import { announceReportsJob } from '../model/message.jobs.ts';
import { messagesLimits } from '../model/messages.limits.ts';
import { reasonCode } from '../model/report.rules.ts';
import { memberReport, reportPhoto } from '../model/report.tables.ts';
import { freezeMessages } from '../threads/freeze-messages.server.ts';
import { findReported } from './report-subject.server.ts';

/**
 * Reports a member or their content to the admins, with a copy of the content and of the last messages of the two, and
 * their photos.
 * Refuses things that the reporter may not see (404), oneself (403), and more than 10 an hour (429). Returns the
 * report's id.
 */
export async function fileReport(
  platform: Platform,
  actor: Actor,
  subject: ReportSubject,
  { reason, text }: ReportInput,
): Promise<string> {
  const thing = await findReported(platform, actor.id, subject);
  await platform.limits.count(messagesLimits.reports, actor.id);
  return write(platform, async (tx) => {
    const now = platform.clock.now();
    const id = newId(now.getTime());
    const messages = await freezeMessages(tx, actor.id, thing);
    const frozen = thing.id === null ? null : await platform.threadSubjects[thing.kind]?.freeze?.(tx, thing.id);
    await tx.db.insert(memberReport).values({
      id,
      reporterId: actor.id,
      reportedId: thing.reportedId,
      subjectKind: thing.kind,
      subjectId: thing.id,
      subjectTitle: thing.title,
      reason: reasonCode(reason) ?? reason,
      text: text ?? null,
      thing: frozen ?? null,
      messages,
      createdAt: now,
    });
    const said = [...new Set(messages.flatMap((message) => (message.photos ?? []).map((photo) => photo.id)))];
    const photos = [
      ...said.map((photoId) => ({ reportId: id, photoId, ofThing: false })),
      ...(frozen?.photos ?? []).map((photo) => ({ reportId: id, photoId: photo.id, ofThing: true })),
    ];
    if (photos.length > 0) await tx.db.insert(reportPhoto).values(photos);
    tx.enqueue(announceReportsJob, {}, { key: 'all' });
    tx.append(reportFiled, { subject: id, version: 0, topics: [actsTopic] });
    tx.made(id);
    return id;
  });
}
