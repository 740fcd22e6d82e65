import { TextArea } from '#ui/form/field.tsx';

/** The field for a pasted list of cards. */
export function CardsField({ text, error }: { text?: string | undefined; error?: string | undefined }) {
  return (
    <TextArea
      label="Cards"
      name="text"
      mark={false}
      rows={8}
      spellCheck={false}
      defaultValue={text}
      error={error}
      help="A card on each line, like “2 Sol Ring (C21) 263 *F*”. Without a set any printing will do. Exports of Moxfield, ManaBox, Deckbox, Archidekt, Cardmarket and others are read too."
    />
  );
}
