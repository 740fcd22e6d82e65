import { useEffect, useState } from 'react';
import type { Thread } from '#features/messages/contract.ts';
import { formatList, plural } from '#kernel/format.ts';
import { policy } from '#platform/realtime/client/policy/policy-times.ts';
import { readChats } from '#platform/realtime/client/read-chats.ts';

/** Names of the writers of unread threads, newest first: `ann`, `ann and bob`, `ann, bob and 3 others`. */
export function writersOf(threads: readonly Pick<Thread, 'participants'>[], viewerId: string): string {
  const others = threads.flatMap(({ participants }) => Object.keys(participants).filter((id) => id !== viewerId));
  const names = [...new Set(others)].map(
    (id) => threads.find(({ participants }) => participants[id])?.participants[id]?.username ?? '',
  );
  const left = names.length - 2;
  if (left <= 0) return formatList(names);
  return formatList([...names.slice(0, 2), plural(left, { one: '# other', other: '# others' })]);
}

async function askThreads(limit: number, cursor: string | null, signal: AbortSignal) {
  const answer = await fetch(
    `/api/threads?unread=true&limit=${limit}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
    { signal },
  );
  if (!answer.ok) throw new Error(`the conversations are refused: ${answer.status}`);
  return (await answer.json()) as { items: Thread[]; nextCursor: string | null };
}

/**
 * The writers' names, for the tooltip of the messages icon: read again whenever the number of unread conversations
 * changes, after the delay of the counters on a fresh page (LI-06). Null while nothing is unread, or when the request
 * failed.
 */
export function useUnreadWriters(waiting: number, viewerId: string): string | null {
  const [read, setRead] = useState<{ waiting: number; words: string } | null>(null);
  useEffect(() => {
    if (waiting === 0) return;
    const gone = new AbortController();
    const timer = setTimeout(() => {
      readChats((limit, cursor) => askThreads(limit, cursor, gone.signal), gone.signal)
        .then((threads) => setRead({ waiting, words: writersOf(threads, viewerId) }))
        // On a network failure or an abort the icon has its plain name.
        .catch(() => undefined);
    }, policy.counters.firstMs);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [waiting, viewerId]);
  return read?.waiting === waiting && read.words !== '' ? `Messages from ${read.words}` : null;
}
