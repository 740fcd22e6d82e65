import type { Message } from './contract.ts';
import type { MessageRow } from './message.tables.ts';

export function presentMessage(row: MessageRow): Message {
  return {
    id: row.id,
    threadId: row.threadId,
    senderId: row.senderId,
    text: row.text,
    photos: row.photos,
    card: row.cardKind !== null && row.cardId !== null ? { kind: row.cardKind, id: row.cardId } : null,
    marks: row.marks,
    clientId: row.clientId,
    createdAt: row.createdAt.toISOString(),
    readAt: row.readAt?.toISOString() ?? null,
  };
}
