import { openPlatform, type PlatformParts } from '../src/app/platform.server.ts';
import { getPublicProfile, resetFactors } from '../src/features/accounts/index.server.ts';
import { commandLine } from '../src/platform/audit/audit.ts';

export interface MemberTask {
  act: 'reset-factors';
  name: string;
}

/** The operator's words as a task about one member's account; null where they are about something else or not complete. */
export function readMemberTask([noun, act, name, ...rest]: readonly string[]): MemberTask | null {
  if (noun !== 'member' || act !== 'reset-factors' || name === undefined || name.startsWith('--') || rest.length > 0) return null;
  return { act, name };
}

/** Does it, as the running market would; the mail is sent by the market. */
export async function runMemberTask({ name }: MemberTask, parts: PlatformParts, say: (line: string) => void): Promise<void> {
  const { platform, close } = await openPlatform(parts);
  try {
    const { id: userId, username } = await getPublicProfile(platform.db, name);
    await resetFactors(platform, { userId, by: commandLine });
    say(`${username} signs in without a second step now, and is signed out everywhere.`);
  } finally {
    await close();
  }
}
