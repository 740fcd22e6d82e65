import { eq } from 'drizzle-orm';
import { isId, newId } from '#kernel/ids.ts';
import { invalid, Refusal } from '#kernel/refusal.ts';
import { addMs, hourMs } from '#kernel/time.ts';
import { receiveUpload } from '#platform/http/requests/uploads.ts';
import { write } from '#platform/outbox/write.ts';
import { isPictureError } from '#platform/pictures/pictures.ts';
import type { Platform } from '#platform/platform.ts';
import { logoBytes, logoKey, logoWidth } from '#platform/site/logo.ts';
import { siteBrand } from '#platform/site/site.tables.ts';
import { sweepLogoJob } from '../admin.jobs.ts';
import { recordSiteAct } from './write-site.server.ts';

export const logoSentence = 'Couldn’t read this image. Use a PNG, JPEG or WebP image without animation, up to 4 MB.';
const refused = (status: number) =>
  new Refusal(status, 'photo_unreadable', logoSentence, { errors: { photo: logoSentence } });

/** Stores the image of an admin's form as the logo of the site. Refuses an invalid image (413, 422). */
export async function receiveLogo(platform: Platform, by: string, request: Request): Promise<void> {
  const limits = { field: 'photo', maxFiles: 1, maxFileBytes: logoBytes, tooLarge: () => refused(413) };
  await receiveUpload(platform, by, request, limits, async ([file]) => {
    if (!file) throw invalid({ photo: 'Choose an image.' });
    const bytes = await platform.pictures.png(file.path, by, logoWidth).catch((error) => {
      throw isPictureError(error) ? refused(422) : error;
    });
    const logo = newId();
    // Deletes the file if this process is killed before the brand shows it.
    await write(platform, async (tx) =>
      tx.enqueue(sweepLogoJob, { logo }, { runAt: addMs(platform.clock.now(), hourMs) }),
    );
    await platform.storage.put(logoKey(logo), bytes, 'image/png');
    await setLogo(platform, by, logo);
  });
}

/** Shows this logo from the next page on; null: the product's own sign. The file of the former one is deleted. */
export async function setLogo(platform: Platform, by: string, logo: string | null): Promise<void> {
  await write(platform, async (tx) => {
    const [before] = await tx.db.select({ logo: siteBrand.logo }).from(siteBrand).for('update');
    const { name, accent } = platform.site.brand;
    await tx.db
      .insert(siteBrand)
      .values({ name, accent, logo })
      .onConflictDoUpdate({ target: siteBrand.onlyRow, set: { logo } });
    if (before?.logo) tx.enqueue(sweepLogoJob, { logo: before.logo });
    await recordSiteAct(platform, tx, { by, act: logo === null ? 'logo.removed' : 'logo.changed', data: {} });
  });
}

/** Job: deletes the file of a logo that the site doesn't show. */
export async function sweepLogo({ db, storage }: Platform, logo: string): Promise<void> {
  if (!isId(logo) || (await db.$count(siteBrand, eq(siteBrand.logo, logo))) > 0) return;
  await storage.remove(logoKey(logo));
}
