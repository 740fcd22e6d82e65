import { type ActionFunctionArgs, type ClientActionFunctionArgs, redirect } from 'react-router';
import { pageScope } from '#platform/http/page.ts';
import { cookieHeaders } from '#platform/http/page-form.server.ts';
import { signOut } from '../sign-in/sessions/sign-out.server.ts';
import { clearBrowser } from '../sign-in/sessions/sign-out-browser.ts';

/** Somebody who types the address signs nobody out: that needs a press of the button. */
export const loader = () => redirect('/');

export async function action({ context }: ActionFunctionArgs) {
  const { platform, actor } = pageScope(context);
  return redirect('/', { headers: cookieHeaders(await signOut(platform, actor)) });
}

/**
 * The browser is clear before home is shown (ST-09). Where the server was not reached the person is still signed in,
 * and keeps what is theirs.
 */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction<typeof action>();
  } catch (answer) {
    if (answer instanceof Response) await clearBrowser();
    throw answer;
  }
}
