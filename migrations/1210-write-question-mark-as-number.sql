-- A source wrote the card number ? as %3F: it names its files by number, and no file may be called so.
update listing set number = '?', title = replace(title, '%3F', '?') where number = '%3F';
