import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import { weakMemo } from '#kernel/weak-memo.ts';
import type { Db } from '#platform/db/db.ts';
import type { Platform } from '#platform/platform.ts';
import { cardIdOf } from '../import/card-id.server.ts';
import { card, cardSet } from '../model/catalogue.tables.ts';
import { catalogueRevision } from '../search/index/index-store.server.ts';

export interface SetName {
  game: string;
  code: string;
  abbr: string | null;
  name: string;
}

/** A printing with what a file of stock can name it by. */
export interface Printing {
  id: string;
  game: string;
  setCode: string;
  number: string | null;
  name: string;
  rarity: string | null;
  finishes: string[];
  variants: string[];
  externalId: string;
  /** Numbers of the same card in other catalogues, by marketplace: `{"tcgplayer": [4146]}`. */
  ids: Record<string, (string | number)[]>;
}

/** Every set of these games, by all the names it goes by. A few thousand rows at most. */
export async function setNames(db: Db, games: readonly string[]): Promise<SetName[]> {
  if (games.length === 0) return [];
  return db
    .select({ game: cardSet.game, code: cardSet.code, abbr: cardSet.abbr, name: cardSet.name })
    .from(cardSet)
    .where(inArray(cardSet.game, [...games]));
}

/** What a set prints on its cards beside their numbers. */
export interface SetMark {
  game: string;
  code: string;
  abbr: string | null;
  printedTotal: number | null;
}

type Reader = Pick<Platform, 'pool' | 'db'>;

/** The marks of every set. Cached for each state of the catalogue. */
export const setMarks = cachedByRevision(async ({ db }): Promise<readonly SetMark[]> => {
  const { game, code, abbr, printedTotal } = cardSet;
  return db.select({ game, code, abbr, printedTotal }).from(cardSet);
});

/**
 * The year in which each card came out, by its id; without the cards of which that is unknown. Cached for each state of
 * the catalogue.
 */
export const releaseYears = cachedByRevision(async ({ pool }): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await pool.query<{ id: string; year: number }>(
    `select c.id, left(coalesce(c.release_date, s.release_date), 4)::int as year
     from card c join card_set s on s.game = c.game and s.code = c.set_code where coalesce(c.release_date, s.release_date) is not null`,
  );
  return new Map(rows.map(({ id, year }) => [id, year]));
});

/** What is read of the catalogue once for each of its states. A read that fails is tried again by the next caller. */
function cachedByRevision<T>(read: (platform: Reader) => Promise<T>): (platform: Reader) => Promise<T> {
  const cachedFor = weakMemo((_pool: Platform['pool']) => ({ revision: -1, value: null as Promise<T> | null }));
  return async (platform) => {
    const revision = await catalogueRevision(platform);
    const cached = cachedFor(platform.pool);
    if (cached.value === null || cached.revision !== revision) {
      const value = read(platform);
      cached.revision = revision;
      cached.value = value;
      value.catch(() => {
        if (cached.value === value) cached.value = null;
      });
    }
    return cached.value;
  };
}

const columns = {
  id: card.id,
  game: card.game,
  setCode: card.setCode,
  number: card.number,
  name: card.name,
  rarity: card.rarity,
  finishes: card.finishes,
  variants: card.variants,
  externalId: card.externalId,
  extra: card.extra,
};
const present = <T extends { extra: { ids?: Printing['ids'] } | null }>({ extra, ...row }: T) => ({
  ...row,
  ids: extra?.ids ?? {},
});

/** These printings, by id; one statement. */
export async function printingsByIds(db: Db, ids: readonly string[]): Promise<Map<string, Printing>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select(columns)
    .from(card)
    .where(inArray(card.id, [...new Set(ids)]));
  return new Map(rows.map((row) => [row.id, present(row)]));
}

/** Every printing of exactly these names, capitals aside; one statement. */
export async function printingsNamed(db: Db, names: readonly string[]): Promise<Printing[]> {
  if (names.length === 0) return [];
  const keys = sql.param([...new Set(names.map((name) => name.toLowerCase()))]);
  const rows = await db
    .select(columns)
    .from(card)
    .where(sql`lower(${card.name}) = any(${keys}::text[]) and not ${card.isHidden}`)
    .orderBy(asc(card.id));
  return rows.map(present);
}

/**
 * Every printing of a card with two names, one of which is one of these, capitals aside: `Ice` finds `Fire // Ice`; one
 * statement.
 */
export async function printingsOfHalves(db: Db, names: readonly string[]): Promise<Printing[]> {
  if (names.length === 0) return [];
  const keys = sql.param([...new Set(names.map((name) => name.toLowerCase()))]);
  const isHalf = sql`${card.name} like '% // %' and string_to_array(lower(${card.name}), ' // ') && ${keys}::text[] and not ${card.isHidden}`;
  const rows = await db.select(columns).from(card).where(isHalf).orderBy(asc(card.id));
  return rows.map(present);
}

/** Every printing of these sets, and the ones with these outside ids of a game; one statement. */
export async function printingsOf(
  db: Db,
  sets: readonly { game: string; code: string }[],
  byId: readonly { game: string; externalId: string }[] = [],
): Promise<Printing[]> {
  if (sets.length === 0 && byId.length === 0) return [];
  const games = sets.map(({ game }) => game);
  const codes = sets.map(({ code }) => code);
  const ofSets = sql`(${card.game}, ${card.setCode}) in (select * from unnest(${sql.param(games)}::text[], ${sql.param(codes)}::text[]))`;
  const ids = byId.map(({ game, externalId }) => cardIdOf(game, externalId));
  const rows = await db
    .select(columns)
    .from(card)
    .where(and(eq(card.isHidden, false), ids.length > 0 ? or(ofSets, inArray(card.id, ids)) : ofSets));
  return rows.map(present);
}

/**
 * Printings of these games by their ids: the catalogue's own (`external`) and those of markets; two statements at most.
 */
export async function printingsOfIds(
  db: Db,
  games: readonly string[],
  {
    external,
    cardmarket,
    tcgplayer,
  }: { external: readonly string[]; cardmarket: readonly string[]; tcgplayer: readonly string[] },
): Promise<Printing[]> {
  const own = games.flatMap((game) => external.map((id) => cardIdOf(game, id)));
  const byOwn =
    own.length === 0
      ? []
      : await db
          .select(columns)
          .from(card)
          .where(sql`${card.id} = any(${sql.param(own)}::text[])`);
  if (cardmarket.length === 0 && tcgplayer.length === 0) return byOwn.map(present);
  const has = (market: string, ids: readonly string[]) =>
    sql`exists (select from jsonb_array_elements_text(${card.extra} #> ${sql.raw(`'{ids,${market}}'`)}) as known(id) where known.id = any(${sql.param([...ids])}::text[]))`;
  const byMarket = await db
    .select(columns)
    .from(card)
    .where(and(inArray(card.game, [...games]), or(has('cardmarket', cardmarket), has('tcgplayer', tcgplayer))));
  return [...byOwn, ...byMarket].map(present);
}
