import { suspensionInput } from '#features/admin/contract.ts';
import { resetFactors } from '#features/auth/index.server.ts';
import { liftSuspension, suspendByDecision } from '#features/moderation/index.server.ts';
import type { HouseRule } from '#features/moderation/words.ts';
import { openPlatform, type PlatformParts } from '../src/app/server/platform.server.ts';
import { addAdmin, getAccount, removeAdmin } from '../src/features/members/index.server.ts';
import { commandLine } from '../src/platform/audit/audit.ts';

export type MemberTask =
  | { act: 'reset-factors' | 'restore' | 'add-operator' | 'remove-operator'; name: string }
  | { act: 'suspend'; name: string; reason: string; rule: HouseRule };

/**
 * The operator's words as a task about one member's account; null where they are about something else or not complete.
 */
export function readMemberTask([noun, act, name, ...rest]: readonly string[]): MemberTask | null {
  if (name === undefined || name.startsWith('--')) return null;
  if (noun === 'operator')
    return (act === 'add' || act === 'remove') && rest.length === 0 ? { act: `${act}-operator`, name } : null;
  if (noun !== 'member') return null;
  if (act === 'reset-factors' || act === 'restore') return rest.length === 0 ? { act, name } : null;
  if (act !== 'suspend') return null;
  const [flag = '', ...words] = rest[0]?.startsWith('--reason=')
    ? ['--reason', rest[0].slice('--reason='.length), ...rest.slice(1)]
    : rest;
  if (flag !== '--reason') return null;
  // A reason without quotes comes as several words.
  const input = suspensionInput.safeParse({ reason: words.join(' ') });
  if (!input.success) throw new Error(input.error.issues[0]?.message ?? 'Enter another reason.');
  return { act, name, ...input.data };
}

/** Does it, as the running market would; the mail is sent by the market. */
export async function runMemberTask(
  task: MemberTask,
  parts: PlatformParts,
  say: (line: string) => void,
): Promise<void> {
  const { platform, close } = await openPlatform(parts);
  try {
    const { id: userId, username } = await getAccount(platform.db, task.name);
    if (task.act === 'reset-factors') {
      await resetFactors(platform, { userId, by: commandLine });
      say(`Two-step verification and passkeys of ${username} were removed, and all sessions ended.`);
    } else if (task.act === 'suspend') {
      await suspendByDecision(platform, { memberId: userId, by: commandLine, reason: task.reason, rule: task.rule });
      say(`${username} was suspended and signed out everywhere.`);
    } else if (task.act === 'add-operator') {
      await addAdmin(platform, { userId, by: commandLine });
      say(`${username} is now an admin and must sign in again.`);
    } else if (task.act === 'remove-operator') {
      await removeAdmin(platform, { userId, by: commandLine });
      say(`${username} is no longer an admin and was signed out everywhere.`);
    } else {
      await liftSuspension(platform, { memberId: userId, by: commandLine });
      say(`The suspension of ${username} has ended.`);
    }
  } finally {
    await close();
  }
}
