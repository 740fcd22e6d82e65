import { type ActionFunctionArgs, redirect } from 'react-router';
import { pageScope } from '#platform/http/page.ts';
import { cookieHeaders } from '../page-form.server.ts';
import { signOut } from '../sign-in/sign-out.server.ts';

/** Somebody who types the address signs nobody out: that needs a press of the button. */
export const loader = () => redirect('/');

export async function action({ context }: ActionFunctionArgs) {
  const { platform, actor } = pageScope(context);
  return redirect('/', { headers: cookieHeaders(await signOut(platform, actor)) });
}
