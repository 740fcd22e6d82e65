import { newId } from '#kernel/ids.ts';
import type { Message, MessagePhoto } from '../../contract.ts';

/** A message that is being sent or that failed. */
export interface Outgoing {
  /** Idempotency key: however often it is sent, it is one message. */
  clientId: string;
  text: string;
  /** Photos that were uploaded to the thread before. */
  photos: readonly MessagePhoto[];
  createdAt: string;
  state: 'sending' | 'failed';
  /** Why the server refused it. Null while it is being sent. */
  said: string | null;
}

/** The result of one attempt. `lost`: no answer, so the message may or may not have arrived. */
export type Sent = { message: Message } | { refused: string } | { lost: string };

export interface Outbox {
  /** The thread's own messages that the page was rendered without: being sent, refused, or just stored. */
  of(threadId: string): ThreadOutbox;
  send(threadId: string, text: string, photos?: readonly MessagePhoto[]): void;
  /** Sends a failed one again, under the same id. */
  again(threadId: string, clientId: string): void;
  /** Retries all messages without an answer, when the network is back. */
  againAll(): void;
  discard(threadId: string, clientId: string): void;
  subscribe(changed: () => void): () => void;
}

export interface ThreadOutbox {
  waiting: readonly Outgoing[];
  stored: readonly Message[];
}

const nothing: ThreadOutbox = { waiting: [], stored: [] };
/** Only the newest stored one is retained: the page has loaded the others. */
const mostStored = 50;

/**
 * Holds messages until the server has stored them. One message per thread is sent at a time, so that they arrive in
 * order.
 */
export function createOutbox(
  post: (threadId: string, message: { text: string; photos: readonly string[]; clientId: string }) => Promise<Sent>,
  now = () => new Date(),
): Outbox {
  const boxes = new Map<string, ThreadOutbox>();
  const lost = new Set<string>();
  const lines = new Map<string, Promise<void>>();
  const listeners = new Set<() => void>();

  const of = (threadId: string) => boxes.get(threadId) ?? nothing;

  function change(threadId: string, to: Partial<ThreadOutbox>): void {
    boxes.set(threadId, { ...of(threadId), ...to });
    for (const listener of listeners) listener();
  }

  const without = (threadId: string, clientId: string) =>
    of(threadId).waiting.filter((each) => each.clientId !== clientId);

  function set(threadId: string, clientId: string, to: Partial<Outgoing>): void {
    change(threadId, {
      waiting: of(threadId).waiting.map((each) => (each.clientId === clientId ? { ...each, ...to } : each)),
    });
  }

  function queue(threadId: string, { clientId, text, photos }: Pick<Outgoing, 'clientId' | 'text' | 'photos'>): void {
    lost.delete(clientId);
    const before = lines.get(threadId) ?? Promise.resolve();
    const attempt = before.then(async () => {
      const sent = await post(threadId, { text, photos: photos.map(({ id }) => id), clientId });
      if ('message' in sent) {
        change(threadId, {
          waiting: without(threadId, clientId),
          stored: [...of(threadId).stored, sent.message].slice(-mostStored),
        });
        return;
      }
      if ('lost' in sent) lost.add(clientId);
      set(threadId, clientId, { state: 'failed', said: 'lost' in sent ? sent.lost : sent.refused });
    });
    lines.set(threadId, attempt);
  }

  function again(threadId: string, clientId: string): void {
    const failed = of(threadId).waiting.find((each) => each.clientId === clientId && each.state === 'failed');
    if (!failed) return;
    set(threadId, clientId, { state: 'sending', said: null });
    queue(threadId, failed);
  }

  return {
    of,
    send(threadId, text, photos = []) {
      const at = now();
      const message: Outgoing = {
        clientId: newId(at.getTime()),
        text,
        photos,
        createdAt: at.toISOString(),
        state: 'sending',
        said: null,
      };
      change(threadId, { waiting: [...of(threadId).waiting, message] });
      queue(threadId, message);
    },
    again,
    againAll() {
      for (const [threadId, { waiting }] of boxes)
        for (const { clientId } of waiting) if (lost.has(clientId)) again(threadId, clientId);
    },
    discard: (threadId, clientId) => change(threadId, { waiting: without(threadId, clientId) }),
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}
