import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';
import type { RetainedData } from '#platform/personal-data/retained-data.ts';

/**
 * The record of decisions and appeals is retained when the member leaves, as the audit log is, without the titles of
 * their things.
 */
export const decisionsData: PersonalData = {
  ruling: {
    rowsOf: 'member_id = $1',
    columns: {
      ...all(
        'kept',
        'id act subject_id rule reason decided_at until ended_at appeal appealed_at outcome answer answered_at',
      ),
      subject_title: 'own',
      ...all('none', 'member_id report_id decided_by answered_by'),
    },
  },
  // Notes of admins about a case may also concern its other side.
  case_note: { rowsOf: null, columns: all('other', 'id case_id by text created_at') },
  statement_text: { rowsOf: null, columns: all('none', 'id name reader text created_at updated_at') },
};

/** Listed on the privacy page. */
export const decisionsRetained: readonly RetainedData[] = [
  {
    rank: 60,
    title: 'Decisions and appeals',
    says: 'Decisions about you: the rule, the reason, your appeal, our answer and our notes on the case.',
    stays:
      'We keep this after you delete your account, to account for our decisions. We delete the titles of your content.',
    tables: ['ruling', 'case_note'],
  },
];
