/** The tables of `guard-scopes.ts` with rows in them, for cases that run. */
export const LIBRARY_SQL = `
CREATE TYPE public.mood AS ENUM ('sad', 'calm', 'glad');
CREATE TABLE authors (id int PRIMARY KEY, name text NOT NULL);
CREATE TABLE books (id int PRIMARY KEY, title text NOT NULL, year int, author_id int REFERENCES authors (id));
CREATE TABLE members (id int PRIMARY KEY, profile jsonb NOT NULL DEFAULT '{}', mood public.mood);
ALTER TABLE members ADD COLUMN kin authors[];
CREATE TABLE loans (id int PRIMARY KEY, lent_at timestamptz NOT NULL DEFAULT now(), proof xml);
CREATE SEQUENCE shelf_no;
CREATE VIEW old_books AS SELECT id, title FROM books WHERE year < 1950;
INSERT INTO authors VALUES (1, 'Ursula K. Le Guin'), (2, 'Stanisław Lem'), (3, 'Italo Calvino');
INSERT INTO books VALUES (1, 'The Dispossessed', 1974, 1), (2, 'Solaris', 1961, 2), (3, 'Invisible Cities', 1972, 3), (4, 'Cosmicomics', 1965, 3);
INSERT INTO members (id, profile, mood) VALUES (1, '{"city": "Oslo", "age": 41}', 'glad'), (2, '{"city": "Lima"}', NULL);
INSERT INTO loans (id, lent_at) VALUES (1, '2024-01-31T10:00:00Z'), (2, '2024-02-29T10:00:00Z');
`;
