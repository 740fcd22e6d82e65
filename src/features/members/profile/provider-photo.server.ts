import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { fetchProviderPhoto } from '#platform/identity/providers/provider-photo.ts';
import { write } from '#platform/outbox/write.ts';
import { isPictureError } from '#platform/pictures/pictures.ts';
import type { Platform } from '#platform/platform.ts';
import { profile } from '../model/members.tables.ts';
import { avatarAddress } from './avatar.rules.ts';
import { removePicture, storePicture } from './avatar.server.ts';
import { appendProfileChanged } from './profile-facts.server.ts';

/**
 * Job: stores the photo that a new member's provider named, so that no visitor's browser requests it from the provider.
 * Shown until the member chooses another (EN-01 `photoURL`). Does nothing for a member with a picture, a deleted
 * member, and a file that is no photo.
 */
export async function takeProviderPhoto(platform: Platform, userId: string, address: string): Promise<void> {
  const isBare = and(
    eq(profile.userId, userId),
    isNull(profile.deletedAt),
    isNull(profile.avatarUrl),
    isNull(profile.photoUrl),
  );
  const [bare] = await platform.db.select({ id: profile.userId }).from(profile).where(isBare);
  const bytes = bare ? await fetchProviderPhoto(address) : null;
  if (!bytes) return;
  const id = await storeBytes(platform, userId, bytes);
  if (id === null) return;
  const isTaken = await write(platform, async (tx) => {
    const [row] = await tx.db
      .update(profile)
      .set({ photoUrl: avatarAddress(id), lastUpdated: platform.clock.now(), version: sql`${profile.version} + 1` })
      .where(isBare)
      .returning({ version: profile.version });
    if (row) appendProfileChanged(tx, userId, row.version);
    return row !== undefined;
  });
  if (!isTaken) await removePicture(platform, id);
}

/** The id of the stored picture; null for bytes that are no photo. */
async function storeBytes(platform: Platform, userId: string, bytes: Uint8Array): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'photo-'));
  try {
    const path = join(folder, 'photo');
    await writeFile(path, bytes);
    return await storePicture(platform, userId, path);
  } catch (error) {
    if (!isPictureError(error)) throw error;
    platform.log.info('the photo of a sign-in provider could not be read', { problem: error.problem });
    return null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
