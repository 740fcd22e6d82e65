import { Form } from 'react-router';
import { plural } from '#kernel/format.ts';
import { Button } from '#ui/button.tsx';
import { Panel } from '#ui/page/panel.tsx';
import type { Cart } from '../contract.ts';

/** Listings that only their sellers and admins can see. */
export function GoneLines({ lines }: { lines: Cart['gone'] }) {
  if (lines.length === 0) return null;
  return (
    <Panel id="gone" title="No longer listed" note="The seller deleted these listings, or we removed them." flush>
      <ul className="cart-lines">
        {lines.map(({ id, quantity }) => (
          <li key={id} data-testid="cart-gone">
            <span className="cart-art" aria-hidden="true" />
            <div>
              <h3>Removed listing</h3>
              <p className="cart-facts">{plural(quantity, { one: '# copy', other: '# copies' })}</p>
              <div className="cart-do">
                <Form method="post" action="/cart" preventScrollReset>
                  <input type="hidden" name="intent" value="remove" />
                  <input type="hidden" name="id" value={id} />
                  <Button type="submit" size="sm" kind="ghost">
                    Remove from cart
                  </Button>
                </Form>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
