import { Readable } from 'node:stream';
import { printingsByIds } from '#features/catalogue/index.server.ts';
import { ownStock } from '#features/listings/index.server.ts';
import { invalid } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { importsLimits } from '../model/imports.limits.ts';
import { requirePremium } from '../run/require-premium.server.ts';
import { type ExportFormat, exportFormats, writeHeader, writeRows } from './write-stock.ts';

/** The format with this name. Refuses another one (422). */
export function exportFormat(id: string): ExportFormat {
  const found = exportFormats.find(({ format }) => format.id === id);
  if (!found)
    throw invalid({
      format: `Choose one of these formats: ${exportFormats.map(({ format }) => format.id).join(', ')}.`,
    });
  return found;
}

/**
 * A seller's unsold copies as a file of this format, a thousand listings at a time; premium. Refuses (403, 429) before
 * the first byte.
 */
export async function exportStock(
  platform: Platform,
  actor: Actor,
  to: ExportFormat,
): Promise<ReadableStream<Uint8Array>> {
  await requirePremium(platform, actor, 'out');
  await platform.limits.count(importsLimits.exports, actor.id);
  return Readable.toWeb(Readable.from(bytesOf(platform, actor.id, to))) as ReadableStream<Uint8Array>;
}

async function* bytesOf(platform: Platform, sellerId: string, to: ExportFormat): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(writeHeader(to));
  for await (const copies of ownStock(platform.db, sellerId)) {
    const printings = await printingsByIds(
      platform.db,
      copies.flatMap(({ cardId }) => cardId ?? []),
    );
    yield encoder.encode(
      writeRows(
        to,
        copies.map((copy) => ({ copy, printing: printings.get(copy.cardId ?? '') ?? null })),
      ),
    );
  }
}
