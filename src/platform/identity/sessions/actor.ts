/**
 * Who is asking, as far as the platform knows. What the product knows of them (name, tier) lives in the room `members`.
 */
export interface Actor {
  /** User id. */
  id: string;
  role: 'member' | 'admin';
  via: 'cookie' | 'bearer';
  sessionId: string | null;
  /** When this session was opened; sensitive acts ask for a recent one. */
  signedInAt: Date;
}
