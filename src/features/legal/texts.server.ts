import { eq } from 'drizzle-orm';
import { conflict } from '#kernel/refusal.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { connectionOf, type Db } from '#platform/db/db.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { type MarketText, marketTextSchema, textRefusals } from './contract.ts';
import { termsChanged } from './legal.events.ts';
import { marketText } from './legal.tables.ts';
import { type MarketTextName, marketTextNames } from './text.rules.ts';

/** All texts in their order; one that was never written is empty. */
export async function listMarketTexts(db: Db): Promise<MarketText[]> {
  const rows = new Map((await db.select().from(marketText)).map((row) => [row.name, row]));
  return marketTextNames.map((name) => {
    const row = rows.get(name);
    return marketTextSchema.parse({
      name,
      text: row?.text ?? '',
      version: row?.version ?? 0,
      updatedAt: row?.updatedAt.toISOString() ?? null,
    });
  });
}

/** The stored texts of these names, without empty ones. */
export async function readMarketTexts(db: Db, names: readonly MarketTextName[]): Promise<MarketText[]> {
  return (await listMarketTexts(db)).filter(({ name, text }) => names.includes(name) && text !== '');
}

/** Stores a text; an empty one removes it. Refuses another version than the one that was read (409 `text_changed`). */
export async function writeMarketText(
  platform: Platform,
  by: string,
  name: MarketTextName,
  { text, version }: { text: string; version?: number | undefined },
): Promise<void> {
  await write(platform, async (tx) => {
    await connectionOf(tx.db).query("select pg_advisory_xact_lock(hashtextextended('market texts', 14))");
    const [row] = await tx.db.select().from(marketText).where(eq(marketText.name, name));
    const stands = row?.version ?? 0;
    if (version !== undefined && version !== stands)
      throw conflict(
        textRefusals.textChanged,
        'Another admin changed this text. Reload the page and repeat your change.',
      );
    const now = platform.clock.now();
    const set = { text, version: stands + 1, updatedAt: now };
    await tx.db
      .insert(marketText)
      .values({ name, ...set })
      .onConflictDoUpdate({ target: marketText.name, set });
    await recordAct(tx, { by, act: 'market-text.written', subject: name, data: { text } }, now);
    tx.append(termsChanged, { subject: name, version: now.getTime(), topics: ['terms'] });
  });
}
