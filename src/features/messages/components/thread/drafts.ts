/**
 * What a member has begun to write in a thread, in this tab: kept over a reload, and gone when it is sent, when they
 * sign out, or with the tab.
 */
const keyOf = (viewerId: string, threadId: string) => `draft ${viewerId} ${threadId}`;

export function readDraft(viewerId: string, threadId: string): string {
  return withSession((session) => session.getItem(keyOf(viewerId, threadId))) ?? '';
}

/** Nothing but spaces is no draft. */
export function keepDraft(viewerId: string, threadId: string, text: string): void {
  withSession((session) =>
    text.trim() === ''
      ? session.removeItem(keyOf(viewerId, threadId))
      : session.setItem(keyOf(viewerId, threadId), text),
  );
}

/** A browser that keeps nothing loses drafts only. */
function withSession<T>(work: (session: Storage) => T): T | undefined {
  try {
    return work(sessionStorage);
  } catch {
    return undefined;
  }
}
