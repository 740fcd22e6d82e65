import { eq } from 'drizzle-orm';
import { formatNumber } from '#kernel/format.ts';
import { invalid } from '#kernel/refusal.ts';
import { isPlainLine } from '#kernel/text/plain-text.ts';
import type { Db } from '#platform/db/db.ts';
import { text } from '#platform/http/page-form.server.ts';
import { lockUser } from '#platform/identity/users.server.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { type OwnTableSettings, ownColumns } from '../components/own/own-columns.ts';
import { readOwnQuery } from '../components/own/own-query.ts';
import { ownTable } from '../model/listing.tables.ts';

const viewLimits = { views: 20, nameLength: 40 } as const;

/** How a seller's table of listings looks, and its saved views. */
export async function readOwnTable(db: Db, memberId: string): Promise<OwnTableSettings> {
  const [stored] = await db.select().from(ownTable).where(eq(ownTable.memberId, memberId));
  if (!stored) return { hidden: [], isCompact: false, views: [] };
  const { hidden, isCompact, views } = stored;
  return { hidden, isCompact, views };
}

const changes: Readonly<Record<string, (settings: OwnTableSettings, form: FormData) => OwnTableSettings>> = {
  columns: (settings, form) => {
    const shown = new Set(form.getAll('column'));
    const hidden = ownColumns.map(({ name }) => name).filter((name) => !shown.has(name));
    return { ...settings, hidden, isCompact: form.has('compact') };
  },
  'save-view': (settings, form) => {
    const name = text(form, 'name').trim();
    if (name === '' || name.length > viewLimits.nameLength || !isPlainLine(name))
      throw invalid({ name: `Enter a name of at most ${viewLimits.nameLength} characters.` });
    const query = readOwnQuery(new URLSearchParams(['tab', 'sort', 'q'].map((field) => [field, text(form, field)])));
    const others = settings.views.filter((view) => view.name !== name);
    if (others.length >= viewLimits.views)
      throw invalid({ name: `You can save ${formatNumber(viewLimits.views)} views. Delete one first.` });
    return { ...settings, views: [...others, { name, ...query }] };
  },
  'delete-view': (settings, form) => ({
    ...settings,
    views: settings.views.filter(({ name }) => name !== text(form, 'name')),
  }),
};

/** Stores the columns, or saves or deletes a view. Refuses an unknown change and an invalid name (422). */
export async function changeOwnTable(platform: Platform, memberId: string, form: FormData): Promise<void> {
  const kind = text(form, 'table');
  const change = Object.hasOwn(changes, kind) ? changes[kind] : undefined;
  if (!change) throw invalid({ table: 'This page is out of date. Reload it.' });
  await write(platform, async (tx) => {
    // Two changes at once follow one another.
    await lockUser(tx.db, memberId);
    const settings = change(await readOwnTable(tx.db, memberId), form);
    await tx.db
      .insert(ownTable)
      .values({ memberId, ...settings })
      .onConflictDoUpdate({ target: ownTable.memberId, set: settings });
  });
}
