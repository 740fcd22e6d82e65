import { eq, or, sql } from 'drizzle-orm';
import { isId, newId } from '#kernel/ids.ts';
import { notFound, Refusal } from '#kernel/refusal.ts';
import { addMs, hourMs } from '#kernel/time.ts';
import { httpLimits, httpQuotas } from '#platform/http/http.limits.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import { isPictureError, type PictureProblem, pictureLimits, type SquarePart } from '#platform/pictures/pictures.ts';
import type { Platform } from '#platform/platform.ts';
import { scanSentences } from '#platform/scan/scan.ts';
import { sweepAvatarJob } from '../model/member.jobs.ts';
import { profile } from '../model/members.tables.ts';
import { avatarAddress, avatarBytes, avatarIdOf, avatarKey, avatarWidths } from './avatar.rules.ts';
import { appendProfileChanged } from './profile-facts.server.ts';
import { lockProfile } from './update-profile.server.ts';

const sentences: Record<PictureProblem, string> = {
  unknown_kind: 'We can’t read this file. Use a JPEG, PNG or WebP photo.',
  svg: 'SVG files aren’t supported. Use a JPEG, PNG or WebP photo.',
  animated: 'Animations aren’t supported. Use a photo without animation.',
  too_many_pixels: `This photo has more than ${pictureLimits.pixels / 1_000_000} megapixels. Use a smaller photo.`,
  damaged: 'This photo is damaged or incomplete. Save it again, then try again.',
  hidden_content: 'This file contains more than a photo. Save it again as a JPEG, PNG or WebP photo, then try again.',
  too_costly: 'This photo took too long to process. Try again with a smaller one.',
};

export function avatarTooLarge(): Refusal {
  return refused(413, `This photo is larger than ${avatarBytes / 1024 / 1024} MB. Use a smaller photo.`);
}

function refused(status: number, message: string): Refusal {
  return new Refusal(status, status === 413 ? 'photo_too_large' : 'photo_unreadable', message, {
    errors: { photo: message },
  });
}

const untaken = 'photo_unreadable';
const answers: Readonly<Record<string, string>> = {
  photo_too_large: `This photo is larger than ${avatarBytes / 1024 / 1024} MB or ${pictureLimits.pixels / 1_000_000} megapixels. Use a smaller photo.`,
  ...scanSentences,
  invalid: 'Choose a photo.',
  uploads_under_way: httpQuotas.uploadsUnderWay.sentence,
  too_many_requests: httpLimits.uploads.sentence ?? '',
  [untaken]: 'Couldn’t use this photo. Use a JPEG, PNG or WebP photo without animation.',
};

/** The code of this refusal for a query string: an address carries a code and never a text. */
export function avatarRefusalCode({ code }: { code: string }): string {
  return Object.hasOwn(answers, code) ? code : untaken;
}

/** The page's text for a refused photo of a plain form; null for an unknown code. */
export function avatarRefusal(code: string | null): string | null {
  return code !== null && Object.hasOwn(answers, code) ? (answers[code] ?? null) : null;
}

/**
 * Replaces the profile picture by a square of the photo, at a new immutable address. Refuses a file that is no photo,
 * is broken, too large or animated (413, 422). Removes the previous files.
 */
export async function setAvatar(platform: Platform, actor: Actor, path: string, part?: SquarePart): Promise<void> {
  const id = await storePicture(platform, actor.id, path, part).catch((error) => {
    throw isPictureError(error)
      ? refused(error.problem === 'too_many_pixels' ? 413 : 422, sentences[error.problem])
      : error;
  });
  try {
    await saveAddress(platform, actor.id, avatarAddress(id));
  } catch (error) {
    await removePicture(platform, id).catch(() => {});
    throw error;
  }
}

/**
 * Stores the square in all widths and returns its id. The caller must assign it to a profile or remove it. Throws
 * `PictureError` for a file that is no photo.
 */
export async function storePicture(
  platform: Platform,
  ownerId: string,
  path: string,
  part?: SquarePart,
): Promise<string> {
  const id = newId();
  // If this process is killed, the job removes files that no profile shows.
  await write(platform, async (tx) =>
    tx.enqueue(sweepAvatarJob, { avatarId: id }, { runAt: addMs(platform.clock.now(), hourMs) }),
  );
  const picture = await platform.pictures.square(path, ownerId, avatarWidths, part);
  for (const size of picture.sizes) await platform.storage.put(avatarKey(id, size.width), size.bytes, 'image/webp');
  return id;
}

export async function removePicture({ storage }: Pick<Platform, 'storage'>, id: string): Promise<void> {
  for (const width of avatarWidths) await storage.remove(avatarKey(id, width));
}

/** Removes the profile picture, including one of a sign-in provider. A missing one is no error. */
export async function removeAvatar(platform: Platform, actor: Actor): Promise<void> {
  await saveAddress(platform, actor.id, null);
}

async function saveAddress(platform: Platform, userId: string, avatarUrl: string | null): Promise<void> {
  await write(platform, async (tx) => {
    const before = await lockProfile(tx, userId);
    const [row] = await tx.db
      .update(profile)
      .set({
        avatarUrl,
        ...(avatarUrl ? {} : { photoUrl: null }),
        lastUpdated: platform.clock.now(),
        version: sql`${profile.version} + 1`,
      })
      .where(eq(profile.userId, userId))
      .returning({ version: profile.version });
    appendProfileChanged(tx, userId, row?.version ?? before.version);
    sweepPictures(tx, before);
  });
}

/** Schedules removal of these pictures' files, unless a profile shows them: at once, or after `until`. */
export function sweepPictures(
  tx: Tx,
  { avatarUrl, photoUrl }: { avatarUrl: string | null; photoUrl: string | null },
  until: Date | null = null,
): void {
  const when = until ? { runAt: until } : {};
  for (const avatarId of [avatarIdOf(avatarUrl), avatarIdOf(photoUrl)])
    if (avatarId) tx.enqueue(sweepAvatarJob, { avatarId }, when);
}

/** The bytes of a profile picture in one width. Refuses an unknown or removed one (404). */
export async function readAvatar(
  { storage }: Pick<Platform, 'storage'>,
  id: string,
  width: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const isOurs = isId(id) && avatarWidths.some((known) => known === width);
  const stored = isOurs ? await storage.get(avatarKey(id, width)) : null;
  if (!stored) throw notFound('We couldn’t find this photo. It may have been deleted.');
  return stored.bytes;
}

/** Job: removes the files of a picture that no profile shows. */
export async function sweepAvatar({ db, storage }: Platform, id: string): Promise<void> {
  if (!isId(id)) return;
  const shown = await db
    .select({ id: profile.userId })
    .from(profile)
    .where(or(eq(profile.avatarUrl, avatarAddress(id)), eq(profile.photoUrl, avatarAddress(id))));
  if (shown.length > 0) return;
  await removePicture({ storage }, id);
}
