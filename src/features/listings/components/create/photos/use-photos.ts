import { useRef, useState } from 'react';
import type { Listing } from '../../../contract.ts';
import { listingLimits as limits } from '../../../model/listing.rules.ts';
import { type Answer, listingApi, sendPhoto } from '../api.ts';
import { type PhotoItem, sentPhoto, takenOff } from './photo-items.ts';

/** The photos of the form, and their way to the server. */
export interface Photos {
  items: readonly PhotoItem[];
  change(how: (items: readonly PhotoItem[]) => PhotoItem[]): void;
  /** Sends what is not stored yet, one by one in their order; false when one was refused. */
  send(listingId: string): Promise<boolean>;
  /** Makes the server's order that of the board. */
  arrange(listingId: string): Promise<Answer<Listing> | null>;
  /** The listing holds this one no longer. */
  forget(photoId: string): void;
  clear(): void;
}

export function usePhotos(initial: readonly PhotoItem[]): Photos {
  const [items, setItems] = useState(initial);
  const latest = useRef(initial);
  // The photo lists in the server's last responses, to identify the new one.
  const stored = useRef(new Set(initial.flatMap((item) => item.photoId ?? [])));
  // Off the board, and not yet off the listing.
  const dropped = useRef(new Set<string>());
  const sending = useRef<Promise<boolean>>(Promise.resolve(true));

  const change = (how: (items: readonly PhotoItem[]) => PhotoItem[]) => {
    const before = latest.current;
    latest.current = how(before);
    for (const photoId of takenOff(before, latest.current)) dropped.current.add(photoId);
    for (const gone of before)
      if (gone.file && !latest.current.some((item) => item.preview === gone.preview)) URL.revokeObjectURL(gone.preview);
    setItems(latest.current);
  };
  const patch = (key: string, what: Partial<PhotoItem>) =>
    change((all) => all.map((item) => (item.key === key ? { ...item, ...what } : item)));

  /** Deletes photos that the board no longer shows; false while the server refuses. */
  const removeLeftOver = async (listingId: string): Promise<boolean> => {
    for (const photoId of dropped.current) {
      const answer = await listingApi.removePhoto(listingId, photoId);
      if (!answer.ok && answer.problem.status !== 404) return false;
      stored.current.delete(photoId);
      dropped.current.delete(photoId);
    }
    return true;
  };

  const isStill = (key: string, file: File | null) =>
    latest.current.some((item) => item.key === key && item.file === file);

  const sendAll = async (listingId: string): Promise<boolean> => {
    for (
      let next = unsent(latest.current, new Set()), tried = new Set<string>();
      next;
      next = unsent(latest.current, tried)
    ) {
      const { key, file } = next;
      tried.add(key);
      patch(key, { state: 'sending', progress: 0, error: null });
      // An original is deleted after its replacement is stored, or before it where the limit does not allow both.
      if (stored.current.size >= limits.maxPhotos) await removeLeftOver(listingId);
      const answer = await sendPhoto(listingId, file as File, (progress) => patch(key, { progress }));
      if (answer.ok) {
        const photoId = sentPhoto(answer.value.photos, stored.current);
        for (const photo of answer.value.photos) stored.current.add(photo.id);
        if (isStill(key, file)) patch(key, { state: 'stored', photoId });
        // Changed once more meanwhile: the sent photo is deleted again, and the newer one is sent next.
        else if (photoId !== null) dropped.current.add(photoId);
      } else if (isStill(key, file)) {
        patch(key, { state: 'failed', error: answer.problem.errors?.photos ?? answer.problem.message });
      }
      if (!isStill(key, file)) tried.delete(key);
    }
    return latest.current.every((item) => item.state === 'stored') && (await removeLeftOver(listingId));
  };
  return {
    items,
    change,
    send: (listingId) => {
      sending.current = sending.current.then(() => sendAll(listingId));
      return sending.current;
    },
    arrange: async (listingId) => {
      const ids = latest.current.flatMap((item) => item.photoId ?? []);
      return ids.length > 1 ? listingApi.orderPhotos(listingId, ids) : null;
    },
    forget: (photoId) => {
      stored.current.delete(photoId);
      dropped.current.delete(photoId);
    },
    clear: () => {
      change(() => []);
      stored.current.clear();
      dropped.current.clear();
    },
  };
}

function unsent(items: readonly PhotoItem[], tried: ReadonlySet<string>): PhotoItem | undefined {
  return items.find((item) => item.file && item.state !== 'stored' && !tried.has(item.key));
}
