import { newId } from '#kernel/ids.ts';
import type { Message, MessagePhoto } from '../../contract.ts';

/** A message on its way, or one that did not get through. */
export interface Outgoing {
  /** Names it to the market: however often it is sent, it is one message. */
  clientId: string;
  text: string;
  /** Sent to the thread before. */
  photos: readonly MessagePhoto[];
  createdAt: string;
  state: 'sending' | 'failed';
  /** Why it was not taken. Null while it is on its way. */
  said: string | null;
}

/** What became of one try. `lost`: nobody answered, so it may or may not have arrived. */
export type Sent = { message: Message } | { refused: string } | { lost: string };

export interface Outbox {
  /**
   * What a thread's own messages are beside those that the page was made with: on their way, refused, or stored a
   * moment ago.
   */
  of(threadId: string): ThreadOutbox;
  send(threadId: string, text: string, photos?: readonly MessagePhoto[]): void;
  /** Tries a failed one again, under the same name. */
  again(threadId: string, clientId: string): void;
  /** All that got no answer, when the network is back. */
  againAll(): void;
  discard(threadId: string, clientId: string): void;
  subscribe(changed: () => void): () => void;
}

export interface ThreadOutbox {
  waiting: readonly Outgoing[];
  stored: readonly Message[];
}

const nothing: ThreadOutbox = { waiting: [], stored: [] };
/** Of what was stored only the newest stays: the page has read the others long since. */
const mostStored = 50;

/**
 * Keeps what is written until the market has it. One message of a thread is under way at a time: they arrive in the
 * order in which they were written.
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
    const turn = before.then(async () => {
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
    lines.set(threadId, turn);
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
