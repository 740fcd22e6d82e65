import type { CardChoice } from '../listing-form.ts';
import { lookAtPhoto } from './look-at-photo.ts';
import { queriesOf } from './reading.rules.ts';
import { likeliest, type Printing } from './score-printings.rules.ts';
import { stripsOf } from './strips.ts';

export type FoundPrinting = CardChoice & Printing;

/** What the person is told meanwhile. */
export type ReadStage = 'loading' | 'reading' | 'searching';

/** The three printings that a photo shows likeliest. The photo stays in the browser; the catalogue is asked for what was read. Throws where the reader can't be loaded. */
export async function readPhoto(file: Blob, tell: (stage: ReadStage, share?: number) => void): Promise<FoundPrinting[]> {
  tell('loading');
  const { openReader } = await import('./reader.client.ts');
  const looked = lookAtPhoto(file).then(({ photo, small }) => stripsOf(photo, small));
  looked.catch(() => {});
  const reader = await openReader(() => {});
  try {
    const { strip } = await looked;
    tell('reading');
    const reading = { title: await reader.read(strip('title')), foot: await reader.read(strip('foot')), middle: await reader.read(strip('middle')) };
    tell('searching');
    const answers = await Promise.all(queriesOf(reading).map(cardsFor));
    const cards = new Map(answers.flat().map((card) => [card.id, card]));
    return likeliest(reading, [...cards.values()]);
  } finally {
    void reader.close();
  }
}

async function cardsFor(words: string): Promise<FoundPrinting[]> {
  const response = await fetch(`/api/catalogue/cards?limit=50&q=${encodeURIComponent(words)}`);
  return response.ok ? ((await response.json()) as { items: FoundPrinting[] }).items : [];
}
