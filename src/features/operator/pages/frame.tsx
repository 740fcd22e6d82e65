import { type LoaderFunctionArgs, Outlet, useLoaderData } from 'react-router';
import { placesOf } from '#platform/frame.ts';
import { pageScope } from '#platform/http/page.ts';
import { LinkTabs } from '#ui/tabs.tsx';
import { requirePageOperator } from '../page-operator.server.ts';
import '../components/operator.css';

export async function loader(args: LoaderFunctionArgs) {
  const operator = await requirePageOperator(args);
  return { tabs: placesOf(pageScope(args.context).platform.frame, 'operator', operator) };
}

export default function AdminFrame() {
  const { tabs } = useLoaderData<typeof loader>();
  return (
    <div className="wrap adm">
      <LinkTabs label="Admin" tabs={tabs} />
      <Outlet />
    </div>
  );
}
