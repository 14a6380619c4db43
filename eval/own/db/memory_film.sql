-- preset: agent_memory_v1

INSERT INTO facts (id, content, subject, kind, tags, agent_id, end_user_id, thread_id, source, created_at, valid_from) VALUES
  ('00000000-0000-7000-8000-000000000101', 'Ines is vegetarian.', 'Ines', 'diet', ARRAY['food']::text[], 'producer', 'ines', NULL, 'chat', '2026-02-03 09:00+00', '2026-02-03 09:00+00'),
  ('00000000-0000-7000-8000-000000000102', 'Ines lives in Lisbon.', 'Ines', 'home', ARRAY['life']::text[], 'producer', 'ines', NULL, 'chat', '2026-02-03 09:00+00', '2026-02-03 09:00+00'),
  ('00000000-0000-7000-8000-000000000103', 'Ines prefers short meetings in the morning.', 'Ines', 'preference', ARRAY['schedule']::text[], 'producer', 'ines', NULL, 'chat', '2026-02-17 09:00+00', '2026-02-17 09:00+00'),
  ('00000000-0000-7000-8000-000000000104', 'Kofi shoots with a Sony FX6.', 'Kofi', 'camera', ARRAY['gear']::text[], 'producer', 'kofi', NULL, 'chat', '2026-05-11 09:00+00', '2026-05-11 09:00+00'),
  ('00000000-0000-7000-8000-000000000105', 'Kofi is allergic to shellfish.', 'Kofi', 'allergy', ARRAY['food', 'health']::text[], 'producer', 'kofi', NULL, 'chat', '2026-02-05 09:00+00', '2026-02-05 09:00+00'),
  ('00000000-0000-7000-8000-000000000106', 'Kofi holds a drone licence.', 'Kofi', 'licence', ARRAY['paperwork']::text[], 'producer', 'kofi', NULL, 'chat', '2026-02-05 09:00+00', '2026-02-05 09:00+00'),
  ('00000000-0000-7000-8000-000000000107', 'Kofi wants to learn to dive.', 'Kofi', 'goal', ARRAY['life']::text[], 'producer', 'kofi', NULL, 'chat', '2026-04-21 09:00+00', '2026-04-21 09:00+00'),
  ('00000000-0000-7000-8000-000000000108', 'Mirela does not eat gluten.', 'Mirela', 'diet', ARRAY['food']::text[], 'producer', 'mirela', NULL, 'chat', '2026-02-10 09:00+00', '2026-02-10 09:00+00'),
  ('00000000-0000-7000-8000-000000000109', 'Mirela speaks Romanian, German and Icelandic.', 'Mirela', 'language', ARRAY['life']::text[], 'producer', 'mirela', NULL, 'chat', '2026-02-10 09:00+00', '2026-02-10 09:00+00'),
  ('00000000-0000-7000-8000-000000000110', 'Mirela''s favourite café is Kaffi Loki.', 'Mirela', 'preference', ARRAY['food', 'travel']::text[], 'producer', 'mirela', NULL, 'chat', '2026-05-19 09:00+00', '2026-05-19 09:00+00'),
  ('00000000-0000-7000-8000-000000000111', 'Anders has a daughter named Signe.', 'Anders', 'family', ARRAY['life']::text[], 'producer', 'anders', NULL, 'chat', '2026-01-20 09:00+00', '2026-01-20 09:00+00'),
  ('00000000-0000-7000-8000-000000000112', 'Anders answers for the money of the film.', 'Anders', 'role', ARRAY['money']::text[], 'producer', 'anders', NULL, 'chat', '2026-01-14 09:00+00', '2026-01-14 09:00+00'),
  ('00000000-0000-7000-8000-000000000113', 'Yuki edits in DaVinci Resolve.', 'Yuki', 'software', ARRAY['gear']::text[], 'archivist', 'yuki', NULL, 'chat', '2026-04-02 09:00+00', '2026-04-02 09:00+00'),
  ('00000000-0000-7000-8000-000000000114', 'Yuki works from home on Fridays.', 'Yuki', 'schedule', ARRAY['schedule']::text[], 'archivist', 'yuki', NULL, 'chat', '2026-03-03 09:00+00', '2026-03-03 09:00+00'),
  ('00000000-0000-7000-8000-000000000115', 'Yuki likes ramen and dislikes coriander.', 'Yuki', 'preference', ARRAY['food']::text[], 'archivist', 'yuki', NULL, 'chat', '2026-03-03 09:00+00', '2026-03-03 09:00+00'),
  ('00000000-0000-7000-8000-000000000116', 'The budget of the film is 180,000 euros.', 'film', 'budget', ARRAY['money']::text[], 'producer', NULL, NULL, 'chat', '2026-04-15 09:00+00', '2026-04-15 09:00+00'),
  ('00000000-0000-7000-8000-000000000117', 'The film will have no narrator.', 'film', 'decision', ARRAY['story']::text[], 'producer', NULL, NULL, 'chat', '2026-03-12 09:00+00', '2026-03-12 09:00+00'),
  ('00000000-0000-7000-8000-000000000118', 'The film comes out with subtitles in five languages.', 'film', 'decision', ARRAY['release']::text[], 'producer', NULL, NULL, 'chat', '2026-06-11 09:00+00', '2026-06-11 09:00+00'),
  ('00000000-0000-7000-8000-000000000119', 'The premiere is planned for 14 November in Bergen.', 'premiere', 'date', ARRAY['release']::text[], 'producer', NULL, NULL, 'chat', '2026-06-09 09:00+00', '2026-06-09 09:00+00'),
  ('00000000-0000-7000-8000-000000000120', 'The crew stays at Hotel Borg in Reykjavik.', 'crew', 'lodging', ARRAY['travel']::text[], 'producer', NULL, NULL, 'chat', '2026-05-27 09:00+00', '2026-05-27 09:00+00'),
  ('00000000-0000-7000-8000-000000000121', 'The glacier permit is valid from 1 July to 15 August.', 'glacier permit', 'permit', ARRAY['travel', 'paperwork']::text[], 'producer', NULL, NULL, 'chat', '2026-06-02 09:00+00', '2026-06-02 09:00+00'),
  ('00000000-0000-7000-8000-000000000122', 'The backup drives are in the safe in Anders''s office.', 'backup drives', 'storage', ARRAY['gear']::text[], 'archivist', NULL, NULL, 'chat', '2026-05-05 09:00+00', '2026-05-05 09:00+00'),
  ('00000000-0000-7000-8000-000000000123', 'The insurance of the drone expires on 30 June.', 'drone', 'insurance', ARRAY['paperwork', 'gear']::text[], 'archivist', NULL, NULL, 'chat', '2026-02-24 09:00+00', '2026-02-24 09:00+00');

INSERT INTO past_facts (id, content, subject, kind, tags, agent_id, end_user_id, thread_id, source, created_at, valid_from, valid_to, superseded_by) VALUES
  ('00000000-0000-7000-8000-000000000124', 'Kofi shoots with a Canon C70.', 'Kofi', 'camera', ARRAY['gear']::text[], 'producer', 'kofi', NULL, 'chat', '2026-02-05 09:00+00', '2026-02-05 09:00+00', '2026-05-11 09:00+00', '00000000-0000-7000-8000-000000000104'),
  ('00000000-0000-7000-8000-000000000125', 'Yuki edits in Premiere Pro.', 'Yuki', 'software', ARRAY['gear']::text[], 'archivist', 'yuki', NULL, 'chat', '2026-03-03 09:00+00', '2026-03-03 09:00+00', '2026-04-02 09:00+00', '00000000-0000-7000-8000-000000000113'),
  ('00000000-0000-7000-8000-000000000126', 'The budget of the film is 150,000 euros.', 'film', 'budget', ARRAY['money']::text[], 'producer', NULL, NULL, 'chat', '2026-01-14 09:00+00', '2026-01-14 09:00+00', '2026-04-15 09:00+00', '00000000-0000-7000-8000-000000000116'),
  ('00000000-0000-7000-8000-000000000127', 'The premiere is planned for 3 October in Oslo.', 'premiere', 'date', ARRAY['release']::text[], 'producer', NULL, NULL, 'chat', '2026-03-20 09:00+00', '2026-03-20 09:00+00', '2026-06-09 09:00+00', '00000000-0000-7000-8000-000000000119'),
  ('00000000-0000-7000-8000-000000000128', 'Yuki keeps the backup drives at home.', 'backup drives', 'storage', ARRAY['gear']::text[], 'archivist', NULL, NULL, 'chat', '2026-03-03 09:00+00', '2026-03-03 09:00+00', '2026-05-05 09:00+00', '00000000-0000-7000-8000-000000000122');

INSERT INTO episodes (id, role, content, agent_id, end_user_id, thread_id, source, created_at) VALUES
  ('00000000-0000-7000-8000-000000000129', 'user', 'No narrator, please. The ice should speak for itself.', 'producer', 'ines', 'ines-1', 'chat', '2026-03-12 10:02+00'),
  ('00000000-0000-7000-8000-000000000130', 'assistant', 'Understood, I have written that down as a decision.', 'producer', 'ines', 'ines-1', 'chat', '2026-03-12 10:03+00'),
  ('00000000-0000-7000-8000-000000000131', 'user', 'The broadcaster gives us another 30,000 euros.', 'producer', 'anders', 'anders-1', 'chat', '2026-04-15 15:40+00'),
  ('00000000-0000-7000-8000-000000000132', 'user', 'The Canon froze twice during the test on the glacier.', 'producer', 'kofi', 'kofi-1', 'chat', '2026-04-21 19:12+00'),
  ('00000000-0000-7000-8000-000000000133', 'assistant', 'Shall I look for a camera that stands the cold?', 'producer', 'kofi', 'kofi-1', 'chat', '2026-04-21 19:13+00'),
  ('00000000-0000-7000-8000-000000000134', 'user', 'The Sony arrived, the picture is wonderful.', 'producer', 'kofi', 'kofi-2', 'chat', '2026-05-11 12:30+00'),
  ('00000000-0000-7000-8000-000000000135', 'user', 'I lost the wind shield of the microphone on the ferry.', 'producer', 'mirela', 'mirela-1', 'chat', '2026-05-19 08:20+00'),
  ('00000000-0000-7000-8000-000000000136', 'assistant', 'A new wind shield costs 89 euros, shall I order one?', 'producer', 'mirela', 'mirela-1', 'chat', '2026-05-19 08:21+00'),
  ('00000000-0000-7000-8000-000000000137', 'user', 'Yes, order two.', 'producer', 'mirela', 'mirela-1', 'chat', '2026-05-19 08:25+00'),
  ('00000000-0000-7000-8000-000000000138', 'user', 'The premiere moves to Bergen, the cinema in Oslo is being rebuilt.', 'producer', 'anders', 'anders-2', 'chat', '2026-06-09 16:05+00'),
  ('00000000-0000-7000-8000-000000000139', 'assistant', 'Shall I tell the crew about the new date?', 'producer', 'anders', 'anders-2', 'chat', '2026-06-09 16:06+00'),
  ('00000000-0000-7000-8000-000000000140', 'user', 'The rough cut is finished, it runs 94 minutes.', 'archivist', 'yuki', 'yuki-1', 'chat', '2026-06-12 17:45+00'),
  ('00000000-0000-7000-8000-000000000141', 'assistant', 'Congratulations! Shall I invite Ines to a screening?', 'archivist', 'yuki', 'yuki-1', 'chat', '2026-06-12 17:46+00'),
  ('00000000-0000-7000-8000-000000000142', 'user', 'The export failed again because the drive is full.', 'archivist', 'yuki', 'yuki-2', 'chat', '2026-06-16 11:10+00'),
  ('00000000-0000-7000-8000-000000000143', 'user', 'I flew the drone over the lagoon today.', 'producer', 'kofi', 'kofi-3', 'chat', '2026-06-17 20:15+00'),
  ('00000000-0000-7000-8000-000000000144', 'assistant', 'Remember that the insurance of the drone expires on 30 June.', 'producer', 'kofi', 'kofi-3', 'chat', '2026-06-17 20:16+00'),
  ('00000000-0000-7000-8000-000000000145', 'user', 'Can we hear more of the ice in the opening scene?', 'producer', 'ines', 'ines-2', 'chat', '2026-06-18 09:05+00'),
  ('00000000-0000-7000-8000-000000000146', 'user', 'I recorded two hours of cracking ice in April, Yuki will get it tonight.', 'producer', 'mirela', 'mirela-2', 'chat', '2026-06-18 09:40+00');

INSERT INTO entities (id, canonical_name, kind, properties, agent_id, source, created_at, updated_at) VALUES
  ('00000000-0000-7000-8000-000000000147', 'Ines', 'person', '{"role": "director", "phone": "555-0110"}', 'producer', 'chat', '2026-01-20 09:00+00', '2026-01-20 09:00+00'),
  ('00000000-0000-7000-8000-000000000148', 'Kofi', 'person', '{"role": "camera"}', 'producer', 'chat', '2026-01-20 09:00+00', '2026-01-20 09:00+00'),
  ('00000000-0000-7000-8000-000000000149', 'Mirela', 'person', '{"role": "sound"}', 'producer', 'chat', '2026-01-20 09:00+00', '2026-01-20 09:00+00'),
  ('00000000-0000-7000-8000-000000000150', 'Anders', 'person', '{"role": "producer", "phone": "555-0144"}', 'producer', 'chat', '2026-01-20 09:00+00', '2026-01-20 09:00+00'),
  ('00000000-0000-7000-8000-000000000151', 'Yuki', 'person', '{"role": "editor"}', 'producer', 'chat', '2026-01-20 09:00+00', '2026-01-20 09:00+00'),
  ('00000000-0000-7000-8000-000000000152', 'Hotel Borg', 'hotel', '{"city": "Reykjavik", "rooms": 6}', 'producer', 'chat', '2026-01-20 09:00+00', '2026-01-20 09:00+00'),
  ('00000000-0000-7000-8000-000000000153', 'Nordlys Film', 'company', '{"city": "Bergen"}', 'producer', 'chat', '2026-01-20 09:00+00', '2026-01-20 09:00+00'),
  ('00000000-0000-7000-8000-000000000154', 'Sony FX6', 'equipment', '{"weight_kg": 0.9}', 'producer', 'chat', '2026-01-20 09:00+00', '2026-01-20 09:00+00'),
  ('00000000-0000-7000-8000-000000000155', 'Mavic 3', 'equipment', '{"type": "drone"}', 'producer', 'chat', '2026-01-20 09:00+00', '2026-01-20 09:00+00');
