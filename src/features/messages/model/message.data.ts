import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';
import type { RetainedData } from '#platform/personal-data/retained-data.ts';

/** A thread is a record of both members: messages stay for the other one, from "Deleted member". */
export const messagesData: PersonalData = {
  thread: {
    rowsOf: 'first_id = $1 or second_id = $1',
    columns: {
      ...all('kept', 'id subject_kind subject_id created_at'),
      ...all('none', 'first_id second_id last_place answered_at'),
    },
  },
  thread_message: {
    rowsOf: 'sender_id = $1',
    columns: {
      ...all('kept', 'id thread_id text card_kind card_id created_at read_at photos'),
      ...all('none', 'place sender_id marks client_id'),
    },
  },
  thread_photo: {
    rowsOf: 'member_id = $1',
    columns: {
      ...all('own', 'id thread_id message_id width height bytes created_at'),
      ...all('none', 'member_id widths placeholder'),
    },
  },
  thread_side: {
    rowsOf: 'member_id = $1',
    columns: all(
      'none',
      'thread_id member_id other_id last_at last_message_id unread read_place delivered_place deleted_place is_hidden is_priority is_unheard mailed_at',
    ),
  },
  member_block: {
    rowsOf: 'member_id = $1',
    columns: { ...all('own', 'reason created_at'), ...all('none', 'member_id blocked_id') },
  },
  // The admins' record of reports and answers.
  member_report: {
    rowsOf: 'reporter_id = $1',
    columns: {
      ...all(
        'kept',
        'reason text subject_kind subject_id subject_title state decision ground to_reporter answered_at created_at',
      ),
      messages: 'other',
      thing: 'other',
      to_reported: 'other',
      ...all('none', 'id reporter_id reported_id claimed_by claimed_at mailed_at'),
    },
  },
  member_report_photo: {
    rowsOf: 'report_id in (select id from member_report where reporter_id = $1)',
    columns: all('other', 'report_id photo_id of_thing'),
  },
};

/** Described on the privacy page. */
export const messagesRetained: readonly RetainedData[] = [
  {
    rank: 50,
    title: 'Messages',
    says: 'Your messages to other members, their photos, and when they were read.',
    stays: 'The other member keeps your messages, from “Deleted member”. Photos are deleted.',
    tables: ['thread', 'thread_message', 'thread_photo', 'thread_side'],
  },
  {
    rank: 51,
    title: 'Blocked members and reports',
    says: 'Members you blocked, and your reports with their reasons and outcomes. A report has a copy of the reported content. The team member who handles a report can read the reported messages.',
    stays: 'Reports and their outcomes stay as our record of the case.',
    tables: ['member_block', 'member_report', 'member_report_photo'],
  },
];
