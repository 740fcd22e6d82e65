import { type LoaderFunctionArgs, Outlet } from 'react-router';
import { LinkTabs } from '#ui/tabs.tsx';
import { requirePageOperator } from '../page-operator.server.ts';
import '../components/operator.css';

export async function loader(args: LoaderFunctionArgs) {
  await requirePageOperator(args);
  return null;
}

export default function AdminFrame() {
  return (
    <div className="wrap adm">
      <LinkTabs
        label="Admin"
        tabs={[
          { to: '/admin', label: 'Members', end: true },
          { to: '/admin/audit', label: 'Audit log' },
        ]}
      />
      <Outlet />
    </div>
  );
}
