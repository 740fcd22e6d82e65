import { expect } from 'vitest';
import type { TestMarket, TestMember } from '#testing/server.ts';
import { auditMessages } from './testing.ts';

/** Members with conversations, and requests of theirs for tests. */
export function talkers(open: () => TestMarket) {
  let n = 0;
  const list = async (as: TestMember, path: string) => (await open().request('GET', path, { as })).body.items;
  return {
    join: () => open().signUp(`talker_${++n}`),
    openAs: (as: TestMember, body: Record<string, unknown>) => open().request('POST', '/api/threads', { as, body }),
    sayAs: (as: TestMember, threadId: string, body: Record<string, unknown>) =>
      open().request('POST', `/api/threads/${threadId}/messages`, { as, body }),
    threadsOf: (as: TestMember, query = '') => list(as, `/api/threads${query}`),
    saidTo: async (as: TestMember, threadId: string) =>
      (await list(as, `/api/threads/${threadId}/messages`)).map(({ text }: { text: string }) => text),
    unreadOf: async (as: TestMember) => (await open().request('GET', '/api/counters', { as })).body.messages,
    audit: async () => expect(await auditMessages(open().platform.pool)).toEqual([]),
  };
}
