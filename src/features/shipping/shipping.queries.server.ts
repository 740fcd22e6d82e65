import { and, eq, gt, inArray } from 'drizzle-orm';
import { salesOf } from '#features/members/index.server.ts';
import { type Currency, money } from '#kernel/numbers/money.ts';
import type { Db } from '#platform/db/db.ts';
import { type ShippingView, shippingSchema, viewOf } from './contract.ts';
import { figuresInForce } from './figures/figures.server.ts';
import type { ListedTable } from './model/listed-shipping.ts';
import { firstShipDays, type ShippingMethod } from './model/shipping.rules.ts';
import { type ShippingMethodRow, shippingMethod, shippingTable, startingSeller } from './model/shipping.tables.ts';
import { firstTable } from './model/starting-table.ts';

export interface StoredTable {
  version: number;
  sendsFrom: string;
  shipDays: number;
  updatedAt: Date;
  methods: ShippingMethod[];
}

/** The tables of those sellers who have one. A row of version 0 is none: it has only the country. */
export async function findTables(db: Db, sellerIds: readonly string[]): Promise<Map<string, StoredTable>> {
  const ids = [...new Set(sellerIds)];
  const tables = await db
    .select()
    .from(shippingTable)
    .where(and(inArray(shippingTable.sellerId, ids), gt(shippingTable.version, 0)));
  if (tables.length === 0) return new Map();
  const rows = await db
    .select()
    .from(shippingMethod)
    .where(inArray(shippingMethod.sellerId, ids))
    .orderBy(shippingMethod.sellerId, shippingMethod.position);
  const methods = Map.groupBy(rows, (row) => row.sellerId);
  return new Map(
    tables.map((table) => [table.sellerId, { ...table, methods: (methods.get(table.sellerId) ?? []).map(methodOf) }]),
  );
}

/** A seller's table; null for a seller without one. */
async function findTable(db: Db, sellerId: string): Promise<StoredTable | null> {
  return (await findTables(db, [sellerId])).get(sellerId) ?? null;
}

/** The table that sellers start from, for admins. */
export async function getStartingTable(db: Db): Promise<ShippingView> {
  const table = await findTable(db, startingSeller);
  return table ? present(table) : suggest(firstTable);
}

/** The member's own table; before there is one, the host's as a suggestion with version 0. */
export async function getOwnTable(db: Db, memberId: string): Promise<ShippingView> {
  const own = await findTable(db, memberId);
  if (own) return present(own);
  return suggest(await suggestedMethods(db), await findSendsFrom(db, memberId));
}

/** The host's methods, which sellers start from. */
export async function suggestedMethods(db: Db): Promise<readonly ShippingMethod[]> {
  return (await findTable(db, startingSeller))?.methods ?? firstTable;
}

/** How a member ships, for a listing that they are writing. */
export async function findListedTable(db: Db, memberId: string): Promise<ListedTable> {
  const [table, sendsFrom, sales] = await Promise.all([
    findTable(db, memberId),
    findSendsFrom(db, memberId),
    salesOf(db, [memberId]),
  ]);
  return {
    sendsFrom,
    sales: sales.get(memberId) ?? 0,
    methods: table?.methods ?? null,
    figures: await figuresInForce(db),
  };
}

/** The currencies of a seller's methods; null for a seller without a table. */
export async function findShippingCurrencies(db: Db, sellerId: string): Promise<Currency[] | null> {
  const rows = await db
    .selectDistinct({ currency: shippingMethod.currency })
    .from(shippingTable)
    .innerJoin(shippingMethod, eq(shippingMethod.sellerId, shippingTable.sellerId))
    .where(and(eq(shippingTable.sellerId, sellerId), gt(shippingTable.version, 0)))
    .orderBy(shippingMethod.currency);
  return rows.length === 0 ? null : rows.map(({ currency }) => currency);
}

/** The country that a member ships from; null where it is unknown. */
export async function findSendsFrom(db: Db, memberId: string): Promise<string | null> {
  const { sellerId, sendsFrom } = shippingTable;
  const [row] = await db.select({ sendsFrom }).from(shippingTable).where(eq(sellerId, memberId));
  return row?.sendsFrom ?? null;
}

const present = ({ methods, updatedAt, ...table }: StoredTable): ShippingView =>
  shippingSchema.parse({ ...table, methods: methods.map(viewOf), updatedAt: updatedAt.toISOString() });

const suggest = (methods: readonly ShippingMethod[], sendsFrom: string | null = null): ShippingView =>
  shippingSchema.parse({
    version: 0,
    sendsFrom,
    shipDays: firstShipDays,
    methods: methods.map(viewOf),
    updatedAt: null,
  });

function methodOf({ isTracked, price, currency, ...row }: ShippingMethodRow): ShippingMethod {
  const { destination, name, maxCards, maxSlabs, maxGrams, maxValue, freeFrom, needsPhone } = row;
  return {
    destination,
    name,
    tracked: isTracked,
    maxCards,
    maxSlabs,
    maxGrams,
    maxValue,
    price: money(price, currency),
    freeFrom,
    needsPhone,
  };
}
