import { wordTable } from '../english/word-table.ts';

/** What categories of facts are called that tell what a verb or an adjective of a question asks for: where somebody lives is an address. */
const KINDS = `
  live lived move moved reside stay based : home address residence location city place whereabouts
  work job living employed employ : job role occupation profession employer position work
  cost price charge expensive cheap : price cost fee rate rent tariff fare
  pay paid : payment billing salary fee price
  owe : billing debt balance payment
  own owned belong : owner ownership pet vehicle possession
  drive driven : vehicle car
  weigh heavy : weight
  tall high big large : height size
  old age born birthday : age birthday birthdate
  eat food cook : diet food
  avoid : allergy diet
  like love enjoy prefer favourite favorite fond into : preference hobby taste interest like
  hate dislike : dislike preference taste
  away off absent holiday vacation leave : holiday vacation leave absence
  mentor mentored : mentor
  afraid scared : fear
  open close opening closed : hours opening schedule
  reach contact call contacted reached phone email : contact phone email
  speak spoken : language
  responsible charge lead run manage head : owner lead manager role responsibility
  married marry spouse : family spouse relationship
  study studied learn : education study course school
  supply deliver order buy bought provide source : supplier vendor provider
  kept keep store stored located lie : storage location place
  allergic : allergy
  due finish ship launch : deadline date launch
  meet meeting : schedule meeting date
  play : hobby instrument sport
  train training : goal training
  skilled expert specialise specialize good : skill expertise
  host hosted deploy run : hosting infrastructure deployment`;

/** Categories of facts that may name one of a kind: who is a daughter is a child, and is no child for being of the family. */
const NEAR = `
  child children kid kids sibling siblings parent parents twin twins : family children relationship
  dog dogs cat cats animal animals pet pets : pet animal family
  dislike dislikes hate hates like likes enjoy : taste preference dislike
  instrument instruments sport sports craft : hobby goal
  meat fish sugar alcohol : diet food preference
  avoid allergic allergy allergies : health diet allergy`;

const tableOf = (lines: string) =>
  wordTable<readonly string[]>(
    Object.fromEntries(
      lines
        .trim()
        .split('\n')
        .flatMap((line) => {
          const [words = '', kinds = ''] = line.split(':');
          return words
            .trim()
            .split(/\s+/)
            .map((word) => [word, kinds.trim().split(/\s+/)] as const);
        }),
    ),
  );
const TABLE = tableOf(KINDS);
const NEARBY = tableOf(NEAR);

export const categoriesFor = (word: string): readonly string[] => TABLE[word] ?? [];

/** Where to look for one of a kind; what is found has to say so itself. */
export const categoriesNear = (word: string): readonly string[] => NEARBY[word] ?? [];
