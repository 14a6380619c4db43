import { ANIMALS } from './nouns/animals.ts';
import { BOOKINGS } from './nouns/bookings.ts';
import { COLUMNS } from './nouns/columns.ts';
import { COMMUNITY } from './nouns/community.ts';
import { DOCUMENTS } from './nouns/documents.ts';
import { GOODS } from './nouns/goods.ts';
import { HEALTH } from './nouns/health.ts';
import { HOME } from './nouns/home.ts';
import { IDENTITY } from './nouns/identity.ts';
import { LEISURE } from './nouns/leisure.ts';
import { MONEY } from './nouns/money.ts';
import { PEOPLE } from './nouns/people.ts';
import { PLACES } from './nouns/places.ts';
import { PROPERTY } from './nouns/property.ts';
import { ROLES } from './nouns/roles.ts';
import { SCHOOLS } from './nouns/schools.ts';
import { TRADES } from './nouns/trades.ts';
import { VEHICLES } from './nouns/vehicles.ts';
import { WORK } from './nouns/work.ts';

/** Names of tables and columns, each with what people call it. */
export const NOUNS: readonly string[] = [
  PEOPLE,
  ROLES,
  IDENTITY,
  PLACES,
  GOODS,
  MONEY,
  DOCUMENTS,
  BOOKINGS,
  HEALTH,
  ANIMALS,
  SCHOOLS,
  PROPERTY,
  VEHICLES,
  LEISURE,
  WORK,
  COLUMNS,
  HOME,
  TRADES,
  COMMUNITY,
];
