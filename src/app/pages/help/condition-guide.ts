import type { Condition } from '#kernel/cards/conditions.ts';

/** What the sketch of a card shows. */
export interface Wear {
  /** Radius of the corners: they blunt with use. */
  round: number;
  /** White along the edge: stroke width, and where it shows as a dash pattern. */
  edge: number;
  dashes: string;
  scratches: number;
  isCreased: boolean;
}

interface ConditionGuide {
  /** The most wear allowed: corners and edges, surface, and the difference from the condition above. */
  allows: readonly string[];
  wear: Wear;
}

export const conditionGuide: Readonly<Record<Condition, ConditionGuide>> = {
  mint: {
    allows: [
      'Corners and edges: sharp, no white even under a lamp',
      'Surface: no scratch, print line or finger mark',
      'Centering: borders even to the eye',
    ],
    wear: { round: 30, edge: 0, dashes: '', scratches: 0, isCreased: false },
  },
  near_mint: {
    allows: [
      'Corners and edges: 1 or 2 tiny white specks',
      'Surface: a faint line, visible only at an angle',
      'Never: a scratch you can feel',
    ],
    wear: { round: 30, edge: 10, dashes: '14 820 10 2200', scratches: 0, isCreased: false },
  },
  excellent: {
    allows: [
      'Corners and edges: a few small white points',
      'Surface: faint scratches in the finish',
      'Never: wear visible at arm’s length',
    ],
    wear: { round: 30, edge: 13, dashes: '16 190 9 330 22 410 10 160 14 240', scratches: 1, isCreased: false },
  },
  good: {
    allows: [
      'Corners and edges: white along an edge, slightly blunt corners',
      'Surface: clearly visible scratches',
      'Never: creases, dents or bends',
    ],
    wear: { round: 36, edge: 16, dashes: '70 150 16 70 120 210 34 100', scratches: 3, isCreased: false },
  },
  light_played: {
    allows: [
      'Corners and edges: whitening all around, soft corners',
      'Surface: scratches, a little dirt, a small dent',
      'Flat and complete',
    ],
    wear: { round: 44, edge: 20, dashes: '170 46 64 34 230 60', scratches: 5, isCreased: false },
  },
  played: {
    allows: [
      'Corners and edges: rounded, worn through to the paper',
      'Surface: deep scratches, loss of print, a crease shorter than a fingernail',
      'In a sleeve, no marks are visible on the back',
    ],
    wear: { round: 58, edge: 28, dashes: '420 16 260 9', scratches: 8, isCreased: false },
  },
  poor: {
    allows: [
      'Creased across, torn, bent, water-damaged, written on or cut',
      'Any change made to hide damage, such as inking an edge',
      'Describe the damage and show it in a photo',
    ],
    wear: { round: 66, edge: 34, dashes: '', scratches: 9, isCreased: true },
  },
  unknown: {
    allows: [
      'The seller hasn’t graded the card',
      'Sorted last, and never counted as “or better” in a filter',
      'Ask for photos before you buy',
    ],
    wear: { round: 30, edge: 0, dashes: '', scratches: 0, isCreased: false },
  },
};
