import { plural } from '#kernel/format.ts';
import type { ListingPhoto } from '../../../contract.ts';
import { listingLimits as limits } from '../../../model/listing.rules.ts';

/** A photo on the board: chosen, on its way, stored, or refused. */
export interface PhotoItem {
  key: string;
  /** Shown in its place. */
  preview: string;
  /** The whole photo, for rotating or cropping. */
  whole: string;
  name: string;
  file: File | null;
  /** Once the server has it. */
  photoId: string | null;
  state: 'waiting' | 'sending' | 'stored' | 'failed';
  /** 0 to 1 while it is sent. */
  progress: number;
  error: string | null;
}

const kinds = new Set(['image/jpeg', 'image/png', 'image/webp']);

/** Problems of a file known before it is sent; the server checks its content. */
export function problemOf(file: { name: string; type: string; size: number }): string | null {
  if (!kinds.has(file.type)) return `“${file.name}” isn’t a supported photo. Use JPEG, PNG or WebP.`;
  if (file.size > limits.photoBytes)
    return `“${file.name}” is larger than ${limits.photoBytes / 1024 / 1024} MB. Use a smaller file.`;
  return null;
}

/** The files that fit, as items, and a sentence for each that does not. */
export function takeFiles(
  files: readonly File[],
  taken: number,
  preview: (file: File) => string,
): { items: PhotoItem[]; problems: string[] } {
  const items: PhotoItem[] = [];
  const problems: string[] = [];
  for (const file of files) {
    const problem =
      taken + items.length >= limits.maxPhotos
        ? `“${file.name}” wasn’t added. The limit is ${limits.maxPhotos} photos per listing.`
        : problemOf(file);
    if (problem) problems.push(problem);
    else items.push(chosen(file, crypto.randomUUID(), preview(file)));
  }
  return { items, problems };
}

function chosen(file: File, key: string, preview: string): PhotoItem {
  return {
    key,
    preview,
    whole: preview,
    name: file.name,
    file,
    photoId: null,
    state: 'waiting',
    progress: 0,
    error: null,
  };
}

/** An edited photo, in the position of its original: to be uploaded, and the stored original is deleted then. */
export function editedItem({ key }: PhotoItem, file: File, preview: string): PhotoItem {
  return chosen(file, key, preview);
}

/**
 * Stored photos that this step took off the board: taken away there, or changed. What the listing has beside the
 * board's is none of its business: another tab may have sent it.
 */
export function takenOff(before: readonly PhotoItem[], after: readonly PhotoItem[]): string[] {
  return before.flatMap(({ photoId }) =>
    photoId !== null && !after.some((item) => item.photoId === photoId) ? [photoId] : [],
  );
}

/** The photo just added: the server appends it, whatever another tab sent before. */
export function sentPhoto(photos: readonly { id: string }[], known: ReadonlySet<string>): string | null {
  return photos.findLast(({ id }) => !known.has(id))?.id ?? null;
}

export function itemOf(photo: ListingPhoto): PhotoItem {
  return {
    key: photo.id,
    preview: photo.url.replace(/\/\d+(\.\w+)$/, '/320$1'),
    whole: photo.url,
    name: photo.alt,
    file: null,
    photoId: photo.id,
    state: 'stored',
    progress: 1,
    error: null,
  };
}

/** The list with one item somewhere else. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_, at) => at !== from);
  const item = items[from];
  if (item === undefined) return [...items];
  rest.splice(Math.max(0, Math.min(rest.length, to)), 0, item);
  return rest;
}

/**
 * How far the photos are on their way to the draft: `2 photos saved`, `Saving photos: 1 of 2`. Null where there are
 * none.
 */
export function photosSaved(items: readonly Pick<PhotoItem, 'state'>[]): string | null {
  if (items.length === 0) return null;
  const stored = items.filter(({ state }) => state === 'stored').length;
  if (stored < items.length) return `Saving photos: ${stored} of ${items.length}`;
  return plural(stored, { one: '# photo saved', other: '# photos saved' });
}
