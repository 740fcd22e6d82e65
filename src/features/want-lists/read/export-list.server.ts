import type { Card } from '#features/catalogue/contract.ts';
import { findCardsByIds } from '#features/catalogue/index.server.ts';
import { writeTable } from '#features/imports/index.server.ts';
import type { Db } from '#platform/db/db.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { WantListLineRow } from '../model/want-list.tables.ts';
import { findListFor, linesOf } from './want-lists.queries.server.ts';

/**
 * A list as a file that this app and others can import: plain lines, or a table with all fields. Refuses one that this
 * viewer may not see (404).
 */
export async function exportList(db: Db, viewer: Actor | null, id: string, format: 'txt' | 'csv'): Promise<string> {
  const list = await findListFor(db, viewer, id);
  // Only what is still wanted, since a shop would otherwise look for bought cards.
  const lines = (await linesOf(db, list.id))
    .map((line) => ({ ...line, quantity: line.quantity - line.bought }))
    .filter(({ quantity }) => quantity > 0);
  const cards = await findCardsByIds(
    db,
    lines.map(({ cardId }) => cardId),
  );
  if (format === 'txt') return lines.map((line) => `${plainLine(line, cards.get(line.cardId))}\n`).join('');
  return writeTable([header, ...lines.map((line) => cellsOf(line, cards.get(line.cardId)))]);
}

/** `2 Sol Ring (C21) 263 *F*`; for any printing the name alone. The format has no condition or language. */
function plainLine({ quantity, name, anyPrinting, finish }: WantListLineRow, card: Card | undefined): string {
  const printing = anyPrinting || !card ? [] : [`(${card.setAbbr ?? card.setCode})`, card.number ?? ''];
  return [quantity, name, ...printing, finishMark(finish)].filter((part) => part !== '').join(' ');
}

function finishMark(finish: string | null): string {
  if (finish === null || finish === 'nonfoil' || finish === 'normal' || finish === 'reverse') return '';
  return finish === 'etched' ? '*E*' : '*F*';
}

const header = ['Quantity', 'Name', 'Set code', 'Set', 'Number', 'Game', 'Finish', 'Language', 'Condition', 'Card ID'];

function cellsOf(
  { quantity, name, anyPrinting, game, finish, language, lowestCondition }: WantListLineRow,
  card: Card | undefined,
): string[] {
  const printing = anyPrinting || !card ? ['', '', ''] : [card.setCode, card.setName, card.number ?? ''];
  const externalId = anyPrinting || !card ? '' : card.externalId;
  return [String(quantity), name, ...printing, game, finish ?? '', language ?? '', lowestCondition ?? '', externalId];
}
