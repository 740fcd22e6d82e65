import type { Currency } from '#kernel/numbers/money.ts';
import type { Platform } from '#platform/platform.ts';
import type { DemoMember } from './members.ts';
import type { Simulator } from './simulator.ts';
import type { DemoCard } from './stock.ts';

export interface MadeMember extends DemoMember {
  id: string;
}

export interface MadeListing {
  id: string;
  sellerId: string;
  sellerEmail: string;
  publishedAt: Date;
  amount: number;
  currency: Currency;
  /** One copy, for which offers are taken. */
  takesOffers: boolean;
}

/** How much of a market. The first start makes the whole; a test makes a small one of the same kinds. */
export interface DemoScale {
  listings: number;
  /** Sold listings of the past year; most have one order, some several. */
  soldListings: number;
}

/** What the chapters hand on to each other. */
export interface Demo {
  /** The market's platform, with a pool of this work's own. */
  platform: Platform;
  simulators: readonly Simulator[];
  /** The moment of the first start: the present of the demo market. */
  now: Date;
  scale: DemoScale;
  cards: readonly DemoCard[];
  members: Map<string, MadeMember>;
  /** For sale now. */
  listings: MadeListing[];
  progress(done: number, of: number): void;
}

/**
 * One part of the demo market, made through the use cases of one feature. A later feature adds its chapter to the
 * list in `ensure-demo.ts`.
 */
export interface Chapter {
  /** Shown while it is made: `members`, `listings`. */
  name: string;
  make(demo: Demo): Promise<void>;
}

/** The demo member of that address; all of them exist from the first chapter on. */
export function memberOf(demo: Demo, email: string): MadeMember {
  const member = demo.members.get(email);
  if (!member) throw new RangeError(`the demo has no member ${email}`);
  return member;
}

export function before(demo: Demo, ms: number): Date {
  return new Date(demo.now.getTime() - ms);
}
