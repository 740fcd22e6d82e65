interface FinishFacts {
  name: string;
  /** Without foil or print on it. */
  isPlain?: boolean;
}

/** The one list of finishes. An import of cards may add others, which are shown as spelt. */
const facts = {
  normal: { name: 'Normal', isPlain: true },
  reverse: { name: 'Reverse holo' },
  holo: { name: 'Holo' },
  nonfoil: { name: 'Non-foil', isPlain: true },
  foil: { name: 'Foil' },
  etched: { name: 'Etched foil' },
  'cold-foil': { name: 'Cold foil' },
  'rainbow-foil': { name: 'Rainbow foil' },
  'gold-cold-foil': { name: 'Gold cold foil' },
  metal: { name: 'Metal' },
  lenticular: { name: 'Lenticular' },
} as const satisfies Readonly<Record<string, FinishFacts>>;

export type Finish = keyof typeof facts;
export const finishes = Object.keys(facts) as [Finish, ...Finish[]];
const known: Readonly<Record<string, FinishFacts>> = facts;
const factsOf = (finish: string) => (Object.hasOwn(known, finish) ? known[finish] : undefined);

export const finishNames = Object.fromEntries(finishes.map((finish) => [finish, facts[finish].name])) as Record<
  Finish,
  string
>;

export const finishName = (finish: string): string => factsOf(finish)?.name ?? finish;

export const isPlainFinish = (finish: string): boolean => factsOf(finish)?.isPlain ?? false;

/**
 * The words of files for a finish: lower case, without spaces and signs. Empty where files use a general word: `holo`
 * means a foil of any kind.
 */
export const finishSpellings: Readonly<Record<Finish, string>> = {
  normal:
    'normal nonfoil notfoil nofoil unfoil unfoiled no n 0 false nein non none na regular standard plain nonholo nonholofoil noholo nonholographic paper',
  reverse:
    'reverse reverseholo reverseholofoil reverseholographic reversefoil revholo revfoil rev rh reverseholofoilcard',
  holo: '',
  nonfoil: '',
  foil: 'foil foiled holo holofoil holographic holorare yes y true 1 x ja oui si premium traditionalfoil regularfoil normalfoil foilcard',
  etched: 'etched etchedfoil foiletched e',
  'cold-foil': 'coldfoil',
  'rainbow-foil': 'rainbowfoil',
  'gold-cold-foil': 'goldcoldfoil coldfoilgold',
  metal: '',
  lenticular: '',
};
