import { Suspense } from 'react';
import { marketTexts } from '#features/legal/words.ts';
import { Written } from '#features/listings/widgets.tsx';
import type { DocSection } from './doc-page.tsx';
import type { ShownText } from './market-texts.server.ts';

/** The host's texts as sections of a page. */
export function textSections(texts: readonly ShownText[]): DocSection[] {
  return texts.map(({ name, blocks }) => ({
    id: name,
    title: marketTexts[name].label,
    body: (
      <Suspense>
        <Written blocks={blocks} />
      </Suspense>
    ),
  }));
}

/** The day on which one of them was changed last; `otherwise` where none was written. */
export function lastChanged(texts: readonly ShownText[], otherwise: string): string {
  return texts.reduce(
    (last, { updatedAt }) => (updatedAt && updatedAt.slice(0, 10) > last ? updatedAt.slice(0, 10) : last),
    otherwise,
  );
}
