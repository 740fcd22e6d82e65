import { isRefusal, type Refusal } from '#kernel/refusal.ts';
import type { Channel } from '../../feature.ts';
import type { Actor } from '../../identity/sessions/actor.ts';
import type { Platform } from '../../platform.ts';
import type { EphemeralMessage, Hub } from './hub.ts';
import { Throttle } from './pace.ts';

const channel = 'typing';

export interface Typing {
  /**
   * Publishes that this viewer types in a thread. Returns the refusal of a viewer without access; a throttled or
   * blocked notice is dropped without an answer.
   */
  publish(viewer: Actor | null, threadId: string): Promise<Refusal | null>;
  close(): void;
}

/**
 * Typing notices, published to all processes and not stored. Each process throttles its database checks and what it
 * delivers, so that a member's connections to several processes together send no more often than one.
 */
export function createTyping(platform: Platform, hub: Hub, thread: Channel | undefined, everyMs: number): Typing {
  const checks = new Throttle(everyMs);
  const deliveries = new Throttle(everyMs / 2);
  const close = platform.pubsub.subscribe(channel, (text) => {
    const message = JSON.parse(text) as EphemeralMessage;
    if (deliveries.take(`${message.memberId} ${message.id}`)) hub.sendEphemeral(message);
  });
  return {
    close,
    async publish(viewer, threadId) {
      if (!checks.take(`${viewer?.id ?? ''} ${threadId}`)) return null;
      try {
        const topic = (await thread?.typing?.(platform, viewer, threadId)) ?? null;
        if (topic === null || viewer === null) return null;
        const message: EphemeralMessage = { topic, kind: 'typing', id: threadId, memberId: viewer.id };
        platform.pubsub.publish(channel, JSON.stringify(message));
        return null;
      } catch (error) {
        if (isRefusal(error)) return error;
        throw error;
      }
    },
  };
}
