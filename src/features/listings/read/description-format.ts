import { tierDefinition } from '#features/tiers/contract.ts';
import { readMarkdown } from '#ui/rich-text/read-markdown.ts';
import type { RichBlock } from '#ui/rich-text/rich-text.ts';
import type { Listing } from '../contract.ts';

/**
 * The description as a tree where the seller's tier reads Markdown; null where it is plain text. The source is stored
 * as typed, so a seller who leaves premium has it shown as text and gets the format back with premium.
 */
export function writtenBy({ seller, description }: Pick<Listing, 'seller' | 'description'>): RichBlock[] | null {
  if (description === null || !tierDefinition(seller.tier).hasMarkdownSupport) return null;
  return readMarkdown(description);
}
