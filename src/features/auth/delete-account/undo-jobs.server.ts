import { eq } from 'drizzle-orm';
import { aboutAccount, mailFormerMember, mailMember } from '#features/notifications/index.server.ts';
import { dayMonthYear } from '#kernel/time.ts';
import { runs } from '#platform/jobs/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { endUndoJob, mailDeletedJob, mailReturnedJob, remindUndoJob } from '../model/auth.jobs.ts';
import { deletionUndo } from '../model/auth.tables.ts';
import { findFormerMember, undoToken } from './undo-deletion.server.ts';

const gone =
  'Your account and your personal data were deleted. Your orders stay in the records of the other members, under the name “Deleted member”.';

const keepButton = ({ config }: Pick<Platform, 'config'>, undoId: string) => ({
  label: 'Keep account',
  url: `${config.appUrl}/auth/undo-deletion?token=${undoToken(config, undoId)}`,
});

/** What comes back, and what does not. */
const keeping =
  'Your profile, listings, favorites, saved searches and want lists come back. A paid subscription has ended and won’t restart.';

/**
 * Jobs after a deletion: the email to the former address, a reminder before it becomes final, that end, and the email
 * that the account was restored.
 */
export const undoJobs = [
  runs(mailDeletedJob, async (platform, { email, username, userId, undoId }) => {
    const former = undoId === null ? null : await findFormerMember(platform, undoId);
    // Restored before this email was sent.
    if (undoId !== null && !former) return;
    await mailFormerMember(platform, {
      to: email,
      username,
      // An account can be deleted again.
      messageId: `deleted-${undoId ?? userId}`,
      always: 'You’re receiving this email because your account was deleted.',
      email: {
        subject: 'Your account has been deleted',
        paragraphs: former
          ? [
              gone,
              `You can keep your account until ${dayMonthYear(former.until)}. Sign in as before, or use the button. ${keeping}`,
              'If this wasn’t you, keep your account and change your password.',
            ]
          : [gone],
        ...(undoId !== null && { button: keepButton(platform, undoId) }),
      },
    });
  }),

  runs(remindUndoJob, async (platform, { undoId }) => {
    const former = await findFormerMember(platform, undoId);
    if (!former) return;
    const until = dayMonthYear(former.until);
    await mailFormerMember(platform, {
      to: former.email,
      username: former.username,
      messageId: `remind-undo-${undoId}`,
      always: 'You’re receiving this email because your account was deleted. It’s our last email to you.',
      email: {
        subject: `You can keep your account until ${until}`,
        paragraphs: [
          `You deleted your account. After ${until} it can’t be restored.`,
          `To keep it, sign in as before, or use the button. ${keeping}`,
        ],
        button: keepButton(platform, undoId),
      },
    });
  }),

  runs(mailReturnedJob, (platform, { subject: userId, version }) =>
    mailMember(platform, {
      userId,
      kind: aboutAccount('You’re receiving this email because your deleted account was restored.'),
      messageId: `returned-${userId}-${version}`,
      email: {
        subject: 'Your account was restored',
        paragraphs: [
          'Your account was restored. Sign in as before. All devices were signed out. Check your sign-in methods and remove any that you don’t recognize.',
        ],
        button: { label: 'Sign in', url: `${platform.config.appUrl}/auth/sign-in` },
      },
    }),
  ),

  runs(endUndoJob, ({ db }, { undoId }) => db.delete(deletionUndo).where(eq(deletionUndo.id, undoId))),
];
