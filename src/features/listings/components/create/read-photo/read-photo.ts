import type { CardChoice } from '#features/catalogue/widgets.tsx';
import { preparePhoto } from './analyse-photo.ts';
import { type CardReading, queriesOf } from './reading.rules.ts';
import { isSure, likeliest, type Printing } from './score-printings.rules.ts';
import { stripsOf } from './strips.ts';

export type FoundPrinting = CardChoice & Printing;

/** What is under way. */
export type ReadStage = 'loading' | 'reading' | 'searching';

/** What did not work: the reader's own files, the photo, the catalogue. */
export type ReadProblem = 'reader' | 'photo' | 'catalogue';

export type PhotoAnswer = { printings: FoundPrinting[] } | { problem: ReadProblem };

/**
 * The likeliest printings in a photo, at most three. The photo stays in the browser; the catalogue is queried with the
 * recognised words. It ends early, with its results so far, when it is aborted.
 */
export async function readPhoto(
  file: Blob,
  notify: (stage: ReadStage) => void,
  stopped: AbortSignal,
): Promise<PhotoAnswer> {
  notify('loading');
  const reader = await import('./reader.client.ts').then(({ openReader }) => openReader()).catch(() => null);
  if (!reader) return { problem: 'reader' };
  stopped.addEventListener('abort', reader.close, { once: true });
  const read = async (): Promise<CardReading | null> => {
    notify('reading');
    const { photo, small } = await preparePhoto(file);
    const { strip } = stripsOf(photo, small);
    return {
      title: await reader.read(strip('title')),
      foot: await reader.read(strip('foot')),
      middle: await reader.read(strip('middle')),
    };
  };
  const reading = await read().catch(() => null);
  reader.close();
  if (!reading) return { problem: 'photo' };
  notify('searching');
  const found = await printingsFor(reading);
  if (!found) return { problem: 'catalogue' };
  const printings = likeliest(reading, found);
  return printings.length > 0 ? { printings } : { problem: 'photo' };
}

/**
 * Queries in sequence, until a result is unambiguous; a server under load may refuse some. Null where it refuses all.
 */
async function printingsFor(reading: CardReading): Promise<FoundPrinting[] | null> {
  const cards = new Map<string, FoundPrinting>();
  const questions = queriesOf(reading);
  let unanswered = 0;
  for (const words of questions) {
    const found = await cardsFor(words).catch(() => null);
    if (!found) unanswered++;
    for (const card of found ?? []) cards.set(card.id, card);
    if (found?.some((card) => isSure(reading, card))) break;
  }
  return unanswered > 0 && unanswered === questions.length ? null : [...cards.values()];
}

async function cardsFor(words: string): Promise<FoundPrinting[]> {
  const response = await fetch(`/api/catalogue/cards?limit=50&q=${encodeURIComponent(words)}`);
  if (!response.ok) throw new Error(`the catalogue answered ${response.status}`);
  return ((await response.json()) as { items: FoundPrinting[] }).items;
}
