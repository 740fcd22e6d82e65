/**
 * The life of a listing, as data. Guards, buttons, badges, the API's verbs and the tests are derived from it;
 * `listing.move.server.ts` alone walks it.
 */

/** The public state of a listing. Its seller and admins also read who paused it. */
export const listingStatuses = ['draft', 'active', 'reserved', 'sold', 'expired', 'paused', 'removed'] as const;
export type ListingStatus = (typeof listingStatuses)[number];

/** Whose word it takes to end a pause. */
export const listingPausers = ['seller', 'tier', 'suspension', 'operator', 'standing'] as const;
export type ListingPauser = (typeof listingPausers)[number];

/** A state of the process: each pause is one of its own, because who may end it differs. */
export type ListingState = Exclude<ListingStatus, 'paused'> | `paused_by_${ListingPauser}`;
export const listingStates = [
  'draft',
  'active',
  'reserved',
  'sold',
  'expired',
  'paused_by_seller',
  'paused_by_tier',
  'paused_by_suspension',
  'paused_by_operator',
  'paused_by_standing',
  'removed',
] as const satisfies readonly ListingState[];

/**
 * `orders`: the features that hold and sell stock; `timer`: the expiry job; `tier`: a change of the seller's tier;
 * `suspension`: of the seller; `standing`, the seller status: a trader who has not entered the trader data in time, and
 * then has (`reconcile-seller-listings.server.ts`).
 */
export const listingMovers = ['seller', 'orders', 'timer', 'tier', 'operator', 'suspension', 'standing'] as const;
export type ListingMover = (typeof listingMovers)[number];

/** Why an admin pauses a listing; one of these, with a message. */
export const operatorReasons = ['reported', 'not_as_described', 'forbidden', 'suspicious', 'other'] as const;
export type OperatorReason = (typeof operatorReasons)[number];

export const listingReasons = [
  'asked',
  'listed',
  'account_deleted',
  'time_over',
  'last_copy_held',
  'hold_ended',
  'last_copy_paid',
  'tier_limit',
  'tier_raised',
  'member_suspended',
  'suspension_ended',
  'trader_unnamed',
  'trader_named',
  'released',
  ...operatorReasons,
] as const;
export type ListingReason = (typeof listingReasons)[number];

export const listingVerbs = [
  'create',
  'publish',
  'pause',
  'resume',
  'renew',
  'remove',
  'restore',
  'forget',
  'expire',
  'hold',
  'release',
  'sell',
] as const;
export type ListingVerb = (typeof listingVerbs)[number];

/** The change of a listing by a move, for its viewers. */
type Notified =
  | 'created'
  | 'published'
  | 'paused'
  | 'resumed'
  | 'renewed'
  | 'expired'
  | 'removed'
  | 'held'
  | 'released'
  | 'sold';

export interface ListingTransition {
  verb: ListingVerb;
  by: ListingMover;
  /** Null: it begins here. */
  from: readonly (ListingState | null)[];
  to: ListingState;
  /** The reason in the history; where several are possible the mover names one. */
  why: readonly [ListingReason, ...ListingReason[]];
  tells: Notified;
}

const published = [
  'active',
  'reserved',
  'expired',
  'paused_by_seller',
  'paused_by_tier',
  'paused_by_suspension',
  'paused_by_standing',
] as const;

export const listingTransitions: readonly ListingTransition[] = [
  { verb: 'create', by: 'seller', from: [null], to: 'draft', why: ['listed'], tells: 'created' },
  { verb: 'create', by: 'seller', from: [null], to: 'active', why: ['listed'], tells: 'published' },
  { verb: 'publish', by: 'seller', from: ['draft'], to: 'active', why: ['asked'], tells: 'published' },
  // The seller may also resume listings that the tier's limit paused, within the limit.
  {
    verb: 'resume',
    by: 'seller',
    from: ['paused_by_seller', 'paused_by_tier'],
    to: 'active',
    why: ['asked'],
    tells: 'resumed',
  },
  { verb: 'pause', by: 'seller', from: ['active'], to: 'paused_by_seller', why: ['asked'], tells: 'paused' },
  {
    verb: 'renew',
    by: 'seller',
    from: ['active', 'expired', 'paused_by_seller', 'paused_by_tier'],
    to: 'active',
    why: ['asked'],
    tells: 'renewed',
  },
  {
    verb: 'remove',
    by: 'seller',
    from: [
      'draft',
      'active',
      'expired',
      'paused_by_seller',
      'paused_by_tier',
      'paused_by_suspension',
      'paused_by_operator',
      'paused_by_standing',
    ],
    to: 'removed',
    why: ['asked'],
    tells: 'removed',
  },
  // Within the time of `restore-listing.server.ts`, to the state from before; a pause by an admin goes on.
  { verb: 'restore', by: 'seller', from: ['removed'], to: 'active', why: ['asked'], tells: 'resumed' },
  { verb: 'restore', by: 'seller', from: ['removed'], to: 'paused_by_seller', why: ['asked'], tells: 'paused' },
  { verb: 'restore', by: 'seller', from: ['removed'], to: 'paused_by_operator', why: ['asked'], tells: 'paused' },
  { verb: 'restore', by: 'seller', from: ['removed'], to: 'expired', why: ['asked'], tells: 'expired' },
  // The seller deletes their account: a listing with orders stays, for the orders, and is removed. Never a reserved
  // one, because its order is cancelled first.
  {
    verb: 'forget',
    by: 'seller',
    from: [
      'active',
      'sold',
      'expired',
      'paused_by_seller',
      'paused_by_tier',
      'paused_by_suspension',
      'paused_by_operator',
      'paused_by_standing',
    ],
    to: 'removed',
    why: ['account_deleted'],
    tells: 'removed',
  },
  { verb: 'expire', by: 'timer', from: ['active'], to: 'expired', why: ['time_over'], tells: 'expired' },
  // The last free copy reserves; a hold on one of several, and its end, move nothing.
  { verb: 'hold', by: 'orders', from: ['active'], to: 'reserved', why: ['last_copy_held'], tells: 'held' },
  { verb: 'release', by: 'orders', from: ['reserved'], to: 'active', why: ['hold_ended'], tells: 'released' },
  { verb: 'release', by: 'orders', from: ['reserved'], to: 'expired', why: ['time_over'], tells: 'released' },
  // A downgrade left it reserved beyond the tier's limit: without its buyer it has no place.
  { verb: 'release', by: 'orders', from: ['reserved'], to: 'paused_by_tier', why: ['tier_limit'], tells: 'paused' },
  // Paused while reserved: its buyer may still pay.
  {
    verb: 'sell',
    by: 'orders',
    from: ['reserved', 'paused_by_suspension', 'paused_by_operator', 'paused_by_standing'],
    to: 'sold',
    why: ['last_copy_paid'],
    tells: 'sold',
  },
  { verb: 'pause', by: 'tier', from: ['active'], to: 'paused_by_tier', why: ['tier_limit'], tells: 'paused' },
  { verb: 'resume', by: 'tier', from: ['paused_by_tier'], to: 'active', why: ['tier_raised'], tells: 'resumed' },
  {
    verb: 'pause',
    by: 'suspension',
    from: ['active', 'reserved'],
    to: 'paused_by_suspension',
    why: ['member_suspended'],
    tells: 'paused',
  },
  {
    verb: 'resume',
    by: 'suspension',
    from: ['paused_by_suspension'],
    to: 'active',
    why: ['suspension_ended'],
    tells: 'resumed',
  },
  {
    verb: 'resume',
    by: 'suspension',
    from: ['paused_by_suspension'],
    to: 'reserved',
    why: ['suspension_ended'],
    tells: 'held',
  },
  {
    verb: 'resume',
    by: 'suspension',
    from: ['paused_by_suspension'],
    to: 'expired',
    why: ['time_over'],
    tells: 'expired',
  },
  {
    verb: 'resume',
    by: 'suspension',
    from: ['paused_by_suspension'],
    to: 'paused_by_standing',
    why: ['suspension_ended'],
    tells: 'paused',
  },
  {
    verb: 'resume',
    by: 'suspension',
    from: ['paused_by_suspension'],
    to: 'paused_by_tier',
    why: ['tier_limit'],
    tells: 'paused',
  },
  // A marked trader has a period to submit their identity; after it their listings are paused until they do.
  {
    verb: 'pause',
    by: 'standing',
    from: ['active', 'reserved'],
    to: 'paused_by_standing',
    why: ['trader_unnamed'],
    tells: 'paused',
  },
  {
    verb: 'resume',
    by: 'standing',
    from: ['paused_by_standing'],
    to: 'active',
    why: ['trader_named'],
    tells: 'resumed',
  },
  {
    verb: 'resume',
    by: 'standing',
    from: ['paused_by_standing'],
    to: 'reserved',
    why: ['trader_named'],
    tells: 'held',
  },
  { verb: 'resume', by: 'standing', from: ['paused_by_standing'], to: 'expired', why: ['time_over'], tells: 'expired' },
  {
    verb: 'resume',
    by: 'standing',
    from: ['paused_by_standing'],
    to: 'paused_by_suspension',
    why: ['trader_named'],
    tells: 'paused',
  },
  {
    verb: 'resume',
    by: 'standing',
    from: ['paused_by_standing'],
    to: 'paused_by_tier',
    why: ['tier_limit'],
    tells: 'paused',
  },
  { verb: 'pause', by: 'operator', from: published, to: 'paused_by_operator', why: operatorReasons, tells: 'paused' },
  // Back to the state without the admin's pause: see `stop-listing.server.ts`.
  { verb: 'resume', by: 'operator', from: ['paused_by_operator'], to: 'active', why: ['released'], tells: 'resumed' },
  { verb: 'resume', by: 'operator', from: ['paused_by_operator'], to: 'reserved', why: ['released'], tells: 'held' },
  {
    verb: 'resume',
    by: 'operator',
    from: ['paused_by_operator'],
    to: 'expired',
    why: ['released', 'time_over'],
    tells: 'expired',
  },
  {
    verb: 'resume',
    by: 'operator',
    from: ['paused_by_operator'],
    to: 'paused_by_seller',
    why: ['released'],
    tells: 'paused',
  },
  {
    verb: 'resume',
    by: 'operator',
    from: ['paused_by_operator'],
    to: 'paused_by_tier',
    why: ['released', 'tier_limit'],
    tells: 'paused',
  },
  {
    verb: 'resume',
    by: 'operator',
    from: ['paused_by_operator'],
    to: 'paused_by_suspension',
    why: ['released'],
    tells: 'paused',
  },
  {
    verb: 'resume',
    by: 'operator',
    from: ['paused_by_operator'],
    to: 'paused_by_standing',
    why: ['released'],
    tells: 'paused',
  },
];

/** The end of the wait in each state that is not final: its mover, and whether a timer alone ends it. */
export const listingWaits: Readonly<
  Partial<Record<ListingState, { verb: ListingVerb; by: ListingMover; ends: 'by itself' | 'by somebody' }>>
> = {
  draft: { verb: 'publish', by: 'seller', ends: 'by somebody' },
  active: { verb: 'expire', by: 'timer', ends: 'by itself' },
  // Every hold ends at its own time (orders).
  reserved: { verb: 'release', by: 'orders', ends: 'by itself' },
  expired: { verb: 'renew', by: 'seller', ends: 'by somebody' },
  paused_by_seller: { verb: 'resume', by: 'seller', ends: 'by somebody' },
  paused_by_tier: { verb: 'resume', by: 'seller', ends: 'by somebody' },
  paused_by_suspension: { verb: 'resume', by: 'suspension', ends: 'by somebody' },
  paused_by_operator: { verb: 'resume', by: 'operator', ends: 'by somebody' },
  // Its seller shows who sells, in the settings.
  paused_by_standing: { verb: 'resume', by: 'standing', ends: 'by somebody' },
};

/**
 * Final states; a sold listing is only removed when its seller deletes their account, and a removed one can be restored
 * for a month.
 */
export const finalStates: readonly ListingState[] = ['sold', 'removed'];

/** The states in which a listing takes one of the seller's places (a reserved one does, a paused one does not). */
export const liveStatuses: readonly ListingStatus[] = ['active', 'reserved'];

/**
 * The states in which everyone may open the page: what was never published and what was taken down are not among them.
 */
export const publicStatuses: readonly ListingStatus[] = ['active', 'reserved', 'sold', 'expired', 'paused'];

/** The states in which nothing may be edited: what a buyer is paying for, has paid for, or what is gone. */
export const frozenStatuses: readonly ListingStatus[] = ['reserved', 'sold', 'removed'];

export interface StoredState {
  status: ListingStatus;
  pausedBy: ListingPauser | null;
}

export function stateOf({ status, pausedBy }: StoredState): ListingState {
  if (status !== 'paused') return status;
  if (pausedBy === null) throw new RangeError('a paused listing says who paused it');
  return `paused_by_${pausedBy}`;
}

/** A state as two columns store it, and as the API names it. */
export function storedState(state: ListingState): StoredState {
  const pausedBy = listingPausers.find((pauser) => state === `paused_by_${pauser}`);
  return pausedBy ? { status: 'paused', pausedBy } : { status: state as ListingStatus, pausedBy: null };
}

/** The edge of this mover with this verb; `to` selects among several. Undefined: the process has none. */
export function findTransition(
  verb: ListingVerb,
  by: ListingMover,
  from: ListingState | null,
  to?: ListingState,
): ListingTransition | undefined {
  return listingTransitions.find(
    (row) => row.verb === verb && row.by === by && row.from.includes(from) && (to === undefined || row.to === to),
  );
}

export function mayMove(verb: ListingVerb, by: ListingMover, from: ListingState): boolean {
  return findTransition(verb, by, from) !== undefined;
}

/** A seller's verbs, by button or API. */
export const sellerMoves = ['publish', 'pause', 'resume', 'renew', 'remove'] as const satisfies readonly ListingVerb[];
export type SellerMove = (typeof sellerMoves)[number];

/** What the seller may ask for from a state, in the order of the buttons. */
export function sellerMovesFrom(state: ListingState): SellerMove[] {
  const open = verbsOf('seller', state);
  return sellerMoves.filter((verb) => open.includes(verb));
}

/** What this mover may do next from a state, in the order of the table, for buttons. */
export function verbsOf(by: ListingMover, from: ListingState): ListingVerb[] {
  return [
    ...new Set(listingTransitions.filter((row) => row.by === by && row.from.includes(from)).map((row) => row.verb)),
  ];
}
