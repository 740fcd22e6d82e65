import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';

/** The market's record of what it decided against whom, and of what they said to it: it stays when they go, as the audit log does, without what their things were called. */
export const rulingsData: PersonalData = {
  ruling: {
    rowsOf: 'member_id = $1',
    columns: {
      ...all('kept', 'id act subject_id rule reason decided_at until ended_at appeal appealed_at outcome answer answered_at'),
      subject_title: 'own',
      ...all('none', 'member_id report_id decided_by answered_by'),
    },
  },
  // What operators write to each other about a case, also about its other side.
  case_note: { rowsOf: null, columns: all('other', 'id case_id by text created_at') },
  statement_text: { rowsOf: null, columns: all('none', 'id name reader text created_at updated_at') },
};
