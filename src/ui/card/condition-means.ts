import type { ConditionKey } from './conditions.ts';

/** One sentence to grade by for each condition. Not in the file of the names, which every page with a badge loads. */
export const conditionMeans: Record<ConditionKey, string> = {
  mint: 'As it left the pack: no mark found even under a strong light.',
  near_mint: 'Looks unplayed; one or two faint specks that you have to search for.',
  excellent: 'Light white specks on an edge or corner, a faint scratch; nothing seen at arm’s length.',
  good: 'Wear seen at once on edges or surface, but no crease.',
  light_played: 'Whitened edges all round, scratches or a little dirt; flat and whole.',
  played: 'Heavy wear: rounded corners, deep scratches or a small crease.',
  poor: 'Damaged: creased, bent, torn, wet, written on or altered.',
  unknown: 'The seller has not said. Ask before you buy.',
};
