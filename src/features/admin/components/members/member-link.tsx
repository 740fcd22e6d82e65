import { Link } from 'react-router';

/** A member by name, as a way to what operators see of them; who has left is nobody any more. */
export function MemberLink({ id, name }: { id: string; name: string | null }) {
  if (!name) return 'a member who has left';
  return (
    <Link className="adm-name" to={`/admin/members/${id}`}>
      {name}
    </Link>
  );
}
