import { dayMs } from '#kernel/time.ts';

/** Something that a member has to see to. */
export interface Need {
  kind: 'send' | 'pay' | 'confirm' | 'answer' | 'read' | 'renew';
  /** Tells two of a kind apart. */
  id: string;
  title: string;
  about: string;
  to: string;
  action: string;
  /** When it is too late, or ends by itself; null where nothing does. */
  until: string | null;
}

/** What has no end is as urgent as what ends in a day. */
const withoutEnd = dayMs;

/** The most urgent first; of equal ones as they came. */
export function byUrgency(needs: readonly Need[], now: Date): Need[] {
  const at = ({ until }: Need) => (until === null ? now.getTime() + withoutEnd : Date.parse(until));
  return needs
    .map((need, place) => ({ need, place }))
    .sort((a, b) => at(a.need) - at(b.need) || a.place - b.place)
    .map(({ need }) => need);
}
