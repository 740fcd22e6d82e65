import { useEffect, useSyncExternalStore } from 'react';
import type { Message, MessagePhoto } from '../../contract.ts';
import { createOutbox, type Outbox, type Sent } from './outbox.ts';

const lostSentence = 'Not sent. We’ll send it when you’re back online.';
const none = { waiting: [], stored: [] };

/**
 * By tab and member: unsent messages of a thread remain when the member returns to it, and are never shown to another
 * member.
 */
let current: { viewerId: string; outbox: Outbox } | undefined;

function outboxOf(viewerId: string): Outbox {
  if (current?.viewerId !== viewerId) current = { viewerId, outbox: createOutbox(post) };
  return current.outbox;
}

async function post(
  threadId: string,
  message: { text: string; photos: readonly string[]; clientId: string },
): Promise<Sent> {
  try {
    const answer = await fetch(`/api/threads/${threadId}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
    });
    if (answer.ok) return { message: (await answer.json()) as Message };
    const problem = (await answer.json().catch(() => null)) as {
      message?: string;
      errors?: Record<string, string>;
    } | null;
    const said = problem?.errors?.text ?? problem?.errors?.photos ?? problem?.message;
    return answer.status < 500 && said ? { refused: said } : { lost: 'Couldn’t send your message. Try again.' };
  } catch {
    return { lost: lostSentence };
  }
}

/** This member's messages in a thread that the page may not show yet. */
export function useOutbox(viewerId: string, threadId: string) {
  const outbox = outboxOf(viewerId);
  const box = useSyncExternalStore(
    outbox.subscribe,
    () => outbox.of(threadId),
    () => none,
  );
  useEffect(() => {
    window.addEventListener('online', outbox.againAll);
    return () => window.removeEventListener('online', outbox.againAll);
  }, [outbox]);
  return {
    ...box,
    send: (text: string, photos: readonly MessagePhoto[]) => outbox.send(threadId, text, photos),
    again: (clientId: string) => outbox.again(threadId, clientId),
    discard: (clientId: string) => outbox.discard(threadId, clientId),
  };
}
