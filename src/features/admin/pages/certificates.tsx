import { Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { listCertificatesTwice } from '#features/listings/index.server.ts';
import { findSellers } from '#features/members/index.server.ts';
import { deletedName } from '#kernel/specified-texts.ts';
import { pageScope } from '#platform/http/page.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { adminSecurity } from '../admin.security.ts';
import { requirePageAdmin } from '../shell/page-admin.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  await requirePageAdmin(args, 'look at a listing');
  const { db, security } = pageScope(args.context).platform;
  security.note(adminSecurity.read, { outcome: 'done', what: 'certificates' });
  const found = await listCertificatesTwice(db);
  const names = await findSellers(db, [...new Set(found.map(({ sellerId }) => sellerId))]);
  return found.map((one) => ({ ...one, seller: names.get(one.sellerId)?.username ?? deletedName }));
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Duplicate certificates',
    description: 'Active listings with the same certificate.',
    path: '/admin',
    noIndex: true,
  });

/** A certificate that is for sale twice, each listing with its seller. */
export default function CertificatesPage() {
  const found = useLoaderData<typeof loader>();
  return (
    <>
      <div className="page-h adm-h">
        <h1>Duplicate certificates</h1>
      </div>
      <Panel>
        {found.length === 0 ? (
          <EmptyState title="No duplicate certificates">
            Active listings with the same grading company and certificate number appear here.
          </EmptyState>
        ) : (
          <ul className="grid gap-3">
            {found.map(({ id, title, grading, sellerId, seller }) => (
              <li key={id}>
                <strong>
                  {grading.company} {grading.certificate}
                </strong>
                :{' '}
                <Link className="link" to={`/admin/listings/${id}`}>
                  {title}
                </Link>{' '}
                by{' '}
                <Link className="link" to={`/admin/members/${sellerId}`}>
                  {seller}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </>
  );
}
