import { type PersonalData, tagOf } from './personal-data.ts';

/**
 * The personal data that a feature stores, described for the privacy page. Each table with personal data is part of one
 * of these (checked by a test).
 */
export interface RetainedData {
  /** Sort order on the page; unique. */
  rank: number;
  title: string;
  /** What is stored and why, addressed to the person. */
  says: string;
  /** Why some of it is retained after the account: present if and only if a column is `kept`. */
  stays?: string;
  tables: readonly string[];
}

/** With the columns of the tables, so that none is missing on the privacy page. */
export interface DescribedData extends Pick<RetainedData, 'title' | 'says' | 'stays'> {
  /** Part of the export. */
  fields: string[];
  /** Not exported: keys, hashes, and data about two people. */
  sealed: string[];
}

export function describeData(parts: readonly RetainedData[], data: PersonalData): DescribedData[] {
  return parts.map(({ title, says, stays, tables }) => {
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

/** Tables with personal data: with rows of a member, or a column about one. */
export function personalTables(data: PersonalData): string[] {
  return Object.entries(data).flatMap(([table, { rowsOf, columns }]) =>
    rowsOf !== null || Object.values(columns).some((rule) => tagOf(rule) !== 'none') ? [table] : [],
  );
}
