import { tierDefinition } from '#features/tiers/contract.ts';
import { readMarkdown } from '#ui/rich-text/read-markdown.ts';
import type { RichBlock } from '#ui/rich-text/rich-text.ts';
import type { Listing } from '../contract.ts';

/**
 * The description as a tree, where the seller's tier reads Markdown; null where it is text. What is stored is what was
 * typed: whoever leaves premium has it shown as text, and has it formatted again with premium.
 */
export function writtenBy({ seller, description }: Pick<Listing, 'seller' | 'description'>): RichBlock[] | null {
  if (description === null || !tierDefinition(seller.tier).hasMarkdownSupport) return null;
  return readMarkdown(description);
}
