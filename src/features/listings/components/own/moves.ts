import type { SellerMove } from '../../model/listing.process.ts';

/**
 * The seller's verbs as buttons: what they read, what they say when done, and what takes them back. `restore` is no
 * button of a listing: it undoes its deletion.
 */
export type Move = SellerMove | 'restore';

interface MoveWords {
  /** Beside a selection, which names the object. */
  label: string;
  button: string;
  busy: string;
  done: string;
  undo?: Move;
}

export const moveWords: Record<Move, MoveWords> = {
  publish: {
    label: 'Publish',
    button: 'Publish listing',
    busy: 'Publishing…',
    done: 'Listing published',
    undo: 'pause',
  },
  pause: { label: 'Pause', button: 'Pause listing', busy: 'Pausing…', done: 'Listing paused', undo: 'resume' },
  resume: { label: 'Resume', button: 'Resume listing', busy: 'Resuming…', done: 'Listing resumed', undo: 'pause' },
  renew: { label: 'Renew', button: 'Renew listing', busy: 'Renewing…', done: 'Listing renewed' },
  remove: { label: 'Delete', button: 'Delete listing…', busy: 'Deleting…', done: 'Listing deleted', undo: 'restore' },
  restore: { label: 'Restore', button: 'Restore listing', busy: 'Restoring…', done: 'Listing restored' },
};

export function isMove(text: unknown): text is Move {
  return typeof text === 'string' && Object.hasOwn(moveWords, text);
}
