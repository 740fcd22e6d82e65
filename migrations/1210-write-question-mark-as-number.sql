-- A source wrote the card number ? as %3F: it names its files by number, and no file may be called so.
-- allow many-rows-at-once: one card of the whole catalogue has this number, so its listings are a handful.
update listing set number = '?', title = replace(title, '%3F', '?') where number = '%3F';
