/** A question of the pottery, and parts of the statement that it is read as. */
export type Read = readonly [question: string, parts: readonly string[]];

const pairOfFirings = 'WHERE kind = bisque OR kind = raku GROUP BY kind';

export const CONTRASTS: readonly Read[] = [
  ['which is more common, bisque or raku firings', ['kind, count(*)', pairOfFirings]],
  ['average charge of bisque vs raku firings', ['kind, avg(charge)', pairOfFirings]],
  ['do we have more members or suppliers', ['( SELECT count(*) AS count FROM member ) AS members', 'FROM supplier ) AS suppliers']],
  ['compare Marit Solberg and Jonas Wick by total charge', ['member.name, sum(firing.charge)', 'GROUP BY member.name']],
  ['did we do more firings in october or november', ['AS october', 'AS november', 'count(*) FILTER (WHERE loaded_on >= 2026-10-01']],
  ['do more members come from Larvik or Horten', ['town, count(*)', 'WHERE town = Larvik OR town = Horten GROUP BY town']],
];

export const SECOND_QUESTIONS: readonly Read[] = [
  ['when was firing F-12 unloaded and who did it', ['firing.unloaded_on, member.name FROM firing LEFT JOIN member', 'firing.code = F-12']],
  ['when did Pia Lund join and where does she live', ['joined_on, name, town FROM member WHERE name = Pia Lund']],
  ['which town is Jonas Wick in and what is his email', ['town, name, email FROM member WHERE name = Jonas Wick']],
];

const ofJonas = 'SELECT count(*) AS count FROM firing JOIN member ON firing.member_id = member.id WHERE member.name = Jonas Wick';

/** A number of rows, and a second question of these alone. */
export const OF_THOSE: readonly Read[] = [
  [
    'how many firings does Jonas Wick have and what are they called',
    [`( ${ofJonas} ) AS count`, 'firing.code', 'WHERE member.name = Jonas Wick'],
  ],
  ['how many raku firings were there in october and which ones', ['AS count, id, code', 'WHERE kind = raku AND loaded_on >= 2026-10-01']],
  [
    'how many members are from Larvik and who was the last to join',
    ['( SELECT count(*)', 'name FROM member WHERE town = Larvik ORDER BY member.joined_on DESC NULLS LAST LIMIT 1'],
  ],
  ['how many raku firings did we have and when was the last one', ['max(firing.loaded_on)', 'current_date AND firing.kind = raku']],
  ['how many raku firings were there and what did they come to in total', ['sum(firing.charge)', 'WHERE firing.kind = raku']],
  ['how many firings are unpaid and how many of them are raku', ['count(*) FILTER (WHERE kind = raku)', 'WHERE paid_on IS NULL']],
];

/** Groups by what each row is of, and rankings by what rows come to. */
export const GROUPS: readonly Read[] = [
  ['firings of each kind', ['kind, count(*)', 'GROUP BY kind']],
  ['glazes by kind', ['finish, count(*)', 'GROUP BY finish']],
  ['how many firings in every month', ["date_trunc('month', loaded_on)", 'count(*)']],
  ['firings by decade', ["date_trunc('decade', loaded_on)", 'count(*)']],
  ['top 3 members by charge', ['sum(firing.charge)', 'GROUP BY member.id', 'DESC NULLS LAST LIMIT 3']],
  ['top 3 glazes by quantity', ['sum(firing_glaze.quantity)', 'GROUP BY glaze.id', 'DESC NULLS LAST LIMIT 3']],
];

export const SIDE_BY_SIDE: readonly Read[] = [
  ['count and total of firings by kind', ['kind, count(*) AS count, sum(charge) AS total_charge FROM firing GROUP BY kind']],
  ['firings per kind with average charge', ['kind, count(*) AS count, avg(charge) AS avg_charge FROM firing GROUP BY kind']],
];

export const FIRST_OF_EACH: readonly Read[] = [
  [
    'most used glaze per finish',
    ['DISTINCT ON (glaze.finish)', 'count(*) AS count FROM firing_glaze JOIN glaze', 'ORDER BY glaze.finish, count(*) DESC'],
  ],
  ['biggest firing each month', ["DISTINCT ON (date_trunc('month', loaded_on)::date)", 'firing.charge DESC']],
  ['which member has the most firings of each kind', ['DISTINCT ON (firing.kind)', 'GROUP BY firing.kind, member.id', 'count(*) DESC']],
];

const above = 'JOIN member AS member_above ON member_above.id = member.mentor_id';
const below = 'JOIN member AS member_below ON member_below.mentor_id = member.id';
export const SELF: readonly Read[] = [
  ['who mentors Pia Lund', ['SELECT member_above.name', above, 'WHERE member.name = Pia Lund']],
  ["who is Pia Lund's mentor", ['SELECT member_above.name', above, 'WHERE member.name = Pia Lund']],
  ['whose mentor is Jonas Wick', ['SELECT name FROM member', 'member_above.name = Jonas Wick']],
  ['who is Jonas Wick mentoring', ['SELECT name FROM member', 'member_above.name = Jonas Wick']],
  ['how many people does Marit Solberg mentor', ['SELECT count(*)', 'member_above.name = Marit Solberg']],
  ['how many members does each mentor have', ['member.name, count(*)', below, 'GROUP BY member.id']],
  ['who mentors the most people', ['member.name, count(*)', below, 'LIMIT 1']],
  ['members and their mentors', ['member.name, member_above.name AS mentor_name FROM member LEFT JOIN']],
  ['who is mentoring whom', ['member.name, member_above.name AS mentor_name', above]],
  ['members who joined before their mentor', [above, 'WHERE member.joined_on < member_above.joined_on']],
];

export const BETWEEN: readonly Read[] = [
  ['average time from loading to payment', ['avg(paid_on - loaded_on)']],
  ['how many days go by between loading a firing and unloading it', ['avg(unloaded_on - loaded_on)']],
  ['firings that took more than 3 days from loading to unloading', ['WHERE unloaded_on - loaded_on > 3']],
];

export const OF_ONE: readonly Read[] = [
  ['how much celadon is left', ['SELECT stock FROM glaze WHERE name = celadon']],
  ['what do we charge for tenmoku', ['SELECT price FROM glaze WHERE name = tenmoku']],
  ['who do i ask for at Claymakers', ['SELECT contact_person FROM supplier WHERE name = Claymakers']],
];

export const CONDITIONS: readonly Read[] = [
  ['which glazes are running low', ['WHERE stock < reorder_level']],
  ['what glazes do we need to reorder', ['WHERE stock < reorder_level']],
  ['members who have phone and email', ['WHERE phone IS NOT NULL AND email IS NOT NULL']],
  ['members with no phone or email', ['WHERE phone IS NULL AND email IS NULL']],
  ['members without a phone or without an email', ['WHERE phone IS NULL OR email IS NULL']],
  ['phone of the member called sol something', ['SELECT phone FROM member', 'name ILIKE sol% OR name ILIKE % sol%']],
  ['town of marit sollberg', ['SELECT town FROM member', 'name = Marit Solberg']],
  ['glazes with a semimatt finish', ['WHERE finish = semi-matt']],
];
