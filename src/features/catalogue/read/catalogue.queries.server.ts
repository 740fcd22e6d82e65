import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type pg from 'pg';
import { isId } from '#kernel/ids.ts';
import { cursorPart, type Page, pageOf, readCursor } from '#kernel/numbers/paging.ts';
import { notFound } from '#kernel/refusal.ts';
import { weakMemo } from '#kernel/weak-memo.ts';
import { batched } from '#platform/db/batched.ts';
import { connectionOf, type Db } from '#platform/db/db.ts';
import type { Card, CardDetail, CardSet, Game } from '../contract.ts';
import { card, cardSet, game } from '../model/catalogue.tables.ts';
import { artAddress } from './addresses.ts';

const { text } = cursorPart;

const cardColumns = {
  id: card.id,
  game: card.game,
  setCode: card.setCode,
  setName: cardSet.name,
  number: card.number,
  name: card.name,
  rarity: card.rarity,
  finishes: card.finishes,
  variants: card.variants,
  setAbbr: cardSet.abbr,
  series: cardSet.series,
  releaseDate: sql<string | null>`coalesce(${card.releaseDate}, ${cardSet.releaseDate})`,
  printedTotal: cardSet.printedTotal,
  artist: card.artist,
  language: card.language,
  externalId: card.externalId,
};
const ofItsSet = and(eq(cardSet.game, card.game), eq(cardSet.code, card.setCode));

const setColumns = {
  game: cardSet.game,
  setCode: cardSet.code,
  setAbbr: cardSet.abbr,
  setName: cardSet.name,
  series: cardSet.series,
  releaseDate: cardSet.releaseDate,
  releaseDateApprox: cardSet.releaseDateApprox,
  printedTotal: cardSet.printedTotal,
  cards: cardSet.cardCount,
  sport: cardSet.sport,
  parallels: cardSet.parallels,
};

function present(row: Omit<Card, 'artUrl'>): Card {
  return { ...row, artUrl: artAddress(row.id) };
}

export async function findCard(db: Db, id: string): Promise<Card | null> {
  if (!isId(id)) return null;
  const rows = await db.select(cardColumns).from(card).innerJoin(cardSet, ofItsSet).where(eq(card.id, id));
  return rows[0] ? present(rows[0]) : null;
}

/** Throws a refusal (404) for an unknown card. */
export async function getCard(db: Db, id: string): Promise<Card> {
  return (await findCard(db, id)) ?? fail(noSuchCard());
}

/** The cards that exist among `ids`, by id; one statement. */
export async function findCardsByIds(db: Db, ids: readonly string[]): Promise<Map<string, Card>> {
  const known = [...new Set(ids)].filter(isId);
  return known.length === 0 ? new Map() : readCards(connectionOf(db), known);
}

const whole = `select c.id, c.game, c.set_code as "setCode", s.name as "setName", c.number, c.name, c.rarity, c.finishes, c.variants, s.abbr as "setAbbr", s.series,
  coalesce(c.release_date, s.release_date) as "releaseDate", s.printed_total as "printedTotal", c.artist, c.language, c.external_id as "externalId"
  from card c join card_set s on s.game = c.game and s.code = c.set_code`;

const byIds = { name: 'catalogue-cards-by-id', text: `${whole} where c.id = any($1)` };

/**
 * The cards of these ids, as `findCardsByIds` gives them: for searches, of which many ask at the same moment, one
 * planned statement for all of them.
 */
export const readFoundCards = weakMemo((pool: pg.Pool) => batched((ids: string[]) => readCards(pool, ids)));

async function readCards(connection: Pick<pg.Pool, 'query'>, ids: readonly string[]): Promise<Map<string, Card>> {
  const { rows } = await connection.query<Omit<Card, 'artUrl'>>({ ...byIds, values: [ids] });
  return new Map(rows.map((row) => [row.id, present(row)]));
}

/** All that is known of a card. Throws a refusal (404) for an unknown one. */
export async function getCardDetail(db: Db, id: string): Promise<CardDetail> {
  if (!isId(id)) throw noSuchCard();
  const rows = await db
    .select({
      ...cardColumns,
      gameName: game.name,
      releaseDateApprox: sql<boolean>`case when ${card.releaseDate} is null then ${cardSet.releaseDateApprox} else ${card.releaseDateApprox} end`,
      extra: card.extra,
      source: card.source,
    })
    .from(card)
    .innerJoin(cardSet, ofItsSet)
    .innerJoin(game, eq(game.slug, card.game))
    .where(eq(card.id, id));
  const row = rows[0] ?? fail(noSuchCard());
  const { extra, ...facts } = row;
  return {
    ...present(facts),
    gameName: facts.gameName,
    releaseDateApprox: facts.releaseDateApprox,
    source: facts.source,
    attributes: extra?.attributes ?? [],
    printRun: extra?.printRun ?? null,
    region: extra?.region ?? null,
    ids: extra?.ids ?? {},
  };
}

/** Games that have cards, in the order of the carousels. */
export async function listGames(db: Db): Promise<Game[]> {
  return db
    .select({
      game: game.slug,
      name: game.name,
      sets: sql<number>`count(*)::int`,
      cards: sql<number>`sum(${cardSet.cardCount})::int`,
    })
    .from(game)
    .innerJoin(cardSet, and(eq(cardSet.game, game.slug), sql`${cardSet.cardCount} > 0`))
    .groupBy(game.slug, game.name, game.sortOrder)
    .orderBy(game.sortOrder, game.slug);
}

/** The drawings of three cards of a game's newest large set. */
export async function sampleCards(db: Db, ofGame: string): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    select c.id from card c
    where not c.is_hidden and c.game = ${ofGame} and c.set_code = (
      select s.code from card_set s where s.game = ${ofGame} and s.card_count >= least(60, (select max(card_count) from card_set where game = ${ofGame}))
      order by s.release_date desc nulls last, s.code limit 1)
    order by c.number_order, c.id limit 3`);
  return rows.rows.map(({ id }) => artAddress(id));
}

export async function findGame(db: Db, slug: string): Promise<{ game: string; name: string } | null> {
  const rows = await db
    .select({ game: game.slug, name: game.name })
    .from(game)
    .where(eq(game.slug, clean(slug)));
  return rows[0] ?? null;
}

export async function findSet(db: Db, ofGame: string, code: string): Promise<CardSet | null> {
  const rows = await db
    .select(setColumns)
    .from(cardSet)
    .where(and(eq(cardSet.game, clean(ofGame)), eq(cardSet.code, clean(code))));
  return rows[0] ?? null;
}

/** Throws a refusal (404) for an unknown set. */
export async function getSet(db: Db, ofGame: string, code: string): Promise<CardSet> {
  return (await findSet(db, ofGame, code)) ?? fail(notFound('This set is not in our card database.'));
}

/** All sets of a game with cards, newest first. */
export async function listAllSets(db: Db, ofGame: string): Promise<CardSet[]> {
  return db
    .select(setColumns)
    .from(cardSet)
    .where(and(eq(cardSet.game, clean(ofGame)), sql`${cardSet.cardCount} > 0`))
    .orderBy(sql`coalesce(${cardSet.releaseDate}, '') desc`, asc(cardSet.name), asc(cardSet.code));
}

/** The sets that came in a set's packs: their codes begin with its own. */
export async function listInserts(
  db: Db,
  ofGame: string,
  code: string,
): Promise<{ setCode: string; setName: string; cards: number }[]> {
  return db
    .select({ setCode: cardSet.code, setName: cardSet.name, cards: cardSet.cardCount })
    .from(cardSet)
    .where(
      and(
        eq(cardSet.game, clean(ofGame)),
        sql`starts_with(${cardSet.code}, ${`${clean(code)}/`})`,
        sql`${cardSet.cardCount} > 0`,
      ),
    )
    .orderBy(asc(cardSet.name), asc(cardSet.code));
}

/** Sets with cards, newest first, undated ones last; of one game or of all. */
export async function listSets(
  db: Db,
  filter: { game?: string | undefined; cursor?: string | undefined; limit?: number } = {},
): Promise<Page<CardSet>> {
  const limit = filter.limit ?? 50;
  const date = sql<string>`coalesce(${cardSet.releaseDate}, '')`;
  const conditions = [sql`${cardSet.cardCount} > 0`];
  if (filter.game !== undefined) conditions.push(eq(cardSet.game, clean(filter.game)));
  if (filter.cursor) {
    const [d, g, c] = readCursor(filter.cursor, text, text, text);
    conditions.push(sql`(${date} < ${d} or (${date} = ${d} and (${cardSet.game}, ${cardSet.code}) > (${g}, ${c})))`);
  }
  const rows = await db
    .select(setColumns)
    .from(cardSet)
    .where(and(...conditions))
    .orderBy(sql`${date} desc`, asc(cardSet.game), asc(cardSet.code))
    .limit(limit + 1);
  return pageOf(rows, limit, (set) => [set.releaseDate ?? '', set.game, set.setCode]);
}

/**
 * Cards by game, set and number; of one set, of one game or of all. A set without a game means the sets of that code in
 * any game.
 */
export async function listCards(
  db: Db,
  filter: { game?: string | undefined; set?: string | undefined; cursor?: string | undefined; limit?: number } = {},
): Promise<Page<Card>> {
  const limit = filter.limit ?? 50;
  const conditions: SQL[] = [eq(card.isHidden, false)];
  if (filter.game !== undefined) conditions.push(eq(card.game, clean(filter.game)));
  else if (filter.set !== undefined)
    conditions.push(sql`${card.game} in (select s.game from card_set s where s.code = ${clean(filter.set)})`);
  if (filter.set !== undefined) conditions.push(eq(card.setCode, clean(filter.set)));
  if (filter.cursor) {
    const [g, s, order, id] = readCursor(filter.cursor, text, text, text, text);
    conditions.push(
      sql`(${card.game}, ${card.setCode}, ${card.numberOrder}, ${card.id}) > (${g}, ${s}, ${order}, ${id})`,
    );
  }
  const rows = await db
    .select({ ...cardColumns, numberOrder: card.numberOrder })
    .from(card)
    .innerJoin(cardSet, ofItsSet)
    .where(and(...conditions))
    .orderBy(asc(card.game), asc(card.setCode), asc(card.numberOrder), asc(card.id))
    .limit(limit + 1);
  const page = pageOf(rows, limit, (row) => [row.game, row.setCode, row.numberOrder, row.id]);
  return { ...page, items: page.items.map(({ numberOrder: _, ...row }) => present(row)) };
}

/** PostgreSQL cannot hold NUL, so a name with one is a name that nothing has. */
function clean(text: string): string {
  return text.replaceAll('\0', '\u{fffd}');
}

function noSuchCard() {
  return notFound('This card is not in our card database.');
}

function fail(error: Error): never {
  throw error;
}
