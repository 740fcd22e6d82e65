import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';

/**
 * Tables without a member's data: our own machinery, the catalogue, and the simulated companies' books. Events carry
 * ids and states; details are loaded on read. Only `message.created` carries the message, as its live frame does, until
 * it is swept.
 */
export const marketData: PersonalData = {
  schema_migration: { rowsOf: null, columns: all('none', 'name digest ran_at') },
  outbox_event: { rowsOf: null, columns: all('none', 'id position kind subject version topics data at') },
  // Admin actions stay, with the typed reason, as the audit log. The member concerned is an id alone, and none of their
  // own words belong into `data`.
  audit_log: { rowsOf: null, columns: all('none', 'id at by act subject data line before_hash hash') },
  trouble_told: { rowsOf: null, columns: all('none', 'name began_at seen_at told_at') },
  backup_made: { rowsOf: null, columns: all('none', 'only_row finished_at') },
  audit_chain: { rowsOf: null, columns: all('none', 'only_row line hash') },
  outbox_relay: { rowsOf: null, columns: all('none', 'only_row last_position') },
  // Ids alone, as in events.
  job_timer: { rowsOf: null, columns: all('none', 'id task payload due_at max_attempts key') },
  job_worker: { rowsOf: null, columns: all('none', 'worker seen_at') },
  // The subject of a counter is a keyed hash.
  limit_counter: { rowsOf: null, columns: all('none', 'key points expire') },
  stripe_event: { rowsOf: null, columns: all('none', 'id type created_at received_at via account') },
  stripe_reconcile: { rowsOf: null, columns: all('none', 'only_row compared_to') },
  demo_market: { rowsOf: null, columns: all('none', 'only_row begun_at finished_at') },
  sandbox_fault: { rowsOf: null, columns: all('none', 'only_row faults') },
  sandbox_clock: { rowsOf: null, columns: all('none', 'only_row offset_ms') },
  // Which mails went out, by ids alone; forgotten after a week.
  sent_mail: { rowsOf: null, columns: all('none', 'message_id claimed_at sent_at failures failed_at') },
  sandbox_mail: {
    rowsOf: null,
    columns: all('other', 'id recipient subject body_text body_html sent_at message_id headers'),
  },
  sandbox_stripe_object: { rowsOf: null, columns: all('other', 'id object created data') },
  sandbox_stripe_idempotency: { rowsOf: null, columns: all('other', 'key fingerprint status body created') },
  sandbox_stripe_delivery: {
    rowsOf: null,
    columns: all('none', 'event_id position attempts next_at state claimed_until'),
  },
  site_brand: { rowsOf: null, columns: all('none', 'only_row name accent logo') },
  site_announcement: { rowsOf: null, columns: all('none', 'only_row id text link kind starts_at ends_at') },
  game: { rowsOf: null, columns: all('none', 'slug name sort_order') },
  card_set: {
    rowsOf: null,
    columns: all(
      'none',
      'game code abbr name series release_date release_date_approx printed_total card_count sport parallels source',
    ),
  },
  card: {
    rowsOf: null,
    columns: all(
      'none',
      'id game set_code external_id number number_order name rarity finishes variants artist language release_date release_date_approx extra source is_hidden',
    ),
  },
  card_correction: {
    rowsOf: null,
    columns: all('none', 'card_id name number number_order rarity set_code is_hidden corrected_at'),
  },
  catalogue_state: { rowsOf: null, columns: all('none', 'only_row revision') },
  catalogue_index: { rowsOf: null, columns: all('none', 'format piece revision bytes') },
  catalogue_file: { rowsOf: null, columns: all('none', 'digest name rows imported_at') },
};
