-- preset: agent_memory_v1

INSERT INTO facts (id, content, subject, kind, tags, end_user_id, thread_id, source, created_at, valid_from) VALUES
  ('00000000-0000-7000-8000-000000000094', 'Elif grows tomatoes on the south side.', 'Elif', 'crop', ARRAY['plants']::text[], NULL, NULL, 'chat', '2026-04-12 09:00+00', '2026-04-12 09:00+00'),
  ('00000000-0000-7000-8000-000000000095', 'Elif is the treasurer of the allotment.', 'Elif', 'role', ARRAY['people']::text[], NULL, NULL, 'chat', '2026-05-01 09:00+00', '2026-05-01 09:00+00'),
  ('00000000-0000-7000-8000-000000000097', 'Marek owns three beehives.', 'Marek', 'bees', ARRAY['animals']::text[], NULL, NULL, 'chat', '2026-02-11 09:00+00', '2026-02-11 09:00+00'),
  ('00000000-0000-7000-8000-000000000098', 'Marek was stung on the hand in June.', 'Marek', 'health', ARRAY['animals']::text[], NULL, NULL, 'chat', '2026-06-08 09:00+00', '2026-06-08 09:00+00'),
  ('00000000-0000-7000-8000-000000000099', 'Marek prefers mulch to weeding.', 'Marek', 'preference', ARRAY['habits']::text[], NULL, NULL, 'chat', '2026-03-09 09:00+00', '2026-03-09 09:00+00'),
  ('00000000-0000-7000-8000-000000000100', 'The water is turned on at seven in the morning.', 'water', 'schedule', ARRAY['rules']::text[], NULL, NULL, 'chat', '2026-06-03 09:00+00', '2026-06-03 09:00+00'),
  ('00000000-0000-7000-8000-000000000102', 'The plot costs 95 euros a year.', 'plot', 'rent', ARRAY['money']::text[], NULL, NULL, 'chat', '2026-05-15 09:00+00', '2026-05-15 09:00+00'),
  ('00000000-0000-7000-8000-000000000104', 'Seeds come from Larkspur Nursery.', 'seeds', 'supplier', ARRAY['money']::text[], NULL, NULL, 'chat', '2026-03-30 09:00+00', '2026-03-30 09:00+00'),
  ('00000000-0000-7000-8000-000000000106', 'We agreed to plant a hedge along the road.', 'hedge', 'agreement', ARRAY['plans']::text[], NULL, NULL, 'chat', '2026-05-22 09:00+00', '2026-05-22 09:00+00'),
  ('00000000-0000-7000-8000-000000000107', 'We agreed to buy a shared mower.', 'mower', 'agreement', ARRAY['plans']::text[], NULL, NULL, 'chat', '2026-06-14 09:00+00', '2026-06-14 09:00+00'),
  ('00000000-0000-7000-8000-000000000108', 'Marek''s daughter is called Zofia.', 'Marek', 'family', ARRAY['people']::text[], NULL, NULL, 'chat', '2026-02-11 09:00+00', '2026-02-11 09:00+00'),
  ('00000000-0000-7000-8000-000000000109', 'The gate is locked on Sundays.', 'gate', 'rule', ARRAY['rules']::text[], NULL, NULL, 'chat', '2026-02-20 09:00+00', '2026-02-20 09:00+00'),
  ('00000000-0000-7000-8000-000000000110', 'The shed key hangs behind the door.', 'shed key', 'place', ARRAY['rules']::text[], NULL, NULL, 'chat', '2026-06-16 09:00+00', '2026-06-16 09:00+00');

INSERT INTO past_facts (id, content, subject, kind, tags, end_user_id, thread_id, source, created_at, valid_from, valid_to, superseded_by) VALUES
  ('00000000-0000-7000-8000-000000000096', 'Elif is the secretary of the allotment.', 'Elif', 'role', ARRAY['people']::text[], NULL, NULL, 'chat', '2026-01-20 09:00+00', '2026-01-20 09:00+00', '2026-05-01 09:00+00', '00000000-0000-7000-8000-000000000095'),
  ('00000000-0000-7000-8000-000000000101', 'The water is turned on at eight in the morning.', 'water', 'schedule', ARRAY['rules']::text[], NULL, NULL, 'chat', '2026-04-01 09:00+00', '2026-04-01 09:00+00', '2026-06-03 09:00+00', '00000000-0000-7000-8000-000000000100'),
  ('00000000-0000-7000-8000-000000000103', 'The plot costs 80 euros a year.', 'plot', 'rent', ARRAY['money']::text[], NULL, NULL, 'chat', '2026-01-20 09:00+00', '2026-01-20 09:00+00', '2026-05-15 09:00+00', '00000000-0000-7000-8000-000000000102'),
  ('00000000-0000-7000-8000-000000000105', 'Seeds come from a catalogue.', 'seeds', 'supplier', ARRAY['money']::text[], NULL, NULL, 'chat', '2026-01-20 09:00+00', '2026-01-20 09:00+00', '2026-03-30 09:00+00', '00000000-0000-7000-8000-000000000104'),
  ('00000000-0000-7000-8000-000000000111', 'The shed key is under the blue pot.', 'shed key', 'place', ARRAY['rules']::text[], NULL, NULL, 'chat', '2026-02-01 09:00+00', '2026-02-01 09:00+00', '2026-06-16 09:00+00', '00000000-0000-7000-8000-000000000110');

INSERT INTO episodes (id, role, content, end_user_id, thread_id, source, created_at) VALUES
  ('00000000-0000-7000-8000-000000000112', 'user', 'The slugs ate all of my lettuce.', 'elif', 'e1', 'chat', '2026-05-11 18:00+00'),
  ('00000000-0000-7000-8000-000000000113', 'assistant', 'Try copper tape around the lettuce bed.', 'elif', 'e1', 'chat', '2026-05-11 18:01+00'),
  ('00000000-0000-7000-8000-000000000114', 'user', 'A bee stung me on the hand.', 'marek', 'm1', 'chat', '2026-06-08 15:00+00'),
  ('00000000-0000-7000-8000-000000000115', 'assistant', 'Cool the hand and watch the swelling.', 'marek', 'm1', 'chat', '2026-06-08 15:01+00'),
  ('00000000-0000-7000-8000-000000000116', 'user', 'When can I harvest the garlic?', 'elif', 'e2', 'chat', '2026-06-17 10:00+00'),
  ('00000000-0000-7000-8000-000000000117', 'assistant', 'Garlic is ready when half of the leaves are yellow.', 'elif', 'e2', 'chat', '2026-06-17 10:01+00'),
  ('00000000-0000-7000-8000-000000000118', 'user', 'I harvested the honey today.', 'marek', 'm2', 'chat', '2026-06-18 08:30+00');

INSERT INTO entities (id, canonical_name, kind, properties, source, created_at, updated_at) VALUES
  ('00000000-0000-7000-8000-000000000119', 'Elif', 'person', '{}', 'chat', '2026-01-20 09:00+00', '2026-01-20 09:00+00'),
  ('00000000-0000-7000-8000-000000000120', 'Marek', 'person', '{}', 'chat', '2026-02-11 09:00+00', '2026-02-11 09:00+00'),
  ('00000000-0000-7000-8000-000000000121', 'Zofia', 'person', '{}', 'chat', '2026-02-11 09:00+00', '2026-02-11 09:00+00'),
  ('00000000-0000-7000-8000-000000000122', 'Larkspur Nursery', 'shop', '{}', 'chat', '2026-03-30 09:00+00', '2026-03-30 09:00+00');
