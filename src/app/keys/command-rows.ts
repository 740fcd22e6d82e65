import type { NavigationLink } from '#platform/frame.ts';

/** A line of the search with commands: a place to go to, or the list of keys. */
export interface CommandRow {
  label: string;
  /** Absent: the list of keys. */
  to?: string;
}

/**
 * What the words lead to: places whose name begins with them, then a search for them, then places that have them
 * somewhere in their name. Without words all places, each address once.
 */
export function commandRows(places: readonly Pick<NavigationLink, 'to' | 'label'>[], words: string): CommandRow[] {
  const all: CommandRow[] = [
    { to: '/', label: 'Home' },
    ...places.map(({ to, label }) => ({ to, label })),
    { label: 'Keyboard shortcuts' },
  ];
  const once = all.filter(({ to }, at) => all.findIndex((other) => other.to === to) === at);
  const typed = words.trim().toLowerCase();
  if (typed === '') return once;
  const has = once.filter(({ label }) => typed.split(/\s+/).every((word) => label.toLowerCase().includes(word)));
  const begins = has.filter(({ label }) => label.toLowerCase().startsWith(typed));
  const search = { to: `/browse?${new URLSearchParams({ q: words.trim() })}`, label: `Search for “${words.trim()}”` };
  return [...begins, search, ...has.filter((row) => !begins.includes(row))];
}
