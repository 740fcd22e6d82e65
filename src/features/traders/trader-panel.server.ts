import { dayMonthYear } from '#kernel/time.ts';
import type { AdminPanel } from '#platform/admin-panel.ts';
import { missingOf, neededOfTrader, soldByWords } from './model/trader.rules.ts';
import { findStatus, listChanges } from './trader-status.queries.server.ts';

/** The seller's status for admins: the public data, missing data, and the history. */
export const traderPanel: AdminPanel = {
  id: 'seller',
  rank: 32,
  title: 'Seller details',
  async read({ db }, memberId) {
    const row = await findStatus(db, memberId);
    const changes = await listChanges(db, memberId);
    const missing = row ? missingOf(row).map((name) => neededOfTrader[name]) : [];
    return [
      {
        label: 'Shown to buyers',
        value: soldByWords[row?.kind ?? 'private'],
        ...(row ? {} : { because: 'The member hasn’t entered seller details.' }),
      },
      ...(row?.legalName ? [{ label: 'Legal name', value: row.legalName }] : []),
      ...(missing.length > 0 ? [{ label: 'Missing', value: missing.join(', ') }] : []),
      ...(row?.markedAt ? [{ label: 'Marked by an admin', value: dayMonthYear(row.markedAt) }] : []),
      ...(missing.length > 0 && row?.dataDueAt
        ? [{ label: 'Details due by', value: dayMonthYear(row.dataDueAt) }]
        : []),
      ...changes.map(({ by, fields, createdAt }) => ({
        label: dayMonthYear(createdAt),
        value:
          by === memberId
            ? `Changed by the member: ${fields.join(', ') || 'no fields'}`
            : `Changed by an admin: ${fields.join(', ') || 'no fields'}`,
      })),
    ];
  },
};
