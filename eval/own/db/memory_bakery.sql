-- preset: agent_memory_v1

INSERT INTO facts (id, content, subject, kind, tags, end_user_id, thread_id, source, created_at, valid_from) VALUES
  ('00000000-0000-7000-8000-000000000048', 'The owner wants invoices summarised every Friday.', 'owner', 'preference', ARRAY['reports']::text[], 'rosa', NULL, 'chat', '2026-01-12 09:00+00', '2026-01-12 09:00+00'),
  ('00000000-0000-7000-8000-000000000049', 'Rosa owns the bakery on Canal Street.', 'Rosa', 'role', ARRAY['people']::text[], 'rosa', NULL, 'chat', '2026-01-10 09:00+00', '2026-01-10 09:00+00'),
  ('00000000-0000-7000-8000-000000000050', 'Rosa prefers WhatsApp over e-mail.', 'Rosa', 'contact', ARRAY['people']::text[], 'rosa', NULL, 'chat', '2026-05-19 09:00+00', '2026-05-19 09:00+00'),
  ('00000000-0000-7000-8000-000000000052', 'Flour comes from the Hillside Mill.', 'flour', 'supplier', ARRAY['supply']::text[], 'rosa', NULL, 'chat', '2026-04-14 09:00+00', '2026-04-14 09:00+00'),
  ('00000000-0000-7000-8000-000000000054', 'Butter comes from the Meadow Dairy.', 'butter', 'supplier', ARRAY['supply']::text[], 'rosa', NULL, 'chat', '2026-01-11 09:00+00', '2026-01-11 09:00+00'),
  ('00000000-0000-7000-8000-000000000055', 'Sourdough costs 4.80 euros.', 'sourdough', 'price', ARRAY['prices']::text[], 'rosa', NULL, 'chat', '2026-06-02 09:00+00', '2026-06-02 09:00+00'),
  ('00000000-0000-7000-8000-000000000058', 'Croissants cost 1.90 euros.', 'croissants', 'price', ARRAY['prices']::text[], 'rosa', NULL, 'chat', '2026-02-20 09:00+00', '2026-02-20 09:00+00'),
  ('00000000-0000-7000-8000-000000000059', 'The shop opens at six on weekdays.', 'shop', 'opening hours', ARRAY['shop']::text[], 'rosa', NULL, 'chat', '2026-01-11 09:00+00', '2026-01-11 09:00+00'),
  ('00000000-0000-7000-8000-000000000060', 'The shop is closed on Mondays.', 'shop', 'closing day', ARRAY['shop']::text[], 'rosa', NULL, 'chat', '2026-05-04 09:00+00', '2026-05-04 09:00+00'),
  ('00000000-0000-7000-8000-000000000062', 'Hugo is the head baker.', 'Hugo', 'role', ARRAY['people']::text[], 'hugo', NULL, 'chat', '2026-03-23 09:00+00', '2026-03-23 09:00+00'),
  ('00000000-0000-7000-8000-000000000064', 'Hugo starts work at three in the morning.', 'Hugo', 'schedule', ARRAY['people']::text[], 'hugo', NULL, 'chat', '2026-03-23 09:00+00', '2026-03-23 09:00+00'),
  ('00000000-0000-7000-8000-000000000065', 'Hugo is on holiday from 6 to 20 July.', 'Hugo', 'absence', ARRAY['people']::text[], 'hugo', NULL, 'chat', '2026-06-16 09:00+00', '2026-06-16 09:00+00'),
  ('00000000-0000-7000-8000-000000000066', 'Nadia delivers bread to the hospital.', 'Nadia', 'task', ARRAY['people']::text[], 'rosa', NULL, 'chat', '2026-02-02 09:00+00', '2026-02-02 09:00+00'),
  ('00000000-0000-7000-8000-000000000067', 'The hospital orders ninety loaves a day.', 'hospital', 'order', ARRAY['customers']::text[], 'rosa', NULL, 'chat', '2026-06-08 09:00+00', '2026-06-08 09:00+00'),
  ('00000000-0000-7000-8000-000000000069', 'The oven was serviced in May.', 'oven', 'maintenance', ARRAY['equipment']::text[], 'hugo', NULL, 'chat', '2026-05-21 09:00+00', '2026-05-21 09:00+00'),
  ('00000000-0000-7000-8000-000000000070', 'The mixer makes a grinding noise.', 'mixer', 'problem', ARRAY['equipment']::text[], 'hugo', NULL, 'chat', '2026-06-17 09:00+00', '2026-06-17 09:00+00'),
  ('00000000-0000-7000-8000-000000000071', 'We decided to stop selling doughnuts.', 'doughnuts', 'decision', ARRAY['products']::text[], 'rosa', NULL, 'chat', '2026-04-27 09:00+00', '2026-04-27 09:00+00'),
  ('00000000-0000-7000-8000-000000000072', 'We decided to buy a second oven in autumn.', 'oven', 'decision', ARRAY['equipment']::text[], 'rosa', NULL, 'chat', '2026-06-10 09:00+00', '2026-06-10 09:00+00');

INSERT INTO past_facts (id, content, subject, kind, tags, end_user_id, thread_id, source, created_at, valid_from, valid_to, superseded_by) VALUES
  ('00000000-0000-7000-8000-000000000051', 'Rosa prefers e-mail for everything.', 'Rosa', 'contact', ARRAY['people']::text[], 'rosa', NULL, 'chat', '2026-01-10 09:00+00', '2026-01-10 09:00+00', '2026-05-19 09:00+00', '00000000-0000-7000-8000-000000000050'),
  ('00000000-0000-7000-8000-000000000053', 'Flour comes from Grain & Sons.', 'flour', 'supplier', ARRAY['supply']::text[], 'rosa', NULL, 'chat', '2026-01-11 09:00+00', '2026-01-11 09:00+00', '2026-04-14 09:00+00', '00000000-0000-7000-8000-000000000052'),
  ('00000000-0000-7000-8000-000000000056', 'Sourdough costs 4.50 euros.', 'sourdough', 'price', ARRAY['prices']::text[], 'rosa', NULL, 'chat', '2026-03-02 09:00+00', '2026-03-02 09:00+00', '2026-06-02 09:00+00', '00000000-0000-7000-8000-000000000055'),
  ('00000000-0000-7000-8000-000000000057', 'Sourdough costs 4.20 euros.', 'sourdough', 'price', ARRAY['prices']::text[], 'rosa', NULL, 'chat', '2026-01-11 09:00+00', '2026-01-11 09:00+00', '2026-03-02 09:00+00', '00000000-0000-7000-8000-000000000056'),
  ('00000000-0000-7000-8000-000000000061', 'The shop is closed on Sundays.', 'shop', 'closing day', ARRAY['shop']::text[], 'rosa', NULL, 'chat', '2026-01-11 09:00+00', '2026-01-11 09:00+00', '2026-05-04 09:00+00', '00000000-0000-7000-8000-000000000060'),
  ('00000000-0000-7000-8000-000000000063', 'Hugo is an apprentice.', 'Hugo', 'role', ARRAY['people']::text[], 'hugo', NULL, 'chat', '2026-01-11 09:00+00', '2026-01-11 09:00+00', '2026-03-23 09:00+00', '00000000-0000-7000-8000-000000000062'),
  ('00000000-0000-7000-8000-000000000068', 'The hospital orders sixty loaves a day.', 'hospital', 'order', ARRAY['customers']::text[], 'rosa', NULL, 'chat', '2026-02-02 09:00+00', '2026-02-02 09:00+00', '2026-06-08 09:00+00', '00000000-0000-7000-8000-000000000067');

INSERT INTO episodes (id, role, content, end_user_id, thread_id, source, created_at) VALUES
  ('00000000-0000-7000-8000-000000000073', 'user', 'Grain & Sons raised their prices again.', 'rosa', 'r1', 'chat', '2026-04-10 07:30+00'),
  ('00000000-0000-7000-8000-000000000074', 'assistant', 'Shall I ask the Hillside Mill for an offer?', 'rosa', 'r1', 'chat', '2026-04-10 07:31+00'),
  ('00000000-0000-7000-8000-000000000075', 'user', 'Yes, ask them for rye as well.', 'rosa', 'r1', 'chat', '2026-04-10 07:33+00'),
  ('00000000-0000-7000-8000-000000000076', 'user', 'Please message me on WhatsApp from now on.', 'rosa', 'r2', 'chat', '2026-05-19 15:02+00'),
  ('00000000-0000-7000-8000-000000000077', 'assistant', 'I will use WhatsApp.', 'rosa', 'r2', 'chat', '2026-05-19 15:03+00'),
  ('00000000-0000-7000-8000-000000000078', 'user', 'The hospital wants ninety loaves from today.', 'rosa', 'r3', 'chat', '2026-06-08 06:10+00'),
  ('00000000-0000-7000-8000-000000000079', 'assistant', 'I have changed the hospital order to ninety loaves.', 'rosa', 'r3', 'chat', '2026-06-08 06:11+00'),
  ('00000000-0000-7000-8000-000000000080', 'user', 'The mixer makes a strange noise.', 'hugo', 'h1', 'chat', '2026-06-17 03:40+00'),
  ('00000000-0000-7000-8000-000000000081', 'assistant', 'I have written it down. Shall I call the technician?', 'hugo', 'h1', 'chat', '2026-06-17 03:41+00'),
  ('00000000-0000-7000-8000-000000000082', 'user', 'Call the technician after nine.', 'hugo', 'h1', 'chat', '2026-06-17 03:42+00'),
  ('00000000-0000-7000-8000-000000000083', 'user', 'I take my holiday in July.', 'hugo', 'h2', 'chat', '2026-06-16 12:00+00'),
  ('00000000-0000-7000-8000-000000000084', 'assistant', 'Enjoy your holiday, Hugo.', 'hugo', 'h2', 'chat', '2026-06-16 12:01+00'),
  ('00000000-0000-7000-8000-000000000085', 'user', 'How much rye is left?', 'hugo', 'h3', 'chat', '2026-06-18 05:00+00'),
  ('00000000-0000-7000-8000-000000000086', 'assistant', 'Two sacks of rye are left.', 'hugo', 'h3', 'chat', '2026-06-18 05:01+00');

INSERT INTO entities (id, canonical_name, kind, properties, source, created_at, updated_at) VALUES
  ('00000000-0000-7000-8000-000000000087', 'Rosa', 'person', '{"role": "owner"}', 'chat', '2026-01-10 09:00+00', '2026-01-10 09:00+00'),
  ('00000000-0000-7000-8000-000000000088', 'Hugo', 'person', '{"role": "baker"}', 'chat', '2026-01-11 09:00+00', '2026-01-11 09:00+00'),
  ('00000000-0000-7000-8000-000000000089', 'Nadia', 'person', '{"role": "driver"}', 'chat', '2026-02-02 09:00+00', '2026-02-02 09:00+00'),
  ('00000000-0000-7000-8000-000000000090', 'Hillside Mill', 'supplier', '{"town": "Aston"}', 'chat', '2026-04-14 09:00+00', '2026-04-14 09:00+00'),
  ('00000000-0000-7000-8000-000000000091', 'Grain & Sons', 'supplier', '{}', 'chat', '2026-01-11 09:00+00', '2026-01-11 09:00+00'),
  ('00000000-0000-7000-8000-000000000092', 'Meadow Dairy', 'supplier', '{"town": "Leigh"}', 'chat', '2026-01-11 09:00+00', '2026-01-11 09:00+00'),
  ('00000000-0000-7000-8000-000000000093', 'City Hospital', 'customer', '{"beds": 420}', 'chat', '2026-02-02 09:00+00', '2026-02-02 09:00+00');
