import type { Card, CardDetail } from '../contract.ts';
import { finishName } from '../words.ts';

/** `4/102`, `LOB-001`; null where the card has no number. */
export function numberOf({
  number,
  printedTotal,
}: {
  number: string | null;
  printedTotal: number | null;
}): string | null {
  return number && printedTotal && /^\d+[a-z]?$/.test(number) ? `${number}/${printedTotal}` : number;
}

/** `9 January 1999`, or the year where no more is known. */
export function dateWords(date: string | null, isApprox = false): string | null {
  if (!date) return null;
  const words =
    date.length === 4
      ? date
      : new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
          new Date(`${date}T00:00:00Z`),
        );
  return isApprox ? `about ${words}` : words;
}

export function finishesOf(card: Pick<Card, 'finishes'>): string | null {
  return card.finishes.length === 0 ? null : card.finishes.map(finishName).join(', ');
}

/** One sentence for search engines and shared links. */
export function cardSentence(card: CardDetail): string {
  const facts = [numberOf(card), card.rarity].filter(Boolean).join(', ');
  return `${card.name} from ${card.setName} (${card.gameName})${facts ? `: ${facts}` : ''}. Compare listings from collectors and small shops by condition and total price.`;
}

export interface Printing {
  id: string;
  name: string;
  number: string | null;
  rarity: string | null;
  artUrl: string;
  /** The set; number, rarity and year, and what else distinguishes it from the others. */
  lines: [string, string];
}

/**
 * Distinguishes the printings of one card: those with equal set, number, rarity and year add their language and
 * finishes.
 */
export function distinguish(cards: readonly Card[]): Printing[] {
  const linesOf = (card: Card): [string, string] => [
    card.setName,
    joined(numberOf(card), card.rarity, card.releaseDate?.slice(0, 4)),
  ];
  const times = new Map<string, number>();
  for (const card of cards) {
    const key = linesOf(card).join('\n');
    times.set(key, (times.get(key) ?? 0) + 1);
  }
  return cards.map((card) => {
    const [place, facts] = linesOf(card);
    const isAlone = times.get(`${place}\n${facts}`) === 1;
    const { id, name, number, rarity, artUrl } = card;
    const more = isAlone ? facts : joined(facts, card.language.toUpperCase(), finishesOf(card));
    return { id, name, number, rarity, artUrl, lines: [place, more] };
  });
}

function joined(...parts: (string | null | undefined)[]): string {
  return parts.filter(Boolean).join(' · ');
}
