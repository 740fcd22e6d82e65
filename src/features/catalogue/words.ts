/** Face, browser and server alike: the catalogue's spellings and what people call them. Pure, with no library behind it. */
export const finishNames = {
  normal: 'Normal',
  reverse: 'Reverse holo',
  holo: 'Holo',
  nonfoil: 'Non-foil',
  foil: 'Foil',
  etched: 'Etched foil',
  'cold-foil': 'Cold foil',
  'rainbow-foil': 'Rainbow foil',
  'gold-cold-foil': 'Gold cold foil',
  metal: 'Metal',
  lenticular: 'Lenticular',
} as const;
export type Finish = keyof typeof finishNames;
export const finishes = Object.keys(finishNames) as [Finish, ...Finish[]];

/** An import may bring a finish that has no name yet: it stands as it is spelt. */
export function finishName(finish: string): string {
  return Object.hasOwn(finishNames, finish) ? finishNames[finish as Finish] : finish;
}

/** Without foil or print on it: nothing that a tile needs to name. */
export function isPlainFinish(finish: string): boolean {
  return finish === 'normal' || finish === 'nonfoil';
}
