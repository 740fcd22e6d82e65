import type { EventFrame } from '../protocol/protocol.ts';
import type { ConnectionParts } from './connection-parts.ts';
import type { Listener } from './listener.ts';

/** The live query of a member's own events: its listeners also receive the member's counters. */
export const counterQuery = 'me';

/**
 * Returns the function to call after each event of a member's own listener: it reads the member's counters and sends
 * them to that listener, so that the page shows new numbers without a request (LI-06). Reads do not overlap; events
 * during a read cause one more.
 */
export function createCounterUpdates(parts: ConnectionParts, listener: () => Listener, memberId: string): () => void {
  const { platform, hub, limiter, counters } = parts;
  let isReading = false;
  let isStale = false;
  async function notify(): Promise<void> {
    isReading = true;
    try {
      do {
        isStale = false;
        const data = { id: memberId, version: 0, counters: await limiter(() => counters(memberId)) };
        const to = listener();
        const frame: EventFrame = { type: 'event', eventId: hub.head, subscription: to.id, kind: 'counters', data };
        to.sendEphemeral(Buffer.from(JSON.stringify(frame)));
      } while (isStale);
    } catch (error) {
      // The page's own timer reads them later.
      platform.log.warn('counters could not be sent live', { error });
    } finally {
      isReading = false;
    }
  }
  return () => {
    isStale = true;
    if (!isReading) void notify();
  };
}
