import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { pageScope, requirePageActor } from '#platform/http/page.ts';
import { notePolicy } from './note.policy.ts';
import { listNotes } from './notes.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, notePolicy, 'keep');
  return { notes: await listNotes(pageScope(args.context).platform.db, actor.id) };
}

export default function NotesPage() {
  const { notes } = useLoaderData<typeof loader>();
  return (
    <div className="wrap">
      <h1>Your notes</h1>
      <ul>
        {notes.map(({ text, length }) => (
          <li key={text}>
            {text}, {length ?? 'not counted'}
          </li>
        ))}
      </ul>
    </div>
  );
}
