import { useEffect, useRef } from 'react';
import { Form } from 'react-router';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { Note } from '#ui/page/panel.tsx';
import type { CartAnswer } from './cart-answer.ts';

/** What the last form did. It takes the focus, because the button that was pressed is gone with its line. */
export function CartNews({ answer }: { answer: CartAnswer | undefined }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (answer?.removed) box.current?.focus();
  }, [answer]);
  if (!answer) return null;
  const { problem, removed, saved } = answer;
  return (
    <>
      <ErrorSummary errors={undefined} message={problem?.message} attempt={answer} />
      {saved && (
        <Note tone="success" role="status" className="mb-5">
          {saved}
        </Note>
      )}
      {removed && (
        <div ref={box} tabIndex={-1} className="mb-5">
          <Note tone="success" role="status">
            Removed from cart: {removed.title}
            <Form method="post" action="/cart" className="mt-2">
              <input type="hidden" name="intent" value="add" />
              <input type="hidden" name="listingId" value={removed.listingId} />
              <input type="hidden" name="quantity" value={removed.quantity} />
              <Button type="submit" size="sm">
                Undo removal
              </Button>
            </Form>
          </Note>
        </div>
      )}
    </>
  );
}
