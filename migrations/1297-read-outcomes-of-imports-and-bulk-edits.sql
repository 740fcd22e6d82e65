-- Refusals that earlier releases stored as sentences become codes. What no pattern fits stays as text and is shown as
-- text. All currencies have two decimals, so the digits of a sum are its minor units.
create function pg_temp.digits(said text) returns bigint language sql immutable as
  $$ select regexp_replace(said, '[^0-9]', '', 'g')::bigint $$;

create function pg_temp.refusal(said text, currency text) returns jsonb language sql immutable as $$
  select case
    when known.code = 'price_changed' then jsonb_build_object('code', known.code, 'params',
      jsonb_build_object('price', jsonb_build_object('amount', pg_temp.digits(m[1]), 'currency', currency)))
    when known.code = 'below_lowest_offer' then jsonb_build_object('code', known.code, 'params',
      jsonb_build_object('amount', pg_temp.digits(m[1]), 'currency', currency))
    when known.code = 'photo_required' then jsonb_build_object('code', known.code, 'params',
      jsonb_build_object('currency', currency))
    when known.code = 'tier_limit' then jsonb_build_object('code', known.code, 'params',
      jsonb_build_object('tier', lower(m[1]), 'most', pg_temp.digits(m[2])))
    when known.code = 'new_seller_limit' then jsonb_build_object('code', known.code, 'params',
      jsonb_build_object('below', pg_temp.digits(m[1]), 'value', pg_temp.digits(m[2]), 'buyers', pg_temp.digits(m[3])))
    when known.code = 'description_too_long' then jsonb_build_object('code', known.code, 'params',
      jsonb_build_object('tier', 'free', 'most', pg_temp.digits(m[1])))
    when known.code = 'limited' then jsonb_build_object('code', known.code, 'params',
      jsonb_build_object('until', to_char(to_date(m[1], 'DD Mon YYYY'), 'YYYY-MM-DD"T"12:00:00.000"Z"')))
    when known.code = 'trader_data_missing' then jsonb_build_object('code', known.code, 'params',
      jsonb_build_object('missing', (
        select coalesce(jsonb_agg(name), '[]') from (values
          ('legalName', 'legal name'), ('street', 'street'), ('city', 'city|town'), ('country', 'country'),
          ('email', 'e-?mail'), ('phone', 'phone number'), ('certifiedAt', 'certification|your word')
        ) as needed (name, word) where m[1] ~ word)))
    when known.code = 'invalid' then jsonb_build_object('code', known.code, 'params',
      jsonb_build_object('field', 'price'))
    else jsonb_build_object('code', known.code)
  end
  from (values
    ('not_found', '^We couldn’t find this listing\. It may have been deleted\.$'),
    ('not_allowed', '^Only the seller can change this listing\.$'),
    ('not_signed_in', '^Sign in to continue\.$'),
    ('removed', '^This listing has been removed\.$'),
    ('suspended', '^Your account is suspended\.$'),
    ('email_unverified', '^Confirm your email (address )?before you buy, sell, '),
    ('limited', '^Your account is restricted\. You can list cards again on ([0-9]+ [A-Z][a-z]{2} [0-9]{4})\. '),
    ('limited', '^An operator has limited your account: you can .+ again on ([0-9]+ [A-Z][a-z]{2} [0-9]{4})\. '),
    ('trader_data_missing', '^Complete your seller details in Settings to publish\. Missing: (.+)\. Your draft is saved\.$'),
    ('trader_data_missing', '^You sell as a trader, .+ Missing: (.+)\. Add it in '),
    ('too_many_drafts', '^You’ve reached the limit of 1,000 drafts\. '),
    ('too_many_drafts', '^You have 1,000 drafts\. '),
    ('tier_limit', '^A (Free|Premium) Account can have ([0-9,]+) active listings?, '),
    ('tier_limit', '^A (Free|Premium) Account may have ([0-9,]+) live listings at a time, '),
    ('new_seller_limit', '^Until ([0-9]+) different buyers have received your orders, you can list cards worth up to (\S+)\. So far, ([0-9]+) buyers? '),
    ('time_over', '^This listing ended while it was paused\. '),
    ('time_over', '^Its time ran out while it was paused\. '),
    ('price_changed', '^The price was changed to (\S+) in the meantime\. '),
    ('price_changed', '^Its price was changed meanwhile and is (\S+) now, '),
    ('below_lowest_offer', '^This price is below your minimum offer of (\S+)\. '),
    ('below_lowest_offer', '^The price must not be below (\S+), your lowest offer\. '),
    ('below_minimum', '^(The new price would be below the minimum|Nothing would be left of its price)\.$'),
    ('above_maximum', '^(The new price would be above the maximum|Its price would be higher than a price may be)\.$'),
    ('photo_required', '^Add at least 1 photo\. Listings of \S+ or more need one\.$'),
    ('photo_required', '^Add at least one photo: from \S+ up '),
    ('description_too_long', '^Enter at most ([0-9,]+) characters\. The limit of Premium is '),
    ('card_unknown', '^This card is not in our card database\. '),
    ('card_unknown', '^That card is not in the catalogue\.$'),
    ('invalid', '^Enter an amount from 0\.01 to 1,000,000\.00\.$')
  ) as known (code, pattern),
  regexp_match(said, pattern) as m
  where m is not null
  union all
  select jsonb_build_object('code', 'frozen', 'params', jsonb_build_object('listingStatus', status))
  from (values ('reserved', 'This listing is reserved for a buyer.'), ('sold', 'This listing is sold.'),
    ('removed', 'This listing has been removed.')) as state (status, sentence)
  where said in (sentence || ' You can’t change it now.', sentence || ' It can''t be changed any more.')
  union all
  select jsonb_build_object('code', 'wrong_state', 'params', jsonb_build_object('state', state, 'verb', verb))
  from (values
    ('draft', 'This listing is a draft.'), ('active', 'This listing is live.'),
    ('reserved', 'This listing is reserved for a buyer.'), ('sold', 'This listing is sold.'),
    ('expired', 'This listing has ended.'), ('expired', 'This listing has expired.'),
    ('paused_by_seller', 'This listing is paused.'), ('removed', 'This listing has been removed.'),
    ('paused_by_tier', 'This listing is paused by your plan’s active listings limit.'),
    ('paused_by_tier', 'This listing is paused because your plan has no place for it.'),
    ('paused_by_suspension', 'This listing is hidden while the seller is suspended.'),
    ('paused_by_suspension', 'This listing is hidden while its seller is suspended.'),
    ('paused_by_operator', 'We paused this listing.'),
    ('paused_by_operator', 'The operator of this market has paused this listing.'),
    ('paused_by_standing', 'This listing is paused until the seller completes their seller details.'),
    ('paused_by_standing', 'This listing is paused until its seller has said what a trader must show.')
  ) as states (state, sentence),
  (values ('pause', 'paused'), ('resume', 'resumed'), ('renew', 'renewed'), ('publish', 'published'),
    ('remove', 'deleted'), ('remove', 'removed')
  ) as verbs (verb, done)
  where translate(said, '’', '''') = translate(sentence, '’', '''') || ' It can''t be ' || done || ' now.'
  limit 1
$$;

-- allow many-rows-at-once: imports are deleted after 30 days, and only refused rows have a sentence.
update stock_import_row set outcome = read.refusal->>'code', outcome_params = read.refusal->'params'
from (
  select import_id, n, pg_temp.refusal(outcome, currency) as refusal from stock_import_row where outcome like '% %'
) as read
where stock_import_row.import_id = read.import_id and stock_import_row.n = read.n and read.refusal is not null;

-- allow many-rows-at-once: bulk edits are deleted after a week, and only refused rows have a sentence.
update bulk_change_row set why = null, why_code = read.refusal->>'code', why_params = read.refusal->'params'
from (
  select change_id, n, pg_temp.refusal(why, currency) as refusal from bulk_change_row where why is not null
) as read
where bulk_change_row.change_id = read.change_id and bulk_change_row.n = read.n and read.refusal is not null;

-- allow drops-what-is-used: the functions are this file’s own.
drop function pg_temp.refusal(text, text);
-- allow drops-what-is-used: the functions are this file’s own.
drop function pg_temp.digits(text);
