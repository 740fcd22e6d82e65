import { type ActionFunctionArgs, type ClientActionFunctionArgs, redirect } from 'react-router';
import { pageScope } from '#platform/http/page.ts';
import { cookieHeaders } from '#platform/http/page-form.server.ts';
import { signOut } from '../sign-in/sessions/sign-out.server.ts';
import { clearBrowser } from '../sign-in/sessions/sign-out-browser.ts';

/** A GET does not sign out: sign-out needs the form's POST. */
export const loader = () => redirect('/');

export async function action({ context }: ActionFunctionArgs) {
  const { platform, actor } = pageScope(context);
  return redirect('/', { headers: cookieHeaders(await signOut(platform, actor)) });
}

/**
 * The browser is cleared before the home page is shown (ST-09). When the server is unreachable the user is still signed
 * in, and nothing is cleared.
 */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction<typeof action>();
  } catch (answer) {
    if (answer instanceof Response) await clearBrowser();
    throw answer;
  }
}
