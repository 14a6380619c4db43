CREATE TABLE ports (
  port_id integer PRIMARY KEY,
  name text NOT NULL,
  country text NOT NULL,
  population integer NOT NULL
);
INSERT INTO ports VALUES
  (1, 'Hollin', 'Norrland', 18400),
  (2, 'Sund Bay', 'Norrland', 52100),
  (3, 'Cape Merrow', 'Velia', 7300),
  (4, 'Tarn', 'Velia', 121000),
  (5, 'Osk', 'Norrland', 2600),
  (6, 'Lowgate', 'Farrow Isles', 9900),
  (7, 'Brim', 'Farrow Isles', 1450);

CREATE TABLE vessels (
  vessel_id integer PRIMARY KEY,
  name text NOT NULL,
  kind text NOT NULL,
  built_year integer NOT NULL,
  capacity integer NOT NULL,
  length_m numeric(6,2) NOT NULL
);
INSERT INTO vessels VALUES
  (1, 'Sea Clover', 'car ferry', 1999, 640, 112.5),
  (2, 'Grey Gull', 'car ferry', 2008, 880, 131.0),
  (3, 'Swift Tern', 'catamaran', 2016, 320, 48.2),
  (4, 'Old Martha', 'passenger', 1974, 150, 39.8),
  (5, 'Northern Lily', 'car ferry', 2019, 1200, 158.4),
  (6, 'Blue Otter', 'catamaran', 2021, 280, 42.6);

CREATE TABLE captains (
  captain_id integer PRIMARY KEY,
  name text NOT NULL,
  vessel_id integer REFERENCES vessels (vessel_id),
  licensed_year integer NOT NULL
);
INSERT INTO captains VALUES
  (1, 'Ada Brook', 1, 1996),
  (2, 'Jonas Pike', 1, 2010),
  (3, 'Greta Holm', 2, 2001),
  (4, 'Luis Vane', 3, 2014),
  (5, 'Mina Frost', 5, 2005),
  (6, 'Otto Reed', 5, 2018),
  (7, 'Petra Lowe', NULL, 2020);

CREATE TABLE routes (
  route_id integer PRIMARY KEY,
  from_port_id integer NOT NULL REFERENCES ports (port_id),
  to_port_id integer NOT NULL REFERENCES ports (port_id),
  distance_km numeric(6,2) NOT NULL
);
INSERT INTO routes VALUES
  (1, 1, 2, 74.5),
  (2, 2, 4, 212.0),
  (3, 3, 4, 58.3),
  (4, 5, 1, 33.1),
  (5, 6, 7, 21.4),
  (6, 2, 6, 140.2),
  (7, 4, 6, 96.7),
  (8, 7, 3, 88.0);

CREATE TABLE crossings (
  crossing_id integer PRIMARY KEY,
  route_id integer NOT NULL REFERENCES routes (route_id),
  vessel_id integer NOT NULL REFERENCES vessels (vessel_id),
  departs_at timestamp NOT NULL,
  passengers integer NOT NULL,
  vehicles integer NOT NULL,
  delay_min integer,
  cancelled boolean NOT NULL
);
INSERT INTO crossings VALUES
  (1, 7, 2, '2025-02-19 19:30:00', 400, 170, 40, false),
  (2, 1, 3, '2025-02-21 21:45:00', 307, 0, 0, false),
  (3, 6, 3, '2025-02-23 11:15:00', 23, 0, 0, false),
  (4, 6, 1, '2025-10-05 10:15:00', 117, 98, 25, false),
  (5, 6, 3, '2025-03-29 21:00:00', 197, 0, 0, false),
  (6, 4, 2, '2025-04-16 11:30:00', 665, 33, 0, false),
  (7, 2, 1, '2025-06-03 11:15:00', 228, 169, 12, false),
  (8, 6, 3, '2025-08-23 16:30:00', 250, 0, 0, false),
  (9, 4, 1, '2025-01-08 08:30:00', 110, 1, 3, false),
  (10, 5, 2, '2025-04-29 21:15:00', 463, 51, 0, false),
  (11, 2, 1, '2025-02-16 21:15:00', 269, 80, 12, false),
  (12, 1, 3, '2025-10-29 07:30:00', 60, 0, 25, false),
  (13, 7, 5, '2025-06-24 17:15:00', 1024, 37, 0, false),
  (14, 7, 2, '2025-10-27 19:00:00', 374, 129, 5, false),
  (15, 1, 5, '2025-09-17 15:15:00', 0, 0, NULL, true),
  (16, 4, 5, '2025-06-06 07:15:00', 742, 110, 0, false),
  (17, 4, 2, '2025-10-08 14:45:00', 151, 70, 0, false),
  (18, 3, 5, '2025-01-09 21:00:00', 671, 175, 5, false),
  (19, 1, 3, '2025-08-22 19:45:00', 0, 0, NULL, true),
  (20, 1, 1, '2025-01-15 08:45:00', 203, 118, 0, false),
  (21, 1, 2, '2025-07-06 13:00:00', 585, 80, 40, false),
  (22, 1, 3, '2025-07-21 18:00:00', 0, 0, NULL, true),
  (23, 1, 5, '2025-09-21 06:00:00', 0, 0, NULL, true),
  (24, 4, 1, '2025-09-28 10:30:00', 115, 20, 40, false),
  (25, 5, 1, '2025-03-06 20:45:00', 0, 0, NULL, true),
  (26, 2, 5, '2025-09-06 17:15:00', 717, 114, 5, false),
  (27, 1, 2, '2025-05-11 16:15:00', 469, 20, 0, false),
  (28, 7, 2, '2025-07-23 11:45:00', 689, 112, 5, false),
  (29, 4, 3, '2025-10-23 11:00:00', 87, 0, 40, false),
  (30, 5, 2, '2025-05-04 17:00:00', 267, 141, 3, false),
  (31, 6, 2, '2025-09-16 07:30:00', 43, 59, 5, false),
  (32, 7, 5, '2025-05-17 19:00:00', 151, 82, 3, false),
  (33, 5, 3, '2025-02-28 20:15:00', 82, 0, 40, false),
  (34, 4, 3, '2025-03-27 14:15:00', 202, 0, 25, false),
  (35, 2, 2, '2025-10-11 16:15:00', 495, 94, 8, false),
  (36, 6, 1, '2025-06-18 08:30:00', 531, 50, 3, false),
  (37, 2, 1, '2025-03-13 08:15:00', 556, 72, 0, false),
  (38, 6, 5, '2025-05-25 06:00:00', 216, 65, 25, false),
  (39, 1, 6, '2025-02-13 13:00:00', 146, 0, 12, false),
  (40, 3, 1, '2025-08-23 09:45:00', 219, 12, 0, false),
  (41, 3, 2, '2025-07-16 12:45:00', 633, 140, 5, false),
  (42, 2, 1, '2025-06-12 15:30:00', 105, 42, 12, false),
  (43, 7, 3, '2025-09-20 16:30:00', 76, 0, 8, false),
  (44, 1, 1, '2025-04-03 21:45:00', 533, 57, 5, false),
  (45, 6, 1, '2025-03-29 17:15:00', 127, 12, 0, false),
  (46, 3, 1, '2025-05-24 14:45:00', 446, 46, 0, false),
  (47, 6, 5, '2025-04-08 16:15:00', 0, 0, NULL, true),
  (48, 6, 2, '2025-03-15 15:15:00', 325, 19, 5, false),
  (49, 3, 2, '2025-01-11 17:00:00', 665, 139, 5, false),
  (50, 5, 5, '2025-07-03 08:00:00', 1181, 168, 3, false),
  (51, 7, 2, '2025-06-19 14:45:00', 516, 132, 0, false),
  (52, 2, 5, '2025-01-16 07:15:00', 1109, 30, 40, false),
  (53, 7, 5, '2025-05-31 17:00:00', 348, 124, 0, false),
  (54, 7, 6, '2025-03-10 19:15:00', 177, 0, 40, false),
  (55, 6, 1, '2025-07-23 19:30:00', 312, 42, 5, false),
  (56, 3, 2, '2025-02-12 15:15:00', 459, 68, 25, false),
  (57, 7, 5, '2025-02-17 18:45:00', 949, 24, 40, false),
  (58, 6, 1, '2025-01-20 18:45:00', 559, 122, 25, false),
  (59, 4, 3, '2025-03-14 10:15:00', 244, 0, 5, false),
  (60, 5, 2, '2025-01-18 10:15:00', 573, 123, 5, false);
