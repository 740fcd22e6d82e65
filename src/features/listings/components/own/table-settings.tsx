import { ChevronDown, X } from 'lucide-react';
import { Form, Link } from 'react-router';
import { listAddress } from '#kernel/numbers/paging.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox, TextInput } from '#ui/form/field.tsx';
import { Icon } from '#ui/icon.tsx';
import { type OwnTableSettings, ownColumns, type SavedView } from './own-columns.ts';

const addressOf = ({ tab, sort, search }: Omit<SavedView, 'name'>) =>
  listAddress('/dashboard/listings', {
    tab: tab === 'all' ? '' : tab,
    sort: sort === 'newest' ? '' : sort,
    q: search,
  });

/** The saved views, each a link and a button that deletes it. */
export function SavedViews({ views, shown }: { views: readonly SavedView[]; shown: Omit<SavedView, 'name'> }) {
  if (views.length === 0) return null;
  const current = addressOf(shown);
  return (
    <ul className="own-views" aria-label="Saved views">
      {views.map((view) => (
        <li key={view.name}>
          <Link
            className="chip"
            to={addressOf(view)}
            aria-current={addressOf(view) === current ? 'page' : undefined}
            preventScrollReset
          >
            {view.name}
          </Link>
          <Form method="post" preventScrollReset>
            <input type="hidden" name="table" value="delete-view" />
            <input type="hidden" name="name" value={view.name} />
            <button type="submit" className="ib sm" aria-label={`Delete view ${view.name}`} data-tip="Delete view">
              <Icon of={X} size={14} />
            </button>
          </Form>
        </li>
      ))}
    </ul>
  );
}

interface TableSettingsProps {
  settings: OwnTableSettings;
  shown: Omit<SavedView, 'name'>;
}

/** Columns and row height to choose, and a name for the listings as they are filtered and sorted now. */
export function TableSettings({ settings: { hidden, isCompact }, shown }: TableSettingsProps) {
  return (
    <details className="own-set">
      <summary className="link">
        Columns and views
        <Icon of={ChevronDown} size={14} />
      </summary>
      <div className="own-set-f">
        <Form method="post" preventScrollReset>
          <input type="hidden" name="table" value="columns" />
          <fieldset>
            <legend className="mb-2 font-semibold">Columns</legend>
            {ownColumns.map(({ name, label }) => (
              <Checkbox key={name} name="column" value={name} label={label} defaultChecked={!hidden.includes(name)} />
            ))}
          </fieldset>
          <Checkbox name="compact" label="Compact rows" defaultChecked={isCompact} />
          <Button type="submit" size="sm">
            Save columns
          </Button>
        </Form>
        <Form method="post" preventScrollReset>
          <input type="hidden" name="table" value="save-view" />
          <input type="hidden" name="tab" value={shown.tab} />
          <input type="hidden" name="sort" value={shown.sort} />
          <input type="hidden" name="q" value={shown.search} />
          <TextInput
            label="View name"
            name="name"
            mark={false}
            maxLength={40}
            autoComplete="off"
            placeholder="For example Ending soon"
            help="Saves the status, search and sort order."
          />
          <Button type="submit" size="sm">
            Save view
          </Button>
        </Form>
      </div>
    </details>
  );
}
