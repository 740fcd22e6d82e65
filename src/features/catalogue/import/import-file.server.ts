import { once } from 'node:events';
import { basename } from 'node:path';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type * as z from 'zod';
import { Refusal } from '#kernel/refusal.ts';
import { cardIdOf } from './card-id.server.ts';
import { copyLine } from './copy-text.ts';
import { mergeIncoming, prepareIncoming } from './merge-incoming.server.ts';
import { numberOrder } from './number-order.ts';
import { readLines } from './read-lines.server.ts';
import { type CardRow, cardRowSchema, type FileKind, kindOf, type SetRow, setRowSchema } from './rows.ts';

export interface FileResult {
  file: string;
  rows: number;
  added: number;
  changed: number;
}

/**
 * Imports one file in one transaction: all of it or, with an invalid line, nothing. The refusal names the file and the
 * line. The caller holds the import lock, on a connection with a long timeout. `onRows` receives the number of rows
 * read so far and the share of the file.
 */
export async function importFile(
  client: pg.PoolClient,
  path: string,
  onRows: (rows: number, share: number) => void,
): Promise<FileResult> {
  const file = basename(path);
  await client.query('begin');
  try {
    const { kind, rows } = await stage(client, path, file, onRows);
    const { added, changed } = kind === null ? { added: 0, changed: 0 } : await mergeIncoming(client, kind, file);
    await client.query('commit');
    return { file, rows, added, changed };
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function stage(client: pg.PoolClient, path: string, file: string, onRows: (rows: number, share: number) => void) {
  let kind: FileKind | null = null;
  let rows = 0;
  let copy: NodeJS.WritableStream | null = null;
  const setsSeen = new Set<string>();
  const sets: string[] = [];
  try {
    for await (const batch of linesOrRefuse(path, file)) {
      let text = '';
      for (let i = 0; i < batch.lines.length; i++) {
        const raw = batch.lines[i] as string;
        if (raw.trim() === '') continue;
        const number = batch.from + i;
        const row = parseJson(raw, file, number);
        if (!copy) {
          kind = kindOf(row);
          copy = client.query(copyFrom(await prepareIncoming(client, kind)));
        }
        if (kind === 'cards') {
          const card = check(cardRowSchema, row, file, number);
          const key = `${card.game}\n${card.setCode}`;
          if (!setsSeen.has(key)) {
            setsSeen.add(key);
            sets.push(setLine(card, number));
          }
          text += cardLine(card, number);
        } else {
          text += setLine(check(setRowSchema, row, file, number), number);
        }
        rows++;
      }
      if (copy && text && !copy.write(text)) await once(copy, 'drain');
      onRows(rows, batch.share);
    }
  } catch (error) {
    // Otherwise the connection stays in copy mode and the rollback is never read.
    if (copy) await endCopy(copy, error).catch(() => {});
    throw error;
  }
  if (copy) await endCopy(copy);
  if (kind === 'cards') await stageSets(client, sets);
  return { kind, rows };
}

/** Sets that only the card rows know (a file may come without its sets). */
async function stageSets(client: pg.PoolClient, sets: string[]): Promise<void> {
  const copy = client.query(copyFrom(await prepareIncoming(client, 'sets')));
  copy.write(sets.join(''));
  await endCopy(copy);
}

async function endCopy(copy: NodeJS.WritableStream, error?: unknown): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    copy.once('finish', resolve);
    copy.once('error', reject);
    if (error) (copy as NodeJS.WritableStream & { destroy(error: unknown): void }).destroy(error);
    else copy.end();
  });
}

async function* linesOrRefuse(path: string, file: string) {
  try {
    yield* readLines(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') throw new Refusal(422, 'catalogue_file', `${file}: file not found.`);
    if (code?.startsWith('Z_'))
      throw new Refusal(422, 'catalogue_file', `${file}: the gzip file is incomplete or damaged.`);
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw new Refusal(422, 'catalogue_file', `${file}: this is not UTF-8 text.`);
    throw error;
  }
}

function parseJson(raw: string, file: string, line: number): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    throw new Refusal(
      422,
      'catalogue_file',
      `${file}, line ${line}: this is not JSON. Nothing from this file was imported.`,
    );
  }
}

function check<T>(schema: z.ZodType<T>, row: unknown, file: string, line: number): T {
  const result = schema.safeParse(row);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = issue?.path.join('.') || 'the row';
  throw new Refusal(
    422,
    'catalogue_file',
    `${file}, line ${line}: ${field}: ${issue?.message}. Nothing from this file was imported.`,
  );
}

function cardLine(card: CardRow, line: number): string {
  const { attributes, printRun, region, ids } = card;
  const hasExtra = attributes || printRun || region || ids;
  return copyLine([
    cardIdOf(card.game, card.externalId),
    card.game,
    card.setCode,
    card.externalId,
    card.number,
    numberOrder(card.number),
    card.name.normalize('NFC'),
    card.rarity,
    card.finishes ?? [],
    card.variants ?? [],
    card.artist,
    card.language,
    card.releaseDate,
    card.releaseDateApprox ?? false,
    hasExtra ? JSON.stringify({ attributes, printRun, region, ids }) : null,
    card.source,
    line,
  ]);
}

function setLine(set: SetRow, line: number): string {
  return copyLine([
    set.game,
    set.setCode,
    set.setAbbr,
    set.setName.normalize('NFC'),
    set.series,
    set.releaseDate,
    set.releaseDateApprox ?? false,
    set.printedTotal,
    set.sport,
    set.parallels ?? [],
    set.source,
    line,
  ]);
}
