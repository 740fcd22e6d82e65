import { deletedName } from '#kernel/specified-texts.ts';
import type { Thread } from '../contract.ts';

export interface Other {
  id: string;
  username: string;
  avatarUrl: string | null;
}

/** The other member of the thread. */
export function otherOf({ participants }: Pick<Thread, 'participants'>, viewerId: string): Other {
  const [id = '', facts] = Object.entries(participants).find(([id]) => id !== viewerId) ?? [];
  return { id, username: facts?.username ?? deletedName, avatarUrl: facts?.avatarUrl ?? null };
}
