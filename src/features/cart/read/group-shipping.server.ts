import type { OrderedCopies, OrderShipping, Parcel } from '#features/orders/contract.ts';
import { shippingFor } from '#features/orders/index.server.ts';
import type { Currency } from '#kernel/numbers/money.ts';
import type { Db } from '#platform/db/db.ts';
import { type GroupShipping, shippingOfGroup } from '../model/group-shipping.rules.ts';

/** The cards of one seller in one currency that would be shipped together. */
export interface Packed {
  sellerId: string;
  currency: Currency;
  items: readonly OrderedCopies[];
}

interface ShippedTo {
  country: string | null;
  /** Names of the chosen methods, by seller. */
  methods: Readonly<Record<string, string>>;
}

/** The shipping of each group with cards, by its key. The number of queries depends only on the number of currencies. */
export async function shipGroups(
  db: Db,
  groups: ReadonlyMap<string, Packed>,
  { country, methods }: ShippedTo,
): Promise<Map<string, GroupShipping>> {
  const quoted = await quote(db, groups, country);
  const refused = [...quoted].filter(([, { kind }]) => kind === 'contact_seller').map(([key]) => key);
  const single = await quote(
    db,
    new Map([...groups].filter(([key]) => refused.includes(key)).map(withOneCard)),
    country,
  );
  return new Map(
    [...quoted].map(([key, shipping]) => {
      const wanted = methods[groups.get(key)?.sellerId ?? ''];
      const shipsOne = single.get(key)?.kind === 'methods';
      return [key, shippingOfGroup(shipping, { wanted, country, shipsOne })];
    }),
  );
}

async function quote(
  db: Db,
  groups: ReadonlyMap<string, Packed>,
  country: string | null,
): Promise<Map<string, OrderShipping>> {
  const byCurrency = Map.groupBy(groups, ([, { currency }]) => currency);
  const found = await Promise.all(
    [...byCurrency].map(async ([currency, ofCurrency]) => {
      const parcels = ofCurrency.flatMap(
        ([
          ,
          {
            sellerId,
            items: [first, ...others],
          },
        ]): Parcel[] => (first ? [{ sellerId, items: [first, ...others] }] : []),
      );
      const bySeller = await shippingFor(db, parcels, { country, currency });
      return ofCurrency.flatMap(([key, { sellerId }]): [string, OrderShipping][] => {
        const one = bySeller.get(sellerId);
        return one ? [[key, one]] : [];
      });
    }),
  );
  return new Map(found.flat());
}

/** Whether anything is shipped at all is a question about the smallest order: one card of no value. */
function withOneCard([key, group]: [string, Packed]): [string, Packed] {
  const [first] = group.items;
  const items = first ? [{ ...first, value: 0, quantity: 1 }] : [];
  return [key, { ...group, items }];
}
