import { Form, Link } from 'react-router';
import { cardTitle } from '#features/catalogue/words.ts';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/form/field.tsx';
import type { ReadLine } from '../lifecycle/read-line.server.ts';

/**
 * The field for one pasted line in the format of card lists. Its content fills the form below. A GET form, so it works
 * without script.
 */
export function LineForm({ line, read }: { line: string; read: ReadLine | null }) {
  const { candidates = [], problem } = read ?? {};
  const addressOf = (id: string) => `/wanted/create?${new URLSearchParams({ card: id, line })}`;
  return (
    <div className="mb-6 grid gap-3">
      <Form method="get" className="grid gap-3">
        <TextArea
          label="Line from a card list"
          name="line"
          mark={false}
          rows={2}
          spellCheck={false}
          defaultValue={line}
          error={candidates.length === 0 ? (problem ?? undefined) : undefined}
          help="For example “1 Sol Ring (CC2) 7 *F*”. If you leave out the set, any printing matches."
        />
        <Button type="submit" className="justify-self-start">
          Find card
        </Button>
      </Form>
      {candidates.length > 0 && (
        <div>
          <p role="status">{problem ?? 'Other cards that match this line:'}</p>
          <ul className="my-2 grid gap-2" aria-label="Possible cards">
            {candidates.map(({ id, name, setName, number }) => (
              <li key={id}>
                <Link className="link" to={addressOf(id)}>
                  {cardTitle({ name, setName, number })}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
      <p className="dim">
        To add several cards, create a{' '}
        <Link className="link" to="/want-lists">
          want list
        </Link>
        .
      </p>
    </div>
  );
}
