import type { TierDefinition } from './contract.ts';

export interface TierRow {
  what: string;
  free: string;
  premium: string;
}

/** The two tiers side by side in words, from the definition that the server enforces: only what works today, so that nobody pays for a word. */
export function tierRows(free: TierDefinition, premium: TierDefinition): TierRow[] {
  const row = (what: string, say: (tier: TierDefinition) => string): TierRow => ({ what, free: say(free), premium: say(premium) });
  return [
    row('Copies for sale at one time', (tier) => String(tier.maxActiveListings ?? 'No limit')),
    row('A listing is shown for', (tier) => hoursInWords(tier.listingDuration)),
    row('Length of a description', (tier) => `${tier.maxDescriptionLength.toLocaleString('en')} characters`),
    row('Advertising', (tier) => (tier.hasAds ? 'Shown' : 'None')),
    row('Sign beside your name', (tier) => (tier.badge === 'star' ? 'Star' : 'None')),
    row('Conversations begun in an hour', (tier) => String(tier.newThreadsPerHour)),
    row('Your messages in the other’s inbox', (tier) => (tier.hasPriorityMessaging ? 'Above all others' : 'By time')),
    row('Stock listed from a file', (tier) => (tier.hasBulkListingTools ? 'Yes' : 'No')),
    row('Many listings repriced at once', (tier) => (tier.hasBulkListingTools ? 'Yes' : 'No')),
  ];
}

/** What the definition gives to a tier and this version of the market does not have yet. */
const notBuilt = {
  hasMarkdownSupport: 'formatted descriptions (Markdown)',
  hasAdvancedSearch: 'advanced search',
  hasPriceHistory: 'price history',
} as const satisfies Partial<Record<keyof TierDefinition, string>>;

/** What the second tier will have more than the first, and nobody has today. */
export function laterGains(free: TierDefinition, premium: TierDefinition): string[] {
  const names = Object.keys(notBuilt) as (keyof typeof notBuilt)[];
  return names.filter((name) => premium[name] && !free[name]).map((name) => notBuilt[name]);
}

export function hoursInWords(hours: number): string {
  return hours % 24 === 0 && hours > 48 ? `${hours / 24} days` : `${hours} hours`;
}
