import { Plus, X } from 'lucide-react';
import { Link, useFetcher } from 'react-router';
import { destinationName } from '#features/shipping/words.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Checkbox, Select, TextInput } from '#ui/form/field.tsx';
import { MoneyInput } from '#ui/form/money-input.tsx';
import { Icon } from '#ui/icon.tsx';
import { listingLimits as limits } from '../../../model/listing.rules.ts';
import type { PostRow } from '../form/listing-form.ts';
import type { StepProps } from '../form/parts.ts';

export interface OwnShippingProps extends StepProps {
  scripted: boolean;
  /** Null while it is unknown. */
  sendsFrom: string | null;
  countries: readonly (readonly [code: string, name: string])[];
}

/** The shipping methods of one listing, for sellers without methods for all of them. */
export function OwnShipping({ form, errors, change, scripted, sendsFrom, countries }: OwnShippingProps) {
  const setPost = (at: number, what: Partial<PostRow>) =>
    change({ posts: form.posts.map((post, i) => (i === at ? { ...post, ...what } : post)) });
  return (
    <fieldset className="mt-7" id="f-shipping">
      <legend className="mb-1 text-[0.9375rem] font-semibold">Shipping</legend>
      <p className="dim mb-3">
        Charged once per order. Enter 0 for free shipping. To ship all your listings the same way, use{' '}
        <Link className="link" to="/dashboard/shipping" target="_blank">
          shipping methods
        </Link>
        .
      </p>
      <ShipsFrom country={sendsFrom} countries={countries} />
      <div className="grid gap-3">
        {form.posts.map((post, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name, and are only added and removed
          <div key={at} className="post-row">
            <TextInput
              label={`Shipping method ${at + 1}`}
              quiet
              name="postName"
              id={`f-shipping-${at}-name`}
              placeholder="Standard letter"
              maxLength={limits.shippingNameLength}
              error={errors[`shipping.${at}.name`]}
              value={post.name}
              onChange={(event) => setPost(at, { name: event.target.value })}
            />
            <MoneyInput
              label={`Shipping price ${at + 1}`}
              quiet
              name="postPrice"
              id={`f-shipping-${at}-price`}
              currency={form.currency}
              error={errors[`shipping.${at}.price`]}
              value={post.price}
              onChange={(event) => setPost(at, { price: event.target.value })}
            />
            <Checkbox
              id={`f-shipping-${at}-tracked`}
              name="postTracked"
              value={String(at)}
              label="Tracked"
              checked={post.tracked}
              onChange={(event) => setPost(at, { tracked: event.target.checked })}
            />
            {scripted && (
              <IconButton
                small
                icon={<Icon of={X} size={16} />}
                label={`Remove ${post.name || 'shipping method'}`}
                onClick={() => change({ posts: form.posts.filter((_, i) => i !== at) })}
              />
            )}
          </div>
        ))}
      </div>
      {errors.shipping && <p className="err">{errors.shipping}</p>}
      {scripted && form.posts.length < limits.shippingOptions && (
        <p className="mt-3">
          <Button size="sm" onClick={() => change({ posts: [...form.posts, { name: '', price: '', tracked: true }] })}>
            <Icon of={Plus} size={16} />
            Add shipping method
          </Button>
        </p>
      )}
    </fieldset>
  );
}

/** The seller's country: asked while it is unknown, and saved with the form, with scripts at once. */
function ShipsFrom({ country, countries }: { country: string | null; countries: OwnShippingProps['countries'] }) {
  const saving = useFetcher();
  if (country !== null) return <p className="mb-3">Ships from {destinationName(country)}</p>;
  return (
    <Select
      label="Ships from"
      name="sendsFrom"
      autoComplete="country"
      help="Shown on all your listings."
      defaultValue=""
      onChange={(event) =>
        void saving.submit(
          { intent: 'country', sendsFrom: event.target.value },
          { method: 'post', action: '/dashboard/shipping' },
        )
      }
    >
      <option value="">Choose a country</option>
      {countries.map(([code, name]) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </Select>
  );
}
