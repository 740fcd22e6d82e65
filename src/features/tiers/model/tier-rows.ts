import { formatNumber } from '#kernel/format.ts';
import type { TierDefinition } from '../contract.ts';

export interface TierRow {
  what: string;
  free: string;
  premium: string;
}

/**
 * The two tiers side by side in words, from the definition that the server enforces: only features that exist, so that
 * members pay for nothing that is only announced.
 */
export function tierRows(free: TierDefinition, premium: TierDefinition): TierRow[] {
  const row = (what: string, say: (tier: TierDefinition) => string): TierRow => ({
    what,
    free: say(free),
    premium: say(premium),
  });
  return [
    row('Active listings', (tier) => String(tier.maxActiveListings ?? 'No limit')),
    row('A listing is shown for', (tier) => hoursInWords(tier.listingDuration)),
    row('Length of a description', (tier) => `${formatNumber(tier.maxDescriptionLength)} characters`),
    row('Formatted descriptions', (tier) =>
      tier.hasMarkdownSupport ? 'Bold, lists, headings, links (Markdown)' : 'Text',
    ),
    row('Advertising', (tier) => (tier.hasAds ? 'Shown' : 'None')),
    row('Badge next to your name', (tier) => (tier.badge === 'star' ? 'Star' : 'None')),
    row('Conversations begun in an hour', (tier) => String(tier.newThreadsPerHour)),
    row('Saved searches', (tier) => String(tier.maxSavedSearches)),
    row('Want lists', (tier) => `${tier.maxWantLists}, of ${tier.maxWantListLines} lines each`),
    row('Message priority', (tier) => (tier.hasPriorityMessaging ? 'Above all others' : 'By time')),
    row('Advanced search', (tier) =>
      tier.hasAdvancedSearch ? 'Keys, or, not and brackets' : 'Words, filters and how many it would find',
    ),
    row('Price history', (tier) =>
      tier.hasPriceHistory ? 'A year, with the middle half and each sale' : 'One suggested price when you list',
    ),
    row('Import from file', (tier) => (tier.hasBulkListingTools ? 'Yes' : 'No')),
    row('Many listings repriced at once', (tier) => (tier.hasBulkListingTools ? 'Yes' : 'No')),
  ];
}

export function hoursInWords(hours: number): string {
  return hours % 24 === 0 && hours > 48 ? `${hours / 24} days` : `${hours} hours`;
}
