import type { MarketText } from '#features/legal/contract.ts';
import { readMarketTexts } from '#features/legal/index.server.ts';
import type { MarketTextName } from '#features/legal/words.ts';
import type { PageScope } from '#platform/http/page.ts';
import { readMarkdown } from '#ui/rich-text/read-markdown.ts';
import type { RichBlock } from '#ui/rich-text/rich-text.ts';

export interface ShownText extends Pick<MarketText, 'name' | 'updatedAt'> {
  blocks: RichBlock[];
}

/** The host's texts, for pages that are rendered again when one of them changes. */
export async function loadMarketTexts(scope: PageScope, ...names: MarketTextName[]): Promise<ShownText[]> {
  scope.dependsOn(['terms']);
  const texts = await readMarketTexts(scope.platform.db, names);
  return texts.map(({ name, text, updatedAt }) => ({ name, updatedAt, blocks: readMarkdown(text) }));
}
