import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { TestMember } from './server.ts';

/** A member as use cases know whoever is signed in. */
export function actorOf({ id }: Pick<TestMember, 'id'>): Actor {
  return { id, role: 'member', via: 'bearer', sessionId: null, signedInAt: new Date() };
}
