/** The signed-in user as far as the platform knows; name and tier belong to the feature `members`. */
export interface Actor {
  /** User id. */
  id: string;
  role: 'member' | 'admin';
  via: 'cookie' | 'bearer';
  sessionId: string | null;
  /** When this session was opened; sensitive acts require a recent one. */
  signedInAt: Date;
}
