import { isDeed } from '../deed.ts';
import type { Draft } from '../draft.ts';
import type { NewTable } from '../new-table.ts';
import { isPerson, isStaff } from '../nouns.ts';
import { type Kind, kindOf } from '../outline/kind.ts';
import { type Keys, linkBoth, unpoint } from './keys.ts';

/** "exhibitions" beside "paintings", "rehearsals" beside "singers": what people come together for is of many of them, and shows many things. */
export function gatherOccasions(draft: Draft, said: Keys): void {
  const [one, other, ...more] = draft.tables.values();
  // "partners and meetings": all that is said is that these meet.
  if (one !== undefined && other !== undefined && more.length === 0 && one.references.size === 0 && other.references.size === 0)
    for (const [occasion, guest] of [
      [one, other],
      [other, one],
    ] as const)
      if (OCCASIONS.test(occasion.name) && isPerson(guest.name)) linkBoth(draft, occasion, guest);
  gatherPieces(draft);
  shareAbilities(draft);
  for (const table of [...draft.tables.values()]) {
    if (table.links !== undefined || !OCCASIONS.test(table.name)) continue;
    for (const [column, to] of [...table.references]) {
      // It is of no lesson, and of nobody who gives one.
      if (
        SHARED.test(table.name) &&
        !said.get(table.name)?.has(column) &&
        /(?:^|_)(?:lessons|sessions|trainers|bookings|appointments)$/.test(to)
      )
        unpoint(table, column);
      const other = draft.tables.get(to);
      // A match is of the tournament that it is played in.
      if (SHARED.test(table.name) && /(?:^|_)(?:bouts|games|matches|fights|rounds|races)$/.test(to) && !said.get(table.name)?.has(column)) {
        unpoint(table, column);
        draft.point(to, table.name);
        continue;
      }
      // Nobody rehearses alone.
      if (other !== undefined && ALL.test(table.name) && PERFORMING.test(to) && !said.get(table.name)?.has(column)) {
        unpoint(table, column);
        linkBoth(draft, table, other);
        continue;
      }
      if (
        other === undefined ||
        (said.get(table.name)?.has(column) && !(SHARED.test(table.name) && (PLAYING.test(to) || SHOWN.has(kindOf(to))))) ||
        !isOneOfMany(table, other)
      )
        continue;
      unpoint(table, column);
      // What is spoken of at a meeting is of no single one of them.
      if (MET.test(table.name) && !isPerson(to)) continue;
      linkBoth(draft, table, other);
    }
  }
}

/** "translators with languages": what several can, others can too. */
function shareAbilities(draft: Draft): void {
  for (const table of [...draft.tables.values()]) {
    if (table.links !== undefined || !/(?:^|_)(?:languages|skills|allergies|hobbies|qualifications)$/.test(table.name)) continue;
    for (const [column, to] of [...table.references]) {
      const whose = draft.tables.get(to);
      if (whose === undefined || !isPerson(to)) continue;
      unpoint(table, column);
      linkBoth(draft, whose, table);
      // What somebody does is his, and of none of his abilities.
      for (const deed of draft.tables.values())
        for (const [key, target] of [...deed.references])
          if (target === table.name && isDeed(deed.name)) {
            unpoint(deed, key);
            draft.point(deed.name, whose.name, { silent: true });
          }
    }
  }
}

/** A setlist or a programme is of songs, and these are in others too. */
function gatherPieces(draft: Draft): void {
  const lists = [...draft.tables.values()].find(({ name }) => /(?:^|_)(?:setlists|playlists|programmes|programs|mixtapes)$/.test(name));
  const pieces = [...draft.tables.values()].find(({ name }) => PIECES.test(name));
  if (lists === undefined || pieces === undefined) return;
  for (const [column, to] of [...pieces.references]) if (to === lists.name) unpoint(pieces, column);
  // What a gig played is told by its list.
  for (const table of draft.tables.values())
    if (OCCASIONS.test(table.name)) for (const [column, to] of [...table.references]) if (to === pieces.name) unpoint(table, column);
  linkBoth(draft, lists, pieces);
}

const PIECES = /(?:^|_)(?:songs|pieces|tracks|tunes)$/;

/** Whether many of them are there each time: those who come, what is shown or played. */
const isOneOfMany = (occasion: NewTable, { name, links }: NewTable): boolean =>
  links === undefined &&
  !isDeed(name) &&
  (isPerson(name)
    ? !isStaff(name) && !HOSTS.test(name) && !ALL.test(occasion.name)
    : (SHOWN.has(kindOf(name)) || PIECES.test(name)) && !WHOLES.test(name));

const OCCASIONS =
  /(?:^|_)(?:rehearsals|concerts|gigs|exhibitions|tournaments|festivals|camps|weddings|parties|meetings|meetups|conferences|regattas|fairs|excursions|outings|trainings|practices|competitions|contests|activities|workshops)$/;
/** Of these many people are each time, in whatever words. */
const SHARED = /(?:^|_)(?:tournaments|competitions|festivals|regattas|exhibitions)$/;
const PLAYING = /(?:^|_)(?:players|members|participants|competitors|runners|teams)$/;
const MET = /(?:^|_)(?:meetings|meetups|conferences)$/;
/** All come to these. */
const ALL = /(?:^|_)(?:rehearsals|trainings|practices)$/;
const PERFORMING = /(?:^|_)(?:actors|actresses|dancers|performers)$/;
const HOSTS =
  /(?:^|_)(?:professors|lecturers|counselors|counsellors|presenters|judges|hosts|organi[sz]ers|couples|clients|customers|speakers|leaders)$/;
const SHOWN: ReadonlySet<Kind> = new Set<Kind>(['work', 'thing', 'animal', 'goods', 'machine']);
/** What all of it is of. */
const WHOLES = /(?:^|_)(?:plays|shows|projects|seasons|series|classes|courses|bands|teams|committees|albums|venues|locations|productions)$/;
