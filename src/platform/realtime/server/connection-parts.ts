import type { Channel } from '../../feature.ts';
import type { Platform } from '../../platform.ts';
import type { RealtimeLimits } from '../protocol/limits.ts';
import type { CloseReason } from '../protocol/protocol.ts';
import type { Backlog } from './backlog.ts';
import type { Hub } from './hub.ts';
import type { Typing } from './typing.server.ts';

/** The server's parts that each connection uses. */
export interface ConnectionParts {
  platform: Platform;
  channels: Readonly<Record<string, Channel>>;
  hub: Hub;
  backlog: Backlog;
  typing: Typing;
  /** Unread counts of a member, by counter. */
  counters(memberId: string): Promise<Record<string, number>>;
  limits: RealtimeLimits;
  /** Limits concurrent database queries of all connections. */
  limiter<T>(work: () => Promise<T>): Promise<T>;
  onEnd(reason: CloseReason): void;
}
