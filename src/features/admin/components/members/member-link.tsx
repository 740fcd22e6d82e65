import { Link } from 'react-router';

/** A link to the admin page of a member; plain text for a deleted one. */
export function MemberLink({ id, name }: { id: string; name: string | null }) {
  if (!name) return 'a member who has left';
  return (
    <Link className="adm-name" to={`/admin/members/${id}`}>
      {name}
    </Link>
  );
}
