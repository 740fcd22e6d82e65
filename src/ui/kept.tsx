import { createContext, type ReactNode, useContext } from 'react';

/** What stands in the place of a part while a page is drawn; its text is put there afterwards. */
export interface Marks {
  before: string;
  after: string;
  /** It was drawn before, and its text is known. */
  isKnown: boolean;
}

/** The marks of a part, by all that its text is made of. */
export type MarkPart = (by: string) => Marks;

/** Only a render on the server that keeps the texts of parts brings one. */
export const MarkPartContext = createContext<MarkPart | null>(null);

export interface KeptProps {
  /** Names all that the part is made of, its own context included. Null: it is drawn each time. */
  by: () => string | null;
  children: ReactNode;
}

/**
 * A part that looks the same on very many pages: on the server it is drawn once, and its text is kept. What is inside may listen to nothing live, as nothing inside runs when its
 * text is known; a part inside of it is drawn with it.
 */
export function Kept({ by, children }: KeptProps) {
  const markPart = useContext(MarkPartContext);
  const name = markPart ? by() : null;
  const marks = markPart && name !== null ? markPart(name) : null;
  // In the same place of the tree whoever draws it, so that ids of fields inside are the same.
  return (
    <>
      {marks?.before}
      {marks?.isKnown ? null : marks ? <MarkPartContext value={null}>{children}</MarkPartContext> : children}
      {marks?.after}
    </>
  );
}
