-- Sentences that earlier releases stored become codes. What no pattern fits stays as text and is shown as text.
-- allow many-rows-at-once: imports are deleted after 30 days, and few have a note.
with known (code, pattern, names, fixed) as (values
  ('not_utf8', '^The file is not UTF-8; it was read as (.+)\. Look at names with accents\.$', '{encoding}'::text[], '{}'::jsonb),
  ('encoding_repaired', '^The file was saved with a wrong encoding once; ', '{}', '{}'),
  ('mixed_line_ends', '^Line ends of different sorts are mixed in the file; ', '{}', '{}'),
  ('empty_rows', '^([0-9]+) empty rows were left out\.$', '{count}', '{}'),
  ('capital_headers', '^The headers are in capitals; ', '{}', '{}'),
  ('ragged_rows', '^([0-9]+) rows have more or fewer cells than the header; ', '{count}', '{}')
),
read as (
  select r.id,
    coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('code', code, 'params', nullif(fixed || coalesce((
      select jsonb_object_agg(name, case when name in ('count', 'copies', 'line', 'most', 'row')
        then to_jsonb(replace(value, ',', '')::bigint) else to_jsonb(value) end)
      from unnest(names, regexp_match(note, pattern)) as param (name, value)
      where name is not null
    ), '{}'), '{}'))) order by nth) filter (where code is not null), '[]') as codes,
    coalesce(array_agg(note order by nth) filter (where code is null), '{}') as rest
  from stock_import r cross join unnest(r.notes) with ordinality as said (note, nth)
  left join known on note ~ pattern
  group by r.id
)
update stock_import r set note_codes = read.codes, notes = read.rest from read
where read.id = r.id and read.codes <> '[]';
-- allow many-rows-at-once: only doubtful and rejected rows have a note, and only their seller waits for them.
with known (code, pattern, names, fixed) as (values
  ('stray_quote', '^Row: line ([0-9]+) can''t be read: a quotation mark ', '{line}'::text[], '{}'::jsonb),
  ('fewer_cells', '^The row has fewer cells than the header\.$', '{}', '{}'),
  ('sealed', '^This is a sealed product, not a card; it is left out\.$', '{}', '{}'),
  ('proxy', '^This is marked as a proxy: not a real card, so it is not listed\.$', '{}', '{}'),
  ('same_sku', '^The same number as row ([0-9]+); its copies would be listed twice\.$', '{row}', '{}'),
  ('no_field', '^(.+): "(.*)" is nothing that a listing has a field for; look at the copy\.$', '{header,value}', '{}'),
  ('game_unknown', '^Card: "(.*)" is no game that the catalogue has\.$', '{value}', '{}'),
  ('name_missing', '^Card: The name of the card is missing\.$', '{}', '{}'),
  ('name_too_long', '^Card: The name of a card has at most ([0-9]+) letters\.$', '{most}', '{}'),
  ('name_hidden', '^Card: The name holds characters that nobody can see\. Type it again\.$', '{}', '{}'),
  ('name_misspelled', '^Card: The name is misspelt in the file\.$', '{}', '{}'),
  ('name_not_in_set', '^Card: The set has no card of this name\.$', '{}', '{}'),
  ('name_with_symbols', '^Card: The name holds symbols and is not the one of this number\.$', '{}', '{}'),
  ('name_and_number', '^Card: Name and number are of different cards\.$', '{}', '{}'),
  ('number_not_in_set', '^Card: The set has no card of this number\.$', '{}', '{}'),
  ('number_was_date', '^Number: a spreadsheet made a date of it; it was read as (.*)\.$', '{value}', '{}'),
  ('several_printings', '^Card: Several printings have this name and number\.$', '{}', '{}'),
  ('words_unknown', '^Card: The file adds “(.*)”, which the catalogue does not know of this printing\.$', '{value}', '{}'),
  ('set_missing', '^Card: The file does not say which set this is from\.$', '{}', '{}'),
  ('set_unknown', '^Card: The catalogue has no set of this name\.$', '{}', '{}'),
  ('set_code_unknown', '^Card: The catalogue has no set (?!of this name\.$)(.*)\.$', '{value}', '{}'),
  ('set_misspelled', '^Card: The set is misspelt in the file\.$', '{}', '{}'),
  ('set_renamed', '^Card: The set goes by another name in the catalogue; look whether it is this one\.$', '{}', '{}'),
  ('set_contradiction', '^Card: The code and the name of the set are of different sets\.$', '{}', '{}'),
  ('id_unknown', '^Card: The catalogue has no card with the id (.*)\.$', '{value}', '{}'),
  ('cardmarket_id_unknown', '^Card: The catalogue has no card with the Cardmarket number (.*)\.$', '{value}', '{}'),
  ('id_of_other_name', '^Card: The id in the file is of a card of another name\.$', '{}', '{}'),
  ('id_of_several', '^Card: The id in the file belongs to several printings\.$', '{}', '{}'),
  ('foreign_line', '^Card: “(.*)” is not an English line, and the catalogue has English printings only\. ', '{value}', '{}'),
  ('finish_unsaid', '^Finish: the file says nothing of it, and this printing has ([0-9]+); choose one\.$', '{count}', '{}'),
  ('finish_of_no_printing', '^Finish: this printing does not exist in it; choose another\.$', '{}', '{}'),
  ('finish_of_foils', '^Finish: the file does not say which foil of ([0-9]+); choose it\.$', '{count}', '{}'),
  ('finish_contradiction', '^Finish: the row says both (.+) and (.+); choose one\.$', '{one,other}', '{}'),
  ('finish_unknown', '^Finish: "(.*)" is not known here; it was read as (.+)\.$', '{value,finish}', '{}'),
  ('edition_limited', '^Edition: the file says limited edition, which a listing can’t say; look at the copy\.$', '{}', '{}'),
  ('edition_of_no_printing', '^Edition: the catalogue knows no first edition of this printing\.$', '{}', '{"edition": "first"}'),
  ('edition_of_no_printing', '^Edition: the catalogue knows no shadowless print of this printing\.$', '{}', '{"edition": "shadowless"}'),
  ('edition_of_no_printing', '^Edition: the catalogue knows no unlimited edition of this printing\.$', '{}', '{"edition": "unlimited"}'),
  ('edition_unknown', '^Edition: "(.*)" is no edition that is known here\.$', '{value}', '{}'),
  ('features_unknown', '^Features: "(.*)" is not known here; look at the copy\.$', '{value}', '{}'),
  ('language_unknown', '^Language: "(.*)" is not a language that this market knows\.$', '{value}', '{}'),
  ('language_contradiction', '^Language: the set is said to be (.+), and the row says (.+); look at the copy\.$', '{ofSet,ofRow}', '{}'),
  ('condition_missing', '^Condition: There is no condition\.$', '{}', '{}'),
  ('condition_unknown', '^Condition: "(.*)" is no condition of ', '{value}', '{}'),
  ('condition_language', '^Condition: The language "(.*)" behind the condition is not one that this market knows\.$', '{value}', '{}'),
  ('condition_spelling', '^Condition: The condition "(.*)" is not written as TCGplayer writes it\.$', '{value}', '{}'),
  ('yes_or_no', '^Signed: "(.*)" is neither yes nor no; look at the copy\.$', '{value}', '{"field": "signed"}'),
  ('yes_or_no', '^Altered: "(.*)" is neither yes nor no; look at the copy\.$', '{value}', '{"field": "altered"}'),
  ('yes_or_no', '^Misprint: "(.*)" is neither yes nor no; look at the copy\.$', '{value}', '{"field": "misprint"}'),
  ('yes_or_no', '^Playset: "(.*)" is neither yes nor no; look at the copy\.$', '{value}', '{"field": "playset"}'),
  ('yes_or_no', '^Reverse holo: "(.*)" is neither yes nor no; look at the copy\.$', '{value}', '{"field": "reverse"}'),
  ('graded_without_grade', '^Grade: the file says that it is graded, and not with which grade\.$', '{}', '{}'),
  ('grade_missing', '^Grade: "(.*)" graded it, and the grade is missing\.$', '{value}', '{}'),
  ('grade_unknown', '^Grade: "(.*)" is no grade that is known here\.$', '{value}', '{}'),
  ('grade_of_no_company', '^Grade: (.+) gives no grade (.+)\.$', '{company,grade}', '{}'),
  ('grade_read', '^Grade: "(.*)" was read as (\S+) (\S+)\.$', '{value,company,grade}', '{}'),
  ('grader_missing', '^Grade: "(.*)" does not say who graded it\.$', '{value}', '{}'),
  ('grader_unknown', '^Grade: "(.*)" is no grading company that is known here\.$', '{value}', '{}'),
  ('quantity_missing', '^Quantity: There is no quantity\.$', '{}', '{}'),
  ('quantity_zero', '^Quantity: The quantity is 0, so there is nothing to list\.$', '{}', '{}'),
  ('quantity_not_whole', '^Quantity: The quantity "(.*)" is not a whole number\.$', '{value}', '{}'),
  ('quantity_too_large', '^Quantity: The quantity ([0-9]+) is more than anybody has; the most is ([0-9]+)\.$', '{value,most}', '{}'),
  ('quantity_cut', '^Quantity: A listing holds at most ([0-9]+) copies, so [0-9]+ of ([0-9]+) are taken\.$', '{most,count}', '{}'),
  ('quantity_read', '^Quantity: The quantity "(.*)" was read as ([0-9]+)\.$', '{value,count}', '{}'),
  ('price_missing', '^Price: There is no price\.$', '{}', '{}'),
  ('price_too_high', '^Price: The price may be at most 1,000,000\.00\.$', '{}', '{"field": "price"}'),
  ('price_unreadable', '^Price: The price "(.*)" is not an amount such as 12\.50\.$', '{value}', '{"field": "price"}'),
  ('price_in_other_currency', '^Price: The price "(.*)" is in another currency; the prices of this file are in ([A-Z]+)\.$', '{value,currency}', '{"field": "price"}'),
  ('price_too_high', '^Cost: The price may be at most 1,000,000\.00\.$', '{}', '{"field": "cost"}'),
  ('price_unreadable', '^Cost: The price "(.*)" is not an amount such as 12\.50\.$', '{value}', '{"field": "cost"}'),
  ('price_in_other_currency', '^Cost: The price "(.*)" is in another currency; the prices of this file are in ([A-Z]+)\.$', '{value,currency}', '{"field": "cost"}'),
  ('currency_unknown', '^(?:Currency|Cost currency): "(.*)" is no currency of this market\.$', '{value}', '{}'),
  ('text_cut', '^Description: It is longer than ([0-9,]+) characters and was cut\.$', '{most}', '{"field": "description"}'),
  ('text_cut', '^SKU: It is longer than ([0-9,]+) characters and was cut\.$', '{most}', '{"field": "sku"}'),
  ('text_cut', '^Place: It is longer than ([0-9,]+) characters and was cut\.$', '{most}', '{"field": "place"}'),
  ('text_cut', '^Private note: It is longer than ([0-9,]+) characters and was cut\.$', '{most}', '{"field": "privateNote"}'),
  ('playset_cut', '^Playset: a listing holds at most ([0-9]+) copies, so [0-9]+ of them are taken\.$', '{most}', '{}'),
  ('playset_read', '^Playset: ([0-9]+) × four copies are listed as ([0-9]+)\.$', '{count,copies}', '{}')
),
read as (
  select r.import_id, r.n,
    coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('code', code, 'params', nullif(fixed || coalesce((
      select jsonb_object_agg(name, case when name in ('count', 'copies', 'line', 'most', 'row')
        then to_jsonb(replace(value, ',', '')::bigint) else to_jsonb(value) end)
      from unnest(names, regexp_match(note, pattern)) as param (name, value)
      where name is not null
    ), '{}'), '{}'))) order by nth) filter (where code is not null), '[]') as codes,
    coalesce(array_agg(note order by nth) filter (where code is null), '{}') as rest
  from stock_import_row r cross join unnest(r.notes) with ordinality as said (note, nth)
  left join known on note ~ pattern
  group by r.import_id, r.n
)
update stock_import_row r set note_codes = read.codes, notes = read.rest from read
where read.import_id = r.import_id and read.n = r.n and read.codes <> '[]';
-- allow many-rows-at-once: imports are deleted after 30 days, and only their seller waits for their rows.
update stock_import_row set outcome = code
from (values
  ('needs_photo', 'It is a draft: from $20.00 up a listing needs a photo.'),
  ('no_price', 'There is no price, so it was not listed.'),
  ('no_condition', 'There is no condition, so it was not listed.'),
  ('incomplete', 'The row is not whole, so it was not listed.'),
  ('failed', 'Listing it failed again and again, and the operators were told. List the rest once more, or bring the row again.'),
  ('sold', 'Copies were sold since, so it stays.'),
  ('reserved', 'A buyer is paying for a copy, so it stays. If they don’t, remove it on “Your listings”.'),
  ('older', 'It has been listed for more than a day, so it stays.'),
  ('gone', 'It was gone already.'),
  ('deleted', 'It was taken back.'),
  ('undo_failed', 'Taking it back failed again and again, and the operators were told. Remove it on “Your listings”.')
) as known (code, sentence)
where outcome = sentence;
