import type { Feature } from '#platform/feature.ts';
import { sweepRequestKeys } from '#platform/http/request-keys.ts';
import { sweepIdentity } from '#platform/identity/sessions.server.ts';
import { sweepLimits } from '#platform/limits/postgres-counters.ts';
import { addChangeEmailApi } from './change-email/change-email.api.server.ts';
import { changeEmailMailJobs } from './change-email/change-email.mails.server.ts';
import { sweepEmailChanges } from './change-email/email-change.server.ts';
import { entryLimits } from './entry.limits.ts';
import { addGoogleApi } from './google/google.api.server.ts';
import { addWaysInApi } from './google/ways-in.api.server.ts';
import { sweepLinks } from './mailed-links.server.ts';
import { mailJobs } from './mails.server.ts';
import { addAvatarApi } from './own-profile/avatar.api.server.ts';
import { addProfileApi } from './own-profile/profile.api.server.ts';
import { passkeyMailJobs } from './passkeys/passkey-mails.server.ts';
import { addPasskeysApi } from './passkeys/passkeys.api.server.ts';
import { addSecondFactorApi } from './second-factor/second-factor.api.server.ts';
import { secondFactorMailJobs, secondFactorMails } from './second-factor/second-factor-mails.server.ts';
import { addAuthApi } from './sign-in/auth.api.server.ts';
import { addSessionsApi } from './sign-in/sessions.api.server.ts';
import { addMailedApi } from './sign-up/mailed.api.server.ts';
import { addSuspensionApi } from './suspension/suspension.api.server.ts';
import { suspensionMailJobs } from './suspension/suspension-mails.server.ts';

export const feature: Feature = {
  name: 'entry',
  limits: Object.values(entryLimits),
  api(api, platform) {
    addAuthApi(api, platform);
    addProfileApi(api, platform);
    addAvatarApi(api, platform);
    addSecondFactorApi(api, platform);
    addSessionsApi(api, platform);
    addMailedApi(api, platform);
    addChangeEmailApi(api, platform);
    addSuspensionApi(api, platform);
    addGoogleApi(api, platform);
    addWaysInApi(api, platform);
    addPasskeysApi(api, platform);
  },
  jobs: {
    ...mailJobs,
    ...changeEmailMailJobs,
    ...suspensionMailJobs,
    ...passkeyMailJobs,
    ...secondFactorMailJobs,
    'accounts.sweep': async ({ db, pool, clock }) => {
      await sweepIdentity(db, clock.now());
      await sweepLimits(db, clock.now());
      await sweepLinks(db, clock.now());
      await sweepEmailChanges(db, clock.now());
      await sweepRequestKeys({ pool, clock });
    },
  },
  reactions: {
    'member.joined': ['accounts.mail-welcome'],
    'member.password-changed': ['accounts.mail-password-changed'],
    'member.password-added': ['accounts.mail-password-added'],
    'member.suspended': ['accounts.mail-suspended'],
    'member.restored': ['accounts.mail-restored'],
    'member.google-linked': ['accounts.mail-google-linked'],
    'member.google-unlinked': ['accounts.mail-google-unlinked'],
    ...secondFactorMails,
  },
  schedules: [{ task: 'accounts.sweep', cron: '17 * * * *' }],
};
