import { dayMs } from '#kernel/time.ts';

/** Something that a member has to see to. */
export interface Need {
  /** `look`: no task, but an update that they have not viewed. */
  kind: 'send' | 'pay' | 'confirm' | 'answer' | 'read' | 'renew' | 'look';
  /** Distinguishes entries of one kind. */
  id: string;
  title: string;
  about: string;
  to: string;
  action: string;
  /** The deadline or automatic end; null without one. */
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

/** Rows reserved for updates, however many tasks there are: that a problem was reported is shown nowhere else here. */
const reservedForUpdates = 2;

/**
 * One list: tasks, the most urgent first, then updates without a task. An order with a task has no second row for its
 * updates.
 */
export function oneList(needs: readonly Need[], updates: readonly Need[], now: Date, most: number): Need[] {
  const first = byUrgency(needs, now);
  const known = new Set(first.map(({ id }) => id));
  const others = updates.filter(({ id }) => !known.has(id));
  return [...first.slice(0, most - Math.min(others.length, reservedForUpdates)), ...others].slice(0, most);
}
