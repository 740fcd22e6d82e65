import type { Platform } from './platform.ts';

/** A line of a panel, as plain data for the browser. */
export interface PanelRow {
  label: string;
  value: string;
  /** The reason, in small print. */
  because?: string;
  /** An id, rendered as code. */
  isId?: boolean;
  /** An external address, opened in a new window. */
  href?: string;
}

/** What a feature shows an admin about a member. No two panels share an id or a rank. */
export interface AdminPanel {
  id: string;
  rank: number;
  title: string;
  /** Read only by an admin who has named a case for the account; absent: each admin needs it. */
  needsCase?: true;
  /**
   * `adminId` is the viewer. Lines without a value are left out. Must not fail when an external server is away: the
   * line says so.
   */
  read(platform: Platform, memberId: string, adminId: string): Promise<PanelRow[]>;
}
