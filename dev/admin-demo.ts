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
    if (found === null) return say('There is no demo market here.');
    say(`${isMeant ? 'Taken out' : 'This would take out'}: ${partsOf(found)}.`);
    if (found.others === 0) say('Nobody else is a member: what is left is an empty market with its catalogue.');
    else say(`${isMeant ? 'Kept' : 'It would keep'}: ${count(found.others, 'other member')} with all that is theirs.`);
    if (found.sharedOrders > 0)
      say(
        `${count(found.sharedOrders, 'order')} between them and the demo ${isMeant ? 'stay' : 'would stay'}, with “Deleted member” on the demo's side.`,
      );
    if (found.unpaid.length > 0) {
      const ids = found.unpaid.map(({ id }) => id).join(', ');
      say(
        `${isMeant ? 'Called off' : 'It would call off'} first: ${count(found.unpaid.length, 'order')} that nobody has paid (${ids}).`,
      );
      if (!isMeant) say('While somebody is paying nothing can be taken out; it then says how long to wait.');
    }
    if (!isMeant) say('Nothing was changed. Stop the market, make a backup, then: npm run admin -- demo remove --yes');
  } finally {
    await close();
  }
}

function partsOf({ members, listings, photos, orders }: DemoContents): string {
  return `${count(members, 'member')}, ${count(listings, 'listing')} with ${count(photos, 'photo')}, ${count(orders, 'order')}`;
}

function count(n: number, what: string): string {
  return `${n.toLocaleString('en')} ${what}${n === 1 ? '' : 's'}`;
}
