-- The reason of a report, and of a block made with it, is a code instead of the label of the form. A process of the
-- version before shows the code; the labels that it still writes are read as their codes.
-- allow many-rows-at-once: reports are rare, and admins alone wait for their rows.
update member_report set reason = code
from (values
  ('Fraud or a fake card', 'fraud'),
  ('Payment beside the market', 'off_platform_payment'),
  ('Insults or threats', 'abuse'),
  ('Spam or advertising', 'spam'),
  ('Something else', 'other')
) as known (label, code)
where reason = label;
-- allow many-rows-at-once: only the member who blocks waits for the rows, and few blocks have a reason of the form.
update member_block set reason = code
from (values
  ('Fraud or a fake card', 'fraud'),
  ('Payment beside the market', 'off_platform_payment'),
  ('Insults or threats', 'abuse'),
  ('Spam or advertising', 'spam'),
  ('Something else', 'other')
) as known (label, code)
where reason = label;
