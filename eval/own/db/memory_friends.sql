-- preset: agent_memory_v1

INSERT INTO facts (id, content, subject, kind, tags, end_user_id, thread_id, source, created_at, valid_from) VALUES
  ('00000000-0000-7000-8000-000000000001', 'Priya adopted a cat named Mango.', 'Priya', 'pet', ARRAY['animals']::text[], NULL, NULL, 'chat', '2026-02-03 09:00+00', '2026-02-03 09:00+00'),
  ('00000000-0000-7000-8000-000000000002', 'Priya plays the cello in a community orchestra.', 'Priya', 'hobby', ARRAY['music']::text[], NULL, NULL, 'chat', '2026-01-15 09:00+00', '2026-01-15 09:00+00'),
  ('00000000-0000-7000-8000-000000000003', 'Priya is allergic to peanuts.', 'Priya', 'health', ARRAY['food']::text[], NULL, NULL, 'chat', '2026-01-15 09:00+00', '2026-01-15 09:00+00'),
  ('00000000-0000-7000-8000-000000000004', 'Priya lives in Ghent.', 'Priya', 'home', ARRAY['place']::text[], NULL, NULL, 'chat', '2026-05-02 09:00+00', '2026-05-02 09:00+00'),
  ('00000000-0000-7000-8000-000000000006', 'Priya works as a translator for the city museum.', 'Priya', 'job', ARRAY['work']::text[], NULL, NULL, 'chat', '2026-04-06 09:00+00', '2026-04-06 09:00+00'),
  ('00000000-0000-7000-8000-000000000008', 'Priya takes her coffee without sugar.', 'Priya', 'preference', ARRAY['food']::text[], NULL, NULL, 'chat', '2026-03-11 09:00+00', '2026-03-11 09:00+00'),
  ('00000000-0000-7000-8000-000000000009', 'Priya likes detective novels.', 'Priya', 'preference', ARRAY['books']::text[], NULL, NULL, 'chat', '2026-03-20 09:00+00', '2026-03-20 09:00+00'),
  ('00000000-0000-7000-8000-000000000010', 'Jonas repairs old bicycles in his garage.', 'Jonas', 'hobby', ARRAY['bikes']::text[], NULL, NULL, 'chat', '2026-01-22 09:00+00', '2026-01-22 09:00+00'),
  ('00000000-0000-7000-8000-000000000011', 'Jonas is training for a triathlon in Hamburg.', 'Jonas', 'goal', ARRAY['sport']::text[], NULL, NULL, 'chat', '2026-06-01 09:00+00', '2026-06-01 09:00+00'),
  ('00000000-0000-7000-8000-000000000013', 'Jonas has twin daughters, Lena and Mia.', 'Jonas', 'family', ARRAY['family']::text[], NULL, NULL, 'chat', '2026-02-18 09:00+00', '2026-02-18 09:00+00'),
  ('00000000-0000-7000-8000-000000000014', 'Jonas drives an electric van.', 'Jonas', 'vehicle', ARRAY['car']::text[], NULL, NULL, 'chat', '2026-06-12 09:00+00', '2026-06-12 09:00+00'),
  ('00000000-0000-7000-8000-000000000017', 'Jonas does not eat meat on weekdays.', 'Jonas', 'diet', ARRAY['food']::text[], NULL, NULL, 'chat', '2026-03-05 09:00+00', '2026-03-05 09:00+00'),
  ('00000000-0000-7000-8000-000000000018', 'The book club meets on the first Thursday of the month.', 'book club', 'schedule', ARRAY['books']::text[], NULL, NULL, 'chat', '2026-03-02 09:00+00', '2026-03-02 09:00+00'),
  ('00000000-0000-7000-8000-000000000019', 'The book club reads The Master and Margarita.', 'book club', 'current book', ARRAY['books']::text[], NULL, NULL, 'chat', '2026-06-04 09:00+00', '2026-06-04 09:00+00'),
  ('00000000-0000-7000-8000-000000000022', 'Mango is afraid of thunderstorms.', 'Mango', 'behaviour', ARRAY['animals']::text[], NULL, NULL, 'chat', '2026-06-15 09:00+00', '2026-06-15 09:00+00');

INSERT INTO past_facts (id, content, subject, kind, tags, end_user_id, thread_id, source, created_at, valid_from, valid_to, superseded_by) VALUES
  ('00000000-0000-7000-8000-000000000005', 'Priya lives in Antwerp.', 'Priya', 'home', ARRAY['place']::text[], NULL, NULL, 'chat', '2026-01-15 09:00+00', '2026-01-15 09:00+00', '2026-05-02 09:00+00', '00000000-0000-7000-8000-000000000004'),
  ('00000000-0000-7000-8000-000000000007', 'Priya teaches French at a language school.', 'Priya', 'job', ARRAY['work']::text[], NULL, NULL, 'chat', '2026-01-15 09:00+00', '2026-01-15 09:00+00', '2026-04-06 09:00+00', '00000000-0000-7000-8000-000000000006'),
  ('00000000-0000-7000-8000-000000000012', 'Jonas wants to run a half marathon.', 'Jonas', 'goal', ARRAY['sport']::text[], NULL, NULL, 'chat', '2026-02-10 09:00+00', '2026-02-10 09:00+00', '2026-06-01 09:00+00', '00000000-0000-7000-8000-000000000011'),
  ('00000000-0000-7000-8000-000000000015', 'Jonas drives a diesel estate car.', 'Jonas', 'vehicle', ARRAY['car']::text[], NULL, NULL, 'chat', '2026-02-18 09:00+00', '2026-02-18 09:00+00', '2026-04-30 09:00+00', '00000000-0000-7000-8000-000000000016'),
  ('00000000-0000-7000-8000-000000000016', 'Jonas shares a car with his brother.', 'Jonas', 'vehicle', ARRAY['car']::text[], NULL, NULL, 'chat', '2026-04-30 09:00+00', '2026-04-30 09:00+00', '2026-06-12 09:00+00', '00000000-0000-7000-8000-000000000014'),
  ('00000000-0000-7000-8000-000000000020', 'The book club reads Pachinko.', 'book club', 'current book', ARRAY['books']::text[], NULL, NULL, 'chat', '2026-05-07 09:00+00', '2026-05-07 09:00+00', '2026-06-04 09:00+00', '00000000-0000-7000-8000-000000000019'),
  ('00000000-0000-7000-8000-000000000021', 'The book club reads The Overstory.', 'book club', 'current book', ARRAY['books']::text[], NULL, NULL, 'chat', '2026-03-05 09:00+00', '2026-03-05 09:00+00', '2026-05-07 09:00+00', '00000000-0000-7000-8000-000000000020');

INSERT INTO episodes (id, role, content, end_user_id, thread_id, source, created_at) VALUES
  ('00000000-0000-7000-8000-000000000023', 'Priya', 'I finally adopted a cat! Her name is Mango.', NULL, 't1', 'chat', '2026-02-03 18:10+00'),
  ('00000000-0000-7000-8000-000000000024', 'Jonas', 'Congratulations! My girls will want to meet Mango.', NULL, 't1', 'chat', '2026-02-03 18:12+00'),
  ('00000000-0000-7000-8000-000000000025', 'Jonas', 'Lena broke her arm at the playground yesterday.', NULL, 't2', 'chat', '2026-03-14 20:00+00'),
  ('00000000-0000-7000-8000-000000000026', 'Priya', 'Oh no, is Lena in a cast now?', NULL, 't2', 'chat', '2026-03-14 20:02+00'),
  ('00000000-0000-7000-8000-000000000027', 'Jonas', 'Yes, a green cast for six weeks.', NULL, 't2', 'chat', '2026-03-14 20:03+00'),
  ('00000000-0000-7000-8000-000000000028', 'Priya', 'I got the job at the city museum!', NULL, 't3', 'chat', '2026-04-06 12:30+00'),
  ('00000000-0000-7000-8000-000000000029', 'Jonas', 'That is wonderful. When is your first day at the museum?', NULL, 't3', 'chat', '2026-04-06 12:41+00'),
  ('00000000-0000-7000-8000-000000000030', 'Priya', 'My first day is the twentieth of April.', NULL, 't3', 'chat', '2026-04-06 12:44+00'),
  ('00000000-0000-7000-8000-000000000031', 'Priya', 'I moved to Ghent last weekend, come and see the flat.', NULL, 't4', 'chat', '2026-05-04 19:15+00'),
  ('00000000-0000-7000-8000-000000000032', 'Jonas', 'I sold the diesel car and share with my brother for now.', NULL, 't4', 'chat', '2026-05-05 08:00+00'),
  ('00000000-0000-7000-8000-000000000033', 'Jonas', 'I signed up for the triathlon in Hamburg.', NULL, 't5', 'chat', '2026-06-01 21:00+00'),
  ('00000000-0000-7000-8000-000000000034', 'Priya', 'Our orchestra plays Dvorak in the cathedral on Saturday.', NULL, 't6', 'chat', '2026-06-09 17:20+00'),
  ('00000000-0000-7000-8000-000000000035', 'Jonas', 'I bought an electric van, it smells of new plastic.', NULL, 't7', 'chat', '2026-06-12 10:05+00'),
  ('00000000-0000-7000-8000-000000000036', 'Priya', 'Mango hid under the sofa during the thunderstorm.', NULL, 't8', 'chat', '2026-06-15 22:40+00'),
  ('00000000-0000-7000-8000-000000000037', 'Jonas', 'We had no power for two hours because of the storm.', NULL, 't8', 'chat', '2026-06-15 22:44+00'),
  ('00000000-0000-7000-8000-000000000038', 'Priya', 'Shall we cycle to Bruges on Sunday?', NULL, 't9', 'chat', '2026-06-17 09:12+00'),
  ('00000000-0000-7000-8000-000000000039', 'Jonas', 'Yes, I will bring the tandem.', NULL, 't9', 'chat', '2026-06-17 09:20+00');

INSERT INTO entities (id, canonical_name, kind, properties, source, created_at, updated_at) VALUES
  ('00000000-0000-7000-8000-000000000040', 'Priya', 'person', '{"age": 31}', 'chat', '2026-01-15 09:00+00', '2026-01-15 09:00+00'),
  ('00000000-0000-7000-8000-000000000041', 'Jonas', 'person', '{"age": 38}', 'chat', '2026-01-22 09:00+00', '2026-01-22 09:00+00'),
  ('00000000-0000-7000-8000-000000000042', 'Lena', 'person', '{"age": 7}', 'chat', '2026-02-18 09:00+00', '2026-02-18 09:00+00'),
  ('00000000-0000-7000-8000-000000000043', 'Mia', 'person', '{"age": 7}', 'chat', '2026-02-18 09:00+00', '2026-02-18 09:00+00'),
  ('00000000-0000-7000-8000-000000000044', 'Mango', 'animal', '{"species": "cat"}', 'chat', '2026-02-03 09:00+00', '2026-02-03 09:00+00'),
  ('00000000-0000-7000-8000-000000000045', 'Ghent', 'city', '{"country": "Belgium"}', 'chat', '2026-05-02 09:00+00', '2026-05-02 09:00+00'),
  ('00000000-0000-7000-8000-000000000046', 'Hamburg', 'city', '{"country": "Germany"}', 'chat', '2026-06-01 09:00+00', '2026-06-01 09:00+00'),
  ('00000000-0000-7000-8000-000000000047', 'Antwerp', 'city', '{"country": "Belgium"}', 'chat', '2026-01-15 09:00+00', '2026-01-15 09:00+00');
