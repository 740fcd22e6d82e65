import type { Platform } from './platform.ts';

/** A line of a panel, as a browser gets it. */
export interface PanelRow {
  label: string;
  value: string;
  /** Why it is so, in small print. */
  because?: string;
  /** An id, shown as code. */
  isId?: boolean;
  /** An address elsewhere that opens in a window of its own. */
  href?: string;
}

/** What a room tells an operator of a member. No two panels share an id or a rank. */
export interface AdminPanel {
  id: string;
  rank: number;
  title: string;
  /** Read only for an operator who has named a case for the account; without it what it tells is needed for each. */
  needsCase?: true;
  /**
   * `operatorId` is who looks. A line that has nothing to say is left out. Must not fail when another server is away:
   * the page says so in the line.
   */
  read(platform: Platform, memberId: string, adminId: string): Promise<PanelRow[]>;
}
