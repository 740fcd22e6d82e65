import type * as z from 'zod';
import { lockMember } from '#features/members/index.server.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import type { notifyLaterJob } from '../model/notification.jobs.ts';
import { writeEntry } from './notify.server.ts';

/** Writes the entry that `notify` deferred, if the member still exists. Idempotent. */
export async function notifyLater(
  platform: Platform,
  { at, renews, thing, namedId, code, params, ...updates }: z.output<typeof notifyLaterJob.payload>,
): Promise<void> {
  await write(platform, async (tx) => {
    if (!(await lockMember(tx, updates.userId))) return;
    await writeEntry(tx, {
      ...updates,
      ...(code ? { code } : {}),
      ...(params ? { params } : {}),
      ...(thing ? { thing } : {}),
      ...(namedId ? { namedId } : {}),
      ...(renews ? { renews } : {}),
      now: new Date(at),
    });
  });
}
