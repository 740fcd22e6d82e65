import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';

export const countersData: PersonalData = {
  // How many of what the export lists wait: numbers that say nothing it does not.
  member_counter: { rowsOf: 'member_id = $1', columns: all('none', 'member_id kind slot n') },
};
