import { type ActionFunctionArgs, redirect } from 'react-router';
import { confirmFirst } from '#features/auth/index.server.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { pageScope } from '#platform/http/page.ts';
import { requirePageAdmin } from '../../shell/page-admin.server.ts';
import { receiveLogo } from '../../site/logo.server.ts';

/** The logo, sent by a plain form, then back to the brand, where it says that one was refused. */
export async function action(args: ActionFunctionArgs) {
  const admin = await requirePageAdmin(args, 'set the brand and the announcement');
  const { platform } = pageScope(args.context);
  await confirmFirst(args, platform, admin);
  try {
    await receiveLogo(platform, admin.id, args.request);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw redirect('/admin/site?refused=logo#logo');
  }
  throw redirect('/admin/site#logo');
}

export function loader(): never {
  throw redirect('/admin/site');
}
