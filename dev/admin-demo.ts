import { formatList, plural } from '#kernel/format.ts';
import { openPlatform, type PlatformParts } from '../src/app/server/platform.server.ts';
import { type DemoContents, inspectDemo, removeDemo } from './demo/remove-demo.ts';

export interface DemoTask {
  /** Without it nothing is changed: what would go is only said. */
  isMeant: boolean;
}

/** The operator's words as a task about the demo market; null where they are about something else or not complete. */
export function readDemoTask([noun, verb, ...rest]: readonly string[]): DemoTask | null {
  if (noun !== 'demo' || verb !== 'remove') return null;
  if (rest.length === 0) return { isMeant: false };
  return rest.length === 1 && rest[0] === '--yes' ? { isMeant: true } : null;
}

export async function runDemoTask(
  { isMeant }: DemoTask,
  parts: PlatformParts,
  say: (line: string) => void,
): Promise<void> {
  const { platform, close } = await openPlatform(parts);
  try {
    const found = isMeant ? await removeDemo(platform) : await inspectDemo(platform.pool);
    if (found === null) return say('No demo data found.');
    say(isMeant ? `Removed: ${partsOf(found)}.` : `Will be removed: ${partsOf(found)}.`);
    if (found.others === 0) say('There are no other members, so only the card database remains.');
    else say(`Kept: ${plural(found.others, { one: '# other member', other: '# other members' })} and their data.`);
    if (found.sharedOrders > 0)
      say(
        `Kept: ${orders(found.sharedOrders)} of demo members with other members. There, demo members are shown as “Deleted member”.`,
      );
    if (found.unpaid.length > 0) {
      const ids = found.unpaid.map(({ id }) => id).join(', ');
      say(isMeant ? `Cancelled unpaid orders: ${ids}.` : `Unpaid orders that will be cancelled first: ${ids}.`);
      if (!isMeant) say('Nothing can be removed during a payment. The command then shows how long to wait.');
    }
    if (!isMeant) say('Nothing was changed. Stop Sleeved, make a backup, then run: npm run admin -- demo remove --yes');
  } finally {
    await close();
  }
}

function partsOf(found: DemoContents): string {
  return formatList([
    plural(found.members, { one: '# member', other: '# members' }),
    plural(found.listings, { one: '# listing', other: '# listings' }),
    plural(found.photos, { one: '# photo', other: '# photos' }),
    orders(found.orders),
  ]);
}

const orders = (count: number) => plural(count, { one: '# order', other: '# orders' });
