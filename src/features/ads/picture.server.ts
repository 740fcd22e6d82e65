import { eq } from 'drizzle-orm';
import { isId, newId } from '#kernel/ids.ts';
import { invalid, notFound, Refusal } from '#kernel/refusal.ts';
import { addMs, hourMs } from '#kernel/time.ts';
import { receiveUpload } from '#platform/http/requests/uploads.ts';
import { write } from '#platform/outbox/write.ts';
import { isPictureError, type ProcessedPicture } from '#platform/pictures/pictures.ts';
import type { Platform } from '#platform/platform.ts';
import { findAd } from './ads.queries.server.ts';
import { ad } from './model/ad.tables.ts';
import { sweepAdPictureJob } from './model/ads.jobs.ts';
import { adPictureKey, adWidths } from './model/picture.rules.ts';
import { setAdPicture } from './write-ad.server.ts';

const maxBytes = 4 * 1024 * 1024;
export const pictureSentence = 'Couldn’t read this image. Use a JPEG, PNG or WebP image without animation, up to 4 MB.';
const refused = (status: number) =>
  new Refusal(status, 'photo_unreadable', pictureSentence, { errors: { photo: pictureSentence } });

/**
 * Stores the picture of an ad from an admin's form: its middle square. Refuses an unknown ad (404) and an invalid
 * picture (413, 422).
 */
export async function receiveAdPicture(platform: Platform, by: string, id: string, request: Request): Promise<void> {
  await findAd(platform.db, id);
  const limits = { field: 'photo', maxFiles: 1, maxFileBytes: maxBytes, tooLarge: () => refused(413) };
  await receiveUpload(platform, by, request, limits, async ([file]) => {
    if (!file) throw invalid({ photo: 'Choose an image.' });
    const made = await platform.pictures.square(file.path, by, adWidths).catch((error) => {
      throw isPictureError(error) ? refused(422) : error;
    });
    await showPicture(platform, by, id, made);
  });
}

/** Gives an ad a picture that is rendered from an SVG. */
export async function drawAdPicture(platform: Platform, by: string, id: string, svg: string): Promise<void> {
  await showPicture(platform, by, id, await platform.pictures.render(svg, adWidths));
}

async function showPicture(platform: Platform, by: string, id: string, { sizes }: ProcessedPicture): Promise<void> {
  const picture = newId();
  // Deletes the files if this process is killed before the ad shows them.
  await write(platform, async (tx) =>
    tx.enqueue(sweepAdPictureJob, { picture }, { runAt: addMs(platform.clock.now(), hourMs) }),
  );
  for (const { width, bytes } of sizes) await platform.storage.put(adPictureKey(picture, width), bytes, 'image/webp');
  await setAdPicture(platform, by, id, picture);
}

/** The bytes of a picture in one of its widths. Refuses an unknown or deleted one (404). */
export async function readAdPicture(
  { storage }: Pick<Platform, 'storage'>,
  picture: string,
  width: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const stored =
    isId(picture) && adWidths.some((known) => known === width) ? await storage.get(adPictureKey(picture, width)) : null;
  if (!stored) throw notFound('We couldn’t find this image.');
  return stored.bytes;
}

/** Job: deletes the files of a picture that no ad shows. */
export async function sweepAdPicture({ db, storage }: Platform, picture: string): Promise<void> {
  if (!isId(picture) || (await db.$count(ad, eq(ad.picture, picture))) > 0) return;
  for (const width of adWidths) await storage.remove(adPictureKey(picture, width));
}
