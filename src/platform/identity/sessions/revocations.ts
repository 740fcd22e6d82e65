import { eq, gt } from 'drizzle-orm';
import * as z from 'zod';
import type { Db } from '../../db/db.ts';
import type { Bus } from '../../outbox/bus.ts';
import { defineEvent } from '../../outbox/events.ts';
import { authRevocation } from '../identity.tables.ts';
import { bearerLifeMs } from './bearer.ts';

/** `renewed`: the same person goes on under a new cookie. */
export const sessionEnded = defineEvent(
  'session.ended',
  z.object({ userId: z.string(), renewed: z.literal(true).optional() }),
);

/** Sessions that ended while a bearer token of theirs may still be alive. */
export interface Revocations {
  /** Waits, once, for the list of the last hour; after that it answers from memory. */
  isRevoked(sessionId: string): boolean | Promise<boolean>;
}

/**
 * A token is checked without a database read, so each process keeps the ended sessions of the last hour in memory: read
 * once, then told by the bus, at once for its own writes and as soon as they are relayed for those of other processes.
 * While it does not hear those, it asks the database.
 */
export function watchRevocations(parts: { db: Db; bus: Bus; now(): Date }): Revocations {
  const ended = new Map<string, number>();
  let loading: Promise<void> | null = null;
  let isLoaded = false;

  const readThrough = (events: readonly { kind: string; subject: string }[]) => {
    for (const event of events) if (event.kind === sessionEnded.kind) note(event.subject);
  };
  /**
   * A map keeps its order, and who is heard of again goes last: behind the first who is young enough nobody is too old.
   */
  const note = (sessionId: string) => {
    const now = parts.now().getTime();
    ended.delete(sessionId);
    ended.set(sessionId, now);
    for (const [id, at] of ended) {
      if (now - at <= bearerLifeMs) break;
      ended.delete(id);
    }
  };
  parts.bus.onCommit(readThrough);
  parts.bus.onPublished(readThrough);
  parts.bus.onGap(() => {
    isLoaded = false;
  });

  async function load(): Promise<void> {
    const since = new Date(parts.now().getTime() - bearerLifeMs);
    const rows = await parts.db
      .select({ id: authRevocation.sessionId })
      .from(authRevocation)
      .where(gt(authRevocation.revokedAt, since));
    for (const row of rows) note(row.id);
    isLoaded = true;
  }

  async function isStored(sessionId: string): Promise<boolean> {
    const rows = await parts.db
      .select({ id: authRevocation.sessionId })
      .from(authRevocation)
      .where(eq(authRevocation.sessionId, sessionId));
    return rows.length > 0;
  }

  return {
    isRevoked(sessionId) {
      if (ended.has(sessionId)) return true;
      // Who does not hear the others can't know from memory.
      if (!parts.bus.isConnected) return isStored(sessionId);
      if (isLoaded) return false;
      loading ??= load().finally(() => {
        loading = null;
      });
      return loading.then(() => ended.has(sessionId));
    },
  };
}
