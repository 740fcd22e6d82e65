import type { SellerMove } from '../../model/listing.process.ts';

/** The seller's verbs as buttons: what they read, what they say when done, and what takes them back. */
export type Move = SellerMove;

interface MoveWords {
  label: string;
  busy: string;
  done: string;
  undo?: Move;
}

export const moveWords: Record<Move, MoveWords> = {
  publish: { label: 'Publish', busy: 'Publishing…', done: 'Listing published', undo: 'pause' },
  pause: { label: 'Pause', busy: 'Pausing…', done: 'Listing paused', undo: 'resume' },
  resume: { label: 'Resume', busy: 'Resuming…', done: 'Listing is live again', undo: 'pause' },
  renew: { label: 'Renew', busy: 'Renewing…', done: 'Renewed' },
  remove: { label: 'Delete', busy: 'Deleting…', done: 'Listing deleted' },
};

export function isMove(text: unknown): text is Move {
  return typeof text === 'string' && Object.hasOwn(moveWords, text);
}
