import { isRefusal, type Refusal } from '#kernel/refusal.ts';
import type { Channel } from '../../feature.ts';
import type { Actor } from '../../identity/sessions/actor.ts';
import type { Platform } from '../../platform.ts';
import { Pace } from '../client/pace.ts';
import type { Hub, Whisper } from './hub.ts';

const channel = 'typing';

export interface Typing {
  /** Passes on that this viewer types in a thread. Answers the refusal of whoever has no say in it; what is too often or unwelcome goes nowhere, unsaid. */
  tell(viewer: Actor | null, threadId: string): Promise<Refusal | null>;
  close(): void;
}

/**
 * Who types right now, told over the wire to all processes: nothing of it is stored. Each process paces what it asks the database about, and what it passes on, so
 * that a member with many lines to many processes is heard no more often than with one.
 */
export function createTyping(platform: Platform, hub: Hub, thread: Channel | undefined, everyMs: number): Typing {
  const asked = new Pace(everyMs);
  const heard = new Pace(everyMs / 2);
  const close = platform.wire.hear(channel, (text) => {
    const whisper = JSON.parse(text) as Whisper;
    if (heard.take(`${whisper.memberId} ${whisper.id}`)) hub.whisper(whisper);
  });
  return {
    close,
    async tell(viewer, threadId) {
      if (!asked.take(`${viewer?.id ?? ''} ${threadId}`)) return null;
      try {
        const topic = (await thread?.typing?.(platform, viewer, threadId)) ?? null;
        if (topic === null || viewer === null) return null;
        const whisper: Whisper = { topic, kind: 'typing', id: threadId, memberId: viewer.id };
        platform.wire.say(channel, JSON.stringify(whisper));
        return null;
      } catch (error) {
        if (isRefusal(error)) return error;
        throw error;
      }
    },
  };
}
