import { eq } from 'drizzle-orm';
import { cardArtSvg, findCard } from '#features/catalogue/index.server.ts';
import { weakMemo } from '#kernel/weak-memo.ts';
import { photoKey } from '#platform/pictures/photo-key.ts';
import { pictureWidths } from '#platform/pictures/pictures.ts';
import type { Platform } from '#platform/platform.ts';
import { listing } from '../model/listing.tables.ts';
import { type ArtView, artScene } from './art-scene.ts';
import type { SeenPhoto } from './photo-access.server.ts';

type Reader = Pick<Platform, 'db' | 'storage' | 'pictures'>;

/**
 * The bytes of a photo in a width, or in the largest below it. Null for an unknown width. A demo photo is generated on
 * its first request.
 */
export async function readPhoto(
  platform: Reader,
  { id, held }: SeenPhoto,
  width: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!pictureWidths.some((known) => known === width)) return null;
  const stored = await platform.storage.get(photoKey(id, width));
  if (stored) return stored.bytes;
  // A photo removed from its listing is stored as it was: the order names its widths.
  const nearest = held?.widths.filter((each) => each <= width).at(-1) ?? held?.widths[0];
  if (held === null || nearest === undefined) return null;
  const kept = await platform.storage.get(photoKey(id, nearest));
  if (kept) return kept.bytes;
  if (held.kind !== 'art') return null;
  await drawOnce(platform, id, nearest, held.listingId, held.view as ArtView);
  return (await platform.storage.get(photoKey(id, nearest)))?.bytes ?? null;
}

const drawingsUnderWay = weakMemo((_pictures: Platform['pictures']) => new Map<string, Promise<void>>());

/**
 * Concurrent requests for one new photo share its generation. Only the requested width is generated: a tile's takes a
 * tenth of the time of the largest.
 */
function drawOnce(platform: Reader, photoId: string, width: number, listingId: string, view: ArtView): Promise<void> {
  const running = drawingsUnderWay(platform.pictures);
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
  const { sizes } = await platform.pictures.render(svg, [width]);
  for (const size of sizes) await platform.storage.put(photoKey(photoId, size.width), size.bytes, 'image/webp');
}
