import type { TierDefinition } from './contract.ts';

export interface TierRow {
  what: string;
  free: string;
  premium: string;
}

/** The two tiers side by side in words, from the definition that the server enforces. */
export function tierRows(free: TierDefinition, premium: TierDefinition): TierRow[] {
  const row = (what: string, say: (tier: TierDefinition) => string): TierRow => ({ what, free: say(free), premium: say(premium) });
  const yes = (has: boolean) => (has ? 'Yes' : 'No');
  return [
    row('Copies for sale at one time', (tier) => String(tier.maxActiveListings ?? 'No limit')),
    row('A listing is shown for', (tier) => hoursInWords(tier.listingDuration)),
    row('Length of a description', (tier) => `${tier.maxDescriptionLength.toLocaleString('en')} characters`),
    row('Formatted descriptions (Markdown)', (tier) => yes(tier.hasMarkdownSupport)),
    row('Bulk listing tools', (tier) => yes(tier.hasBulkListingTools)),
    row('Advanced search', (tier) => yes(tier.hasAdvancedSearch)),
    row('Price history', (tier) => yes(tier.hasPriceHistory)),
    row('Priority messaging', (tier) => yes(tier.hasPriorityMessaging)),
    row('New conversations in an hour', (tier) => String(tier.newThreadsPerHour)),
    row('Advertising', (tier) => (tier.hasAds ? 'Shown' : 'None')),
  ];
}

function hoursInWords(hours: number): string {
  return hours % 24 === 0 && hours > 48 ? `${hours / 24} days` : `${hours} hours`;
}
