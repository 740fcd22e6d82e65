import type { TierDefinition } from './contract.ts';

export interface TierRow {
  what: string;
  free: string;
  premium: string;
}

/**
 * The two tiers side by side in words, from the definition that the server enforces. What the definition promises and this version does not have
 * yet is said to be so: nobody pays for a word.
 */
export function tierRows(free: TierDefinition, premium: TierDefinition): TierRow[] {
  const row = (what: string, say: (tier: TierDefinition) => string): TierRow => ({ what, free: say(free), premium: say(premium) });
  const later = (has: boolean) => (has ? 'In a later version' : 'No');
  return [
    row('Copies for sale at one time', (tier) => String(tier.maxActiveListings ?? 'No limit')),
    row('A listing is shown for', (tier) => hoursInWords(tier.listingDuration)),
    row('Length of a description', (tier) => `${tier.maxDescriptionLength.toLocaleString('en')} characters`),
    row('Advertising', (tier) => (tier.hasAds ? 'Shown' : 'None')),
    row('Formatted descriptions (Markdown)', (tier) => later(tier.hasMarkdownSupport)),
    row('Bulk listing tools', (tier) => later(tier.hasBulkListingTools)),
    row('Advanced search', (tier) => later(tier.hasAdvancedSearch)),
    row('Price history', (tier) => later(tier.hasPriceHistory)),
    row('Priority messaging', (tier) => later(tier.hasPriorityMessaging)),
  ];
}

function hoursInWords(hours: number): string {
  return hours % 24 === 0 && hours > 48 ? `${hours / 24} days` : `${hours} hours`;
}
