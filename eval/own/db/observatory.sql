CREATE TABLE telescopes (
  telescope_id integer PRIMARY KEY,
  name text NOT NULL,
  site text NOT NULL,
  aperture_m numeric(6,2) NOT NULL,
  first_light date NOT NULL,
  active boolean NOT NULL
);
INSERT INTO telescopes VALUES
  (1, 'Tall Pine', 'Karvik Ridge', 2.4, '1998-05-12', true),
  (2, 'Grey Heron', 'Karvik Ridge', 1.2, '2004-09-30', true),
  (3, 'Long Lantern', 'Mount Oro', 3.6, '2011-03-21', true),
  (4, 'Little Owl', 'Mount Oro', 0.6, '1987-11-02', false),
  (5, 'Salt Mirror', 'Dry Basin', 4.2, '2018-07-15', true),
  (6, 'North Ear', 'Dry Basin', 0.9, '1992-01-19', false);

CREATE TABLE astronomers (
  astronomer_id integer PRIMARY KEY,
  name text NOT NULL,
  institute text NOT NULL,
  country text NOT NULL,
  joined_on date NOT NULL
);
INSERT INTO astronomers VALUES
  (1, 'Ilse Marn', 'Karvik Institute', 'Norway', '2009-02-01'),
  (2, 'Tomas Veld', 'Karvik Institute', 'Norway', '2015-08-17'),
  (3, 'Aiko Sato', 'Oro University', 'Japan', '2012-04-01'),
  (4, 'Ben Achebe', 'Oro University', 'Nigeria', '2019-10-05'),
  (5, 'Clara Duarte', 'Basin College', 'Portugal', '2007-06-23'),
  (6, 'Henrik Lund', 'Karvik Institute', 'Denmark', '2020-01-15'),
  (7, 'Mei Tanaka', 'Basin College', 'Japan', '2017-03-30'),
  (8, 'Rosa Quill', 'Oro University', 'Chile', '2021-09-12'),
  (9, 'Samir Haddad', 'Basin College', 'Lebanon', '2014-12-01');

CREATE TABLE targets (
  target_id integer PRIMARY KEY,
  name text NOT NULL,
  kind text NOT NULL,
  constellation text NOT NULL,
  magnitude numeric(6,2) NOT NULL,
  distance_ly numeric(8,1)
);
INSERT INTO targets VALUES
  (1, 'Amber Knot', 'nebula', 'Lyra', 8.8, 2300.0),
  (2, 'Broken Ring', 'galaxy', 'Draco', 11.4, NULL),
  (3, 'Cinder 12', 'star', 'Orion', 5.2, 640.5),
  (4, 'Dusk Pair', 'star', 'Lyra', 6.7, 88.1),
  (5, 'Ember Field', 'nebula', 'Orion', 7.4, 1344.0),
  (6, 'Far Kite', 'galaxy', 'Ursa Major', 12.9, NULL),
  (7, 'Glass Comet', 'comet', 'Draco', 9.6, NULL),
  (8, 'Hollow Sun', 'star', 'Cygnus', 4.1, 212.3),
  (9, 'Iron Veil', 'nebula', 'Cygnus', 9.1, 1870.0),
  (10, 'Jade Spiral', 'galaxy', 'Ursa Major', 10.2, NULL),
  (11, 'Kelp Cloud', 'nebula', 'Draco', 10.7, 5400.0);

CREATE TABLE observations (
  observation_id integer PRIMARY KEY,
  telescope_id integer NOT NULL REFERENCES telescopes (telescope_id),
  astronomer_id integer NOT NULL REFERENCES astronomers (astronomer_id),
  target_id integer NOT NULL REFERENCES targets (target_id),
  observed_on date NOT NULL,
  exposure_s integer NOT NULL,
  seeing numeric(6,2),
  filter text NOT NULL
);
INSERT INTO observations VALUES
  (1, 3, 1, 2, '2025-04-09', 450, 1.79, 'blue'),
  (2, 5, 1, 10, '2025-05-26', 120, 1.11, 'red'),
  (3, 1, 2, 9, '2024-09-05', 600, 2.07, 'green'),
  (4, 5, 5, 2, '2025-05-03', 450, 0.63, 'infrared'),
  (5, 6, 4, 5, '2024-08-09', 300, 1.35, 'blue'),
  (6, 5, 1, 10, '2024-05-08', 1800, NULL, 'blue'),
  (7, 6, 2, 8, '2025-09-15', 60, 0.8, 'blue'),
  (8, 3, 5, 9, '2024-05-10', 1800, 1.57, 'infrared'),
  (9, 2, 1, 8, '2024-05-25', 1200, 1.68, 'infrared'),
  (10, 5, 9, 1, '2024-11-18', 1200, 1.94, 'red'),
  (11, 1, 6, 8, '2024-08-16', 1200, NULL, 'infrared'),
  (12, 1, 5, 10, '2024-06-26', 300, 1.86, 'blue'),
  (13, 1, 5, 10, '2024-01-18', 60, 0.88, 'infrared'),
  (14, 3, 1, 2, '2025-11-01', 300, NULL, 'green'),
  (15, 3, 3, 10, '2025-01-29', 300, 0.65, 'blue'),
  (16, 1, 6, 3, '2025-04-02', 120, NULL, 'green'),
  (17, 5, 6, 10, '2025-11-23', 600, 1.61, 'red'),
  (18, 5, 3, 3, '2025-03-08', 450, 0.83, 'green'),
  (19, 6, 9, 5, '2024-11-04', 60, NULL, 'infrared'),
  (20, 3, 4, 10, '2024-02-18', 60, 2.32, 'blue'),
  (21, 2, 4, 2, '2024-02-22', 120, 2.27, 'green'),
  (22, 1, 3, 4, '2024-08-12', 900, NULL, 'blue'),
  (23, 3, 5, 8, '2024-12-30', 300, 2.11, 'red'),
  (24, 5, 1, 1, '2024-11-05', 120, 1.72, 'infrared'),
  (25, 5, 5, 1, '2025-02-07', 120, 1.13, 'red'),
  (26, 1, 2, 2, '2025-11-01', 60, 1.28, 'infrared'),
  (27, 5, 9, 3, '2024-10-31', 300, 0.73, 'infrared'),
  (28, 5, 4, 7, '2024-04-12', 600, NULL, 'blue'),
  (29, 2, 1, 4, '2025-03-31', 60, NULL, 'infrared'),
  (30, 3, 7, 2, '2024-02-21', 1800, 2.36, 'green'),
  (31, 3, 6, 10, '2024-06-09', 900, NULL, 'infrared'),
  (32, 5, 2, 1, '2025-10-17', 120, 1.23, 'red'),
  (33, 2, 5, 1, '2024-08-29', 1200, NULL, 'blue'),
  (34, 1, 7, 1, '2025-04-05', 300, 0.75, 'red'),
  (35, 1, 5, 1, '2025-11-06', 450, 1.56, 'green'),
  (36, 3, 1, 3, '2024-06-11', 120, 2.24, 'blue'),
  (37, 3, 3, 4, '2025-01-12', 1200, 1.51, 'blue'),
  (38, 5, 9, 10, '2024-06-04', 300, 1.8, 'green'),
  (39, 1, 3, 2, '2024-03-09', 120, 1.44, 'green'),
  (40, 5, 7, 3, '2024-06-21', 60, 2.27, 'red'),
  (41, 5, 3, 8, '2024-10-16', 120, 1.93, 'red'),
  (42, 6, 3, 3, '2024-11-05', 1200, 1.91, 'infrared'),
  (43, 5, 1, 10, '2025-06-17', 450, 0.57, 'infrared'),
  (44, 5, 1, 4, '2025-10-02', 450, 1.74, 'blue'),
  (45, 6, 4, 3, '2025-08-27', 900, 0.68, 'infrared'),
  (46, 5, 2, 8, '2025-01-30', 120, 1.94, 'green'),
  (47, 3, 3, 5, '2025-10-11', 60, 0.73, 'blue'),
  (48, 5, 6, 2, '2024-09-02', 1800, 0.51, 'red');

CREATE TABLE publications (
  publication_id integer PRIMARY KEY,
  astronomer_id integer NOT NULL REFERENCES astronomers (astronomer_id),
  title text NOT NULL,
  journal text NOT NULL,
  published_year integer NOT NULL,
  citations integer NOT NULL
);
INSERT INTO publications VALUES
  (1, 1, 'Knots of Amber', 'Sky Letters', 2016, 45),
  (2, 1, 'A Census of Faint Nebulae', 'Orbit Quarterly', 2019, 112),
  (3, 3, 'Rings That Broke', 'Sky Letters', 2018, 67),
  (4, 3, 'Colours of Cold Stars', 'Annals of Light', 2021, 23),
  (5, 3, 'Twenty Nights on Mount Oro', 'Orbit Quarterly', 2023, 9),
  (6, 4, 'Seeing Through Dust', 'Annals of Light', 2022, 31),
  (7, 5, 'The Dry Basin Survey', 'Orbit Quarterly', 2013, 158),
  (8, 5, 'Mirrors and Salt', 'Sky Letters', 2019, 40),
  (9, 7, 'Comets in Glass', 'Sky Letters', 2020, 18),
  (10, 9, 'Iron in the Veil', 'Annals of Light', 2018, 74),
  (11, 2, 'Red Light at the Ridge', 'Sky Letters', 2023, 5),
  (12, 5, 'Twin Dusk', 'Annals of Light', 2024, 2);
