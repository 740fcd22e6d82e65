import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { TestMember } from './server.ts';

/** A signed-in member as use cases get them. */
export function actorOf({ id }: Pick<TestMember, 'id'>): Actor {
  return { id, role: 'member', via: 'bearer', sessionId: null, signedInAt: new Date() };
}
