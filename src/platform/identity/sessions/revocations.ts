import { eq, gt } from 'drizzle-orm';
import * as z from 'zod';
import type { Db } from '../../db/db.ts';
import type { Bus } from '../../outbox/bus.ts';
import { defineEvent } from '../../outbox/events.ts';
import { authRevocation } from '../identity.tables.ts';
import { bearerLifeMs } from './bearer.ts';

/** `renewed`: the session continues under a new cookie. */
export const sessionEnded = defineEvent(
  'session.ended',
  z.object({ userId: z.string(), renewed: z.literal(true).optional() }),
);

/** Sessions that ended while their bearer tokens may still be valid. */
export interface Revocations {
  /** The first call loads the list of the last hour; later ones answer from memory. */
  isRevoked(sessionId: string): boolean | Promise<boolean>;
}

/**
 * Tokens are checked without a database read, so each process holds the ended sessions of the last hour in memory:
 * loaded once, then updated by the bus, at once for its own writes and after the relay for those of other processes.
 * While disconnected from the bus it queries the database.
 */
export function watchRevocations(parts: { db: Db; bus: Bus; now(): Date }): Revocations {
  const ended = new Map<string, number>();
  let loading: Promise<void> | null = null;
  let isLoaded = false;

  const noteEnded = (events: readonly { kind: string; subject: string }[]) => {
    for (const event of events) if (event.kind === sessionEnded.kind) note(event.subject);
  };
  /**
   * The map is in order of insertion, and a repeated id moves to the end: the first young entry ends the search for old
   * ones.
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
  parts.bus.onCommit(noteEnded);
  parts.bus.onPublished(noteEnded);
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
      // While disconnected the memory is incomplete.
      if (!parts.bus.isConnected) return isStored(sessionId);
      if (isLoaded) return false;
      loading ??= load().finally(() => {
        loading = null;
      });
      return loading.then(() => ended.has(sessionId));
    },
  };
}
