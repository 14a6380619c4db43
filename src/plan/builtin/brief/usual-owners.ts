import { singularName } from '../english/inflect.ts';
import { lastWord } from './nouns.ts';

/**
 * What a noun's rows are usually of, when such a table stands beside it: "contacts" of "companies", "books" of
 * "authors". Null when the noun has no such kin. Each group is one column; of a group the first that is there counts. A
 * group that begins with ? counts only where nothing happens that would stand between the two.
 */
export function kinOf(table: string): readonly (readonly string[])[] | null {
  const name = singularName(table);
  return KIN.get(name) ?? KIN.get(lastWord(name)) ?? null;
}

/** Whether rows of the one are usually of the other. */
export const isAmongKin = (table: string, other: string): boolean =>
  (kinOf(table) ?? []).some((group) => group.some((noun) => noun.replace('?', '') === singularName(other)));

/** Whether the noun's rows are made by whoever they point at, so that others than the maker may act on them. */
export const isAuthored = (table: string): boolean => AUTHORED.has(lastWord(singularName(table)));

const USER = 'user|member|author|writer|person|account';
const STAFF = 'assignee|employee|staff|worker|volunteer|nurse|driver|guard|barista|waiter|person|member|user';

const AUTHORED: ReadonlySet<string> = new Set('post article photo video picture question story page tweet recipe topic thread'.split(' '));

/** Nouns → the groups of what they are of. A noun that also names an event is told by this alone. */
const KIN: ReadonlyMap<string, readonly (readonly string[])[]> = new Map(
  (
    [
      ['contact', 'company|organization|organisation|account|client'],
      ['member', 'family|household|team|branch|chapter'],
      ['lead', 'company|campaign|source'],
      ['deal opportunity', 'company|organization|account|client|customer contact|lead stage|pipeline_stage|deal_stage'],
      ['employee worker staff', 'department|team|branch|store|office|company position|job|job_title'],
      ['salary payslip', 'employee|worker|staff'],
      ['department team', 'company|division|league|club'],
      ['class_pass season_ticket', 'student|member|customer|client'],
      ['player', 'team|club'],
      ['branch store', 'company|region'],
      ['book copy', 'book author|writer publisher shelf'],
      ['movie film', 'director studio'],
      ['song track', 'album|artist|band|musician'],
      ['album record concert gig', 'artist|band|musician label venue'],
      ['course class subject', 'teacher|instructor|trainer|coach|professor|lecturer room|classroom|studio department'],
      ['lesson', 'course|class|subject teacher|instructor|tutor ?student|pupil|learner|client|rider|swimmer|dancer|skier horse'],
      ['module chapter lecture', 'course|class|book|subject teacher|instructor'],
      ['exam test quiz homework', 'course|class|subject|lesson'],
      ['grade mark', 'student|pupil|learner course|class|subject|exam|test|homework'],
      ['assignment', 'course|class|employee|volunteer|worker|member project|task|shift|room|student'],
      ['student pupil', 'school|guardian|parent|family|house'],
      ['child kid', 'parent|guardian|family group|class'],
      ['attendance', 'student|pupil|child|member|employee|attendee class|course|lesson|event|session|meeting|service'],
      ['pet dog cat horse animal', 'owner|client|pen|barn|field|enclosure|stable|shelter'],
      ['cow goat sheep pig chicken', 'herd|flock|barn|pen|field|farm'],
      ['car vehicle motorcycle', 'owner'],
      ['product item', 'supplier|vendor|manufacturer|producer|seller warehouse|location|shelf|room|box'],
      ['part spare_part material ingredient', 'supplier|vendor|machine|recipe'],
      ['purchase_order', 'supplier|vendor product|item|part|spare_part|material'],
      [
        'order_item order_line line_item invoice_item invoice_line order_detail',
        'order|invoice|purchase_order product|item|dish|menu_item|book|part',
      ],
      ['stock_movement stock_level', 'product|item|part warehouse|location'],
      ['task todo milestone issue bug', `project|sprint|list ${STAFF} release|version`],
      ['sprint story', 'project'],
      ['project', 'client|customer|company|organization'],
      ['room classroom', 'hotel|building|floor|property'],
      ['floor desk', 'building|floor|office|room'],
      ['unit apartment flat', 'building|property'],
      ['tenant resident', '?unit|apartment|flat|house|property'],
      [
        'quiz_result test_result exam_result result score',
        'quiz|exam|test|race|match|event|competition|tournament student|pupil|learner|athlete|player|runner|rider|member|team',
      ],
      ['property house listing', 'owner|landlord|agent|seller'],
      ['performance', 'play|show|production|piece'],
      ['lease contract', 'tenant|renter|client|customer|employee unit|apartment|flat|property|house|room'],
      ['sensor device meter machine', 'device|room|location|site|station|field|greenhouse|building|machine|household|plant'],
      ['reading measurement', 'sensor|device|meter|station|machine|well|room|location'],
      ['alert alarm', 'sensor|device|machine|server|host'],
      ['plant', 'bed|plot|garden|greenhouse'],
      ['fish coral', 'aquarium|tank|pond'],
      ['water_test', 'aquarium|tank|pond|pool|well|hot_tub'],
      ['sample specimen', 'freezer|fridge|rack|shelf|box patient|donor|participant|subject|site'],
      ['trial', 'experiment|study participant|subject'],
      ['planting', 'bed|field|plot|garden|greenhouse crop|plant'],
      ['field barn plot', 'farm'],
      ['harvest', 'field|plot|bed|hive|orchard crop|plant'],
      ['hive', 'apiary'],
      ['city town', 'region|state|province|country'],
      ['state region province', 'country'],
      ['episode', 'season|show|series|podcast'],
      ['season', 'show|series|league'],
      ['showtime screening', 'movie|film screen|theater|theatre|hall|cinema'],
      ['seat', 'screen|hall|venue|flight|bus'],
      ['ticket', 'showtime|screening|event|concert|match|flight|show|trip customer|passenger|attendee|visitor|user|guest agent|technician'],
      ['artwork painting sculpture', 'artist|painter|sculptor'],
      ['event meetup conference', 'venue|location|organizer|organiser'],
      ['flight', 'airline plane|aircraft'],
      ['talk', 'conference|event|track speaker room'],
      ['meeting', 'project|committee|club|client|contact|topic'],
      ['activity call', 'contact|deal|lead|client|customer'],
      ['post article page', `${USER}|editor|journalist blog|channel|site|forum|topic|thread`],
      ['walk', 'dog|pet walker|sitter'],
      ['request permit', 'resident|tenant|customer|member|citizen apartment|unit|car|vehicle|property|room'],
      ['photo picture', `album|shoot|${USER}|photographer`],
      ['video', `channel|${USER}`],
      ['question', `${USER} quiz|exam|survey|topic`],
      ['answer', `question ${USER}|respondent`],
      ['response submission', `survey|questionnaire|poll|form ${USER}|respondent|participant`],
      ['choice option', 'question|poll|ballot'],
      ['object artifact artefact', 'donor|lender'],
      ['reply', `comment|post|thread|message ${USER}`],
      ['thread topic', `forum|board ${USER}`],
      ['message', `conversation|chat|channel|room|thread ${USER}`],
      ['application', 'applicant|candidate|student job|position|vacancy|grant|scholarship|programme|program'],
      ['attendee participant registrant', '?event|workshop|conference|meetup|session|course|class|race|tournament|competition'],
      ['service maintenance', '?car|vehicle|motorcycle|bike|van|truck|machine|boiler|appliance'],
      ['shift timesheet time_entry', `${STAFF} project|task|position|location|store|branch`],
      ['account', 'customer|client|user|bank'],
      ['transaction transfer', 'account|wallet|card|customer|user'],
      ['policy', 'customer|client|policyholder agent'],
      ['claim', 'policy|job|rental|booking|order|shipment|delivery'],
      ['complaint quote estimate', 'customer|client|subscriber|tenant|guest|resident|member'],
      ['game round fixture match', 'tournament|competition|championship'],
      ['speaker', '?team'],
      ['allergen', 'dish|recipe'],
      ['donation', 'donor|member|person campaign|project|cause|fund'],
      ['invoice', 'order|booking|rental|appointment|job|repair|project|client|customer'],
      ['prescription', 'patient|pet|client|customer doctor|vet|dentist|physician medication|drug|medicine'],
      ['step', 'recipe|process|workflow'],
      ['dish menu_item', 'menu|restaurant'],
      ['wine beer cheese coffee tea', 'winery|brewery|roaster|producer region'],
      ['batch brew', 'beer|wine|cider|product tank|vat'],
      ['set', 'workout exercise'],
      ['sample', 'patient|site|experiment|batch'],
      ['experiment run', 'project|experiment'],
      ['log log_entry', 'server|host|service|device|machine'],
    ] as const
  ).flatMap(([nouns, parents]) => nouns.split(' ').map((noun) => [noun, parents.split(' ').map((group) => group.split('|'))] as const)),
);
