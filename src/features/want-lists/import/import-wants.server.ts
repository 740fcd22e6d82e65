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
import { readPreview, storePreview, tooLarge } from './store-preview.server.ts';

/**
 * Stores pasted text as the preview of the member's own list; the list does not change yet. Refuses another member's
 * list (404), then as `readPreview`.
 */
export async function importWants(
  platform: Platform,
  actor: Actor,
  id: string,
  input: Uint8Array | string,
): Promise<void> {
  await requireOwn(platform, actor, id);
  const read = await readPreview(platform, actor, input);
  await write(platform, async (tx) => {
    const list = await lockList(tx, actor, id, 'bring');
    await storePreview(tx, list.id, read, platform.clock.now());
  });
}

/** Like `importWants` with a file. Checks the list's owner before it reads the body. */
export async function receiveWants(platform: Platform, actor: Actor, id: string, request: Request): Promise<void> {
  await requireOwn(platform, actor, id);
  const limits = { field: 'file', maxFiles: 1, maxFileBytes: listLimits.fileBytes, tooLarge };
  await receiveUpload(platform, actor.id, request, limits, async ([file]) => {
    if (!file) throw invalid({ file: 'Choose a file.' });
    await importWants(platform, actor, id, await readFile(file.path));
  });
}

/** Whether the member has a want list with this id. */
export async function isOwnList({ db }: Pick<Platform, 'db'>, actor: Actor, id: string): Promise<boolean> {
  return isId(id) && (await db.$count(wantList, and(eq(wantList.id, id), eq(wantList.ownerId, actor.id)))) > 0;
}

async function requireOwn(platform: Pick<Platform, 'db'>, actor: Actor, id: string): Promise<void> {
  if (!(await isOwnList(platform, actor, id))) throw notFound(unknownList);
}
