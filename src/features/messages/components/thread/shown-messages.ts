import type { Message } from '../../contract.ts';
import type { ThreadOutbox } from './outbox.ts';

/** The page's messages and those that this browser has stored since, each once, in the server's order. */
export function shownMessages(read: readonly Message[], { stored, waiting }: ThreadOutbox, isNewest: boolean) {
  const ids = new Set(read.map(({ id }) => id));
  const arrived = new Set([...read, ...stored].map(({ clientId }) => clientId));
  // A page of older messages shows no new ones.
  const fresh = isNewest ? stored.filter(({ id }) => !ids.has(id)) : [];
  const messages = [...read, ...fresh.filter(({ id }, at) => fresh.findIndex((each) => each.id === id) === at)];
  return { messages, waiting: isNewest ? waiting.filter(({ clientId }) => !arrived.has(clientId)) : [] };
}
