-- preset: agent_memory_v1

INSERT INTO facts (id, content, subject, kind, tags, end_user_id, thread_id, source, created_at, valid_from) VALUES
  ('00000000-0000-7000-8000-000000000001', 'Ana prefers short answers without greetings.', 'Ana', 'preference', ARRAY['style']::text[], 'ana', NULL, 'chat', '2026-02-10 09:00+00', '2026-02-10 09:00+00'),
  ('00000000-0000-7000-8000-000000000002', 'Ana is vegetarian.', 'Ana', 'diet', ARRAY['food']::text[], 'ana', NULL, 'chat', '2026-03-02 09:00+00', '2026-03-02 09:00+00'),
  ('00000000-0000-7000-8000-000000000003', 'Ana works from Lisbon.', 'Ana', 'location', ARRAY[]::text[], 'ana', NULL, 'chat', '2026-04-20 09:00+00', '2026-04-20 09:00+00'),
  ('00000000-0000-7000-8000-000000000005', 'Ana dislikes phone calls.', 'Ana', 'dislike', ARRAY['style']::text[], 'ana', NULL, 'chat', '2026-06-16 09:00+00', '2026-06-16 09:00+00'),
  ('00000000-0000-7000-8000-000000000006', 'Bruno prefers tables over prose.', 'Bruno', 'preference', ARRAY['style']::text[], 'bruno', NULL, 'chat', '2026-03-15 09:00+00', '2026-03-15 09:00+00'),
  ('00000000-0000-7000-8000-000000000007', 'Bruno manages the billing team.', 'Bruno', 'role', ARRAY['team']::text[], 'bruno', NULL, 'chat', '2026-01-20 09:00+00', '2026-01-20 09:00+00'),
  ('00000000-0000-7000-8000-000000000008', 'The billing service runs on PostgreSQL 16.', 'billing service', 'technology', ARRAY['backend']::text[], NULL, NULL, 'chat', '2026-05-04 09:00+00', '2026-05-04 09:00+00'),
  ('00000000-0000-7000-8000-000000000010', 'The billing service deploys every Tuesday.', 'billing service', 'schedule', ARRAY['deploy']::text[], NULL, NULL, 'chat', '2026-06-10 09:00+00', '2026-06-10 09:00+00'),
  ('00000000-0000-7000-8000-000000000011', 'The billing service sends invoices at night.', 'billing service', 'behaviour', ARRAY[]::text[], NULL, NULL, 'chat', '2026-06-11 09:00+00', '2026-06-11 09:00+00'),
  ('00000000-0000-7000-8000-000000000012', 'The search service is owned by Carla.', 'search service', 'owner', ARRAY['team']::text[], NULL, NULL, 'chat', '2026-06-01 09:00+00', '2026-06-01 09:00+00'),
  ('00000000-0000-7000-8000-000000000014', 'The checkout page must load in under two seconds.', 'checkout page', 'requirement', ARRAY['performance']::text[], NULL, NULL, 'chat', '2026-05-20 09:00+00', '2026-05-20 09:00+00'),
  ('00000000-0000-7000-8000-000000000015', 'Releases are frozen in the last week of the quarter.', 'releases', 'rule', ARRAY['deploy']::text[], NULL, NULL, 'chat', '2026-03-20 09:00+00', '2026-03-20 09:00+00'),
  ('00000000-0000-7000-8000-000000000016', 'The launch of Atlas is planned for 15 September.', 'Atlas', 'deadline', ARRAY['launch']::text[], NULL, NULL, 'chat', '2026-06-12 09:00+00', '2026-06-12 09:00+00'),
  ('00000000-0000-7000-8000-000000000019', 'Nordwind pays by bank transfer.', 'Nordwind', 'payment', ARRAY['customer']::text[], NULL, NULL, 'chat', '2026-04-11 09:00+00', '2026-04-11 09:00+00'),
  ('00000000-0000-7000-8000-000000000021', 'Nordwind has a contract until 2027.', 'Nordwind', 'contract', ARRAY['customer']::text[], NULL, NULL, 'chat', '2026-01-25 09:00+00', '2026-01-25 09:00+00'),
  ('00000000-0000-7000-8000-000000000022', 'Carla decided to use Kafka for events.', 'events', 'decision', ARRAY['architecture']::text[], 'carla', 't-5', 'chat', '2026-06-15 09:00+00', '2026-06-15 09:00+00'),
  ('00000000-0000-7000-8000-000000000023', 'We decided to keep the monolith for now.', 'architecture', 'decision', ARRAY['architecture']::text[], NULL, NULL, 'chat', '2026-02-05 09:00+00', '2026-02-05 09:00+00'),
  ('00000000-0000-7000-8000-000000000024', 'The office in Lisbon closes at 19:00.', 'office', 'schedule', ARRAY[]::text[], NULL, NULL, 'chat', '2026-05-30 09:00+00', '2026-05-30 09:00+00');

INSERT INTO past_facts (id, content, subject, kind, tags, end_user_id, thread_id, source, created_at, valid_from, valid_to, superseded_by) VALUES
  ('00000000-0000-7000-8000-000000000004', 'Ana works from Porto.', 'Ana', 'location', ARRAY[]::text[], 'ana', NULL, 'chat', '2026-01-12 09:00+00', '2026-01-12 09:00+00', '2026-04-20 09:00+00', '00000000-0000-7000-8000-000000000003'),
  ('00000000-0000-7000-8000-000000000009', 'The billing service runs on PostgreSQL 14.', 'billing service', 'technology', ARRAY['backend']::text[], NULL, NULL, 'chat', '2026-01-15 09:00+00', '2026-01-15 09:00+00', '2026-05-04 09:00+00', '00000000-0000-7000-8000-000000000008'),
  ('00000000-0000-7000-8000-000000000013', 'The search service is owned by Bruno.', 'search service', 'owner', ARRAY['team']::text[], NULL, NULL, 'chat', '2026-02-01 09:00+00', '2026-02-01 09:00+00', '2026-06-01 09:00+00', '00000000-0000-7000-8000-000000000012'),
  ('00000000-0000-7000-8000-000000000017', 'The launch of Atlas is planned for 1 August.', 'Atlas', 'deadline', ARRAY['launch']::text[], NULL, NULL, 'chat', '2026-04-02 09:00+00', '2026-04-02 09:00+00', '2026-06-12 09:00+00', '00000000-0000-7000-8000-000000000016'),
  ('00000000-0000-7000-8000-000000000018', 'The launch of Atlas is planned for 1 July.', 'Atlas', 'deadline', ARRAY['launch']::text[], NULL, NULL, 'chat', '2026-02-18 09:00+00', '2026-02-18 09:00+00', '2026-04-02 09:00+00', '00000000-0000-7000-8000-000000000017'),
  ('00000000-0000-7000-8000-000000000020', 'Nordwind pays by credit card.', 'Nordwind', 'payment', ARRAY['customer']::text[], NULL, NULL, 'chat', '2026-01-25 09:00+00', '2026-01-25 09:00+00', '2026-04-11 09:00+00', '00000000-0000-7000-8000-000000000019');

INSERT INTO episodes (id, role, content, end_user_id, thread_id, source, created_at) VALUES
  ('00000000-0000-7000-8000-000000000025', 'user', 'Can you summarise the billing incident from Friday?', 'ana', 't-1', 'chat', '2026-06-08 09:12+00'),
  ('00000000-0000-7000-8000-000000000026', 'assistant', 'The billing service was down for 40 minutes because of a full disk.', 'ana', 't-1', 'chat', '2026-06-08 09:13+00'),
  ('00000000-0000-7000-8000-000000000027', 'user', 'When do we launch Atlas?', 'bruno', 't-2', 'chat', '2026-06-09 14:00+00'),
  ('00000000-0000-7000-8000-000000000028', 'assistant', 'Atlas launches on 1 August.', 'bruno', 't-2', 'chat', '2026-06-09 14:01+00'),
  ('00000000-0000-7000-8000-000000000029', 'user', 'Please remind me to rotate the API keys.', 'carla', 't-3', 'chat', '2026-06-10 10:30+00'),
  ('00000000-0000-7000-8000-000000000030', 'assistant', 'I will remind you about the API keys on Monday.', 'carla', 't-3', 'chat', '2026-06-10 10:31+00'),
  ('00000000-0000-7000-8000-000000000031', 'user', 'The launch of Atlas moves to 15 September.', 'ana', 't-4', 'chat', '2026-06-12 16:45+00'),
  ('00000000-0000-7000-8000-000000000032', 'assistant', 'Noted: Atlas launches on 15 September.', 'ana', 't-4', 'chat', '2026-06-12 16:46+00'),
  ('00000000-0000-7000-8000-000000000033', 'user', 'We will use Kafka for events.', 'carla', 't-5', 'chat', '2026-06-15 11:00+00'),
  ('00000000-0000-7000-8000-000000000034', 'assistant', 'Understood, Kafka it is. Shall I tell the billing team?', 'carla', 't-5', 'chat', '2026-06-15 11:01+00'),
  ('00000000-0000-7000-8000-000000000035', 'user', 'Yes, tell Bruno.', 'carla', 't-5', 'chat', '2026-06-15 11:02+00'),
  ('00000000-0000-7000-8000-000000000036', 'tool', 'Message sent to Bruno.', 'carla', 't-5', 'chat', '2026-06-15 11:03+00'),
  ('00000000-0000-7000-8000-000000000037', 'user', 'What did Carla say about Kafka?', 'bruno', 't-6', 'chat', '2026-06-16 08:20+00'),
  ('00000000-0000-7000-8000-000000000038', 'assistant', 'Carla decided to use Kafka for events.', 'bruno', 't-6', 'chat', '2026-06-16 08:21+00'),
  ('00000000-0000-7000-8000-000000000039', 'user', 'Please do not call me, write instead.', 'ana', 't-7', 'chat', '2026-06-17 17:30+00'),
  ('00000000-0000-7000-8000-000000000040', 'assistant', 'I will write to you from now on.', 'ana', 't-7', 'chat', '2026-06-17 17:31+00'),
  ('00000000-0000-7000-8000-000000000041', 'user', 'Are the API keys rotated?', 'ana', 't-8', 'chat', '2026-06-18 09:00+00'),
  ('00000000-0000-7000-8000-000000000042', 'assistant', 'Not yet; Carla wanted a reminder on Monday.', 'ana', 't-8', 'chat', '2026-06-18 09:01+00');

INSERT INTO entities (id, canonical_name, kind, properties, source, created_at, updated_at) VALUES
  ('00000000-0000-7000-8000-000000000043', 'Ana', 'person', '{"team": "design", "city": "Lisbon"}', 'chat', '2026-01-12 09:00+00', '2026-01-12 09:00+00'),
  ('00000000-0000-7000-8000-000000000044', 'Bruno', 'person', '{"team": "billing"}', 'chat', '2026-01-20 09:00+00', '2026-01-20 09:00+00'),
  ('00000000-0000-7000-8000-000000000045', 'Carla', 'person', '{"team": "platform"}', 'chat', '2026-02-01 09:00+00', '2026-02-01 09:00+00'),
  ('00000000-0000-7000-8000-000000000046', 'Nordwind', 'company', '{"country": "Norway"}', 'chat', '2026-01-25 09:00+00', '2026-01-25 09:00+00'),
  ('00000000-0000-7000-8000-000000000047', 'Atlas', 'project', '{}', 'chat', '2026-02-18 09:00+00', '2026-02-18 09:00+00'),
  ('00000000-0000-7000-8000-000000000048', 'billing service', 'service', '{"language": "Go"}', 'chat', '2026-01-15 09:00+00', '2026-01-15 09:00+00'),
  ('00000000-0000-7000-8000-000000000049', 'search service', 'service', '{"language": "Rust"}', 'chat', '2026-02-01 09:00+00', '2026-02-01 09:00+00'),
  ('00000000-0000-7000-8000-000000000050', 'Lisbon', 'place', '{}', 'chat', '2026-04-20 09:00+00', '2026-04-20 09:00+00');
