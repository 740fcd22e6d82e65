import { readFile } from 'node:fs/promises';
import { and, eq } from 'drizzle-orm';
import { isId } from '#kernel/ids.ts';
import { invalid, notFound } from '#kernel/refusal.ts';
import { receiveUpload } from '#platform/http/requests/uploads.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { lockList } from '../edit/lock-list.server.ts';
import { unknownList } from '../model/want-list.policy.ts';
import { wantList } from '../model/want-list.tables.ts';
import { listLimits } from '../words.ts';
import { keepPreview, readPreview, tooLarge } from './store-preview.server.ts';

/**
 * Reads what was pasted for one's own list and keeps it as its preview; nothing is on the list yet. Refuses somebody
 * else's list (404), then as `readPreview`.
 */
export async function importWants(
  platform: Platform,
  actor: Actor,
  id: string,
  brought: Uint8Array | string,
): Promise<void> {
  await requireOwn(platform, actor, id);
  const read = await readPreview(platform, actor, brought);
  await write(platform, async (tx) => {
    const list = await lockList(tx, actor, id, 'bring');
    await keepPreview(tx, list.id, read, platform.clock.now());
  });
}

/** The same with a file; no byte of it is read before it is known whose the list is. */
export async function receiveWants(platform: Platform, actor: Actor, id: string, request: Request): Promise<void> {
  await requireOwn(platform, actor, id);
  const limits = { field: 'file', maxFiles: 1, maxFileBytes: listLimits.fileBytes, tooLarge };
  await receiveUpload(platform, actor.id, request, limits, async ([file]) => {
    if (!file) throw invalid({ file: 'Choose a file.' });
    await importWants(platform, actor, id, await readFile(file.path));
  });
}

/** Whether the member has a want list of this id. */
export async function isOwnList({ db }: Pick<Platform, 'db'>, actor: Actor, id: string): Promise<boolean> {
  return isId(id) && (await db.$count(wantList, and(eq(wantList.id, id), eq(wantList.ownerId, actor.id)))) > 0;
}

async function requireOwn(platform: Pick<Platform, 'db'>, actor: Actor, id: string): Promise<void> {
  if (!(await isOwnList(platform, actor, id))) throw notFound(unknownList);
}
