import { memberJoined, memberRestored } from '#features/members/index.server.ts';
import type { Feature } from '#platform/feature.ts';
import { sweepRequestKeys } from '#platform/http/requests/request-keys.ts';
import { sweepIdentity } from '#platform/identity/sessions/sessions.server.ts';
import { runs } from '#platform/jobs/jobs.ts';
import { sweepLimits } from '#platform/limits/postgres-counters.ts';
import { wakes } from '#platform/outbox/reactions.ts';
import type { SecurityKind } from '#platform/security-log/security-kind.ts';
import { addChangeEmailApi } from './change-email/change-email.api.server.ts';
import { changeEmailMailJobs } from './change-email/change-email.mails.server.ts';
import { sweepEmailChanges } from './change-email/email-change.server.ts';
import { anonymiseMember } from './delete-account/erase-member.server.ts';
import { exportEntry } from './delete-account/export.server.ts';
import { sweepFormerAccounts } from './delete-account/former-account.server.ts';
import { addLeavingApi } from './delete-account/leaving.api.server.ts';
import { sweepUndos } from './delete-account/undo-deletion.server.ts';
import { undoJobs } from './delete-account/undo-jobs.server.ts';
import { mailJobs } from './emails.server.ts';
import { addGoogleApi } from './google/google.api.server.ts';
import { addWaysInApi } from './google/sign-in-methods.api.server.ts';
import { authData, authRetained } from './model/auth.data.ts';
import * as events from './model/auth.events.ts';
import {
  mailGoogleLinkedJob,
  mailGoogleUnlinkedJob,
  mailPasswordAddedJob,
  mailPasswordChangedJob,
  mailRestoredJob,
  mailWelcomeJob,
  sweepJob,
} from './model/auth.jobs.ts';
import { authLimits } from './model/auth.limits.ts';
import { authPolicy } from './model/auth.policy.ts';
import { authSecurity } from './model/auth.security.ts';
import { securityUpdates } from './notify-owner.server.ts';
import { addAvatarApi } from './own-profile/avatar.api.server.ts';
import { addProfileApi } from './own-profile/profile.api.server.ts';
import { addVacationApi } from './own-profile/vacation.api.server.ts';
import { passkeyMailJobs } from './passkeys/passkey-mails.server.ts';
import { addPasskeysApi } from './passkeys/passkeys.api.server.ts';
import { sweepLinks } from './redirect/mailed-links.server.ts';
import { addSecondFactorApi } from './second-factor/second-factor.api.server.ts';
import { secondFactorMailJobs, secondFactorReactions } from './second-factor/second-factor-mails.server.ts';
import { addAuthApi } from './sign-in/auth.api.server.ts';
import { addSessionsApi } from './sign-in/sessions/sessions.api.server.ts';
import { addMailedApi } from './sign-up/mailed.api.server.ts';
import { suspensionMailJobs } from './suspension/suspension-mails.server.ts';

export const feature: Feature = {
  name: 'entry',
  personalData: authData,
  retention: authRetained,
  dataExport: { part: 'account', read: exportEntry },
  erasure: { rank: 70, erase: anonymiseMember },
  policy: authPolicy,
  // It leads to one's own profile; the pages below it are everybody's.
  exactMemberPages: ['/profile'],
  navigation: [
    { in: 'bar', rank: 40, to: '/auth/sign-in', label: 'Sign in', icon: 'sign-in', for: 'visitor' },
    { in: 'bar', rank: 50, to: '/auth/sign-up', label: 'Sign up', icon: 'join', for: 'visitor' },
    { in: 'menu', rank: 30, to: '/profile', label: 'Profile', icon: 'person', for: 'member' },
    {
      in: 'settings',
      rank: 20,
      to: '/settings/security',
      label: 'Security',
      about: 'Password, sign-in methods, devices',
      icon: 'security',
    },
  ],
  alwaysMailed: [
    {
      rank: 10,
      what: 'Account and security',
      why: 'Confirmations, password changes and new sign-in methods. These emails protect your account, so you can’t turn them off.',
    },
  ],
  notificationKinds: [securityUpdates],
  limits: Object.values(authLimits),
  securityKinds: Object.values<SecurityKind>(authSecurity),
  api(api, platform) {
    addAuthApi(api, platform);
    addProfileApi(api, platform);
    addAvatarApi(api, platform);
    addVacationApi(api, platform);
    addSecondFactorApi(api, platform);
    addSessionsApi(api, platform);
    addMailedApi(api, platform);
    addChangeEmailApi(api, platform);
    addGoogleApi(api, platform);
    addWaysInApi(api, platform);
    addPasskeysApi(api, platform);
    addLeavingApi(api, platform);
  },
  events: Object.values(events),
  jobs: [
    ...mailJobs,
    ...undoJobs,
    ...changeEmailMailJobs,
    ...suspensionMailJobs,
    ...passkeyMailJobs,
    ...secondFactorMailJobs,
    runs(sweepJob, async (platform) => {
      for (const sweep of [
        sweepIdentity,
        sweepLimits,
        sweepLinks,
        sweepEmailChanges,
        sweepRequestKeys,
        sweepUndos,
        sweepFormerAccounts,
      ])
        await sweep(platform);
    }),
  ],
  reactions: [
    wakes(memberJoined, mailWelcomeJob),
    wakes(events.passwordChanged, mailPasswordChangedJob),
    wakes(events.passwordAdded, mailPasswordAddedJob),
    wakes(memberRestored, mailRestoredJob),
    wakes(events.googleLinked, mailGoogleLinkedJob),
    wakes(events.googleUnlinked, mailGoogleUnlinkedJob),
    ...secondFactorReactions,
  ],
  schedules: [{ job: sweepJob, cron: '17 * * * *' }],
};
