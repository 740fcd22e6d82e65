import { type PersonalData, tagOf } from './personal-data.ts';

/**
 * What a room keeps of people, in words for the privacy page. Each table with something of a person stands in one of
 * these (a test compares them with the rules).
 */
export interface RetainedData {
  /** Its place on the page; no two share one. */
  rank: number;
  title: string;
  /** What is kept and what for, in sentences for whom it is about. */
  says: string;
  /** Why some of it stays when its member goes: where, and only where, a column is `kept`. */
  stays?: string;
  tables: readonly string[];
}

/** The same with its fields as the rules name them, so that no column is kept untold. */
export interface NotifiedData extends Pick<RetainedData, 'title' | 'says' | 'stays'> {
  /** In one's download. */
  fields: string[];
  /** In no download: keys and hashes, and what is about two people. */
  sealed: string[];
}

export function notifyKept(kept: readonly RetainedData[], data: PersonalData): NotifiedData[] {
  return kept.map(({ title, says, stays, tables }) => {
    const names = (tags: readonly string[]) => [
      ...new Set(
        tables.flatMap((table) =>
          Object.entries(data[table]?.columns ?? {}).flatMap(([column, rule]) =>
            tags.includes(tagOf(rule)) ? [column.replaceAll('_', ' ')] : [],
          ),
        ),
      ),
    ];
    return {
      title,
      says,
      ...(stays === undefined ? {} : { stays }),
      fields: names(['own', 'kept']),
      sealed: names(['secret', 'other']),
    };
  });
}

/** Tables that are somebody's: with rows of a member, or a column that says something of one. */
export function personalTables(data: PersonalData): string[] {
  return Object.entries(data).flatMap(([table, { rowsOf, columns }]) =>
    rowsOf !== null || Object.values(columns).some((rule) => tagOf(rule) !== 'none') ? [table] : [],
  );
}
