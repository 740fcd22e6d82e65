import { useRef, useState } from 'react';
import type { Listing } from '../../contract.ts';
import { type Answer, listingApi, sendPhoto } from './api.ts';
import type { PhotoItem } from './photo-items.ts';

/** The photos of the form, and their way to the server. */
export interface Photos {
  items: readonly PhotoItem[];
  change(how: (items: readonly PhotoItem[]) => PhotoItem[]): void;
  /** Sends what is not stored yet, one by one in their order; false when one was refused. */
  send(listingId: string): Promise<boolean>;
  /** Makes the server's order that of the board. */
  arrange(listingId: string): Promise<Answer<Listing> | null>;
  clear(): void;
}

export function usePhotos(initial: readonly PhotoItem[]): Photos {
  const [items, setItems] = useState(initial);
  const latest = useRef(initial);
  // Listings' photo lists as the server last told them, to know which one is new.
  const stored = useRef(new Set(initial.flatMap((item) => item.photoId ?? [])));
  const sending = useRef<Promise<boolean>>(Promise.resolve(true));

  const change = (how: (items: readonly PhotoItem[]) => PhotoItem[]) => {
    const before = latest.current;
    latest.current = how(before);
    for (const gone of before) if (gone.file && !latest.current.some((item) => item.key === gone.key)) URL.revokeObjectURL(gone.preview);
    setItems(latest.current);
  };
  const patch = (key: string, what: Partial<PhotoItem>) => change((all) => all.map((item) => (item.key === key ? { ...item, ...what } : item)));

  const sendAll = async (listingId: string): Promise<boolean> => {
    for (let next = unsent(latest.current, new Set()), tried = new Set<string>(); next; next = unsent(latest.current, tried)) {
      const { key, file } = next;
      tried.add(key);
      patch(key, { state: 'sending', progress: 0, error: null });
      const answer = await sendPhoto(listingId, file as File, (progress) => patch(key, { progress }));
      if (answer.ok) {
        const fresh = answer.value.photos.find((photo) => !stored.current.has(photo.id));
        for (const photo of answer.value.photos) stored.current.add(photo.id);
        patch(key, { state: 'stored', photoId: fresh?.id ?? null });
      } else {
        patch(key, { state: 'failed', error: answer.problem.errors?.photos ?? answer.problem.message });
      }
    }
    return latest.current.every((item) => item.state === 'stored');
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
    clear: () => {
      stored.current.clear();
      change(() => []);
    },
  };
}

function unsent(items: readonly PhotoItem[], tried: ReadonlySet<string>): PhotoItem | undefined {
  return items.find((item) => item.file && item.state !== 'stored' && !tried.has(item.key));
}
