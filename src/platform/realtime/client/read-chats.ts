import { policy } from './policy/policy-times.ts';

interface Page<Chat> {
  items: readonly Chat[];
  nextCursor: string | null;
}

/** The unread badge shows at most 99, so more chats are not read. */
const maxBatches = 100 / policy.counters.chatsAtOnce;

/** LI-06: all chats of a list, five at a time with 100 ms between batches, until `signal` aborts. */
export async function readChats<Chat>(
  readPage: (limit: number, cursor: string | null) => Promise<Page<Chat>>,
  signal: AbortSignal,
): Promise<Chat[]> {
  const { chatsAtOnce, chatsPauseMs } = policy.counters;
  const chats: Chat[] = [];
  let cursor: string | null = null;
  for (let batch = 0; batch < maxBatches; batch++) {
    if (batch > 0) await new Promise((resolve) => setTimeout(resolve, chatsPauseMs));
    signal.throwIfAborted();
    const page: Page<Chat> = await readPage(chatsAtOnce, cursor);
    chats.push(...page.items);
    cursor = page.nextCursor;
    if (cursor === null) break;
  }
  return chats;
}
