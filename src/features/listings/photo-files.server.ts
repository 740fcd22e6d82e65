import { eq } from 'drizzle-orm';
import { cardArtSvg, findCard } from '#features/catalogue/index.server.ts';
import { isId } from '#kernel/ids.ts';
import { pictureWidths } from '#platform/pictures/pictures.ts';
import type { Platform } from '#platform/platform.ts';
import { shared } from '#platform/shared.ts';
import { type ArtView, artScene } from './art-scene.ts';
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
  const nearest = photo.widths.filter((each) => each <= width).at(-1) ?? photo.widths[0];
  if (nearest === undefined) return null;
  const kept = await platform.storage.get(photoKey(photoId, nearest));
  if (kept) return kept.bytes;
  if (photo.kind !== 'art') return null;
  await drawOnce(platform, photoId, nearest, photo.listingId, photo.view as ArtView);
  return (await platform.storage.get(photoKey(photoId, nearest)))?.bytes ?? null;
}

/**
 * Several browsers ask for one new photo at once: it is drawn for the first and kept for the others. Only the width that was asked for is drawn: a tile's
 * takes a tenth of the time that the largest does.
 */
function drawOnce(platform: Reader, photoId: string, width: number, listingId: string, view: ArtView): Promise<void> {
  const running = shared(platform.pictures, 'listings.drawings', () => new Map<string, Promise<void>>());
  const key = photoKey(photoId, width);
  const joined = running.get(key);
  if (joined) return joined;
  const drawing = draw(platform, photoId, width, listingId, view).finally(() => running.delete(key));
  running.set(key, drawing);
  return drawing;
}

async function draw(platform: Reader, photoId: string, width: number, listingId: string, view: ArtView): Promise<void> {
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
  const { sizes } = await platform.pictures.draw(svg, [width]);
  for (const size of sizes) await platform.storage.put(photoKey(photoId, size.width), size.bytes, 'image/webp');
}
