import { themeNames } from '#kernel/specified-texts.ts';
import type { ThemeChoice } from '#ui/theme/theme.ts';

/** A page of the search with commands. */
export interface CommandPlace {
  to: string;
  label: string;
  /** A second line, such as what a page of the settings holds. */
  note?: string | undefined;
}

/** What a line does: it opens a page, changes the theme, signs out, or lists the keys. */
export type Command = { to: string } | { theme: ThemeChoice } | { signOut: true } | { keys: true };

export interface CommandRow {
  label: string;
  note?: string | undefined;
  /** Other words that find it. */
  words?: string;
  does: Command;
}

const themes = Object.entries(themeNames) as [ThemeChoice, string][];

/** The actions of the header and its menus; only members sign out. */
function commandsOf(isMember: boolean): CommandRow[] {
  return [
    { label: 'List a card', words: 'sell new listing', does: { to: '/listings/create' } },
    { label: 'Create wanted post', words: 'buy', does: { to: '/wanted/create' } },
    ...themes.map(([theme, name]): CommandRow => ({ label: `Use theme: ${name}`, does: { theme } })),
    { label: 'Keyboard shortcuts', does: { keys: true } },
    ...(isMember ? [{ label: 'Sign out', words: 'log out', does: { signOut: true } } as const] : []),
  ];
}

/**
 * What the words lead to: pages and commands whose name begins with them, own listings, a search for them, then what
 * has them somewhere in its name or note. Without words all pages and commands, each address once.
 */
export function commandRows(
  {
    pages,
    listings,
    isMember,
  }: { pages: readonly CommandPlace[]; listings: readonly CommandPlace[]; isMember: boolean },
  words: string,
): CommandRow[] {
  const rowOf = ({ to, label, note }: CommandPlace): CommandRow => ({ label, note, does: { to } });
  const all = [...[{ to: '/', label: 'Home' }, ...pages].map(rowOf), ...commandsOf(isMember)];
  const address = ({ does }: CommandRow) => ('to' in does ? does.to : null);
  const once = all.filter(
    (row, at) => address(row) === null || all.findIndex((other) => address(other) === address(row)) === at,
  );
  const typed = words.trim().toLowerCase();
  if (typed === '') return once;
  const textOf = ({ label, note = '', words: more = '' }: CommandRow) => `${label} ${note} ${more}`.toLowerCase();
  const has = once.filter((row) => typed.split(/\s+/).every((word) => textOf(row).includes(word)));
  const begins = has.filter(({ label }) => label.toLowerCase().startsWith(typed));
  const search: CommandRow = {
    label: `Search for “${words.trim()}”`,
    does: { to: `/browse?${new URLSearchParams({ q: words.trim() })}` },
  };
  return [...begins, ...listings.map(rowOf), search, ...has.filter((row) => !begins.includes(row))];
}
