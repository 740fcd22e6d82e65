import { useFetcher } from 'react-router';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Note } from '#ui/page/panel.tsx';

export interface UnfinishedNoteProps {
  /** Where the draft opens without scripts. */
  to: string;
  /** With scripts: the form below already shows the draft. */
  onContinue: (() => void) | undefined;
  onStartOver(): void;
}

/** An earlier draft is in the form: its photos must not become those of another card without a word. */
export function UnfinishedNote({ to, onContinue, onStartOver }: UnfinishedNoteProps) {
  const fetcher = useFetcher();
  return (
    <Note className="mb-5">
      You have an unfinished listing.
      <fetcher.Form method="post" className="mt-2 flex flex-wrap gap-2" onSubmit={onStartOver}>
        {onContinue ? (
          <Button size="sm" kind="primary" onClick={onContinue}>
            Continue listing
          </Button>
        ) : (
          <ButtonLink to={to} size="sm" kind="primary">
            Continue listing
          </ButtonLink>
        )}
        <Button type="submit" size="sm" name="startOver" value="1" busy={fetcher.state !== 'idle'}>
          Start over
        </Button>
      </fetcher.Form>
    </Note>
  );
}
