import { and, desc, eq, inArray, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { mostNotified, orOfWords, requireAdvancedSearch } from '#features/catalogue/index.server.ts';
import { isAdvanced, parseSearch, straighten } from '#features/catalogue/language.ts';
import { conditions, priceRank } from '#features/listings/contract.ts';
import { findSellers } from '#features/members/index.server.ts';
import { blockedWith, isBlocked } from '#features/messages/index.server.ts';
import type { Frequency } from '#kernel/how-often.ts';
import { isId } from '#kernel/ids.ts';
import { currencies } from '#kernel/numbers/money.ts';
import { cursorPart, type Page, pageOf, readCursor } from '#kernel/numbers/paging.ts';
import { invalid, notFound } from '#kernel/refusal.ts';
import { likePart } from '#kernel/text/like.ts';
import type { Db } from '#platform/db/db.ts';
import { type Caller, readCostly } from '#platform/http/costly-reads.ts';
import type { Platform } from '#platform/platform.ts';
import type { ListWantsInput, Want } from './contract.ts';
import { isOpenWant, visibleTo } from './lifecycle/visible-wants.ts';
import { unknownWant } from './model/want.policy.ts';
import { type WantRow, want } from './model/want.tables.ts';
import { wantCondition } from './model/want-conditions.ts';
import { conditionsFrom } from './model/wanted.rules.ts';

type Reader = Pick<Platform, 'db' | 'pool' | 'cache' | 'limits' | 'clock' | 'bus'>;

/** One want in any state, for its owner and for admins. Refuses an unknown one (404). */
export async function getWant(db: Db, id: string): Promise<Want> {
  const [row] = isId(id) ? await db.select().from(want).where(eq(want.id, id)) : [];
  const [shown] = row ? await present(db, [row]) : [];
  if (!shown) throw notFound(unknownWant);
  return shown;
}

/** Those of these wants that this viewer may read. */
export async function findWantsByIds(db: Db, viewerId: string | null, ids: readonly string[]): Promise<Want[]> {
  const known = ids.filter(isId);
  if (known.length === 0) return [];
  return present(
    db,
    await db
      .select()
      .from(want)
      .where(and(inArray(want.id, known), visibleTo(viewerId))),
  );
}

/**
 * One want in any state, as this viewer may read it. Hidden ones and those of suspended members are visible to their
 * owner only, and none is between members with a block. Refuses all of these like an unknown one (404).
 */
export async function getWantFor(db: Db, viewerId: string | null, id: string): Promise<Want> {
  const [found] = await findWantsByIds(db, viewerId, [id]);
  if (!found || (viewerId !== null && (await isBlocked(db, viewerId, found.owner.id)))) throw notFound(unknownWant);
  return found;
}

/** The newest open wants. */
export async function newestWants(db: Db, viewerId: string | null, limit: number): Promise<Want[]> {
  return (await listWants(db, viewerId, { limit })).items;
}

/**
 * Open wants, newest first; with an owner, theirs in any state. A search by words or sets scans every post, so it
 * counts against the search limit. `q` may use the search language: refuses one that cannot be read (422), and one in
 * advanced language without a tier that has it (403 `tier_limit`).
 */
export async function findWants(platform: Reader, caller: Caller, query: ListWantsInput): Promise<Page<Want>> {
  const conditions = conditionsFor(
    query.q && (await orOfWords(platform, caller.actor, straighten(query.q))),
    platform.clock.now(),
  );
  const viewerId = caller.actor?.id ?? null;
  if (conditions.isAdvanced)
    await requireAdvancedSearch(platform, caller, 'wantedPosts', () =>
      readCostly(platform, caller, () => countWants(platform.db, viewerId, query, conditions.where)),
    );
  const read = () => listWants(platform.db, viewerId, query, conditions.where);
  return query.q || query.set ? readCostly(platform, caller, read) : read();
}

/**
 * The searchable text of a post: its title and the printing of its card, so that `charizard base set 4` finds it as it
 * finds a listing.
 */
const [setName, setCode] = [sql`${want.card} ->> 'setName'`, sql`${want.card} ->> 'setCode'`];
const searchText = sql`concat_ws(' ', ${want.title}, ${setName}, ${setCode}, ${want.card} ->> 'number')`;

/** The conditions of the typed query: its words, which the text of a post must contain, or an advanced search. */
function conditionsFor(typed: string | undefined, now: Date): { where: SQL[]; isAdvanced: boolean } {
  const q = straighten(typed ?? '').trim();
  if (!isAdvanced(q))
    return {
      where: q
        .split(/\s+/)
        .filter(Boolean)
        .map((word) => sql`${searchText} ilike ${likePart(word)}`),
      isAdvanced: false,
    };
  const { tree, problem } = parseSearch(q, 'wants');
  if (problem) throw invalid({ q: problem.message });
  return { where: [wantCondition(tree, now)], isAdvanced: true };
}

async function conditionsOf(
  db: Db,
  viewerId: string | null,
  { game, owner, ...filters }: ListWantsInput,
  conditions: SQL[],
): Promise<SQL | undefined> {
  const blocked = viewerId === null ? [] : [...(await blockedWith(db, viewerId))];
  return and(
    owner === undefined ? isOpenWant : and(eq(want.ownerId, owner), visibleTo(viewerId)),
    game === undefined ? undefined : eq(want.game, game),
    blocked.length > 0 ? notInArray(want.ownerId, blocked) : undefined,
    ...conditions,
    ...filtersOf(filters),
  );
}

async function listWants(
  db: Db,
  viewerId: string | null,
  query: ListWantsInput,
  conditions: SQL[] = [],
): Promise<Page<Want>> {
  const { cursor, limit } = query;
  const after = cursor === undefined ? null : readCursor(cursor, cursorPart.moment, cursorPart.id);
  const rows = await db
    .select()
    .from(want)
    .where(
      and(
        await conditionsOf(db, viewerId, query, conditions),
        after ? sql`(${want.createdAt}, ${want.id}) < (${after[0]}::timestamptz, ${after[1]})` : undefined,
      ),
    )
    .orderBy(desc(want.createdAt), desc(want.id))
    .limit(limit + 1);
  const { items, nextCursor } = pageOf(rows, limit, (row) => [row.createdAt.toISOString(), row.id]);
  return { items: await present(db, items), nextCursor };
}

/** The number of matches, counted up to one more than is shown. */
async function countWants(db: Db, viewerId: string | null, query: ListWantsInput, conditions: SQL[]): Promise<number> {
  const where = await conditionsOf(db, viewerId, query, conditions);
  return (
    await db
      .select({ id: want.id })
      .from(want)
      .where(where)
      .limit(mostNotified + 1)
  ).length;
}

type Filters = Pick<ListWantsInput, 'set' | 'condition' | 'language' | 'finish' | 'minPrice' | 'maxPrice'>;

/** Filters for a member who has a copy: wants that take it, and pay about as much. */
function filtersOf({ set, condition, language, finish, minPrice, maxPrice }: Filters): (SQL | undefined)[] {
  const enough =
    condition && conditions.filter((lowest) => lowest === 'unknown' || conditionsFrom(lowest)?.includes(condition));
  const rates = currencies.map(
    (currency) => sql`when ${currency} then ${priceRank({ amount: 1_000_000, currency })}::bigint`,
  );
  const rank = sql`(${want.highestAmount} * case ${want.currency} ${sql.join(rates, sql` `)} end / 1000000)`;
  return [
    set ? or(...set.split(',').map(ofSet)) : undefined,
    enough && or(isNull(want.lowestCondition), inArray(want.lowestCondition, enough)),
    language && or(isNull(want.language), eq(want.language, language)),
    finish ? or(isNull(want.finish), eq(want.finish, finish)) : undefined,
    minPrice === undefined ? undefined : or(isNull(want.highestAmount), sql`${rank} >= ${minPrice}`),
    maxPrice === undefined ? undefined : sql`${rank} <= ${maxPrice}`,
  ];
}

/** One typed set: its code, or words that its name contains. Empty parts between commas are ignored. */
function ofSet(typed: string): SQL | undefined {
  const words = typed.split(/\s+/).filter(Boolean);
  if (words.length === 0) return undefined;
  return or(
    eq(sql`lower(${setCode})`, typed.trim().toLowerCase()),
    and(...words.map((word) => sql`${setName} ilike ${likePart(word)}`)),
  );
}

async function present(db: Db, rows: WantRow[]): Promise<Want[]> {
  const owners = await findSellers(
    db,
    rows.map(({ ownerId }) => ownerId),
  );
  return rows.flatMap((row) => {
    const owner = owners.get(row.ownerId);
    if (!owner) return [];
    const {
      id,
      card,
      title,
      game,
      lowestCondition,
      language,
      finish,
      highestAmount,
      currency,
      anyPrinting,
      withPostage,
      quantity,
      description,
      status,
    } = row;
    const highestPrice = highestAmount === null || currency === null ? null : { amount: highestAmount, currency };
    const terms = { lowestCondition, language, finish, highestPrice, anyPrinting, withPostage, quantity };
    const hidden = row.hiddenAt && { at: row.hiddenAt.toISOString(), reason: row.hiddenReason ?? '' };
    const [createdAt, expiresAt] = [row.createdAt.toISOString(), row.expiresAt.toISOString()];
    return [
      {
        id,
        owner,
        card,
        title,
        game,
        ...terms,
        description,
        status,
        hidden,
        version: row.version,
        createdAt,
        expiresAt,
      },
    ];
  });
}

/** How often its owner is notified of its matches. */
export async function frequencyOf(db: Db, id: string): Promise<Frequency> {
  const [row] = await db.select({ frequency: want.frequency }).from(want).where(eq(want.id, id));
  return row?.frequency ?? 'now';
}

/** A wanted post for admins, in any state. Refuses an unknown one (404). */
export function getWantForAdmin(db: Db, id: string): Promise<Want> {
  return getWant(db, id);
}
