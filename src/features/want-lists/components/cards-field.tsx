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
      help="One card per line, for example “2 Sol Ring (C21) 263 *F*” or “charizard base set 4/102”. If you leave out the set, any printing matches. Exports from Moxfield, ManaBox, Deckbox, Archidekt, Cardmarket and others also work."
    />
  );
}
