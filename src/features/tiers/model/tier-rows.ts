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
    row('Listing duration', (tier) => hoursInWords(tier.listingDuration)),
    row('Description length', (tier) => `${formatNumber(tier.maxDescriptionLength)} characters`),
    row('Formatted descriptions', (tier) =>
      tier.hasMarkdownSupport ? 'Bold, lists, headings, links (Markdown)' : 'Plain text',
    ),
    row('Ads', (tier) => (tier.hasAds ? 'Shown' : 'None')),
    row('Badge next to your name', (tier) => (tier.badge === 'star' ? 'Star' : 'None')),
    row('New conversations per hour', (tier) => formatNumber(tier.newThreadsPerHour)),
    row('Saved searches', (tier) => String(tier.maxSavedSearches)),
    row('Want lists', (tier) => `${tier.maxWantLists}, with up to ${tier.maxWantListLines} cards each`),
    row('Message priority', (tier) => (tier.hasPriorityMessaging ? 'Shown first' : 'By time')),
    row('Advanced search', (tier) =>
      tier.hasAdvancedSearch
        ? 'Search operators, OR, NOT and brackets'
        : 'Keywords and filters, with the number of advanced matches',
    ),
    row('Price history', (tier) =>
      tier.hasPriceHistory ? '1 year, with typical range and each sale' : 'One suggested price when you list a card',
    ),
    row('Import from file', (tier) => (tier.hasBulkListingTools ? 'Yes' : 'No')),
    row('Bulk edit of prices', (tier) => (tier.hasBulkListingTools ? 'Yes' : 'No')),
  ];
}

export function hoursInWords(hours: number): string {
  return hours % 24 === 0 && hours > 48 ? `${hours / 24} days` : `${hours} hours`;
}
