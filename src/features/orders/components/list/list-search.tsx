import { Form, Link } from 'react-router';
import { listAddress } from '#kernel/numbers/paging.ts';
import { Button } from '#ui/button.tsx';
import { TextInput } from '#ui/form/field.tsx';

interface ListSearchProps {
  side: 'buying' | 'selling';
  state: string;
  search: string;
}

/** Finds orders of a side; the URL holds what is shown. */
export function ListSearch({ side, state, search }: ListSearchProps) {
  return (
    <Form className="ord-filter" role="search" action="/orders" aria-label="Orders">
      <input type="hidden" name="side" value={side} />
      {state && <input type="hidden" name="state" value={state} />}
      <TextInput
        fieldClass="ord-q"
        label="Search by card, username or order number"
        mark={false}
        quiet
        type="search"
        name="q"
        maxLength={100}
        defaultValue={search}
        placeholder="Card, username or order number"
        enterKeyHint="search"
      />
      <Button type="submit">Search</Button>
      {search && <Link to={listAddress('/orders', { side, state })}>Clear</Link>}
    </Form>
  );
}
