import { Link } from 'react-router';
import { Note } from '#ui/page/panel.tsx';
import type { BlockSide } from '../../contract.ts';

/** On a member's page: says that a block exists, with an unblock button for the blocker. */
export function BlockNote({ block, name }: { block: BlockSide; name: string }) {
  return (
    <Note className="mt-5">
      {block === 'mine'
        ? `You’ve blocked ${name}. You can’t message each other, trade or see each other’s listings.`
        : `You and ${name} can’t message each other, trade or see each other’s listings.`}{' '}
      {block === 'mine' && (
        <Link className="link" to="/settings/blocks">
          Unblock in settings
        </Link>
      )}
    </Note>
  );
}
