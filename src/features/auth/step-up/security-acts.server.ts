import { redirect } from 'react-router';
import { normalizeEmail } from '#features/members/words.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { parseInput, text } from '#platform/http/page-form.server.ts';
import type { ClientInfo, OpenedSession } from '#platform/identity/identity.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { cancelEmailChange } from '../change-email/cancel-email-change.server.ts';
import { changeEmailInput } from '../change-email/change-email.contract.ts';
import { requestEmailChange, resendEmailChange } from '../change-email/request-email-change.server.ts';
import { findLinkOffer, linkAccounts, unlinkGoogle } from '../google/link-accounts.server.ts';
import { changePasswordInput, setPasswordInput } from '../model/security.contract.ts';
import { changePassword } from '../passwords/change-password.server.ts';
import { setFirstPassword } from '../passwords/set-password.server.ts';
import { endOneSession, endOtherSessions } from '../sign-in/sessions/end-sessions.server.ts';
import { stepUpCode, stepUpPath } from './step-up.rules.ts';

interface Act {
  platform: Platform;
  actor: Actor;
  form: FormData;
  client: ClientInfo;
}

interface Done {
  /** The sentence to show. */
  saved?: string;
  /** The browser's renewed session. */
  session?: OpenedSession | null;
}

/** The actions of the security page's forms, by their `intent`. */
const acts: Record<string, (act: Act) => Promise<Done>> = {
  'sign-out-one': async ({ platform, actor, form }) => {
    await endOneSession(platform, actor, text(form, 'id'));
    return {};
  },
  'sign-out-others': async ({ platform, actor }) => {
    await endOtherSessions(platform, actor);
    return {};
  },
  'link-google': async ({ platform, actor }) => {
    const email = (await findLinkOffer(platform, actor)) ?? '';
    return {
      saved: (await linkAccounts(platform, actor, { email: normalizeEmail(email), currentUserId: actor.id })).message,
    };
  },
  'unlink-google': async ({ platform, actor, form }) => {
    await unlinkGoogle(platform, actor, text(form, 'id'));
    return { saved: 'Google account unlinked. Your other devices are signed out.' };
  },
  'change-password': async ({ platform, actor, form }) => {
    const typed = { currentPassword: text(form, 'currentPassword'), newPassword: text(form, 'newPassword') };
    const session = await changePassword(platform, actor, parseInput(changePasswordInput, typed));
    return { saved: 'Password changed. Your other devices are signed out.', session };
  },
  'add-password': async ({ platform, actor, form }) => {
    const session = await setFirstPassword(
      platform,
      actor,
      parseInput(setPasswordInput, { newPassword: text(form, 'newPassword') }),
    );
    return { saved: 'Password added. Your other devices are signed out.', session };
  },
  'change-email': async ({ platform, actor, form, client }) => {
    const { asksOld } = await requestEmailChange(
      platform,
      actor,
      parseInput(changeEmailInput, { newEmail: text(form, 'newEmail') }),
      client,
    );
    return { saved: asksOld ? 'Emails sent to both addresses.' : 'Email sent.' };
  },
  'resend-email': async ({ platform, actor }) => {
    await resendEmailChange(platform, actor);
    return { saved: 'Email sent again.' };
  },
  'cancel-email': async ({ platform, actor }) => {
    await cancelEmailChange(platform, actor);
    return { saved: 'Email change cancelled. Your email stays the same.' };
  },
};

/** Runs a form's action. A missing step-up redirects to the confirmation, which returns to the page. */
export async function actOnSecurity(act: Act): Promise<Done> {
  const intent = text(act.form, 'intent');
  const work = Object.hasOwn(acts, intent) ? acts[intent] : undefined;
  if (!work) throw new Response('This page is out of date. Reload it.', { status: 400 });
  try {
    return await work(act);
  } catch (error) {
    if (isRefusal(error) && error.code === stepUpCode) throw redirect(stepUpPath('/settings/security'));
    throw error;
  }
}
