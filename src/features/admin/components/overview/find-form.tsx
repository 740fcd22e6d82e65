import { Search } from 'lucide-react';
import { Form } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';

/** Searches listings and wanted posts. */
export function FindForm({ words = '' }: { words?: string }) {
  return (
    <Form className="adm-find" role="search" aria-label="Search listings and wanted posts" action="/admin/content">
      <div className="fsearch">
        <Icon of={Search} size={16} />
        <label className="sr" htmlFor="find-content">
          ID, URL or keywords of a listing or wanted post
        </label>
        <input
          key={words}
          id="find-content"
          type="search"
          name="q"
          defaultValue={words}
          placeholder="ID, URL or keywords"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          enterKeyHint="search"
        />
      </div>
      <Button type="submit">Search</Button>
    </Form>
  );
}
