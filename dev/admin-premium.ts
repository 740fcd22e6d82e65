import { openPlatform, type PlatformParts } from '../src/app/server/platform.server.ts';
import { getAccount } from '../src/features/members/index.server.ts';
import { grantInput } from '../src/features/tiers/contract.ts';
import { grantPremium, revokePremium, syncSubscription } from '../src/features/tiers/index.server.ts';
import { formatUnit } from '../src/kernel/format.ts';
import { dayMonthYear } from '../src/kernel/time.ts';
import { commandLine } from '../src/platform/audit/audit.ts';

export interface PremiumTask {
  act: 'grant' | 'revoke' | 'sync';
  name: string;
  months?: number | undefined;
}

/** The operator's words as a task about premium; null where they are about something else or not complete. */
export function readPremiumTask([noun, verb, name, ...rest]: readonly string[]): PremiumTask | null {
  if (name === undefined || name.startsWith('--')) return null;
  if (noun === 'subscription' && verb === 'sync' && rest.length === 0) return { act: 'sync', name };
  if (noun !== 'premium') return null;
  if (verb === 'revoke' && rest.length === 0) return { act: 'revoke', name };
  if (verb !== 'grant') return null;
  if (rest.length === 0) return { act: 'grant', name };
  const [flag, text] = rest[0]?.includes('=') ? [rest[0].split('=')[0], rest[0].split('=')[1]] : rest;
  if (flag !== '--months') return null;
  const months = grantInput.safeParse({ months: text === undefined || text === '' ? Number.NaN : Number(text) });
  if (!months.success) throw new Error(months.error.issues[0]?.message ?? 'Enter a whole number for --months.');
  return { act: 'grant', name, months: months.data.months };
}

/** Does it, as the running market would; jobs that follow are run by the market. */
export async function runPremiumTask(
  { act, name, months }: PremiumTask,
  parts: PlatformParts,
  say: (line: string) => void,
): Promise<void> {
  const { platform, close } = await openPlatform(parts);
  try {
    const { id: userId, username } = await getAccount(platform.db, name);
    if (act === 'grant') {
      await grantPremium(platform, { userId, by: commandLine, months });
      say(
        months === undefined
          ? `${username} has complimentary Premium until you revoke it.`
          : `${username} has complimentary Premium for ${formatUnit(months, 'month')}.`,
      );
    } else if (act === 'revoke') {
      await revokePremium(platform, { userId, by: commandLine });
      say(`${username} no longer has complimentary Premium.`);
    } else {
      const record = await syncSubscription(platform, { userId, by: commandLine });
      const until = record?.endDate ?? record?.renewalDate;
      if (!record) say(`${username} has no subscription.`);
      else {
        const plan = record.tier === 'premium' ? 'Premium' : 'Free';
        const facts = `${username}: subscription ${record.status.replaceAll('_', ' ')}, ${plan} plan`;
        say(until ? `${facts}, until ${dayMonthYear(until)}.` : `${facts}.`);
      }
    }
  } finally {
    await close();
  }
}
