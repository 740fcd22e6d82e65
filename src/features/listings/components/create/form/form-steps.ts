export const steps = [
  ['photos', 'Photos'],
  ['card', 'Card'],
  ['condition', 'Condition'],
  ['price', 'Price'],
  ['check', 'Review'],
] as const;
export type Step = (typeof steps)[number][0];

/** The step of a field, so that its error can be shown there. */
export function stepOf(field: string): Step {
  if (field === 'photos') return 'photos';
  if (/^(condition|grading|checklist|description)/.test(field)) return 'condition';
  if (/^(price|quantity|shipping|offer|auto|acceptsOffers|currency|sku|place|privateNote|cost)/.test(field))
    return 'price';
  return 'card';
}

/** The server names fields by path; a money field's parts are one field here, and the card has one place. */
export function fieldOf(path: string): string {
  if (path === 'catalogueCardId') return 'card';
  return path.replace(/\.(amount|currency)$/, '');
}
