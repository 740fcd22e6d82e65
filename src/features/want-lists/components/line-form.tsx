import { Form, Link } from 'react-router';
import { Button } from '#ui/button.tsx';
import { TextInput } from '#ui/form/field.tsx';
import type { Line } from '../contract.ts';
import { printingOf } from '../model/list-words.ts';

/** The owner's form of a line: its copies, and its removal. */
export function LineForm({
  line: { n, card, anyPrinting, quantity },
}: {
  line: Pick<Line, 'n' | 'card' | 'anyPrinting' | 'quantity'>;
}) {
  return (
    <li>
      <div>
        <Link to={`/cards/${card.id}`}>{card.name}</Link>
        <p className="dim">{printingOf(card, anyPrinting)}</p>
      </div>
      <Form method="post" preventScrollReset noValidate>
        <input type="hidden" name="n" value={n} />
        <TextInput
          key={quantity}
          id={`copies-${n}`}
          label={`Quantity of ${card.name}`}
          quiet
          mark={false}
          name="quantity"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={String(quantity)}
        />
        <Button type="submit" size="sm" name="intent" value="line" aria-label={`Save quantity of ${card.name}`}>
          Save
        </Button>
        <Button
          type="submit"
          kind="danger-quiet"
          size="sm"
          name="intent"
          value="remove-line"
          aria-label={`Remove card ${card.name}`}
        >
          Remove card
        </Button>
      </Form>
    </li>
  );
}
