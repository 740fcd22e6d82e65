import { isRefusal, type Refusal } from '#kernel/refusal.ts';
import type { Channel } from '../../feature.ts';
import type { Actor } from '../../identity/sessions/actor.ts';
import type { Platform } from '../../platform.ts';
import { Pace } from '../client/pace.ts';
import type { EphemeralMessage, Hub } from './hub.ts';

const channel = 'typing';

export interface Typing {
  /**
   * Passes on that this viewer types in a thread. Answers the refusal of whoever has no say in it; what is too often or
   * unwelcome goes nowhere, unsaid.
   */
  tell(viewer: Actor | null, threadId: string): Promise<Refusal | null>;
  close(): void;
}

/**
 * Who types right now, told over the wire to all processes: nothing of it is stored. Each process paces what it asks
 * the database about, and what it passes on, so that a member with many lines to many processes is heard no more often
 * than with one.
 */
export function createTyping(platform: Platform, hub: Hub, thread: Channel | undefined, everyMs: number): Typing {
  const asked = new Pace(everyMs);
  const received = new Pace(everyMs / 2);
  const close = platform.pubsub.hear(channel, (text) => {
    const sendEphemeral = JSON.parse(text) as EphemeralMessage;
    if (received.take(`${sendEphemeral.memberId} ${sendEphemeral.id}`)) hub.sendEphemeral(sendEphemeral);
  });
  return {
    close,
    async tell(viewer, threadId) {
      if (!asked.take(`${viewer?.id ?? ''} ${threadId}`)) return null;
      try {
        const topic = (await thread?.typing?.(platform, viewer, threadId)) ?? null;
        if (topic === null || viewer === null) return null;
        const sendEphemeral: EphemeralMessage = { topic, kind: 'typing', id: threadId, memberId: viewer.id };
        platform.pubsub.say(channel, JSON.stringify(sendEphemeral));
        return null;
      } catch (error) {
        if (isRefusal(error)) return error;
        throw error;
      }
    },
  };
}
