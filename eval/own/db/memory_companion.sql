-- preset: agent_memory_v1

INSERT INTO facts (id, content, subject, kind, tags, end_user_id, thread_id, source, created_at, valid_from) VALUES
  ('00000000-0000-7000-8000-000000000001', 'Maya is allergic to peanuts.', 'Maya', 'allergy', ARRAY['health']::text[], 'maya', NULL, 'chat', '2026-01-09 09:00+00', '2026-01-09 09:00+00'),
  ('00000000-0000-7000-8000-000000000002', 'Maya works as a paramedic.', 'Maya', 'job', ARRAY['work']::text[], 'maya', NULL, 'chat', '2026-05-10 09:00+00', '2026-05-10 09:00+00'),
  ('00000000-0000-7000-8000-000000000004', 'Maya lives in York.', 'Maya', 'home', ARRAY['family']::text[], 'maya', NULL, 'chat', '2026-03-20 09:00+00', '2026-03-20 09:00+00'),
  ('00000000-0000-7000-8000-000000000006', 'Maya plans a trip to Japan in November.', 'Maya', 'plan', ARRAY['travel']::text[], 'maya', NULL, 'chat', '2026-06-11 09:00+00', '2026-06-11 09:00+00'),
  ('00000000-0000-7000-8000-000000000008', 'Maya likes to paint with watercolours.', 'Maya', 'hobby', ARRAY['art']::text[], 'maya', NULL, 'chat', '2026-02-03 09:00+00', '2026-02-03 09:00+00'),
  ('00000000-0000-7000-8000-000000000009', 'Maya''s sister Ines is getting married in July.', 'Ines', 'event', ARRAY['family']::text[], 'maya', NULL, 'chat', '2026-06-09 09:00+00', '2026-06-09 09:00+00'),
  ('00000000-0000-7000-8000-000000000010', 'Tom plays the cello in a quartet.', 'Tom', 'hobby', ARRAY['music']::text[], 'tom', NULL, 'chat', '2026-01-30 09:00+00', '2026-01-30 09:00+00'),
  ('00000000-0000-7000-8000-000000000011', 'Tom is training for the Berlin marathon.', 'Tom', 'goal', ARRAY['sport', 'health']::text[], 'tom', NULL, 'chat', '2026-05-22 09:00+00', '2026-05-22 09:00+00'),
  ('00000000-0000-7000-8000-000000000013', 'Tom has a sore knee.', 'Tom', 'injury', ARRAY['health']::text[], 'tom', NULL, 'chat', '2026-06-13 09:00+00', '2026-06-13 09:00+00'),
  ('00000000-0000-7000-8000-000000000014', 'Tom hates coriander.', 'Tom', 'taste', ARRAY['food']::text[], 'tom', NULL, 'chat', '2026-04-05 09:00+00', '2026-04-05 09:00+00'),
  ('00000000-0000-7000-8000-000000000015', 'Biscuit is a three-year-old beagle.', 'Biscuit', 'description', ARRAY['pet']::text[], 'maya', NULL, 'chat', '2026-01-12 09:00+00', '2026-01-12 09:00+00'),
  ('00000000-0000-7000-8000-000000000016', 'Biscuit sees the vet Dr. Okafor.', 'Biscuit', 'vet', ARRAY['pet', 'health']::text[], 'maya', NULL, 'chat', '2026-06-02 09:00+00', '2026-06-02 09:00+00'),
  ('00000000-0000-7000-8000-000000000018', 'The tomatoes need water every evening.', 'garden', 'care', ARRAY['garden']::text[], 'maya', NULL, 'chat', '2026-05-28 09:00+00', '2026-05-28 09:00+00'),
  ('00000000-0000-7000-8000-000000000019', 'The garden gate is painted green.', 'garden', 'description', ARRAY['garden']::text[], 'maya', NULL, 'chat', '2026-04-18 09:00+00', '2026-04-18 09:00+00'),
  ('00000000-0000-7000-8000-000000000020', 'The book club meets on the first Thursday of the month.', 'book club', 'schedule', ARRAY['friends']::text[], NULL, NULL, 'chat', '2026-03-05 09:00+00', '2026-03-05 09:00+00'),
  ('00000000-0000-7000-8000-000000000021', 'The book club is reading Middlemarch.', 'book club', 'book', ARRAY['friends']::text[], NULL, NULL, 'chat', '2026-06-04 09:00+00', '2026-06-04 09:00+00');

INSERT INTO past_facts (id, content, subject, kind, tags, end_user_id, thread_id, source, created_at, valid_from, valid_to, superseded_by) VALUES
  ('00000000-0000-7000-8000-000000000003', 'Maya works as a nurse.', 'Maya', 'job', ARRAY['work']::text[], 'maya', NULL, 'chat', '2026-01-09 09:00+00', '2026-01-09 09:00+00', '2026-05-10 09:00+00', '00000000-0000-7000-8000-000000000002'),
  ('00000000-0000-7000-8000-000000000005', 'Maya lives in Leeds.', 'Maya', 'home', ARRAY['family']::text[], 'maya', NULL, 'chat', '2026-01-09 09:00+00', '2026-01-09 09:00+00', '2026-03-20 09:00+00', '00000000-0000-7000-8000-000000000004'),
  ('00000000-0000-7000-8000-000000000007', 'Maya plans a trip to Japan in October.', 'Maya', 'plan', ARRAY['travel']::text[], 'maya', NULL, 'chat', '2026-02-14 09:00+00', '2026-02-14 09:00+00', '2026-06-11 09:00+00', '00000000-0000-7000-8000-000000000006'),
  ('00000000-0000-7000-8000-000000000012', 'Tom wants to run ten kilometres without a break.', 'Tom', 'goal', ARRAY['sport', 'health']::text[], 'tom', NULL, 'chat', '2026-02-20 09:00+00', '2026-02-20 09:00+00', '2026-05-22 09:00+00', '00000000-0000-7000-8000-000000000011'),
  ('00000000-0000-7000-8000-000000000017', 'Biscuit sees the vet Dr. Lindqvist.', 'Biscuit', 'vet', ARRAY['pet', 'health']::text[], 'maya', NULL, 'chat', '2026-01-12 09:00+00', '2026-01-12 09:00+00', '2026-06-02 09:00+00', '00000000-0000-7000-8000-000000000016'),
  ('00000000-0000-7000-8000-000000000022', 'The book club is reading Persuasion.', 'book club', 'book', ARRAY['friends']::text[], NULL, NULL, 'chat', '2026-04-02 09:00+00', '2026-04-02 09:00+00', '2026-06-04 09:00+00', '00000000-0000-7000-8000-000000000021'),
  ('00000000-0000-7000-8000-000000000023', 'The book club is reading Dune.', 'book club', 'book', ARRAY['friends']::text[], NULL, NULL, 'chat', '2026-03-05 09:00+00', '2026-03-05 09:00+00', '2026-04-02 09:00+00', '00000000-0000-7000-8000-000000000022');

INSERT INTO episodes (id, role, content, end_user_id, thread_id, source, created_at) VALUES
  ('00000000-0000-7000-8000-000000000024', 'user', 'I got the paramedic job!', 'maya', 'm-1', 'chat', '2026-05-10 18:02+00'),
  ('00000000-0000-7000-8000-000000000025', 'assistant', 'Congratulations, Maya! When do you start?', 'maya', 'm-1', 'chat', '2026-05-10 18:03+00'),
  ('00000000-0000-7000-8000-000000000026', 'user', 'I signed up for the Berlin marathon.', 'tom', 'k-1', 'chat', '2026-05-22 07:15+00'),
  ('00000000-0000-7000-8000-000000000027', 'assistant', 'That is a big step. Shall I draft a training plan for the marathon?', 'tom', 'k-1', 'chat', '2026-05-22 07:16+00'),
  ('00000000-0000-7000-8000-000000000028', 'user', 'Yes please, three runs a week.', 'tom', 'k-1', 'chat', '2026-05-22 07:17+00'),
  ('00000000-0000-7000-8000-000000000029', 'user', 'Biscuit has a new vet, Dr. Okafor.', 'maya', 'm-2', 'chat', '2026-06-02 12:40+00'),
  ('00000000-0000-7000-8000-000000000030', 'assistant', 'I have noted the new vet.', 'maya', 'm-2', 'chat', '2026-06-02 12:41+00'),
  ('00000000-0000-7000-8000-000000000031', 'user', 'My sister Ines is getting married in July.', 'maya', 'm-3', 'chat', '2026-06-09 20:10+00'),
  ('00000000-0000-7000-8000-000000000032', 'assistant', 'How lovely! Have you found a present for the wedding?', 'maya', 'm-3', 'chat', '2026-06-09 20:11+00'),
  ('00000000-0000-7000-8000-000000000033', 'user', 'Not yet, maybe a watercolour of York.', 'maya', 'm-3', 'chat', '2026-06-09 20:13+00'),
  ('00000000-0000-7000-8000-000000000034', 'user', 'The trip to Japan moves to November because of the wedding.', 'maya', 'm-4', 'chat', '2026-06-11 19:30+00'),
  ('00000000-0000-7000-8000-000000000035', 'assistant', 'Then the maple leaves in Kyoto will be red.', 'maya', 'm-4', 'chat', '2026-06-11 19:31+00'),
  ('00000000-0000-7000-8000-000000000036', 'user', 'My knee hurts after long runs.', 'tom', 'k-2', 'chat', '2026-06-13 08:05+00'),
  ('00000000-0000-7000-8000-000000000037', 'assistant', 'Rest for a few days and see a physiotherapist if it stays.', 'tom', 'k-2', 'chat', '2026-06-13 08:06+00'),
  ('00000000-0000-7000-8000-000000000038', 'user', 'Should I skip the run today?', 'tom', 'k-3', 'chat', '2026-06-17 06:50+00'),
  ('00000000-0000-7000-8000-000000000039', 'assistant', 'Yes, give the knee one more day.', 'tom', 'k-3', 'chat', '2026-06-17 06:51+00'),
  ('00000000-0000-7000-8000-000000000040', 'user', 'What should I wear to the wedding?', 'maya', 'm-5', 'chat', '2026-06-18 10:20+00'),
  ('00000000-0000-7000-8000-000000000041', 'assistant', 'A linen dress would suit a wedding in July.', 'maya', 'm-5', 'chat', '2026-06-18 10:21+00');

INSERT INTO entities (id, canonical_name, kind, properties, source, created_at, updated_at) VALUES
  ('00000000-0000-7000-8000-000000000042', 'Maya', 'person', '{"age": 34}', 'chat', '2026-01-09 09:00+00', '2026-01-09 09:00+00'),
  ('00000000-0000-7000-8000-000000000043', 'Tom', 'person', '{}', 'chat', '2026-01-30 09:00+00', '2026-01-30 09:00+00'),
  ('00000000-0000-7000-8000-000000000044', 'Ines', 'person', '{"sister_of": "Maya"}', 'chat', '2026-06-09 09:00+00', '2026-06-09 09:00+00'),
  ('00000000-0000-7000-8000-000000000045', 'Dr. Okafor', 'person', '{"profession": "vet"}', 'chat', '2026-06-02 09:00+00', '2026-06-02 09:00+00'),
  ('00000000-0000-7000-8000-000000000046', 'Biscuit', 'animal', '{"breed": "beagle"}', 'chat', '2026-01-12 09:00+00', '2026-01-12 09:00+00'),
  ('00000000-0000-7000-8000-000000000047', 'York', 'city', '{"country": "England"}', 'chat', '2026-03-20 09:00+00', '2026-03-20 09:00+00'),
  ('00000000-0000-7000-8000-000000000048', 'Japan', 'country', '{}', 'chat', '2026-02-14 09:00+00', '2026-02-14 09:00+00'),
  ('00000000-0000-7000-8000-000000000049', 'Middlemarch', 'book', '{"author": "George Eliot"}', 'chat', '2026-06-04 09:00+00', '2026-06-04 09:00+00');
