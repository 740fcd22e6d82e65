import { releaseListing } from '#features/listings/index.server.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import type { RulingAct } from './ruling.rules.ts';
import type { RulingRow } from './ruling.tables.ts';

type Undo = (platform: Platform, row: RulingRow, by: string, alongside: (tx: Tx, now: Date) => Promise<void>) => Promise<void>;

/** How each decision is undone, with the answer to its appeal in the same transaction. */
export const undoings: Partial<Record<RulingAct, Undo>> = {
  listing_hidden: (platform, { subjectId }, by, alongside) =>
    releaseListing(platform, { listingId: subjectId ?? '', by }, (tx, _row, now) => alongside(tx, now)),
};
