import { eq } from 'drizzle-orm';
import { cardArtSvg, findCard } from '#features/catalogue/index.server.ts';
import { isId } from '#kernel/ids.ts';
import { pictureWidths } from '#platform/pictures/pictures.ts';
import type { Platform } from '#platform/platform.ts';
import { shared } from '#platform/shared.ts';
import { type ArtView, artScene, artWidths } from './art-scene.ts';
import { listing, listingPhoto } from './listing.tables.ts';
import { photoKey } from './photos.server.ts';

type Reader = Pick<Platform, 'db' | 'storage' | 'pictures'>;

/** The bytes of a photo in a width, or in the largest that there is below it. Null for an unknown one. A demo photo is drawn when it is first asked for. */
export async function readPhoto(platform: Reader, photoId: string, width: number): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!isId(photoId) || !pictureWidths.some((known) => known === width)) return null;
  const stored = await platform.storage.get(photoKey(photoId, width));
  if (stored) return stored.bytes;
  const [photo] = await platform.db.select().from(listingPhoto).where(eq(listingPhoto.id, photoId));
  if (!photo) return null;
  if (photo.kind === 'art') await drawOnce(platform, photoId, photo.listingId, photo.view as ArtView);
  const nearest = photo.widths.filter((each) => each <= width).at(-1) ?? photo.widths[0];
  return nearest === undefined ? null : ((await platform.storage.get(photoKey(photoId, nearest)))?.bytes ?? null);
}

/** Several browsers ask for several widths of one new photo at once: it is drawn for the first and kept for the others. */
function drawOnce(platform: Reader, photoId: string, listingId: string, view: ArtView): Promise<void> {
  const running = shared(platform.pictures, 'listings.drawings', () => new Map<string, Promise<void>>());
  const joined = running.get(photoId);
  if (joined) return joined;
  const drawing = draw(platform, photoId, listingId, view).finally(() => running.delete(photoId));
  running.set(photoId, drawing);
  return drawing;
}

async function draw(platform: Reader, photoId: string, listingId: string, view: ArtView): Promise<void> {
  const [row] = await platform.db.select().from(listing).where(eq(listing.id, listingId));
  if (!row) return;
  const known = row.cardId === null ? null : await findCard(platform.db, row.cardId);
  const { game, name, setName, number, rarity, finish, condition } = row;
  const card = known ?? { id: row.id, game, setCode: row.setCode ?? '', setName: setName ?? '', number, name, rarity };
  const svg = artScene({
    art: cardArtSvg(card),
    view,
    seed: photoId,
    condition,
    isFoil: finish !== null && finish !== 'normal' && finish !== 'nonfoil',
  });
  const { sizes } = await platform.pictures.draw(svg, artWidths);
  for (const size of sizes) await platform.storage.put(photoKey(photoId, size.width), size.bytes, 'image/webp');
}
