import { useState } from 'react';
import { networkError } from '#kernel/specified-texts.ts';
import type { MessagePhoto, SentPhotos } from '../../contract.ts';
import { messageLimits } from '../../model/message.rules.ts';

export interface Attachments {
  /** Uploaded, waiting for the message that carries them. */
  photos: readonly MessagePhoto[];
  busy: boolean;
  /** Why the last ones were refused. */
  said: string | null;
  add(files: readonly File[]): void;
  remove(id: string): void;
  clear(): void;
}

/** Photos of the message that is being written: each selection is uploaded at once, all of it or nothing. */
export function useAttachments(threadId: string): Attachments {
  const [photos, setPhotos] = useState<readonly MessagePhoto[]>([]);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<string | null>(null);

  async function add(files: readonly File[]): Promise<void> {
    if (files.length === 0 || busy) return;
    if (photos.length + files.length > messageLimits.photos)
      return setSaid(`Add at most ${messageLimits.photos} photos.`);
    setBusy(true);
    const sent = await upload(threadId, files);
    setBusy(false);
    setSaid('said' in sent ? sent.said : null);
    if ('photos' in sent) setPhotos((before) => [...before, ...sent.photos]);
  }

  return {
    photos,
    busy,
    said,
    add: (files) => void add(files),
    remove: (id) => setPhotos((before) => before.filter((photo) => photo.id !== id)),
    clear: () => {
      setPhotos([]);
      setSaid(null);
    },
  };
}

async function upload(
  threadId: string,
  files: readonly File[],
): Promise<{ photos: readonly MessagePhoto[] } | { said: string }> {
  const body = new FormData();
  for (const file of files) body.append('photos', file);
  try {
    const answer = await fetch(`/api/threads/${threadId}/photos`, { method: 'POST', body });
    if (answer.ok) return { photos: ((await answer.json()) as SentPhotos).photos };
    const problem = (await answer.json().catch(() => null)) as {
      message?: string;
      errors?: Record<string, string>;
    } | null;
    return {
      said: problem?.errors?.photos ?? problem?.message ?? 'Couldn’t add the photos. Try again.',
    };
  } catch {
    return { said: networkError };
  }
}
