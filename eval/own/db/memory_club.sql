-- preset: agent_memory_v1

INSERT INTO facts (id, content, subject, kind, tags, agent_id, end_user_id, thread_id, source, created_at, valid_from) VALUES
  ('00000000-0000-7000-8000-000000000101', 'Priya rows in the women''s eight.', 'Priya', 'crew', ARRAY['rowing']::text[], 'coach', 'priya', NULL, 'chat', '2026-03-03 09:00+00', '2026-03-03 09:00+00'),
  ('00000000-0000-7000-8000-000000000102', 'Priya can only train after six in the evening.', 'Priya', 'availability', ARRAY['schedule']::text[], 'coach', 'priya', NULL, 'chat', '2026-05-04 09:00+00', '2026-05-04 09:00+00'),
  ('00000000-0000-7000-8000-000000000103', 'Priya moved to Bristol for a job at the aquarium.', 'Priya', 'home', ARRAY['life']::text[], 'coach', 'priya', NULL, 'chat', '2026-04-14 09:00+00', '2026-04-14 09:00+00'),
  ('00000000-0000-7000-8000-000000000104', 'Owen is recovering from a shoulder operation.', 'Owen', 'injury', ARRAY['health']::text[], 'coach', 'owen', NULL, 'chat', '2026-06-03 09:00+00', '2026-06-03 09:00+00'),
  ('00000000-0000-7000-8000-000000000105', 'Owen wants to qualify for Henley.', 'Owen', 'goal', ARRAY['rowing', 'race']::text[], 'coach', 'owen', NULL, 'chat', '2026-02-11 09:00+00', '2026-02-11 09:00+00'),
  ('00000000-0000-7000-8000-000000000106', 'Owen drinks oat milk only.', 'Owen', 'preference', ARRAY['food']::text[], 'coach', 'owen', NULL, 'chat', '2026-03-19 09:00+00', '2026-03-19 09:00+00'),
  ('00000000-0000-7000-8000-000000000107', 'Freya is the club''s treasurer.', 'Freya', 'office', ARRAY['club']::text[], 'desk', 'freya', NULL, 'cli', '2026-05-21 09:00+00', '2026-05-21 09:00+00'),
  ('00000000-0000-7000-8000-000000000108', 'Freya prefers to be called after lunch.', 'Freya', 'preference', ARRAY['schedule']::text[], 'desk', 'freya', NULL, 'cli', '2026-04-28 09:00+00', '2026-04-28 09:00+00'),
  ('00000000-0000-7000-8000-000000000109', 'The boathouse roof is being repaired until August.', 'boathouse', 'maintenance', ARRAY['club']::text[], 'desk', NULL, NULL, 'mcp', '2026-06-08 09:00+00', '2026-06-08 09:00+00'),
  ('00000000-0000-7000-8000-000000000110', 'The boathouse is locked with the code of the month.', 'boathouse', 'access', ARRAY['club']::text[], 'desk', NULL, NULL, 'mcp', '2026-01-17 09:00+00', '2026-01-17 09:00+00'),
  ('00000000-0000-7000-8000-000000000111', 'The membership fee is 240 euros a year.', 'membership fee', 'price', ARRAY['money']::text[], 'desk', NULL, NULL, 'mcp', '2026-05-01 09:00+00', '2026-05-01 09:00+00'),
  ('00000000-0000-7000-8000-000000000112', 'The summer regatta takes place on 11 July.', 'summer regatta', 'date', ARRAY['race']::text[], 'desk', NULL, NULL, 'mcp', '2026-06-15 09:00+00', '2026-06-15 09:00+00'),
  ('00000000-0000-7000-8000-000000000113', 'The cox of the women''s eight is Samir.', 'women''s eight', 'cox', ARRAY['rowing']::text[], 'coach', NULL, NULL, 'chat', '2026-06-05 09:00+00', '2026-06-05 09:00+00'),
  ('00000000-0000-7000-8000-000000000114', 'Samir speaks Arabic and French.', 'Samir', 'language', ARRAY['life']::text[], 'coach', 'samir', NULL, 'chat', '2026-06-06 09:00+00', '2026-06-06 09:00+00');

INSERT INTO past_facts (id, content, subject, kind, tags, agent_id, end_user_id, thread_id, source, created_at, valid_from, valid_to, superseded_by) VALUES
  ('00000000-0000-7000-8000-000000000115', 'Priya trains before work at seven.', 'Priya', 'availability', ARRAY['schedule']::text[], 'coach', 'priya', NULL, 'chat', '2026-03-03 09:00+00', '2026-03-03 09:00+00', '2026-05-04 09:00+00', '00000000-0000-7000-8000-000000000102'),
  ('00000000-0000-7000-8000-000000000116', 'Priya lives in Cardiff.', 'Priya', 'home', ARRAY['life']::text[], 'coach', 'priya', NULL, 'chat', '2026-03-03 09:00+00', '2026-03-03 09:00+00', '2026-04-14 09:00+00', '00000000-0000-7000-8000-000000000103'),
  ('00000000-0000-7000-8000-000000000117', 'Harald is the club''s treasurer.', 'club', 'office', ARRAY['club']::text[], 'desk', NULL, NULL, 'mcp', '2026-01-17 09:00+00', '2026-01-17 09:00+00', '2026-05-21 09:00+00', '00000000-0000-7000-8000-000000000107'),
  ('00000000-0000-7000-8000-000000000118', 'The membership fee is 200 euros a year.', 'membership fee', 'price', ARRAY['money']::text[], 'desk', NULL, NULL, 'mcp', '2026-01-17 09:00+00', '2026-01-17 09:00+00', '2026-05-01 09:00+00', '00000000-0000-7000-8000-000000000111'),
  ('00000000-0000-7000-8000-000000000119', 'The summer regatta takes place on 4 July.', 'summer regatta', 'date', ARRAY['race']::text[], 'desk', NULL, NULL, 'mcp', '2026-04-02 09:00+00', '2026-04-02 09:00+00', '2026-06-15 09:00+00', '00000000-0000-7000-8000-000000000112'),
  ('00000000-0000-7000-8000-000000000120', 'The summer regatta takes place on 27 June.', 'summer regatta', 'date', ARRAY['race']::text[], 'desk', NULL, NULL, 'mcp', '2026-02-09 09:00+00', '2026-02-09 09:00+00', '2026-04-02 09:00+00', '00000000-0000-7000-8000-000000000119'),
  ('00000000-0000-7000-8000-000000000121', 'The cox of the women''s eight is Lotte.', 'women''s eight', 'cox', ARRAY['rowing']::text[], 'coach', NULL, NULL, 'chat', '2026-03-10 09:00+00', '2026-03-10 09:00+00', '2026-06-05 09:00+00', '00000000-0000-7000-8000-000000000113');

INSERT INTO episodes (id, role, content, agent_id, end_user_id, thread_id, source, created_at) VALUES
  ('00000000-0000-7000-8000-000000000122', 'user', 'I broke my old oar at practice.', 'coach', 'owen', 'o-1', 'chat', '2026-04-09 18:10+00'),
  ('00000000-0000-7000-8000-000000000123', 'assistant', 'There are spare oars in the left rack.', 'coach', 'owen', 'o-1', 'chat', '2026-04-09 18:11+00'),
  ('00000000-0000-7000-8000-000000000124', 'user', 'I started at the aquarium today.', 'coach', 'priya', 'p-1', 'chat', '2026-04-20 20:05+00'),
  ('00000000-0000-7000-8000-000000000125', 'assistant', 'Enjoy the penguins! Do mornings still work for training?', 'coach', 'priya', 'p-1', 'chat', '2026-04-20 20:06+00'),
  ('00000000-0000-7000-8000-000000000126', 'user', 'Mornings are over, evenings only.', 'coach', 'priya', 'p-2', 'chat', '2026-05-04 19:31+00'),
  ('00000000-0000-7000-8000-000000000127', 'user', 'My shoulder operation went well.', 'coach', 'owen', 'o-2', 'chat', '2026-06-03 11:40+00'),
  ('00000000-0000-7000-8000-000000000128', 'assistant', 'Good news. No rowing for six weeks, please.', 'coach', 'owen', 'o-2', 'chat', '2026-06-03 11:42+00'),
  ('00000000-0000-7000-8000-000000000129', 'user', 'Please send the invoice for the new oars again.', 'desk', 'freya', 'f-1', 'cli', '2026-06-10 13:15+00'),
  ('00000000-0000-7000-8000-000000000130', 'assistant', 'The invoice is on its way.', 'desk', 'freya', 'f-1', 'cli', '2026-06-10 13:16+00'),
  ('00000000-0000-7000-8000-000000000131', 'user', 'The regatta moves to 11 July because of the roof.', 'desk', 'freya', 'f-2', 'cli', '2026-06-15 14:02+00'),
  ('00000000-0000-7000-8000-000000000132', 'assistant', 'I will tell the crews about the regatta.', 'desk', 'freya', 'f-2', 'cli', '2026-06-15 14:03+00'),
  ('00000000-0000-7000-8000-000000000133', 'user', 'I can cox on Saturday.', 'coach', 'samir', 's-1', 'chat', '2026-06-17 09:45+00'),
  ('00000000-0000-7000-8000-000000000134', 'assistant', 'Thank you, Samir. Practice begins at nine.', 'coach', 'samir', 's-1', 'chat', '2026-06-17 09:46+00'),
  ('00000000-0000-7000-8000-000000000135', 'user', 'Is the regatta still on?', 'coach', 'owen', 'o-3', 'chat', '2026-06-18 08:30+00');

INSERT INTO entities (id, canonical_name, kind, properties, agent_id, source, created_at, updated_at) VALUES
  ('00000000-0000-7000-8000-000000000136', 'Priya', 'rower', '{"seat": 5}', 'coach', 'chat', '2026-03-03 09:00+00', '2026-03-03 09:00+00'),
  ('00000000-0000-7000-8000-000000000137', 'Owen', 'rower', '{"seat": 2}', 'coach', 'chat', '2026-02-11 09:00+00', '2026-06-03 09:00+00'),
  ('00000000-0000-7000-8000-000000000138', 'Samir', 'cox', '{}', 'coach', 'chat', '2026-06-05 09:00+00', '2026-06-06 09:00+00'),
  ('00000000-0000-7000-8000-000000000139', 'Tideway', 'boat', '{"seats": 8}', 'desk', 'mcp', '2026-01-17 09:00+00', '2026-01-17 09:00+00'),
  ('00000000-0000-7000-8000-000000000140', 'Kingfisher', 'boat', '{"seats": 4}', 'desk', 'mcp', '2026-01-17 09:00+00', '2026-05-02 09:00+00');
