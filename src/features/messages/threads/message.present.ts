import type { Message } from '../contract.ts';
import type { MessageRow } from '../model/message.tables.ts';

/** `deliveredPlace`: the last sequence number that a device of the recipient has received. */
export function presentMessage(row: MessageRow, deliveredPlace = 0): Message {
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
    delivered: row.readAt !== null || row.place <= deliveredPlace,
    readAt: row.readAt?.toISOString() ?? null,
  };
}
