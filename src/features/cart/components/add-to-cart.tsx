import { type MouseEvent, useState } from 'react';
import { useFetcher, useNavigate } from 'react-router';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { useToast } from '#ui/feedback/toast.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';

const address = '/cart';
const label = 'Add to cart';
const busyLabel = 'Adding…';
const offline = 'Check your connection and try again.';

/** A card of a list: adds one copy. Without script it goes to the cart. */
export function AddToCart({ listingId, seller }: { listingId: string; seller: string }) {
  const adding = useAdding();
  return (
    <adding.Form
      method="post"
      action={address}
      onSubmit={(event) => {
        event.preventDefault();
        adding.add(event.currentTarget);
      }}
    >
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="listingId" value={listingId} />
      <Button type="submit" size="sm" busy={adding.isBusy} busyLabel={busyLabel}>
        {label}
        <span className="sr"> from {seller}</span>
      </Button>
    </adding.Form>
  );
}

/**
 * A second button of the form that buys, for the copies that are chosen there. Without script the form is posted to the
 * cart.
 */
export function AddToCartButton({ form }: { form: string }) {
  const adding = useAdding();
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault();
    const { currentTarget: button } = event;
    if (!button.form?.reportValidity()) return;
    adding.add(button.form, button);
  };
  return (
    <div>
      <Button
        type="submit"
        size="xl"
        full
        form={form}
        formAction={address}
        name="intent"
        value="add"
        busy={adding.isBusy}
        busyLabel={busyLabel}
        onClick={press}
      >
        {label}
      </Button>
    </div>
  );
}

/** The last request of this page that adds to the cart. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Says what became of it in a toast: the page stays as it is. One request follows the other, since the first one gives a
 * visitor's browser its cart: two at once would make two carts.
 */
function useAdding() {
  const adding = useFetcher<FormAnswer>();
  const [isWaiting, setWaiting] = useState(false);
  const toast = useToast();
  const navigate = useNavigate();
  useAnswer(adding, ({ problem }) => {
    if (problem)
      toast({
        tone: 'bad',
        title: 'Couldn’t add to cart',
        text: problem.code === 'network' ? offline : problem.message,
      });
    else toast({ title: 'Added to cart', action: { label: 'View cart', onPress: () => void navigate(address) } });
  });
  const add = (form: HTMLFormElement, button?: HTMLButtonElement) => {
    const fields = new FormData(form, button);
    setWaiting(true);
    const send = () => adding.submit(fields, { method: 'post', action: address });
    last = last.then(send, send).finally(() => setWaiting(false));
  };
  return { Form: adding.Form, add, isBusy: isWaiting || adding.state !== 'idle' };
}
