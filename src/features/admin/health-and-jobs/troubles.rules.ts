import { dayMs, minuteMs } from '#kernel/time.ts';

export interface NotifiedTrouble {
  name: string;
  seenAt: Date;
  toldAt: Date;
}

/** What came and went within this time is one trouble: a mail for each time would be a storm. */
const quietMs = 30 * minuteMs;
const remindAfterMs = dayMs;

export interface Updates {
  begun: string[];
  /** There since yesterday or longer. */
  standing: string[];
  over: string[];
}

/** The due notifications, from the current counts (`count` null: the check failed) and those already sent. */
export function troubleUpdates(
  seen: readonly { name: string; count: number | null }[],
  notified: readonly NotifiedTrouble[],
  now: Date,
): Updates {
  const updates: Updates = { begun: [], standing: [], over: [] };
  const before = new Map(notified.map((one) => [one.name, one]));
  const counts = new Map(seen.map(({ name, count }) => [name, count]));
  for (const { name, count } of seen) {
    const known = before.get(name);
    if (count !== null && count > 0 && !known) updates.begun.push(name);
    else if (count !== null && count > 0 && known && now.getTime() - known.toldAt.getTime() >= remindAfterMs)
      updates.standing.push(name);
  }
  for (const { name, seenAt } of notified) {
    // An alert that no feature declares any more has ended too.
    const count = counts.has(name) ? counts.get(name) : 0;
    if (count === 0 && now.getTime() - seenAt.getTime() >= quietMs) updates.over.push(name);
  }
  return updates;
}
