import { createContext, type ReactNode, useContext } from 'react';

/** What stands in the place of a part while a page is drawn; its text is put there afterwards. */
export interface Marks {
  before: string;
  after: string;
  /** It was drawn before, and its text is known. */
  isKnown: boolean;
  /** What is drawn in place of its own words, one for each: only where it is drawn. */
  holes: readonly string[];
}

/** The marks of a part, by all that its text is made of besides words of its own, which come in their order. */
export type MarkPart = (by: string, words: readonly string[]) => Marks;

/** Only a render on the server that keeps the texts of parts brings one. */
export const MarkPartContext = createContext<MarkPart | null>(null);

/** What a part says that others of its shape say otherwise; what is not there, or empty, belongs to the shape. */
export type Words = Readonly<Record<string, string | null | undefined>>;

const none: Words = {};

export interface KeptProps<W extends Words = Words> {
  /** Names all that the part is made of besides its words, its own context included. Null: it is drawn each time. */
  by: () => string | null;
  /** Each stands in the part as it is here, alone or in a longer text: whatever is made of them comes as a word too. */
  words?: W;
  children: ReactNode | ((words: W) => ReactNode);
}

const drawn = <W extends Words>({ children, words = none as W }: KeptProps<W>, shown = words) =>
  typeof children === 'function' ? children(shown) : children;

/**
 * A part that looks the same on very many pages, but for its words: on the server it is drawn once, its text is kept, and other words are put into it. What is inside may listen to nothing
 * live, as nothing inside runs when its text is known; a part inside of it is drawn with it.
 */
export const Kept = import.meta.env.SSR ? KeptPart : DrawnPart;

function KeptPart<W extends Words>(props: KeptProps<W>) {
  const markPart = useContext(MarkPartContext);
  const marked = markPart && markedPart(markPart, props.by(), props.words ?? (none as W));
  if (!marked) return DrawnPart(props);
  return (
    <>
      {marked.before}
      {marked.isKnown ? null : <MarkPartContext value={null}>{drawn(props, marked.words)}</MarkPartContext>}
      {marked.after}
    </>
  );
}

/** In the same place of the tree as where marks stand, so that ids of fields inside are the same. */
function DrawnPart<W extends Words>(props: KeptProps<W>) {
  return (
    <>
      {null}
      {drawn(props)}
      {null}
    </>
  );
}

function markedPart<W extends Words>(markPart: MarkPart, by: string | null, words: W): (Marks & { words: W }) | null {
  if (by === null) return null;
  let shape = by;
  const own: string[] = [];
  for (const key in words) {
    const word = words[key];
    if (word) own.push(word);
    if (typeof word === 'string') shape += ` ${key}${word && '+'}`;
  }
  const marks = markPart(shape, own);
  if (marks.isKnown) return { ...marks, words };
  let next = 0;
  const inMarks = Object.fromEntries(Object.entries(words).map(([key, word]) => [key, word ? marks.holes[next++] : word]));
  return { ...marks, words: inMarks as W };
}
