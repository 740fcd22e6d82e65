import type { Money } from '#kernel/numbers/money.ts';
import { listingLimits, priceRank } from './model/listing.rules.ts';

/** The checked parts, each with one of three results, and which sides the photos show. */
export const checkedParts = ['corners', 'edges', 'surface', 'centring'] as const;
export const checkedSides = ['front', 'back'] as const;
export const wearGrades = ['clean', 'slight', 'clear'] as const;
type Part = (typeof checkedParts)[number];
type Wear = (typeof wearGrades)[number];

/** What a seller checked. An unchecked part is null; without any part there is no checklist. */
export type Checklist = Record<Part, Wear | null> & Record<(typeof checkedSides)[number], boolean>;

const says = (list: Checklist) => [...checkedParts, ...checkedSides].some((name) => list[name]);

/** As it is stored: null where it says nothing. */
export const saidOf = (list: Checklist | null | undefined): Checklist | null => (list && says(list) ? list : null);

/**
 * Offered from 20 US dollars up; in other currencies from the equivalent at the fixed rates of the price rank. It is
 * optional, and a cheaper card may have one.
 */
export function offersChecklist(price: Money): boolean {
  return priceRank(price) >= listingLimits.photoRequiredFrom;
}

const wearWords: Record<Wear, string> = { clean: 'No visible wear', slight: 'Slight wear', clear: 'Clear wear' };
const centringWords: Record<Wear, string> = {
  clean: 'Well centered',
  slight: 'Slightly off-center',
  clear: 'Clearly off-center',
};
export const partNames: Record<Part, string> = {
  corners: 'Corners',
  edges: 'Edges',
  surface: 'Surface',
  centring: 'Centering',
};

export function wearInWords(part: Part, value: Wear): string {
  return (part === 'centring' ? centringWords : wearWords)[value];
}

function sidesInWords({ front, back }: Checklist): string {
  if (front && back) return 'Front and back';
  return front ? 'Front' : 'Back';
}

/** `Corners: Slight wear`, one row each, for a page. */
export function checklistRows(list: Checklist | null | undefined): [label: string, words: string][] {
  if (!list) return [];
  const parts = checkedParts.flatMap((part): [string, string][] => {
    const value = list[part];
    return value ? [[partNames[part], wearInWords(part, value)]] : [];
  });
  return list.front || list.back ? [...parts, ['Sides in photos', sidesInWords(list)]] : parts;
}
