import type { Printing } from '#features/catalogue/index.server.ts';
import { nameKeys, numberKey } from './names.ts';

/** A printing with the keys of its name, computed once a file. */
export interface KnownCard {
  printing: Printing;
  names: ReadonlySet<string>;
}

/** The printings of one set, by what a row can name them by. */
export interface SetCards {
  all: readonly KnownCard[];
  ofNumber(key: string): readonly KnownCard[];
  ofName(key: string): readonly KnownCard[];
  /** `external`, or a service: `cardmarket`, `tcgplayer`. */
  ofId(kind: string, id: string): readonly KnownCard[];
}

export function setCards(printings: readonly Printing[]): SetCards {
  const all = printings.map((printing): KnownCard => ({ printing, names: nameKeys(printing.name) }));
  const byNumber = Map.groupBy(all, ({ printing }) => numberKey(printing.number ?? ''));
  const [byName, byId] = [new Map<string, KnownCard[]>(), new Map<string, KnownCard[]>()];
  for (const card of all) {
    for (const name of card.names) add(byName, name, card);
    add(byId, `external ${card.printing.externalId}`, card);
    for (const [market, ids] of Object.entries(card.printing.ids))
      for (const id of ids) add(byId, `${market} ${id}`, card);
  }
  return {
    all,
    ofNumber: (key) => byNumber.get(key) ?? [],
    ofName: (key) => byName.get(key) ?? [],
    ofId: (kind, id) => (id === '' ? [] : (byId.get(`${kind} ${id}`) ?? [])),
  };
}

function add(map: Map<string, KnownCard[]>, key: string, card: KnownCard): void {
  const known = map.get(key);
  if (known) known.push(card);
  else map.set(key, [card]);
}
