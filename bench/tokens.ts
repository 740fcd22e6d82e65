import type { Actor } from '#platform/identity/actor.ts';
import type { Identity } from '#platform/identity/identity.ts';

/** Signs these members in, each with a session of its own, and answers their bearer tokens in the same order. */
export async function tokensOf(identity: Identity, ids: readonly string[]): Promise<string[]> {
  const tokenOf = async (userId: string) => {
    const { sessionId, expiresAt } = await identity.openSession(userId, { address: '127.0.0.1', userAgent: 'bench' });
    const actor: Actor = { id: userId, role: 'member', via: 'cookie', sessionId, signedInAt: new Date() };
    return identity.issueToken({ ...actor, sessionId }, expiresAt).token;
  };
  const made: string[] = [];
  for (let at = 0; at < ids.length; at += 64) made.push(...(await Promise.all(ids.slice(at, at + 64).map(tokenOf))));
  return made;
}
