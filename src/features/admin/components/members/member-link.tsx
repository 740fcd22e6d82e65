import { Link } from 'react-router';
import { deletedName } from '#kernel/specified-texts.ts';

/** A link to the admin page of a member; plain text for a deleted one. */
export function MemberLink({ id, name }: { id: string; name: string | null }) {
  if (!name) return deletedName;
  return (
    <Link className="adm-name" to={`/admin/members/${id}`}>
      {name}
    </Link>
  );
}
